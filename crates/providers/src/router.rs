//! How long a drive takes.

use std::time::Duration;

use domain::geo::LatLng;
use serde::Deserialize;
use streets::{Point, Streets};
use tracing::warn;

use crate::{ProviderError, api::Api};

/// Streets are longer than the crow's way by this, where we do not know them.
const STREET_FACTOR: f64 = 1.4;
/// A delivery car's speed through a Finnish town, stops at lights counted in, km/h.
const TOWN_KMH: f64 = 25.0;
/// Getting into the car, out of it, and to a place to stand, minutes.
const PARKING_MINUTES: f64 = 1.0;

/// A drive between two points.
#[derive(Debug, Clone, PartialEq)]
pub struct Drive {
    /// Minutes, not rounded.
    pub minutes: f64,
    /// Metres along the streets.
    pub metres: f64,
    /// The way, as far as it is known: nothing, or at least its two ends.
    pub line: Vec<LatLng>,
}

/// Estimates drives. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Router(RouteSource);

#[derive(Debug, Clone)]
enum RouteSource {
    BuiltIn,
    Osrm(Api),
}

impl Router {
    /// The embedded default: along the built-in streets where both ends stand at one, elsewhere the great circle times
    /// 1.4; driven at 25 km/h, and one minute more.
    #[must_use]
    pub fn built_in() -> Self {
        Self(RouteSource::BuiltIn)
    }

    /// A router that speaks the HTTP API of OSRM, asked at `{base_url}/route/v1/driving/…`. A query on `base_url`
    /// goes along with each call.
    ///
    /// # Errors
    /// [`ProviderError::Address`] where `base_url` is no http(s) URL, [`ProviderError::Client`] where no client can
    /// be made.
    pub fn osrm(base_url: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self(RouteSource::Osrm(Api::new(base_url, timeout)?)))
    }

    /// Whether each drive costs a call to a service outside.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        matches!(self.0, RouteSource::Osrm(_))
    }

    /// The drive from one point to another.
    ///
    /// # Errors
    /// [`ProviderError::NoRoute`] where there is no way for a car; any other where the service gave no usable
    /// answer. It has been logged.
    pub async fn drive(&self, from: LatLng, to: LatLng) -> Result<Drive, ProviderError> {
        let drive = match &self.0 {
            RouteSource::BuiltIn => Ok(along_the_streets(from, to).unwrap_or_else(|| as_the_crow_drives(from, to))),
            RouteSource::Osrm(api) => route(api, from, to).await,
        };
        drive.inspect_err(|error| warn!(provider = "router", %error, "routing failed"))
    }
}

/// The drive along the built-in streets, and straight between them and its two ends; none where an end is at no street,
/// or the other end is nearer than the street.
fn along_the_streets(from: LatLng, to: LatLng) -> Option<Drive> {
    let [start, end] = [from, to].map(|place| Point { lat: place.lat(), lng: place.lng() });
    let way = Streets::built_in().way(start, end)?;
    let off = start.metres_to(*way.line.first()?) + end.metres_to(*way.line.last()?);
    if start.metres_to(end) <= off {
        return None;
    }
    // What lies between two places on the earth is on the earth.
    let between = way.line.iter().filter_map(|place| LatLng::new(place.lat, place.lng).ok());
    let line = [from].into_iter().chain(between).chain([to]).collect();
    Some(in_town(way.metres + off, line))
}

fn as_the_crow_drives(from: LatLng, to: LatLng) -> Drive {
    in_town(from.metres_to(to) * STREET_FACTOR, Vec::new())
}

/// A drive of so many metres through a Finnish town.
fn in_town(metres: f64, line: Vec<LatLng>) -> Drive {
    Drive { minutes: metres / 1000.0 / TOWN_KMH * 60.0 + PARKING_MINUTES, metres, line }
}

/// The part of an OSRM answer that we read.
#[derive(Deserialize)]
struct OsrmAnswer {
    code: String,
    #[serde(default)]
    routes: Vec<Route>,
}

#[derive(Deserialize)]
struct Route {
    /// Seconds.
    duration: f64,
    /// Metres.
    distance: f64,
    geometry: Option<LineGeometry>,
}

/// GeoJSON: longitude comes first.
#[derive(Deserialize)]
struct LineGeometry {
    coordinates: Vec<(f64, f64)>,
}

async fn route(api: &Api, from: LatLng, to: LatLng) -> Result<Drive, ProviderError> {
    let path = format!("/route/v1/driving/{:.6},{:.6};{:.6},{:.6}", from.lng(), from.lat(), to.lng(), to.lat());
    let answer: OsrmAnswer = api.get(&path, &[("overview", "simplified"), ("geometries", "geojson")]).await?;
    if answer.code != "Ok" {
        return Err(ProviderError::Garbage(format!("code {:?} with a success status", answer.code)));
    }
    let Route { duration, distance, geometry } = answer.routes.into_iter().next().ok_or(ProviderError::NoRoute)?;
    if duration < 0.0 || distance < 0.0 {
        return Err(ProviderError::Garbage("a negative duration or distance".to_owned()));
    }
    let points = geometry.map_or_else(Vec::new, |geometry| geometry.coordinates);
    // A line with a point that is nowhere is no line; the drive stands without it.
    let line: Result<Vec<_>, _> = points.into_iter().map(|(lng, lat)| LatLng::new(lat, lng)).collect();
    Ok(Drive { minutes: duration / 60.0, metres: distance, line: line.unwrap_or_default() })
}
