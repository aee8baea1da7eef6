//! How often anybody may ask about places: each such call costs one to a service outside.

use std::time::Duration;

use domain::error::Code;
use server::{ApiError, address::Caller, rate::RateTable};

/// Calls of each kind that an address may make in a minute (contract ordering, "Places").
const PER_MINUTE: u32 = 120;

/// The calls about places, by address.
#[derive(Debug)]
pub struct PlaceCalls {
    suggestions: RateTable,
    places: RateTable,
    nearest: RateTable,
    distances: RateTable,
}

/// A kind of call about places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlaceCall {
    Suggestion,
    Place,
    Nearest,
    Distance,
}

impl Default for PlaceCalls {
    fn default() -> Self {
        let table = || RateTable::new(PER_MINUTE, Duration::from_secs(60));
        Self { suggestions: table(), places: table(), nearest: table(), distances: table() }
    }
}

impl PlaceCalls {
    /// Counts one call.
    ///
    /// # Errors
    /// 429 over the limit.
    pub(crate) fn count(&self, call: PlaceCall, caller: &Caller) -> Result<(), ApiError> {
        let table = match call {
            PlaceCall::Suggestion => &self.suggestions,
            PlaceCall::Place => &self.places,
            PlaceCall::Nearest => &self.nearest,
            PlaceCall::Distance => &self.distances,
        };
        table.count(caller.address).map_err(|wait| ApiError::new(Code::TooMany).retry_after(wait))
    }
}
