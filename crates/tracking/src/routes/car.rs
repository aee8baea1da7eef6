//! `GET …/order-tracking/{orderId}/{orderKey}/car-location`: where the order's car is.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use domain::error::Code;
use protocol::frames::CarPosition;
use server::{ApiError, ErrorBody, Json, Path, address::ClientAddress};

use super::{Tracking, open_order};

/// Where the order's car is, for whoever holds the order's key; 404 where there is none to show.
#[utoipa::path(get, path = "/api/commerce/v2/order-tracking/{orderId}/{orderKey}/car-location",
    operation_id = "locateCar", tag = "tracking",
    params(("orderId" = String, Path, description = "The order's number"),
           ("orderKey" = String, Path, description = "Its key")),
    responses(
        (status = 200, description = "Where it is", body = CarPosition),
        (status = 404, description = "No car to show, no such order, or not with this key", body = ErrorBody),
        (status = 410, description = "The order can no longer be tracked", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn locate_car(
    State(tracking): State<Tracking>,
    caller: ClientAddress,
    Path((order, key)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let order = open_order(&tracking, &order, &key, &caller).await?;
    let deps = tracking.hub.deps();
    let found = deps.store.orders().by_id(order).await?;
    let order = found.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    let now = deps.clock.now();
    if order.expires_at <= now {
        return Err(ApiError::new(Code::OrderExpired));
    }
    tracking.hub.polled(order.id);
    let no_car = || ApiError::new(Code::CarNotFound);
    let following = tracking.hub.following(&order).await?.ok_or_else(no_car)?;
    let sighting = tracking.hub.sighting(&following.car).await.ok_or_else(no_car)?;
    let shown = following.shown(&sighting, now).ok_or_else(no_car)?;
    let car = following.location(&shown);
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))];
    Ok((kept, Json(car)).into_response())
}

/// The same, at its address without `v2`.
#[utoipa::path(get, path = "/api/commerce/order-tracking/{orderId}/{orderKey}/car-location",
    operation_id = "locateCarV1", tag = "tracking",
    params(("orderId" = String, Path, description = "The order's number"),
           ("orderKey" = String, Path, description = "Its key")),
    responses(
        (status = 200, description = "Where it is", body = CarPosition),
        (status = 404, description = "No car to show, no such order, or not with this key", body = ErrorBody),
        (status = 410, description = "The order can no longer be tracked", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn locate_car_v1(
    tracking: State<Tracking>,
    caller: ClientAddress,
    path: Path<(String, String)>,
) -> Result<Response, ApiError> {
    locate_car(tracking, caller, path).await
}
