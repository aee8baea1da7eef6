//! A restaurant as the shop shows it: its row of the files, and how it is now.

use chain::{Chain, NEVER_LISTED, Shop};
use domain::{money::Cents, order::OrderType};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use super::{
    hours::{OpeningHoursIntervals, ShopHours, ShopHoursException, exceptions, is_house_open, opening_hours_intervals},
    name_order::name_order,
    status::SelectorStatusPayload,
};
use crate::chain_view::ChainView;

/// A restaurant.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shop)]
pub struct ListedShop {
    pub shop_id: String,
    pub restaurant_id: String,
    pub external_id: String,
    pub shop_external_id: String,
    pub display_name: String,
    pub street_address: String,
    pub zip: String,
    pub city: String,
    pub phone: String,
    pub email: String,
    pub latitude: f64,
    pub longitude: f64,
    pub has_websale: bool,
    pub has_delivery: bool,
    pub has_eatin: bool,
    pub is_active: bool,
    pub no_delivery_tracking: bool,
    pub delivery_without_packaging: bool,
    pub accepts_preorders: bool,
    /// The kitchen's delay included.
    pub current_delivery_estimate: u32,
    /// The kitchen's delay included.
    pub current_pickup_estimate: u32,
    pub pre_order_delivery_estimate: u32,
    pub pre_order_pickup_estimate: u32,
    /// What delivery costs where no area is known.
    pub delivery_fee: Euros,
    /// Null: it takes a point to say it.
    #[schema(required, value_type = Option<f64>)]
    pub dynamic_delivery_fee: Option<Euros>,
    /// Of its first area; null without areas.
    #[schema(required)]
    pub preorder_delivery_fee: Option<Euros>,
    #[schema(required)]
    pub preorder_minimum_delivery_fee: Option<Euros>,
    #[schema(required)]
    pub preorder_maximum_delivery_fee: Option<Euros>,
    /// Who bakes its deliveries in its place.
    #[schema(required)]
    pub delivery_redirection_restaurant: Option<String>,
    pub delivery_redirected: bool,
    #[schema(required)]
    pub notice: Option<String>,
    pub payment_methods: Vec<String>,
    pub open_for_delivery_status: SelectorStatusPayload,
    pub open_for_pickup_status: SelectorStatusPayload,
    pub open_for_eatin_status: SelectorStatusPayload,
    pub physical_restaurant_status: HouseStatus,
    pub opening_hours_intervals: OpeningHoursIntervals,
    pub shop_opening_hours: Vec<ShopHours>,
    /// Those that are not past.
    pub shop_opening_hour_exceptions: Vec<ShopHoursException>,
}

/// Whether the house is open to whoever walks in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum HouseStatus {
    Open,
    Closed,
}

/// A restaurant as it is now.
#[must_use]
pub fn listed(view: &ChainView, shop: &Shop) -> ListedShop {
    let restaurant = &shop.restaurant;
    let question = |order_type| view.question(shop, order_type, None);
    let [delivery, pickup, eatin] = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin].map(question);
    let fees = PreorderFees::of(view.chain(), shop);
    let euros = |cents: Option<Cents>| cents.map(Euros);
    ListedShop {
        shop_id: shop.id().to_string(),
        restaurant_id: shop.id().to_string(),
        external_id: restaurant.external_id.clone(),
        shop_external_id: shop.shop_external_id.clone(),
        display_name: restaurant.display_name.clone(),
        street_address: restaurant.street_address.clone(),
        zip: restaurant.postal_code.clone(),
        city: restaurant.city.clone(),
        phone: restaurant.phone.clone(),
        email: restaurant.email.clone(),
        latitude: restaurant.location.lat(),
        longitude: restaurant.location.lng(),
        has_websale: restaurant.has_websale,
        has_delivery: restaurant.has_delivery,
        has_eatin: shop.has_eatin,
        is_active: restaurant.is_active,
        no_delivery_tracking: restaurant.no_delivery_tracking,
        delivery_without_packaging: shop.delivery_without_packaging,
        accepts_preorders: shop.accepts_preorders,
        current_delivery_estimate: delivery.estimate_minutes(),
        current_pickup_estimate: pickup.estimate_minutes(),
        pre_order_delivery_estimate: delivery.delivery_kitchen.preorder_delivery_minutes,
        pre_order_pickup_estimate: shop.preorder_pickup_minutes,
        delivery_fee: shop.delivery_fee.into(),
        dynamic_delivery_fee: None,
        preorder_delivery_fee: euros(fees.first),
        preorder_minimum_delivery_fee: euros(fees.least),
        preorder_maximum_delivery_fee: euros(fees.greatest),
        delivery_redirection_restaurant: shop.delivery_redirection.map(|id| id.to_string()),
        delivery_redirected: shop.delivery_redirection.is_some(),
        notice: shop.notice.clone(),
        payment_methods: payment_methods(view.chain(), shop),
        open_for_delivery_status: delivery.selector_status().into(),
        open_for_pickup_status: pickup.selector_status().into(),
        open_for_eatin_status: eatin.selector_status().into(),
        physical_restaurant_status: if is_house_open(shop, view.now()) {
            HouseStatus::Open
        } else {
            HouseStatus::Closed
        },
        opening_hours_intervals: opening_hours_intervals(view, shop),
        shop_opening_hours: shop.hours.iter().map(ShopHours::from).collect(),
        shop_opening_hour_exceptions: exceptions(shop, view.now()),
    }
}

/// All restaurants that are listed, by their names.
#[must_use]
pub(super) fn all_listed(view: &ChainView) -> Vec<ListedShop> {
    let mut shops: Vec<&Shop> = view.chain().shops().iter().filter(|shop| is_listed(shop)).collect();
    shops.sort_by(|a, b| name_order(&a.restaurant.display_name, &b.restaurant.display_name).then(a.id().cmp(&b.id())));
    shops.into_iter().map(|shop| listed(view, shop)).collect()
}

/// The restaurants with these numbers, in their order; who is unknown or never listed is left out.
#[must_use]
pub fn listed_of(view: &ChainView, ids: &[&str]) -> Vec<ListedShop> {
    let found = ids.iter().filter_map(|id| view.chain().shop(id.parse().ok()?));
    found.filter(|shop| is_listed(shop)).map(|shop| listed(view, shop)).collect()
}

fn is_listed(shop: &Shop) -> bool {
    shop.restaurant.external_id != NEVER_LISTED
}

fn payment_methods(chain: &Chain, shop: &Shop) -> Vec<String> {
    let all = || chain.payment_methods().iter().map(|method| method.id.to_string()).collect();
    shop.payment_methods.as_ref().map_or_else(all, |own| own.iter().map(ToString::to_string).collect())
}

/// What preordered deliveries cost in a restaurant's areas; nothing without areas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct PreorderFees {
    first: Option<Cents>,
    least: Option<Cents>,
    greatest: Option<Cents>,
}

impl PreorderFees {
    fn of(chain: &Chain, shop: &Shop) -> Self {
        let areas = || chain.areas(shop.id());
        Self {
            first: areas().next().map(|area| area.preorder_fee),
            least: areas().map(|area| area.preorder_fees().0).min(),
            greatest: areas().map(|area| area.preorder_fees().1).max(),
        }
    }
}
