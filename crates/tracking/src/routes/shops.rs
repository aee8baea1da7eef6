//! `GET /api/commerce/v2/shops…`: the restaurants of the chain.

use axum::extract::State;
use domain::{error::Code, hours, restaurant::Restaurant};
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, Path};
use utoipa::ToSchema;

use super::Tracking;
use crate::payload::WeekHours;

/// A shop that is never listed (seed 1 §9).
const NEVER_LISTED: &str = "8888";

/// A restaurant of the chain (seed 2 §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shop {
    pub shop_id: String,
    pub restaurant_id: String,
    pub external_id: String,
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
    pub is_active: bool,
    pub no_delivery_tracking: bool,
    pub current_delivery_estimate: u32,
    pub current_pickup_estimate: u32,
    pub shop_opening_hours: Vec<ShopHours>,
}

/// Opening hours of one kind: 1 general, 2 delivery, 3 lunch, 4 web shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct ShopHours {
    #[serde(rename = "openingHourtypeID")]
    pub kind: u8,
    #[serde(flatten)]
    pub week: WeekHours,
}

/// All restaurants.
#[utoipa::path(get, path = "/api/commerce/v2/shops", operation_id = "listShops", tag = "shops",
    responses((status = 200, description = "The restaurants", body = Vec<Shop>)))]
pub(super) async fn list_shops(State(tracking): State<Tracking>) -> Result<Json<Vec<Shop>>, ApiError> {
    let all = tracking.hub.deps().store.restaurants().await?;
    let listed = all.into_iter().filter(|restaurant| restaurant.external_id != NEVER_LISTED);
    Ok(Json(listed.map(Shop::from).collect()))
}

/// One restaurant.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}", operation_id = "getShop", tag = "shops",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    responses(
        (status = 200, description = "The restaurant", body = Shop),
        (status = 404, description = "No such restaurant", body = ErrorBody)))]
pub(super) async fn get_shop(
    State(tracking): State<Tracking>,
    Path(shop): Path<String>,
) -> Result<Json<Shop>, ApiError> {
    let unknown = || ApiError::new(Code::ShopNotFound);
    let id = shop.parse().map_err(|_| unknown())?;
    let found = tracking.hub.deps().store.restaurant(id).await?;
    found.map(|restaurant| Json(Shop::from(restaurant))).ok_or_else(unknown)
}

impl From<Restaurant> for Shop {
    fn from(restaurant: Restaurant) -> Self {
        Self {
            shop_id: restaurant.id.to_string(),
            restaurant_id: restaurant.id.to_string(),
            external_id: restaurant.external_id,
            display_name: restaurant.display_name,
            street_address: restaurant.street_address,
            zip: restaurant.postal_code,
            city: restaurant.city,
            phone: restaurant.phone,
            email: restaurant.email,
            latitude: restaurant.location.lat(),
            longitude: restaurant.location.lng(),
            has_websale: restaurant.has_websale,
            has_delivery: restaurant.has_delivery,
            is_active: restaurant.is_active,
            no_delivery_tracking: restaurant.no_delivery_tracking,
            current_delivery_estimate: restaurant.delivery_minutes,
            current_pickup_estimate: restaurant.pickup_minutes,
            shop_opening_hours: restaurant.hours.into_iter().map(ShopHours::from).collect(),
        }
    }
}

impl From<(hours::HoursKind, hours::WeekHours)> for ShopHours {
    fn from((kind, week): (hours::HoursKind, hours::WeekHours)) -> Self {
        Self { kind: kind.into(), week: week.into() }
    }
}
