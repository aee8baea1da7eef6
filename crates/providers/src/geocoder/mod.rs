//! Where an address is, and what address somebody means.

mod pelias;

use std::time::Duration;

use domain::geo::LatLng;
use tracing::warn;

use crate::{
    CurrentBook, ProviderError,
    address_book::{MOST_SUGGESTIONS, NEAR_METRES, is_enough},
    place::Place,
};
use pelias::Pelias;

/// Turns addresses into places. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Geocoder {
    outside: Option<Pelias>,
    book: CurrentBook,
}

impl Geocoder {
    /// The embedded default: no network, and no house that is not in the book.
    #[must_use]
    pub fn built_in(book: impl Into<CurrentBook>) -> Self {
        Self { outside: None, book: book.into() }
    }

    /// A geocoder that speaks the API of Pelias, asked below `{base_url}/v1`. A query on `base_url` goes along with each
    /// call (some services take their subscription key so).
    ///
    /// # Errors
    /// [`ProviderError::Address`] where `base_url` is no http(s) URL, [`ProviderError::Client`] where no client can
    /// be made.
    pub fn pelias(base_url: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self { outside: Some(Pelias::new(base_url, timeout)?), book: CurrentBook::default() })
    }

    /// With a book that suggests and finds what is near while the service outside does not.
    #[must_use]
    pub fn with_book(self, book: impl Into<CurrentBook>) -> Self {
        Self { book: book.into(), ..self }
    }

    /// Where the door is; `None` where nobody knows the address or it is not in Finland (T-69).
    ///
    /// # Errors
    /// [`ProviderError`] where the service gave no usable answer; it has been logged.
    pub async fn geocode(&self, street_address: &str, city: &str) -> Result<Option<LatLng>, ProviderError> {
        let found = match &self.outside {
            None => Ok(self.book.get().find(street_address, city)),
            Some(pelias) => pelias.search(street_address, city).await,
        };
        found.inspect_err(|error| warn!(provider = "geocoder", %error, "geocoding failed"))
    }

    /// At most five addresses in Finland that what was typed may become, best first; under three letters none.
    pub async fn suggest(&self, text: &str, near: Option<LatLng>) -> Vec<Place> {
        if !is_enough(text) {
            return Vec::new();
        }
        if let Some(pelias) = &self.outside {
            match pelias.autocomplete(text, near).await {
                Ok(found) => return found.into_iter().take(MOST_SUGGESTIONS).collect(),
                Err(error) => warn!(provider = "geocoder", %error, "suggesting addresses failed; the book does it"),
            }
        }
        self.book.get().suggest(text, near)
    }

    /// What the id of a suggestion stands for; `None` where nobody knows it, or the service that does is away.
    pub async fn place(&self, id: &str) -> Option<Place> {
        let known = self.book.get().place(id);
        let Some(pelias) = self.outside.as_ref().filter(|_| known.is_none()) else { return known };
        let found = pelias.place(id).await;
        found.inspect_err(|error| warn!(provider = "geocoder", %error, "finding an address by its id failed")).ok()?
    }

    /// The house nearest to a point, within 200 m.
    pub async fn nearest(&self, point: LatLng) -> Option<Place> {
        if let Some(pelias) = &self.outside {
            match pelias.reverse(point).await {
                Ok(found) => return found.filter(|place| point.is_within(NEAR_METRES, place.point)),
                Err(error) => warn!(provider = "geocoder", %error, "finding what is near failed; the book does it"),
            }
        }
        self.book.get().nearest(point)
    }
}
