//! What a list shows of a restaurant: a seventh of all that there is to say.

use domain::hours::HoursKind;
use jiff::{Timestamp, ToSpan};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use super::{
    hours::{ShopHours, ShopHoursException, local_date},
    listed::{HouseStatus, ListedShop, all_listed},
    status::SelectorStatusPayload,
};
use crate::chain_view::ChainView;

/// A restaurant in a list or on a map: where it is, and whether it is open. The rest is said of each by itself.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopSummary {
    pub shop_id: String,
    pub restaurant_id: String,
    pub display_name: String,
    pub street_address: String,
    pub zip: String,
    pub city: String,
    pub latitude: f64,
    pub longitude: f64,
    pub has_websale: bool,
    pub has_delivery: bool,
    pub is_active: bool,
    #[schema(required)]
    pub preorder_minimum_delivery_fee: Option<Euros>,
    #[schema(required)]
    pub preorder_maximum_delivery_fee: Option<Euros>,
    pub open_for_delivery_status: SelectorStatusPayload,
    pub open_for_pickup_status: SelectorStatusPayload,
    pub open_for_eatin_status: SelectorStatusPayload,
    pub physical_restaurant_status: HouseStatus,
    /// The general ones alone.
    pub shop_opening_hours: Vec<ShopHours>,
    /// Of the general hours, those of today and the six days to come.
    pub shop_opening_hour_exceptions: Vec<ShopHoursException>,
}

impl ShopSummary {
    fn of(shop: ListedShop, now: Timestamp) -> Self {
        let general = u8::from(HoursKind::General);
        let next_week = local_date(now).saturating_add(7.days());
        let is_soon = |one: &ShopHoursException| one.kind == general && one.exception_date < next_week;
        Self {
            shop_id: shop.shop_id,
            restaurant_id: shop.restaurant_id,
            display_name: shop.display_name,
            street_address: shop.street_address,
            zip: shop.zip,
            city: shop.city,
            latitude: shop.latitude,
            longitude: shop.longitude,
            has_websale: shop.has_websale,
            has_delivery: shop.has_delivery,
            is_active: shop.is_active,
            preorder_minimum_delivery_fee: shop.preorder_minimum_delivery_fee,
            preorder_maximum_delivery_fee: shop.preorder_maximum_delivery_fee,
            open_for_delivery_status: shop.open_for_delivery_status,
            open_for_pickup_status: shop.open_for_pickup_status,
            open_for_eatin_status: shop.open_for_eatin_status,
            physical_restaurant_status: shop.physical_restaurant_status,
            shop_opening_hours: shop.shop_opening_hours.into_iter().filter(|hours| hours.kind == general).collect(),
            shop_opening_hour_exceptions: shop.shop_opening_hour_exceptions.into_iter().filter(is_soon).collect(),
        }
    }
}

/// All restaurants that are listed, by their names.
pub(super) fn all_summarised(view: &ChainView) -> Vec<ShopSummary> {
    all_listed(view).into_iter().map(|shop| ShopSummary::of(shop, view.now())).collect()
}
