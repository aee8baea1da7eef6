//! Where addresses are, as carts and orders are judged: each is asked about once, so that both say one sum.

use std::{sync::Arc, time::Duration};

use domain::{geo::LatLng, key::fingerprint};
use providers::Geocoder;
use server::bounded_table::BoundedTable;
use tokio::time::{Instant, timeout};

/// How long a cart or an order waits for an address to be found.
const PATIENCE: Duration = Duration::from_millis(2_500);
/// How long a place is kept (docs/spec/ordering.md, "Placing an order").
const KEPT: Duration = Duration::from_mins(10);

/// Finds doors, and keeps where they are for ten minutes. What is forgotten before is asked again.
#[derive(Debug)]
pub struct DoorFinder {
    geocoder: Arc<Geocoder>,
    kept: BoundedTable<[u8; 32], Option<LatLng>>,
}

/// The geocoder gave no answer that can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Silent;

impl DoorFinder {
    /// Doors as a geocoder knows them.
    #[must_use]
    pub fn new(geocoder: Arc<Geocoder>) -> Self {
        Self { geocoder, kept: BoundedTable::new(KEPT) }
    }

    /// Where an address is; none where nobody knows it.
    pub(crate) async fn find(&self, street: &str, city: &str) -> Result<Option<LatLng>, Silent> {
        let address = fingerprint(&format!("{street}\n{city}").to_lowercase());
        if let Some(known) = self.kept.change_known(&address, Instant::now(), |entry| entry.value) {
            return Ok(known);
        }
        let answer = timeout(PATIENCE, self.geocoder.geocode(street, city)).await;
        let found = answer.ok().and_then(Result::ok).ok_or(Silent)?;
        self.kept.change(address, Instant::now(), |entry| entry.value = found);
        Ok(found)
    }
}
