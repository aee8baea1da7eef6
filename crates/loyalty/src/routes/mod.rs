//! The routes of the programme: each file an endpoint or two, with its wire types.

mod benefits;
mod keyed;
mod member;
mod slices;
mod spin;

use axum::{
    Router,
    http::{HeaderValue, header::CACHE_CONTROL},
    middleware,
    response::{IntoResponse, Response},
};
use server::{Json, documented::DocumentedRoutes, extract::require_json};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::programme::LoyaltyProgramme;

/// Calls that are made as often as they come.
fn plain() -> OpenApiRouter<LoyaltyProgramme> {
    OpenApiRouter::new()
        .routes(routes!(member::get_member))
        .routes(routes!(member::set_welcome_modal))
        .routes(routes!(member::set_prize_modal))
        .routes(routes!(benefits::get_benefits))
        .routes(routes!(slices::get_cart_slices))
        .routes(routes!(slices::get_tracking_slices))
}

/// Calls that are made once with one key, and by a program without.
fn keyed() -> OpenApiRouter<LoyaltyProgramme> {
    OpenApiRouter::new().routes(routes!(spin::spin, spin::spin_by_bearer))
}

static PLAIN: DocumentedRoutes<LoyaltyProgramme> = DocumentedRoutes::new(plain);
static KEYED: DocumentedRoutes<LoyaltyProgramme> = DocumentedRoutes::new(keyed);

/// All routes of the programme, ready to serve.
pub fn router(programme: LoyaltyProgramme) -> Router {
    let once = middleware::from_fn_with_state(programme.clone(), keyed::once);
    let keyed = KEYED.router().layer(once);
    let all = PLAIN.router().merge(keyed).with_state(programme);
    all.layer(middleware::from_fn(require_json))
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    plain().merge(keyed()).into_openapi()
}

/// An answer with a person's data: nobody keeps it on the way.
fn private<T: serde::Serialize>(body: T) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}
