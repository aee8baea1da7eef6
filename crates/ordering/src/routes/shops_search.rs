//! `GET /api/commerce/v2/shops/search`: restaurants by what somebody types.

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::{geo::LatLng, order::OrderType};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Query, document::Document};
use utoipa::IntoParams;

use super::kept_for;
use crate::{
    ordering::Ordering,
    point::Coordinates,
    shopper::Shopper,
    shops::{FoundShop, ShopSearch, search},
    wanted::HowWanted,
};

/// The longest text that is looked for, in characters (docs/spec/ordering.md, "Bounds").
const LONGEST_TEXT: usize = 500;

/// What is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchShops {
    /// City, name or street, or what is like them; absent or empty: all are found.
    #[serde(default)]
    q: String,
    /// From where distances count, with `lng`.
    lat: Option<f64>,
    lng: Option<f64>,
    /// The number of the restaurant that is chosen already; it comes first.
    selected: Option<String>,
}

impl SearchShops {
    fn from(&self) -> Result<Option<LatLng>, ApiError> {
        match (self.lat, self.lng) {
            (None, None) => Ok(None),
            (Some(lat), Some(lng)) => Coordinates { lat, lng }.point().map(Some),
            (None, Some(_)) => Err(ApiError::invalid("lat")),
            (Some(_), None) => Err(ApiError::invalid("lng")),
        }
    }
}

/// The restaurants that fit best, at most 20.
#[utoipa::path(get, path = "/api/commerce/v2/shops/search", operation_id = "searchShops", tag = "shops",
    params(SearchShops,
        ("orderType" = Option<String>, Query, description = "Whose status is said; absent: that of `pickup`")),
    responses(
        (status = 200, description = "The restaurants, the best first", body = Vec<FoundShop>),
        (status = 304, description = "As the caller knows them"),
        (status = 422, description = "No such point or order type", body = ErrorBody)))]
pub(super) async fn search_shops(
    State(ordering): State<Ordering>,
    Query(wanted): Query<SearchShops>,
    Query(how): Query<HowWanted>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if wanted.q.chars().count() > LONGEST_TEXT {
        return Err(ApiError::invalid("q"));
    }
    let order_type = how.order_type_if_said()?.unwrap_or(OrderType::Pickup);
    let search_for =
        ShopSearch { text: &wanted.q, order_type, from: wanted.from()?, selected: wanted.selected.as_deref() };
    let shops = search(&ordering.view(), &search_for);
    Ok(Document::new(&shops)?.answer(&headers, kept_for(shopper)))
}
