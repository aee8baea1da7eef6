//! Points on the map, as requests say them.

use domain::geo::LatLng;
use serde::Deserialize;
use server::{ApiError, point::point};
use utoipa::{IntoParams, ToSchema};

/// A point, in degrees.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
pub struct Coordinates {
    /// Latitude.
    pub lat: f64,
    /// Longitude.
    pub lng: f64,
}

impl Coordinates {
    /// The point.
    ///
    /// # Errors
    /// 422 `lat` or `lng` where there is no such place.
    pub fn point(self) -> Result<LatLng, ApiError> {
        point(self.lat, self.lng, ["lat", "lng"])
    }
}
