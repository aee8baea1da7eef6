//! `GET /api/commerce/geocode` and `GET /api/commerce/estimate`: where an address is, and how long a drive takes (T-69,
//! T-70).

use axum::extract::State;
use domain::error::Code;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Query, address::ClientAddress, point::point};
use utoipa::{IntoParams, ToSchema};

use super::Tracking;

/// An address.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Geocode {
    /// Street and number.
    streetaddress: String,
    city: String,
}

/// Where an address is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Geocoded {
    /// Degrees.
    latitude: f64,
    /// Degrees.
    longitude: f64,
}

/// From where to where.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct EstimateDrive {
    /// Degrees.
    origin_lat: f64,
    /// Degrees.
    origin_lng: f64,
    /// Degrees.
    dest_lat: f64,
    /// Degrees.
    dest_lng: f64,
}

/// Where an address is.
#[utoipa::path(get, path = "/api/commerce/geocode", operation_id = "geocode", tag = "tracking",
    params(Geocode),
    responses(
        (status = 200, description = "The place", body = Geocoded),
        (status = "4XX", description = "Not found, or too many calls", body = ErrorBody)))]
pub(super) async fn geocode(
    State(tracking): State<Tracking>,
    caller: ClientAddress,
    Query(query): Query<Geocode>,
) -> Result<Json<Geocoded>, ApiError> {
    tracking.geocodings.count(caller.address).await?;
    // The provider has logged what failed; to the caller it is the same as not found.
    let found = tracking.geocoder.geocode(&query.streetaddress, &query.city).await.ok().flatten();
    let place = found.ok_or_else(|| ApiError::new(Code::GeocodeNotFound))?;
    Ok(Json(Geocoded { latitude: place.lat(), longitude: place.lng() }))
}

/// Whole minutes of a drive, rounded up.
#[utoipa::path(get, path = "/api/commerce/estimate", operation_id = "estimateDrive", tag = "tracking",
    params(EstimateDrive),
    responses(
        (status = 200, description = "Minutes", body = i64, content_type = "application/json"),
        (status = "4XX", description = "Not found, or too many calls", body = ErrorBody)))]
pub(super) async fn estimate(
    State(tracking): State<Tracking>,
    caller: ClientAddress,
    Query(query): Query<EstimateDrive>,
) -> Result<Json<i64>, ApiError> {
    tracking.estimates.count(caller.address).await?;
    let from = point(query.origin_lat, query.origin_lng, ["originLat", "originLng"])?;
    let to = point(query.dest_lat, query.dest_lng, ["destLat", "destLng"])?;
    let drive = tracking.drives.drive(from, to).await.map_err(|_| ApiError::new(Code::EstimateNotFound))?;
    #[expect(clippy::cast_possible_truncation, reason = "a drive on one planet; `as` saturates")]
    let minutes = drive.minutes.ceil() as i64;
    Ok(Json(minutes))
}
