//! `GET /api/commerce/places/…` and `GET /api/commerce/distance`: what address somebody means, and how far away it is.

use axum::extract::State;
use domain::{error::Code, geo::LatLng};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Path, Query, address::ClientAddress, point::point};
use utoipa::{IntoParams, ToSchema};

use crate::{ordering::Ordering, places::PlaceCall, point::Coordinates};

/// The longest text that is read, in characters (docs/spec/ordering.md, "Bounds").
const LONGEST_TEXT: usize = 500;

/// What was typed of an address.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Typed {
    /// Under three letters nothing is suggested.
    q: String,
    /// Degrees; of equally good addresses the one nearer to here comes first.
    lat: Option<f64>,
    /// Degrees.
    lng: Option<f64>,
}

/// From where to where.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct FromTo {
    /// Degrees.
    origin_lat: f64,
    /// Degrees.
    origin_lng: f64,
    /// Degrees.
    dest_lat: f64,
    /// Degrees.
    dest_lng: f64,
}

/// An address that may be meant.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SuggestedPlace {
    /// What it is asked for by.
    place_id: String,
    /// All of it on one line.
    label: String,
    /// Street and number.
    street_address: String,
    /// None: the street as a whole.
    street_number: Option<String>,
    postal_code: Option<String>,
    city: String,
}

/// An address and where it is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Place)]
pub(super) struct PlaceDetails {
    /// What it is asked for by.
    place_id: String,
    /// Street and number.
    street_address: String,
    /// None: the street as a whole.
    street_number: Option<String>,
    postal_code: Option<String>,
    city: String,
    /// Degrees.
    latitude: f64,
    /// Degrees.
    longitude: f64,
}

/// How long a way is.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub(super) struct Distance {
    /// By road, to 0.1.
    kilometres: f64,
}

impl From<providers::Place> for SuggestedPlace {
    fn from(place: providers::Place) -> Self {
        Self {
            label: place.label(),
            street_address: place.street_address(),
            place_id: place.id,
            street_number: place.number,
            postal_code: place.postcode,
            city: place.city,
        }
    }
}

impl From<providers::Place> for PlaceDetails {
    fn from(place: providers::Place) -> Self {
        Self {
            street_address: place.street_address(),
            place_id: place.id,
            street_number: place.number,
            postal_code: place.postcode,
            city: place.city,
            latitude: place.point.lat(),
            longitude: place.point.lng(),
        }
    }
}

impl Distance {
    fn of(metres: f64) -> Self {
        Self { kilometres: (metres / 100.0).round() / 10.0 }
    }
}

/// Addresses in Finland that what was typed may become, best first, at most five.
#[utoipa::path(get, path = "/api/commerce/places/suggest", operation_id = "suggestPlaces", tag = "places",
    params(Typed),
    responses(
        (status = 200, description = "None, or some", body = [SuggestedPlace]),
        (status = "4XX", description = "A text or place that is none, or too many calls", body = ErrorBody)))]
pub(super) async fn suggest_places(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Query(Typed { q, lat, lng }): Query<Typed>,
) -> Result<Json<Vec<SuggestedPlace>>, ApiError> {
    ordering.place_calls.count(PlaceCall::Suggestion, &caller).await?;
    if q.chars().count() > LONGEST_TEXT {
        return Err(ApiError::invalid("q"));
    }
    let near = match (lat, lng) {
        (None, None) => None,
        (Some(lat), Some(lng)) => Some(Coordinates { lat, lng }.point()?),
        (None, Some(_)) => return Err(ApiError::invalid("lat")),
        (Some(_), None) => return Err(ApiError::invalid("lng")),
    };
    let found = ordering.geocoder.suggest(&q, near).await;
    Ok(Json(found.into_iter().map(SuggestedPlace::from).collect()))
}

/// An address that was suggested, with where it is.
#[utoipa::path(get, path = "/api/commerce/places/{placeId}", operation_id = "getPlace", tag = "places",
    params(("placeId" = String, Path, description = "The id of a suggestion")),
    responses(
        (status = 200, description = "The address", body = PlaceDetails),
        (status = "4XX", description = "No such address, or too many calls", body = ErrorBody)))]
pub(super) async fn get_place(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Path(id): Path<String>,
) -> Result<Json<PlaceDetails>, ApiError> {
    ordering.place_calls.count(PlaceCall::Place, &caller).await?;
    found(ordering.geocoder.place(&id).await)
}

/// The address nearest to a place, within 200 m.
#[utoipa::path(get, path = "/api/commerce/places/reverse", operation_id = "getNearestPlace", tag = "places",
    params(Coordinates),
    responses(
        (status = 200, description = "The address", body = PlaceDetails),
        (status = "4XX", description = "None so near, or too many calls", body = ErrorBody)))]
pub(super) async fn get_nearest_place(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Query(here): Query<Coordinates>,
) -> Result<Json<PlaceDetails>, ApiError> {
    ordering.place_calls.count(PlaceCall::Nearest, &caller).await?;
    found(ordering.geocoder.nearest(here.point()?).await)
}

/// How far it is by road, to be shown to somebody.
#[utoipa::path(get, path = "/api/commerce/distance", operation_id = "measureDistance", tag = "places",
    params(FromTo),
    responses(
        (status = 200, description = "How far", body = Distance),
        (status = "4XX", description = "No road, or too many calls", body = ErrorBody)))]
pub(super) async fn measure_distance(
    State(ordering): State<Ordering>,
    caller: ClientAddress,
    Query(asked): Query<FromTo>,
) -> Result<Json<Distance>, ApiError> {
    ordering.place_calls.count(PlaceCall::Distance, &caller).await?;
    let [from, to] = asked.ends()?;
    // The provider has logged what failed; to the caller it is the same as no road.
    let drive = ordering.drives.drive(from, to).await.map_err(|_| ApiError::new(Code::EstimateNotFound))?;
    Ok(Json(Distance::of(drive.metres)))
}

impl FromTo {
    fn ends(&self) -> Result<[LatLng; 2], ApiError> {
        let from = point(self.origin_lat, self.origin_lng, ["originLat", "originLng"])?;
        let to = point(self.dest_lat, self.dest_lng, ["destLat", "destLng"])?;
        Ok([from, to])
    }
}

fn found(place: Option<providers::Place>) -> Result<Json<PlaceDetails>, ApiError> {
    place.map(|place| Json(place.into())).ok_or_else(|| ApiError::new(Code::AddressUnknown).as_not_found())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_told_to_a_tenth_of_a_kilometre() {
        let told = [0.0, 49.0, 51.0, 1904.2, 1950.0, 12_345.6].map(|metres| Distance::of(metres).kilometres);
        assert_eq!(told.map(|kilometres| kilometres.to_string()), ["0", "0", "0.1", "1.9", "2", "12.3"]);
    }
}
