//! `GET /api/pricing/delivery-price` and `…-range`: what delivery to a point costs.

use axum::extract::State;
use domain::error::Code;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query, euros::Euros};
use utoipa::{IntoParams, ToSchema};

use crate::{ordering::Ordering, point::Coordinates, wanted::HowWanted};

/// Whose delivery.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct WhoseDelivery {
    /// The restaurant's number.
    shop_id: String,
}

/// What a delivery costs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryPrice {
    delivery_fee: Euros,
    zone_id: String,
    delivery_zone_version: String,
}

/// What deliveries cost that are ordered for a time, between the cheapest and the dearest of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryPriceRange {
    minimum_preorder_delivery_fee: Euros,
    maximum_preorder_delivery_fee: Euros,
}

/// What a restaurant's delivery to a point costs, now or at a time.
#[utoipa::path(get, path = "/api/pricing/delivery-price", operation_id = "getDeliveryPrice", tag = "pricing",
    params(WhoseDelivery, Coordinates,
        ("preOrderTime" = Option<String>, Query, description = "`YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now")),
    responses(
        (status = 200, description = "The fee, with the zone that it is of", body = DeliveryPrice),
        (status = 409, description = "It does not deliver there", body = ErrorBody),
        (status = 422, description = "No such restaurant, point or time", body = ErrorBody)))]
pub(super) async fn get_delivery_price(
    State(ordering): State<Ordering>,
    Query(whose): Query<WhoseDelivery>,
    Query(place): Query<Coordinates>,
    Query(wanted): Query<HowWanted>,
) -> Result<Json<DeliveryPrice>, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_field(&whose.shop_id, "shopId")?;
    let point = place.point()?;
    let moment = wanted.moment(view.now())?;
    let area = view.chain().area_of(shop, point).ok_or_else(|| ApiError::new(Code::OutsideOfRange))?;
    Ok(Json(DeliveryPrice {
        delivery_fee: area.fee_at(moment.weekday(), moment.minute(), moment.is_preorder()).into(),
        zone_id: area.zone.to_string(),
        delivery_zone_version: area.version.clone(),
    }))
}

/// Between which fees a restaurant's preordered deliveries to a point are; outside its areas its usual fee.
#[utoipa::path(get, path = "/api/pricing/delivery-price-range", operation_id = "getDeliveryPriceRange", tag = "pricing",
    params(WhoseDelivery, Coordinates,
        ("preOrderTime" = Option<String>, Query, description = "`YYYY-MM-DD HH:mm` in Helsinki; changes nothing")),
    responses(
        (status = 200, description = "The least and the greatest fee", body = DeliveryPriceRange),
        (status = 422, description = "No such restaurant, point or time", body = ErrorBody)))]
pub(super) async fn get_delivery_price_range(
    State(ordering): State<Ordering>,
    Query(whose): Query<WhoseDelivery>,
    Query(place): Query<Coordinates>,
    Query(wanted): Query<HowWanted>,
) -> Result<Json<DeliveryPriceRange>, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_field(&whose.shop_id, "shopId")?;
    let point = place.point()?;
    wanted.due()?;
    let (least, greatest) = view.chain().area_of(shop, point).map_or_else(
        || {
            ordering.range_log.note(shop.id());
            (shop.delivery_fee, shop.delivery_fee)
        },
        chain::Area::preorder_fees,
    );
    Ok(Json(DeliveryPriceRange {
        minimum_preorder_delivery_fee: least.into(),
        maximum_preorder_delivery_fee: greatest.into(),
    }))
}
