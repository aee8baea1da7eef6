//! What one customer may see of a car's way: not where another one lives.

use jiff::Timestamp;

use super::{Position, Sighting, sighting::DoorsLeft};
use crate::{
    geo::LatLng,
    ids::{OrderId, Seq},
};

/// So near another customer's door a car is not shown, metres.
pub const DOOR_METRES: f64 = 150.0;

/// The door of a stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Door {
    /// The order that is brought there.
    pub order: OrderId,
    /// Where it is.
    pub place: LatLng,
    /// Since when the stop is done; none while it is to come, and again once it is to be tried again.
    pub done: Option<Done>,
}

/// When a stop was reached or passed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// The first status with which it was: a stop that is done a second time has another.
    pub seq: Seq,
    /// When that was, by whoever reported it.
    pub at: Timestamp,
}

impl Door {
    /// Whether a place is so near the door that it tells where it is.
    #[must_use]
    pub fn is_near(&self, place: LatLng) -> bool {
        self.place.is_within(DOOR_METRES, place)
    }
}

/// What decides which positions an order's customer may see; in memory in this order, since mostly the first is all that a
/// position is held against.
#[derive(Debug, Clone, PartialEq, Default)]
#[repr(C)]
pub struct Road {
    /// Stops of the batch that come before the order's own and are not done.
    pub stops_before: u32,
    /// The doors of all other stops of its batch, done or to come.
    pub others: Box<[Door]>,
    /// The order's own door.
    pub door: Option<LatLng>,
}

impl Road {
    /// What the order's customer may see of a car: its newest position, or else the last one before it that is near no door
    /// of another's.
    #[must_use]
    pub fn shown<'a>(&self, sighting: &'a Sighting) -> Option<&'a Position> {
        let newest = &sighting.position;
        if self.others.is_empty() || self.shows(newest, &sighting.left) {
            return Some(newest);
        }
        sighting.trail.iter().rev().find(|position| self.shows(position, &sighting.left))
    }

    /// Whether the customer may see that the car was there: not within [`DOOR_METRES`] of another stop's door while that stop
    /// is to come, nor before the car has left it.
    fn shows(&self, position: &Position, left: &DoorsLeft) -> bool {
        let is_near_own = || self.door.is_some_and(|door| door.is_within(DOOR_METRES, position.place));
        let mut near = self.others.iter().filter(|door| door.is_near(position.place));
        near.all(|door| left.had_left(door, position.at)) || (self.is_own_turn(position, left) && is_near_own())
    }

    /// Whether the own door is the next, and the car was on its way to it by then: it had left all doors before.
    fn is_own_turn(&self, position: &Position, left: &DoorsLeft) -> bool {
        let mut done = self.others.iter().filter(|door| door.done.is_some());
        self.stops_before == 0 && done.all(|door| left.had_left(door, position.at))
    }
}
