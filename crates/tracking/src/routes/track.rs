//! `GET /api/commerce/v2/order-tracking/{orderId}/{orderKey}`: tracking by polling.

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{error::Code, order::Order};
use protocol::payload::OrderTracking;
use server::{ApiError, ErrorBody, Json, Path, address::ClientAddress, etag::is_known};

use super::{Tracking, missing, open_order};

/// The state of an order, for whoever holds its key.
#[utoipa::path(get, path = "/api/commerce/v2/order-tracking/{orderId}/{orderKey}", operation_id = "trackOrder",
    tag = "tracking",
    params(("orderId" = String, Path, description = "The order's number"),
           ("orderKey" = String, Path, description = "Its key"),
           ("If-None-Match" = Option<String>, Header, description = "The last ETag")),
    responses(
        (status = 200, description = "The order", body = OrderTracking),
        (status = 304, description = "Nothing changed"),
        (status = 404, description = "No such order, or not with this key, or no kitchen knows it yet", body = ErrorBody),
        (status = 409, description = "It ended before it was paid", body = ErrorBody),
        (status = 410, description = "It can no longer be tracked", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn track_order(
    State(tracking): State<Tracking>,
    caller: ClientAddress,
    Path((order, key)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let order = open_order(&tracking, &order, &key, &caller).await?;
    let deps = tracking.hub.deps();
    let now = deps.clock.now();
    let found = deps.store.orders().by_id(order).await?;
    let Some(order) = found else { return Err(missing(&tracking, order).await) };
    if order.expires_at <= now {
        return Err(ApiError::new(Code::OrderExpired));
    }
    tracking.hub.polled(order.id);
    let etag = etag(&order, now);
    let kept = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"))];
    if is_known(&headers, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, Json(OrderTracking::new(&order, now))).into_response())
}

/// Weak, over what the payload depends on: `seq`, `rev` and the whole minutes left, so that it is
/// equal on all nodes.
fn etag(order: &Order, now: jiff::Timestamp) -> HeaderValue {
    let minutes = order.estimate.map_or(-1, |estimate| estimate.minutes_left(now));
    let text = format!("W/\"{}.{}.{minutes}\"", order.seq, order.rev.0);
    HeaderValue::from_str(&text).expect("digits, dots and quotes are a header value")
}

/// Whether the headers name a version of the kind that is given out.
pub(crate) fn knows_etag(headers: &HeaderMap) -> bool {
    is_known(headers, &HeaderValue::from_static("W/\"7.9.12\""))
}
