//! An order in its owner's history.

use chain::{Chain, hours::zone};
use domain::{customer::is_order_open, ids::OrderId, key::Secrets, order::Customer};
use jiff::Timestamp;
use protocol::payload::OrderTypePayload;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use server::{ApiError, euros::Euros};
use store::CustomerOrder;
use utoipa::{ToSchema, openapi::Ref};

use super::{
    avoided,
    item::{PastItem, items_of},
    key_of, read, read_record, text,
};

/// An order in its owner's history.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PastOrder {
    order_id: String,
    /// Null where the secret that it was made with is gone, or it was ordered by telephone for another door than theirs.
    #[schema(required)]
    order_key: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    order_placed_at: Timestamp,
    /// `YYYY-MM-DD HH:mm` in Helsinki; null: as soon as possible.
    #[schema(required)]
    pre_order_time: Option<String>,
    order_type: OrderTypePayload,
    /// The status of its tracking.
    status: i16,
    /// Whether it is neither over nor expired.
    is_active: bool,
    restaurant_id: String,
    restaurant_name: String,
    /// Null where it was taken away, or it was ordered by telephone for another door than theirs.
    #[schema(required)]
    contact_details: Option<PastContact>,
    order_items: Vec<PastItem>,
    /// The next two and the fees, less the discounts.
    grand_total: Euros,
    grand_total_without_shipping_and_discounts: Euros,
    discounts_sum: Euros,
    shipping_charges: Euros,
    phone_order_fee: Euros,
    delivery_service_fee: Euros,
    /// The tax that the total holds, whatever the rates.
    vat14: Euros,
    /// The sums of its cart.
    #[schema(schema_with = sums_of_a_cart)]
    pricing_details: Box<RawValue>,
    /// Slices of the loyalty card that it brought and did not lose.
    slices_added: u32,
    is_favourite: bool,
    /// Whether everything in it is still sold.
    can_be_favourite: bool,
    /// Ids of the allergens that whoever ate it avoids, sorted.
    avoid_allergens: Vec<&'static str>,
}

/// As pricing answers them: an order keeps that answer.
fn sums_of_a_cart() -> Ref {
    Ref::from_schema_name("PricingDetails")
}

/// Where an order went: each text is empty where there is none, as the address of what is fetched.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PastContact {
    street_address: String,
    apartment_number: String,
    postal_code: String,
    city: String,
    /// For the driver.
    extra_info: String,
}

impl PastContact {
    fn of(contact: &Customer) -> Self {
        Self {
            street_address: text(&contact.street_address),
            apartment_number: text(&contact.apartment_number),
            postal_code: text(&contact.postal_code),
            city: text(&contact.city),
            extra_info: text(&contact.shipping_instruction),
        }
    }
}

/// What of the answer of an order's cart stands in its entry.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedCart {
    pricing_details: Box<RawValue>,
    delivery_service_fee: Euros,
    phone_order_fee: Euros,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RecordedSums {
    line_items_sub_total: Euros,
    line_item_discounts_total: Euros,
    shipping_charges_total: Euros,
    vat_total: Euros,
}

/// What an entry says beside its order.
pub(crate) struct PastOrderContext<'c> {
    /// Against which the items are held.
    pub(crate) chain: &'c Chain,
    pub(crate) secrets: &'c Secrets,
    pub(crate) favourite: Option<OrderId>,
    pub(crate) now: Timestamp,
}

impl PastOrder {
    /// Of an order.
    ///
    /// # Errors
    /// 500 where what it keeps of its price cannot be read.
    pub(crate) fn of(order: &CustomerOrder, context: &PastOrderContext<'_>) -> Result<Self, ApiError> {
        let record = read_record(order)?;
        let cart: RecordedCart = read(&record.cart)?;
        let sums: RecordedSums = read(&cart.pricing_details)?;
        let (placed_at, promised_at, is_over) = (order.placed_at, order.promised_at, order.over_at.is_some());
        let order_items = items_of(context.chain, order, &record.lines);
        Ok(Self {
            order_id: order.id.to_string(),
            order_key: key_of(context.secrets, order),
            order_placed_at: placed_at,
            pre_order_time: order.pre_order_time.map(wall_time),
            order_type: order.order_type.into(),
            status: order.status.number(),
            is_active: is_order_open(placed_at, promised_at, is_over, context.now),
            restaurant_id: order.shop.to_string(),
            restaurant_name: order.shop_name.clone(),
            contact_details: order.contact.as_ref().map(PastContact::of),
            grand_total: order.grand_total.into(),
            grand_total_without_shipping_and_discounts: sums.line_items_sub_total,
            discounts_sum: sums.line_item_discounts_total,
            shipping_charges: sums.shipping_charges_total,
            phone_order_fee: cart.phone_order_fee,
            delivery_service_fee: cart.delivery_service_fee,
            vat14: sums.vat_total,
            pricing_details: cart.pricing_details,
            slices_added: order.slices_added,
            is_favourite: context.favourite == Some(order.id),
            can_be_favourite: !order_items.iter().any(|item| item.inactive),
            order_items,
            avoid_allergens: avoided(order),
        })
    }
}

fn wall_time(at: Timestamp) -> String {
    at.to_zoned(zone()).strftime("%Y-%m-%d %H:%M").to_string()
}
