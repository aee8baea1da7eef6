//! What one customer may see of a car's way: not where another one lives.

use jiff::{SignedDuration, Timestamp};

use super::{Position, Sighting, stop::StopTurn, visit::Visits};
use crate::{geo::LatLng, ids::OrderId};

/// So near another customer's door a car is not shown, metres.
pub const DOOR_METRES: f64 = 150.0;

/// The door of a stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Door {
    /// The order that is brought there.
    pub order: OrderId,
    /// Where it is.
    pub place: LatLng,
    /// Which time the car comes there.
    pub turn: StopTurn,
    /// When its stop was done, or was no longer this car's, by whoever reported it; none while it is to come.
    pub done: Option<Timestamp>,
    /// From then on it is nobody's business any more; none while its batch is open.
    pub until: Option<Timestamp>,
}

impl Door {
    /// Whether a place is so near the door that it tells where it is.
    #[must_use]
    pub fn is_near(&self, place: LatLng) -> bool {
        self.place.is_within(DOOR_METRES, place)
    }

    fn counts_at(&self, at: Timestamp) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

/// A time in which nothing is shown: a stop whose door nobody knows is the next, or was just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unseen {
    /// Since when.
    pub from: Timestamp,
    /// From when on it is shown again; none while that stop is to come.
    pub until: Option<Timestamp>,
}

impl Unseen {
    /// How long after the stop was done.
    pub(super) const AFTER: SignedDuration = SignedDuration::from_secs(120);

    fn holds(&self, at: Timestamp) -> bool {
        self.from <= at && self.until.is_none_or(|until| at < until)
    }
}

/// What decides which positions an order's customer may see (docs/spec/hub.md, "No door of another's is ever shown");
/// in memory in this order, since mostly the first is all that a position is held against.
#[derive(Debug, Clone, PartialEq, Default)]
#[repr(C)]
pub struct PositionVisibility {
    /// Stops of the batch that come before the order's own and are not done.
    pub stops_before: u32,
    /// Whether another batch of the car has departed and has a stop to come.
    pub goes_elsewhere: bool,
    /// The doors of all other stops of the car, done or to come.
    pub others: Box<[Door]>,
    /// When nothing is shown, because of stops whose door nobody knows.
    pub unseen: Box<[Unseen]>,
    /// The order's own door.
    pub door: Option<LatLng>,
}

impl PositionVisibility {
    /// What the order's customer may see of a car now: its newest position, or else the last one before it that is near no
    /// door of another's.
    #[must_use]
    pub fn shown<'a>(&self, sighting: &'a Sighting, now: Timestamp) -> Option<&'a Position> {
        let newest = &sighting.position;
        if self.others.is_empty() && self.unseen.is_empty() {
            return Some(newest);
        }
        if self.unseen.iter().any(|unseen| unseen.holds(now)) {
            return None;
        }
        if self.shows(newest, &sighting.visits) {
            return Some(newest);
        }
        sighting.trail.iter().rev().find(|position| self.shows(position, &sighting.visits))
    }

    /// Whether the customer may see that the car was there: not within [`DOOR_METRES`] of another stop's door while that stop
    /// is to come, nor before the car has left it.
    fn shows(&self, position: &Position, visits: &Visits) -> bool {
        let is_near_own = || self.door.is_some_and(|door| door.is_within(DOOR_METRES, position.place));
        let may_pass = |door: &Door| visits.had_left(door, position.at) || !door.counts_at(position.at);
        let mut near = self.others.iter().filter(|door| door.is_near(position.place));
        let is_elsewhere = near.all(may_pass) || (is_near_own() && self.is_own_turn(position, visits));
        is_elsewhere && !self.unseen.iter().any(|unseen| unseen.holds(position.at))
    }

    /// Whether the own door is the next, and the car was on its way to it by then: it had left the door that was done last.
    fn is_own_turn(&self, position: &Position, visits: &Visits) -> bool {
        let done = || self.others.iter().filter(|door| door.done.is_some() && door.counts_at(position.at));
        let last = done().map(|door| door.done).max();
        let has_left_last =
            || done().filter(|door| Some(door.done) == last).all(|door| visits.had_left(door, position.at));
        self.stops_before == 0 && !self.goes_elsewhere && has_left_last()
    }
}
