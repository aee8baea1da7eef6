//! `GET /api/commerce/v2/shops/{shopId}/availability`: whether a restaurant takes orders.

use axum::{extract::State, http::HeaderMap, response::Response};
use server::{ApiError, ErrorBody, Path, Query, document::Document};

use super::kept_for;
use crate::{
    ordering::Ordering,
    shopper::Shopper,
    shops::{Availability, availability},
    wanted::HowWanted,
};

/// Whether a restaurant takes orders of a type, and when that changes.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/availability", operation_id = "getAvailability", tag = "shops",
    params(("shopId" = String, Path, description = "The restaurant's number"), HowWanted),
    responses(
        (status = 200, description = "Whether it does", body = Availability),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 422, description = "An order type or a time that is none", body = ErrorBody)))]
pub(super) async fn get_availability(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    Query(wanted): Query<HowWanted>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_path(&shop)?;
    let order_type = wanted.order_type()?;
    let due = wanted.due()?.map(|due| due.timestamp());
    let answer = Document::new(&availability(&view, shop, order_type, due))?;
    Ok(answer.answer(&headers, kept_for(shopper)))
}
