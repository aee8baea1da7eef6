//! A client for services that speak the API of Pelias: search, autocomplete, place, reverse.

use std::time::Duration;

use domain::geo::LatLng;
use serde::Deserialize;

use super::{MOST_SUGGESTIONS, NEAR_METRES};
use crate::{ProviderError, api::Api, place::Place};

/// Below this a Pelias result is the nearest thing it could think of, not the address that was asked for.
const MIN_CONFIDENCE: f64 = 0.6;
/// Finland and its sea, degrees: south, north, west, east.
const FINLAND: (f64, f64, f64, f64) = (59.4, 70.2, 19.0, 31.7);
/// What has the form of a Pelias id, `source:layer:id`, is no longer than this.
const LONGEST_ID: usize = 200;
/// Stands for a slash in our ids: they are one segment of a path.
const SLASH: char = '~';

/// A service that speaks the API of Pelias.
#[derive(Debug, Clone)]
pub(super) struct Pelias(Api);

/// The part of an answer (GeoJSON) that we read.
#[derive(Deserialize)]
struct PeliasAnswer {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    geometry: PointGeometry,
    #[serde(default)]
    properties: Properties,
}

#[derive(Deserialize)]
struct PointGeometry {
    /// Longitude, latitude.
    coordinates: [f64; 2],
}

#[derive(Deserialize, Default)]
struct Properties {
    gid: Option<String>,
    /// `address`, `street`, and what is none.
    layer: Option<String>,
    name: Option<String>,
    street: Option<String>,
    housenumber: Option<String>,
    postalcode: Option<String>,
    locality: Option<String>,
    localadmin: Option<String>,
    confidence: Option<f64>,
}

impl Pelias {
    pub(super) fn new(base_url: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Api::new(base_url, timeout).map(Self)
    }

    /// Where an address is.
    pub(super) async fn search(&self, street_address: &str, city: &str) -> Result<Option<LatLng>, ProviderError> {
        let text = format!("{}, {}", street_address.trim(), city.trim());
        let query = [
            ("text", text.as_str()),
            ("layers", "address,street"),
            ("boundary.country", "FIN"),
            ("lang", "fi"),
            ("size", "1"),
        ];
        let answer: PeliasAnswer = self.0.get("/v1/search", &query).await?;
        let Some(feature) = answer.features.into_iter().next() else { return Ok(None) };
        if feature.properties.confidence.is_some_and(|confidence| confidence < MIN_CONFIDENCE) {
            return Ok(None);
        }
        Ok(Some(feature.point()?).filter(|point| in_finland(*point)))
    }

    /// What a text may become.
    pub(super) async fn autocomplete(&self, text: &str, near: Option<LatLng>) -> Result<Vec<Place>, ProviderError> {
        let size = MOST_SUGGESTIONS.to_string();
        let focus =
            near.map(|near| [("focus.point.lat", degrees(near.lat())), ("focus.point.lon", degrees(near.lng()))]);
        let mut query = vec![
            ("text", text.trim()),
            ("layers", "address,street"),
            ("boundary.country", "FIN"),
            ("lang", "fi"),
            ("size", &size),
        ];
        query.extend(focus.iter().flatten().map(|(name, value)| (*name, value.as_str())));
        self.places("/v1/autocomplete", &query).await
    }

    /// What an id stands for that one of these calls has answered.
    pub(super) async fn place(&self, id: &str) -> Result<Option<Place>, ProviderError> {
        if id.len() > LONGEST_ID || id.split(':').count() < 3 {
            return Ok(None);
        }
        let gid = id.replace(SLASH, "/");
        let found = self.places("/v1/place", &[("ids", &gid), ("lang", "fi")]).await;
        // So the service says that it cannot read the id.
        let found = if matches!(found, Err(ProviderError::Status(400))) { Vec::new() } else { found? };
        Ok(found.into_iter().next())
    }

    /// The house nearest to a point.
    pub(super) async fn reverse(&self, point: LatLng) -> Result<Option<Place>, ProviderError> {
        let (lat, lng) = (degrees(point.lat()), degrees(point.lng()));
        let kilometres = (NEAR_METRES / 1000.0).to_string();
        let query = [
            ("point.lat", lat.as_str()),
            ("point.lon", &lng),
            ("layers", "address"),
            ("boundary.circle.radius", &kilometres),
            ("boundary.country", "FIN"),
            ("lang", "fi"),
            ("size", "1"),
        ];
        Ok(self.places("/v1/reverse", &query).await?.into_iter().next())
    }

    /// The answer's addresses in Finland.
    async fn places(&self, path: &str, query: &[(&str, &str)]) -> Result<Vec<Place>, ProviderError> {
        let answer: PeliasAnswer = self.0.get(path, query).await?;
        let places: Result<Vec<_>, _> = answer.features.into_iter().map(Feature::place).collect();
        Ok(places?.into_iter().flatten().filter(|place| in_finland(place.point)).collect())
    }
}

impl Feature {
    fn point(&self) -> Result<LatLng, ProviderError> {
        let [lng, lat] = self.geometry.coordinates;
        LatLng::new(lat, lng).map_err(|error| ProviderError::Garbage(error.to_string()))
    }

    /// The address that it is; none where it is something else, or has no city.
    fn place(self) -> Result<Option<Place>, ProviderError> {
        let point = self.point()?;
        let Properties { gid, layer, name, street, housenumber, postalcode, locality, localadmin, .. } =
            self.properties;
        let (street, number) = match layer.as_deref() {
            Some("address") => (street, housenumber),
            Some("street") => (street.or(name), None),
            _ => return Ok(None),
        };
        let id = gid.filter(|gid| gid.len() <= LONGEST_ID && !gid.contains(SLASH)).map(|gid| gid.replace('/', "~"));
        let (Some(id), Some(street), Some(city)) = (id, street, locality.or(localadmin)) else { return Ok(None) };
        Ok(Some(Place { id, street, number, postcode: postalcode, city, point }))
    }
}

fn degrees(degrees: f64) -> String {
    format!("{degrees:.6}")
}

fn in_finland(point: LatLng) -> bool {
    let (south, north, west, east) = FINLAND;
    (south..=north).contains(&point.lat()) && (west..=east).contains(&point.lng())
}
