//! How often anybody may ask about places: each such call costs one to a service outside.

use domain::rate_limit::RateFactor;
use server::{ApiError, address::Caller, rate::RateTable};

/// Calls of each kind that an address may make in a minute (docs/spec/ordering.md, "Places").
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

impl PlaceCalls {
    /// So many times as many as the contract says.
    #[must_use]
    pub fn new(factor: RateFactor) -> Self {
        let table = || RateTable::new(PER_MINUTE, factor);
        Self { suggestions: table(), places: table(), nearest: table(), distances: table() }
    }

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
        table.count(caller.address)
    }
}
