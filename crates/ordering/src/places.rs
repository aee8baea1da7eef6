//! How often anybody may ask about places: each such call costs one to a service outside.

use jiff::SignedDuration;
use server::{
    ApiError,
    address::ClientAddress,
    rate::AddressCalls,
    rate_limits::{NamedLimit, RateLimits},
};

/// Calls of each kind that an address may make in a minute (docs/spec/ordering.md, "Places").
const PER_MINUTE: u32 = 120;

/// The calls about places, by address.
#[derive(Debug)]
pub struct PlaceCalls {
    suggestions: AddressCalls,
    places: AddressCalls,
    nearest: AddressCalls,
    distances: AddressCalls,
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
    /// Counted by these.
    #[must_use]
    pub fn new(limits: &RateLimits) -> Self {
        let calls = |name| {
            let of = NamedLimit { name, most: PER_MINUTE, window: SignedDuration::from_mins(1) };
            AddressCalls::new(limits.clone(), of)
        };
        Self {
            suggestions: calls("suggested places"),
            places: calls("places by id"),
            nearest: calls("nearest places"),
            distances: calls("distances"),
        }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// 429 over the limit.
    pub(crate) async fn count(&self, call: PlaceCall, caller: &ClientAddress) -> Result<(), ApiError> {
        let calls = match call {
            PlaceCall::Suggestion => &self.suggestions,
            PlaceCall::Place => &self.places,
            PlaceCall::Nearest => &self.nearest,
            PlaceCall::Distance => &self.distances,
        };
        calls.count(caller.address).await
    }
}
