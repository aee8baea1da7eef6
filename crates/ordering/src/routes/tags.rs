//! `GET /api/commerce/v2/tags`: what products can be picked by.

use axum::{extract::State, http::HeaderMap, response::Response};
use server::{ApiError, document::Document};

use super::kept_for;
use crate::{
    menu::{TagRow, tags},
    ordering::Ordering,
    shopper::Shopper,
};

/// What products can be picked by.
#[utoipa::path(get, path = "/api/commerce/v2/tags", operation_id = "listTags", tag = "menu",
    responses(
        (status = 200, description = "The tags", body = Vec<TagRow>),
        (status = 304, description = "As the caller knows it")))]
pub(super) async fn list_tags(
    State(ordering): State<Ordering>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    Ok(Document::new(&tags(ordering.view().chain()))?.answer(&headers, kept_for(shopper)))
}
