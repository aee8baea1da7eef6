//! The newest that is known of a car, with what is needed to say who may see it.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{
    Position, SHOWN_FOR,
    belief::Doubted,
    road::{Done, Door},
};
use crate::ids::CarId;

/// Earlier positions that are kept at most.
const TRAIL: usize = 8;

/// The newest that is known of a car.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sighting {
    /// The car.
    pub car: CarId,
    /// Its newest position that is believed.
    pub position: Position,
    /// Where that is near a stop's door: the last positions before it that are not, or near other doors; the oldest first.
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    pub trail: Box<[Position]>,
    /// The doors that it has left.
    #[serde(default, skip_serializing_if = "DoorsLeft::is_empty")]
    pub left: DoorsLeft,
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
        let left = DoorsLeft::after(previous, &position, doors);
        Self { car, position, trail: trail.unwrap_or_default(), left, doubted: None }
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

/// The doors that a car has left since their stops were done. What is not among these counts as not left: so whoever has
/// missed something shows too little, until the car was seen away from the door once.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<LeftDoor>", into = "Vec<LeftDoor>")]
pub struct DoorsLeft(
    /// Shared, because most positions change nothing of it.
    Option<Arc<[LeftDoor]>>,
);

/// A door that a car has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftDoor {
    order: i64,
    /// See [`Done::seq`].
    seq: i64,
    /// When it was seen away from it first.
    at: Timestamp,
}

impl DoorsLeft {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the car had left a door by then, after its stop was done.
    #[must_use]
    pub fn had_left(&self, door: &Door, by: Timestamp) -> bool {
        door.done.and_then(|done| self.find(door, done)).is_some_and(|left| left.at <= by)
    }

    fn find(&self, door: &Door, done: Done) -> Option<&LeftDoor> {
        self.0.iter().flat_map(|left| left.iter()).find(|left| (left.order, left.seq) == (door.order.0, done.seq.0))
    }

    /// What it has left of these doors when it was seen somewhere, after `previous`.
    fn after(previous: Option<&Sighting>, position: &Position, doors: &[Door]) -> Self {
        let known = previous.map(|previous| &previous.left);
        let find = |door: &Door| {
            let done = door.done?;
            let leaves = || door.is_left_now(done, previous, position);
            let left = || LeftDoor { order: door.order.0, seq: done.seq.0, at: position.at };
            known.and_then(|known| known.find(door, done)).copied().or_else(|| leaves().then(left))
        };
        let (mut before, mut now) = (0, 0);
        for left in doors.iter().filter_map(find) {
            now += 1;
            before += usize::from(left.at != position.at);
        }
        match known {
            Some(known) if now == before && now == known.len() => known.clone(),
            _ => doors.iter().filter_map(find).collect::<Vec<_>>().into(),
        }
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |left| left.len())
    }
}

impl Door {
    /// Whether a car leaves it with this position. One that is seen away from it may not have come yet, where positions come
    /// late; so it must have been near before, or be away later than the stop was done.
    fn is_left_now(&self, done: Done, previous: Option<&Sighting>, position: &Position) -> bool {
        let was_near = || previous.is_some_and(|previous| self.is_near(previous.position.place));
        !self.is_near(position.place) && (position.at >= done.at || was_near())
    }
}

impl From<Vec<LeftDoor>> for DoorsLeft {
    fn from(left: Vec<LeftDoor>) -> Self {
        Self((!left.is_empty()).then(|| left.into()))
    }
}

impl From<DoorsLeft> for Vec<LeftDoor> {
    fn from(DoorsLeft(left): DoorsLeft) -> Self {
        left.map(|left| left.to_vec()).unwrap_or_default()
    }
}
