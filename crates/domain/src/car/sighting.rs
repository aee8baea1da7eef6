//! The newest that is known of a car, with what is needed to say who may see it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Position, SHOWN_FOR, belief::Doubted, visibility::Door, visit::Visits};
use crate::ids::CarId;

/// Earlier positions that are kept at most.
const TRAIL: usize = 8;

/// The newest that is known of a car.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    pub car: CarId,
    /// Its newest position that is believed.
    pub position: Position,
    /// When it was where it was believed to be before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Timestamp>,
    /// Where that is near a stop's door: the last positions before it that are not, or near other doors; the oldest first.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub trail: Box<[Position]>,
    /// The doors that it came to, or has left.
    #[serde(default, skip_serializing_if = "Visits::is_empty")]
    pub visits: Visits,
    /// What came since and is not believed yet; apart, since there seldom is anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubted: Option<Box<Doubted>>,
}

impl Sighting {
    /// The sighting that follows `previous` when a car that carries orders to these doors was seen somewhere.
    #[must_use]
    pub fn new(previous: Option<&Self>, car: CarId, position: Position, doors: &[Door]) -> Self {
        let is_near = doors.iter().any(|door| door.is_near(position.place));
        let trail = previous.filter(|_| is_near).map(|previous| previous.trail_before(&position, doors));
        let visits = Visits::after(previous, &position, doors);
        let before = previous.map(|previous| previous.position.at);
        Self { car, position, before, trail: trail.unwrap_or_default(), visits, doubted: None }
    }

    /// By which two sightings of a car are put in order: a later one is greater.
    #[must_use]
    pub fn version(&self) -> (Timestamp, Option<Timestamp>) {
        (self.position.at, self.doubted.as_ref().map(|doubted| doubted.position.at))
    }

    /// The positions that may still be shown to somebody to whom the next one, near a door, is not: of those that are near
    /// the same doors the newest counts alone.
    fn trail_before(&self, next: &Position, doors: &[Door]) -> Box<[Position]> {
        let is_elsewhere =
            |earlier: &Position| doors.iter().any(|door| door.is_near(earlier.place) != door.is_near(next.place));
        let is_kept = |earlier: &&Position| next.at.duration_since(earlier.at) < SHOWN_FOR && is_elsewhere(earlier);
        let earlier = self.trail.iter().chain([&self.position]);
        let mut trail: Vec<Position> = earlier.filter(is_kept).copied().collect();
        if trail.len() > TRAIL {
            // The oldest is mostly near no door at all.
            trail.remove(1);
        }
        trail.into()
    }
}
