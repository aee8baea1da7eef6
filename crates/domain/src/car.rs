//! Cars: where one was last seen, what of that is believed, and what of it a customer may see.
//!
//! A position is a worker's personal data, and in a batch it can tell one customer where another lives. So the newest
//! one alone is kept, for [`SHOWN_FOR`], and near another customer's door it is not shown (docs/spec/hub.md, "No door
//! of another's is ever shown").

mod belief;
mod sighting;
mod stop;
mod visibility;
mod visit;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::geo::LatLng;

pub use belief::{Doubted, PositionVerdict, VAGUE_METRES, take};
pub use sighting::Sighting;
pub use stop::{ENDED_FOR, Stop, StopTurn, doors_of};
pub use visibility::{DOOR_METRES, Door, PositionVisibility, Unseen};
pub use visit::{Visit, Visits};

/// A position that is older than this is shown to nobody.
pub const SHOWN_FOR: SignedDuration = SignedDuration::from_secs(120);

/// Where a car was at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Position {
    #[serde(flatten)]
    pub place: LatLng,
    /// When it was there, by its own clock.
    pub at: Timestamp,
    /// Degrees clockwise from north.
    pub heading_deg: Option<f64>,
    /// Kilometres an hour.
    pub speed_kmh: Option<f64>,
    /// Radius within which it surely was, metres.
    pub accuracy_m: Option<f64>,
}

impl Position {
    /// Whether it is still young enough to be shown.
    #[must_use]
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now.duration_since(self.at) < SHOWN_FOR
    }
}

#[cfg(test)]
mod tests;
