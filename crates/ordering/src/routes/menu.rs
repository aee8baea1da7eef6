//! `GET /api/commerce/v2/shops/{shopId}/menu` and `GET /api/commerce/v2/menu`: what is sold.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use chain::Chain;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Path, Query, document::Document, packed::PackedDocument};
use utoipa::IntoParams;

use super::asker::Asker;
use crate::{
    menu::{MenuListing, MenuPreferences, Situation, UnknownAllergen},
    ordering::Ordering,
    wanted::HowWanted,
};

/// What a person picks by, and what they avoid.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct MarksWanted {
    /// The name of a tag, in any case: only products that have it.
    rajaus: Option<String>,
    /// Ids of allergens with commas between them: products that hold one are marked `avoided`.
    avoid: Option<String>,
}

impl MarksWanted {
    fn marks(&self) -> Result<MenuPreferences, ApiError> {
        MenuPreferences::new(self.rajaus.as_deref(), self.avoid.as_deref())
            .map_err(|UnknownAllergen| ApiError::invalid("avoid"))
    }
}

/// The menu of a restaurant.
#[utoipa::path(get, path = "/api/commerce/v2/shops/{shopId}/menu", operation_id = "getMenu", tag = "menu",
    params(("shopId" = String, Path, description = "The restaurant's number"), HowWanted, MarksWanted),
    responses(
        (status = 200, description = "What it sells", body = MenuListing),
        (status = 304, description = "As the caller knows it"),
        (status = 404, description = "No such restaurant", body = ErrorBody),
        (status = 422, description = "An order type, a time or an allergen that is none", body = ErrorBody)))]
pub(super) async fn get_menu(
    State(ordering): State<Ordering>,
    Path(shop): Path<String>,
    Query(marks): Query<MarksWanted>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let situation = asker.in_shop(&view, &shop)?;
    answer(&ordering, view.chain(), situation, marks.marks()?, &asker).await
}

/// The menu where no restaurant is chosen: what most of them sell, at base prices.
#[utoipa::path(get, path = "/api/commerce/v2/menu", operation_id = "getDefaultMenu", tag = "menu",
    params(HowWanted, MarksWanted),
    responses(
        (status = 200, description = "What most restaurants sell", body = MenuListing),
        (status = 304, description = "As the caller knows it"),
        (status = 422, description = "An order type, a time or an allergen that is none", body = ErrorBody)))]
pub(super) async fn get_default_menu(
    State(ordering): State<Ordering>,
    Query(marks): Query<MarksWanted>,
    asker: Asker,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let situation = asker.anywhere(&view)?;
    answer(&ordering, view.chain(), situation, marks.marks()?, &asker).await
}

/// A menu that is kept goes out as it lies there; marks are laid over it, which is written anew, off the runtime's threads.
async fn answer(
    ordering: &Ordering,
    chain: &Arc<Chain>,
    situation: Situation,
    marks: MenuPreferences,
    asker: &Asker,
) -> Result<Response, ApiError> {
    let (headers, kept_for) = asker.kept();
    let menu = ordering.menus.menu(chain, situation).await?;
    if marks.is_empty() {
        return Ok(menu.packed.answer(headers, kept_for));
    }
    let write = move || Document::new(&marks.over(&menu.listing)).map(PackedDocument::new);
    Ok(ordering.menus.build(write).await??.answer(headers, kept_for))
}
