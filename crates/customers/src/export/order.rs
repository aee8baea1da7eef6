//! An order in an export: without its key.

use domain::Allergen;
use jiff::Timestamp;
use protocol::payload::OrderTypePayload;
use serde::Serialize;
use server::euros::Euros;
use store::{ExportedOrder, OrderRecords};
use utoipa::ToSchema;

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderPart {
    order_id: String,
    restaurant: String,
    order_type: OrderTypePayload,
    /// Null where no kitchen knew it.
    #[schema(required)]
    status: Option<i16>,
    #[schema(value_type = String, format = DateTime)]
    placed_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pre_order_time: Option<Timestamp>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    over_at: Option<Timestamp>,
    #[schema(required)]
    payment_method: Option<String>,
    #[schema(required)]
    grand_total: Option<Euros>,
    items: Vec<ItemPart>,
    payments: Vec<PaymentPart>,
    refunds: Vec<RefundedPart>,
    /// Null where it was taken away; absent where it stands beside the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<PersonOfOrder>)]
    contact: Option<Option<PersonOfOrder>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ItemPart {
    name: String,
    #[schema(required)]
    size_name: Option<String>,
    quantity: u32,
    /// Of one.
    price: Euros,
    ingredients: Vec<IngredientPart>,
}

#[derive(Debug, Serialize, ToSchema)]
struct IngredientPart {
    name: String,
    quantity: u32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PaymentPart {
    method: String,
    /// The bank behind it.
    #[schema(required)]
    issuer: Option<String>,
    amount: Euros,
    #[schema(value_type = String, format = DateTime)]
    opened_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RefundedPart {
    amount: Euros,
    reason: String,
    #[schema(value_type = String, format = DateTime)]
    asked_at: Timestamp,
}

/// Whoever ordered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonOfOrder {
    #[schema(required)]
    name: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    street_address: Option<String>,
    #[schema(required)]
    apartment_number: Option<String>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(required)]
    city: Option<String>,
    /// For the driver.
    #[schema(required)]
    shipping_instruction: Option<String>,
    #[schema(required)]
    lat: Option<f64>,
    #[schema(required)]
    lng: Option<f64>,
    /// Ids of the allergens that they avoid, sorted.
    avoid_allergens: Vec<&'static str>,
    without_packaging: bool,
}

impl OrderPart {
    /// Of an order whose person stands beside it.
    pub(super) fn of(order: &ExportedOrder, records: &OrderRecords) -> Self {
        let payments = records.payments.iter().filter(|payment| payment.order == order.id);
        let refunds = records.refunds.iter().filter(|refund| refund.order == order.id);
        Self {
            order_id: order.id.to_string(),
            restaurant: order.restaurant.clone(),
            order_type: order.order_type.into(),
            status: order.status.map(|status| status.number()),
            placed_at: order.placed_at,
            pre_order_time: order.pre_order_time,
            over_at: order.over_at,
            payment_method: order.method.clone(),
            grand_total: order.grand_total.map(Euros::from),
            items: order.items.iter().map(ItemPart::of).collect(),
            payments: payments
                .map(|payment| PaymentPart {
                    method: payment.method.clone(),
                    issuer: payment.issuer.clone(),
                    amount: payment.amount.into(),
                    opened_at: payment.opened_at,
                })
                .collect(),
            refunds: refunds
                .map(|refund| RefundedPart {
                    amount: refund.amount.into(),
                    reason: refund.reason.clone(),
                    asked_at: refund.asked_at,
                })
                .collect(),
            contact: None,
        }
    }

    /// The same with its person.
    pub(super) fn with_person(order: &ExportedOrder, records: &OrderRecords) -> Self {
        Self { contact: Some(PersonOfOrder::of(order)), ..Self::of(order, records) }
    }
}

impl ItemPart {
    fn of(item: &domain::order::Item) -> Self {
        let part = |on: &domain::order::ItemIngredient| IngredientPart { name: on.name.clone(), quantity: on.quantity };
        Self {
            name: item.name.clone(),
            size_name: item.size_name.clone(),
            quantity: item.quantity,
            price: item.item_price.into(),
            ingredients: item.ingredients.iter().map(part).collect(),
        }
    }
}

impl PersonOfOrder {
    /// Of an order; none where they were taken away.
    pub(super) fn of(order: &ExportedOrder) -> Option<Self> {
        let contact = order.contact.clone()?;
        Some(Self {
            name: contact.name,
            phone: contact.phone,
            email: order.mail.as_ref().and_then(|mail| mail.email.clone()),
            street_address: contact.street_address,
            apartment_number: contact.apartment_number,
            postal_code: contact.postal_code,
            city: contact.city,
            shipping_instruction: contact.shipping_instruction,
            lat: contact.coordinates.map(|point| point.lat()),
            lng: contact.coordinates.map(|point| point.lng()),
            avoid_allergens: Allergen::ids_of(contact.avoid_allergens),
            without_packaging: contact.without_packaging,
        })
    }

    /// Their number, as it was given.
    #[must_use]
    pub fn phone(&self) -> Option<&str> {
        self.phone.as_deref()
    }

    /// Where mails about the order go.
    #[must_use]
    pub fn email(&self) -> Option<&str> {
        self.email.as_deref()
    }
}
