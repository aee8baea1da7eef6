//! `GET /api/commerce/v2/shops/{shopId}/ingredients` and `GET /api/commerce/v2/ingredients`: what products are made of.

use axum::{extract::State, http::HeaderMap, response::Response};
use chain::SizeId;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query, document::Document};
use utoipa::IntoParams;

use super::kept_for;
use crate::{
    menu::{IngredientRow, ListedIngredient, listed_ingredients, pantry},
    ordering::Ordering,
    shopper::Shopper,
    wanted::HowWanted,
};

/// The size of which ingredients are wanted.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct OfSize {
    /// Only ingredients that it has, at its price; none: all, with what each size has of them.
    size_id: Option<String>,
}

/// The ingredients of a restaurant; with an order type those of whoever cooks such orders.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/ingredients", operation_id = "listShopIngredients", tag = "menu",
    params(("shopId" = String, Path, description = "The restaurant's number"), OfSize, HowWanted),
    responses(
        (status = 200, description = "Its ingredients", body = Vec<IngredientRow>),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 422, description = "An order type that is none", body = ErrorBody)))]
pub(super) async fn list_shop_ingredients(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    Query(of): Query<OfSize>,
    Query(wanted): Query<HowWanted>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let shop = view.shop_of_path(&shop)?;
    let kitchen = wanted.order_type_if_said()?.map_or(shop, |order_type| view.kitchen_of(shop, order_type));
    let size = of.size_id.filter(|id| !id.is_empty()).map(|id| SizeId::from(id.as_str()));
    let rows = pantry(view.chain(), &view.stock_of(kitchen.id()), size.as_ref());
    Ok(Document::new(&rows)?.answer(&headers, kept_for(shopper)))
}

/// The ingredients that the chain tells of, by name.
#[utoipa::path(get, path = "/api/commerce/v2/ingredients", operation_id = "listIngredients", tag = "menu",
    responses(
        (status = 200, description = "Those of the page that tells of them", body = Vec<ListedIngredient>),
        (status = 304, description = "As the caller knows it")))]
pub(super) async fn list_ingredients(
    State(ordering): State<Ordering>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let rows = listed_ingredients(ordering.view().chain());
    Ok(Document::new(&rows)?.answer(&headers, kept_for(shopper)))
}
