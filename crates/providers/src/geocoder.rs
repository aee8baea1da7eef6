//! Where an address is.

use std::{sync::Arc, time::Duration};

use domain::geo::LatLng;
use serde::Deserialize;
use tracing::warn;

use crate::{AddressBook, ProviderError, api::Api};

/// Below this a Pelias result is the nearest thing it could think of, not the address that was asked for.
const MIN_CONFIDENCE: f64 = 0.6;

/// Finland and its sea, degrees: south, north, west, east.
const FINLAND: (f64, f64, f64, f64) = (59.4, 70.2, 19.0, 31.7);

/// Turns an address into a place. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Geocoder(Source);

#[derive(Debug, Clone)]
enum Source {
    BuiltIn(Arc<AddressBook>),
    Pelias(Api),
}

impl Geocoder {
    /// The embedded default: no network, and no house that is not in the book.
    #[must_use]
    pub fn built_in(book: AddressBook) -> Self {
        Self(Source::BuiltIn(Arc::new(book)))
    }

    /// A geocoder that speaks the API of Pelias, asked at `{base_url}/v1/search`. A query on `base_url` goes along
    /// with each call (some services take their subscription key so).
    ///
    /// # Errors
    /// [`ProviderError::Address`] where `base_url` is no http(s) URL, [`ProviderError::Client`] where no client can
    /// be made.
    pub fn pelias(base_url: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self(Source::Pelias(Api::new(base_url, timeout)?)))
    }

    /// Where the door is; `None` where nobody knows the address or it is not in Finland (seed 3 §7).
    ///
    /// # Errors
    /// [`ProviderError`] where the service gave no usable answer; it has been logged.
    pub async fn geocode(&self, street_address: &str, city: &str) -> Result<Option<LatLng>, ProviderError> {
        let found = match &self.0 {
            Source::BuiltIn(book) => Ok(book.find(street_address, city)),
            Source::Pelias(api) => search(api, street_address, city).await,
        };
        found.inspect_err(|error| warn!(provider = "geocoder", %error, "geocoding failed"))
    }
}

/// The part of a Pelias answer (GeoJSON) that we read.
#[derive(Deserialize)]
struct Answer {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    geometry: Geometry,
    #[serde(default)]
    properties: Properties,
}

#[derive(Deserialize)]
struct Geometry {
    /// Longitude, latitude.
    coordinates: [f64; 2],
}

#[derive(Deserialize, Default)]
struct Properties {
    confidence: Option<f64>,
}

async fn search(api: &Api, street_address: &str, city: &str) -> Result<Option<LatLng>, ProviderError> {
    let text = format!("{}, {}", street_address.trim(), city.trim());
    let query = [
        ("text", text.as_str()),
        ("layers", "address,street"),
        ("boundary.country", "FIN"),
        ("lang", "fi"),
        ("size", "1"),
    ];
    let answer: Answer = api.get("/v1/search", &query).await?;
    let Some(feature) = answer.features.into_iter().next() else { return Ok(None) };
    if feature.properties.confidence.is_some_and(|confidence| confidence < MIN_CONFIDENCE) {
        return Ok(None);
    }
    let [lng, lat] = feature.geometry.coordinates;
    let point = LatLng::new(lat, lng).map_err(|error| ProviderError::Garbage(error.to_string()))?;
    Ok(Some(point).filter(|point| in_finland(*point)))
}

fn in_finland(point: LatLng) -> bool {
    let (south, north, west, east) = FINLAND;
    (south..=north).contains(&point.lat()) && (west..=east).contains(&point.lng())
}
