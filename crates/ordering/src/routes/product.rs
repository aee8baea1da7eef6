//! `GET /api/commerce/v2/shops/{shopId}/products/{idOrSlug}` and `GET /api/commerce/v2/products/{idOrSlug}`: one product.

use axum::{extract::State, response::Response};
use chain::Chain;
use domain::error::Code;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query, document::Document};
use utoipa::IntoParams;

use super::asker::Asker;
use crate::{
    menu::{ProductView, Situation, TooMuch, chosen_size, product_view, share},
    ordering::Ordering,
    wanted::HowWanted,
};

/// The size that is looked at, and what a shared link puts on it.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ProductQuery {
    /// The size; none, or one that the product does not have: its first.
    size_id: Option<String>,
    /// Ids of ingredients with semicolons between them, each a dose more than the recipe has.
    ingredients: Option<String>,
}

/// A product of a restaurant.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/products/{idOrSlug}", operation_id = "getProduct", tag = "menu",
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("idOrSlug" = String, Path, description = "The product's id, or its name in addresses"), HowWanted, ProductQuery),
    responses(
        (status = 200, description = "The product in one of its sizes", body = ProductView),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such restaurant, or it does not sell such a product", body = ErrorBody),
        (status = 422, description = "An order type or a time that is none, or too many ingredients", body = ErrorBody)))]
pub(super) async fn get_product(
    State(ordering): State<Ordering>,
    Path((shop, id_or_slug)): Path<(String, String)>,
    Query(choice): Query<ProductQuery>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let product = product_of(view.chain(), &asker.in_shop(&view, &shop)?, &id_or_slug, &choice)?;
    Ok(asker.answer(&Document::new(&product)?))
}

/// A product where no restaurant is chosen.
#[utoipa::path(get, path = "/api/commerce/v2/products/{idOrSlug}", operation_id = "getDefaultProduct", tag = "menu",
    params(("idOrSlug" = String, Path, description = "The product's id, or its name in addresses"), HowWanted, ProductQuery),
    responses(
        (status = 200, description = "The product in one of its sizes", body = ProductView),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such product", body = ErrorBody),
        (status = 422, description = "An order type or a time that is none, or too many ingredients", body = ErrorBody)))]
pub(super) async fn get_default_product(
    State(ordering): State<Ordering>,
    Path(id_or_slug): Path<String>,
    Query(choice): Query<ProductQuery>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let product = product_of(view.chain(), &asker.anywhere(&view)?, &id_or_slug, &choice)?;
    Ok(asker.answer(&Document::new(&product)?))
}

/// What is sold by that name, as it was chosen. With a size that it does not have, the ingredients mean nothing.
fn product_of(
    chain: &Chain,
    situation: &Situation,
    id_or_slug: &str,
    choice: &ProductQuery,
) -> Result<ProductView, ApiError> {
    let product = situation.find(chain, id_or_slug).ok_or_else(|| ApiError::new(Code::ProductNotFound))?;
    let (size, is_own) = chosen_size(product, choice.size_id.as_deref());
    let link = choice.ingredients.as_deref().filter(|_| is_own);
    let shared = link.map(|link| share(chain, product, &size.id, link)).transpose();
    let shared = shared.map_err(|TooMuch| ApiError::invalid("ingredients"))?;
    Ok(product_view(chain, situation, product, size, shared))
}
