//! `GET /api/commerce/v2/coupons`: the coupons that run now.

use axum::{extract::State, http::HeaderMap, response::Response};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Query, document::Document};
use utoipa::{IntoParams, ToSchema};

use super::kept_for;
use crate::{
    menu::{CouponSummary, coupons},
    ordering::Ordering,
    shopper::Shopper,
};

/// Which coupons are wanted.
#[derive(Debug, Clone, Copy, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct CouponsQuery {
    /// With it, `true` or without a value, those that do not run too. It changes no price.
    #[param(inline)]
    force_active: ForceActive,
}

/// Whether all coupons are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, ToSchema)]
enum ForceActive {
    #[default]
    #[serde(rename = "false", alias = "0")]
    No,
    #[serde(rename = "true", alias = "1", alias = "")]
    Yes,
}

/// The coupons that run now, the same for everybody.
#[utoipa::path(get, path = "/api/commerce/v2/coupons", operation_id = "listCoupons", tag = "campaigns",
    params(CouponsQuery),
    responses(
        (status = 200, description = "The coupons", body = CouponSummary),
        (status = 304, description = "As the caller knows it"),
        (status = 422, description = "A `forceActive` that is neither true nor false", body = ErrorBody)))]
pub(super) async fn list_coupons(
    State(ordering): State<Ordering>,
    Query(wanted): Query<CouponsQuery>,
    shopper: Shopper,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = ordering.view();
    let listed = coupons(view.chain(), view.now(), wanted.force_active == ForceActive::Yes);
    Ok(Document::new(&listed)?.answer(&headers, kept_for(shopper)))
}
