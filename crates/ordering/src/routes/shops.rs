//! `GET /api/commerce/v2/shops…`: the restaurants of the chain.

use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query, document::Document};
use utoipa::IntoParams;

use super::kept_for;
use crate::{
    ordering::Ordering,
    shopper::Shopper,
    shops::{ListedShop, ShopSummary, listed, listed_of},
};

/// The most restaurants that may be asked for by their numbers at once.
const MOST_IDS: usize = 100;

/// Which restaurants.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichShops {
    /// Their numbers, such as `12,14`, at most 100; they come in this order. Absent: all, by name.
    ids: Option<String>,
}

/// The restaurants.
#[utoipa::path(get, path = "/api/commerce/v2/shops", operation_id = "listShops", tag = "shops",
    params(WhichShops),
    responses(
        (status = 200, description = "The restaurants", body = Vec<ListedShop>),
        (status = 304, description = "As the caller knows them"),
        (status = 422, description = "Too many numbers", body = ErrorBody)))]
pub(super) async fn list_shops(
    State(ordering): State<Ordering>,
    Query(which): Query<WhichShops>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let document = match which.ids.as_deref() {
        None => ordering.shops.document(&view)?,
        Some(ids) => {
            let ids: Vec<&str> = ids.split(',').map(str::trim).filter(|id| !id.is_empty()).collect();
            if ids.len() > MOST_IDS {
                return Err(ApiError::invalid("ids"));
            }
            Document::new(&listed_of(&view, &ids))?
        }
    };
    Ok(document.answer(&headers, kept_for(shopper)))
}

/// The restaurants as a list or a map shows them: an answer of some kilobytes, where `listShops` says all of each.
#[utoipa::path(get, path = "/api/commerce/v2/shops/summaries", operation_id = "listShopSummaries", tag = "shops",
    responses(
        (status = 200, description = "The restaurants, by name", body = Vec<ShopSummary>),
        (status = 304, description = "As the caller knows them")))]
pub(super) async fn list_shop_summaries(
    State(ordering): State<Ordering>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(ordering.shop_summaries.document(&ordering.view())?.answer(&headers, kept_for(shopper)))
}

/// One restaurant.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}", operation_id = "getShop", tag = "shops",
    params(("shopId" = String, Path, description = "The restaurant's number")),
    responses(
        (status = 200, description = "The restaurant", body = ListedShop),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such restaurant", body = ErrorBody)))]
pub(super) async fn get_shop(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = listed(&view, view.shop_of_path(&shop)?);
    Ok(Document::new(&shop)?.answer(&headers, kept_for(shopper)))
}
