//! `POST /api/analytics/errors` and `/vitals`: what pages report of themselves.

use std::sync::Arc;

use axum::{
    Router,
    extract::{FromRef, State},
    http::StatusCode,
};
use domain::error::Code;
use jiff::SignedDuration;
use serde::de::DeserializeOwned;
use server::{
    ApiError, ErrorBody,
    address::ClientAddress,
    csrf::NoForeignPage,
    documented::DocumentedRoutes,
    extract::{RawBody, from_json},
    origin::AllowedOrigins,
    rate::AddressCalls,
    rate_limits::{NamedLimit, RateLimits},
};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{figures::PageFigures, page_errors::PageErrors, vitals::PageVitals};

/// Reports of errors that an address may make (docs/spec/people.md, "Limits").
const ERRORS: NamedLimit = NamedLimit { name: "errors of pages", most: 60, window: SignedDuration::from_mins(1) };
/// Reports of measures that an address may make (docs/spec/people.md, "Limits").
const VITALS: NamedLimit = NamedLimit { name: "vitals of pages", most: 60, window: SignedDuration::from_mins(1) };
/// The largest body, in bytes (docs/spec/people.md, "Errors and vitals of the page").
const MOST_BYTES: usize = 16 * 1024;

/// What these routes work on.
#[derive(Debug, Clone)]
pub struct Analytics(Arc<AnalyticsParts>);

#[derive(Debug)]
struct AnalyticsParts {
    figures: PageFigures,
    routes: &'static [&'static str],
    origins: AllowedOrigins,
    errors: AddressCalls,
    vitals: AddressCalls,
}

impl Analytics {
    /// Counts into these figures. `routes` are the pages' paths as patterns; a measure of another page is of none of them.
    #[must_use]
    pub fn new(
        figures: PageFigures,
        routes: &'static [&'static str],
        origins: AllowedOrigins,
        limits: RateLimits,
    ) -> Self {
        let errors = AddressCalls::new(limits.clone(), ERRORS);
        Self(Arc::new(AnalyticsParts { figures, routes, origins, errors, vitals: AddressCalls::new(limits, VITALS) }))
    }
}

impl FromRef<Analytics> for AllowedOrigins {
    fn from_ref(analytics: &Analytics) -> Self {
        analytics.0.origins.clone()
    }
}

static ROUTES: DocumentedRoutes<Analytics> = DocumentedRoutes::new(documented);

/// The routes, ready to serve.
pub fn router(analytics: Analytics) -> Router {
    ROUTES.router().with_state(analytics)
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    documented().into_openapi()
}

fn documented() -> OpenApiRouter<Analytics> {
    OpenApiRouter::new().routes(routes!(report_page_errors)).routes(routes!(report_page_vitals))
}

/// Reports what went wrong in a page. It stands in the log without e-mails, phone numbers, keys, tokens and personal codes.
#[utoipa::path(post, path = "/api/analytics/errors", operation_id = "reportPageErrors", tag = "analytics",
    request_body = PageErrors,
    responses(
        (status = 204, description = "They were counted, and stand in the log"),
        (status = "4XX", description = "Too large, none or too many, a code of another form, a foreign page, or too often", body = ErrorBody)))]
async fn report_page_errors(
    State(analytics): State<Analytics>,
    _: NoForeignPage,
    caller: ClientAddress,
    RawBody(body): RawBody,
) -> Result<StatusCode, ApiError> {
    analytics.0.errors.count(caller.address).await?;
    read::<PageErrors>(&body)?.log(&analytics.0.figures)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports how fast a page was. Beacons say that they are plain text; they are read as JSON.
#[utoipa::path(post, path = "/api/analytics/vitals", operation_id = "reportPageVitals", tag = "analytics",
    request_body = PageVitals,
    responses(
        (status = 204, description = "They were counted"),
        (status = "4XX", description = "Too large, none or too many, a value that is none, a foreign page, or too often", body = ErrorBody)))]
async fn report_page_vitals(
    State(analytics): State<Analytics>,
    _: NoForeignPage,
    caller: ClientAddress,
    RawBody(body): RawBody,
) -> Result<StatusCode, ApiError> {
    analytics.0.vitals.count(caller.address).await?;
    read::<PageVitals>(&body)?.count(analytics.0.routes, &analytics.0.figures)?;
    Ok(StatusCode::NO_CONTENT)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    if body.len() > MOST_BYTES {
        return Err(ApiError::new(Code::TooLarge));
    }
    from_json(body)
}
