//! `GET /api/commerce/v2/shops/delivering`: who delivers to a point.

use axum::{extract::State, http::HeaderMap, response::Response};
use server::{ApiError, ErrorBody, Query, document::Document};

use super::kept_for;
use crate::{
    delivery::{DeliveringShop, delivering},
    ordering::Ordering,
    point::Coordinates,
    shopper::Shopper,
    wanted::HowWanted,
};

/// The restaurants that deliver to a point: those that are open first, then the nearest.
#[utoipa::path(get, path = "/api/commerce/v2/shops/delivering", operation_id = "listDeliveringShops", tag = "shops",
    params(Coordinates,
        ("preOrderTime" = Option<String>, Query, description = "`YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now")),
    responses(
        (status = 200, description = "The restaurants; none where nobody delivers", body = Vec<DeliveringShop>),
        (status = 304, description = "As the caller knows them"),
        (status = 422, description = "No such point or time", body = ErrorBody)))]
pub(super) async fn list_delivering_shops(
    State(ordering): State<Ordering>,
    Query(place): Query<Coordinates>,
    Query(wanted): Query<HowWanted>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (point, due) = (place.point()?, wanted.due()?);
    let shops = delivering(&ordering.view(), point, due.as_ref());
    Ok(Document::new(&shops)?.answer(&headers, kept_for(shopper)))
}
