//! The stops of a car, and what they mean for one of its customers.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::visibility::{Door, PositionVisibility, Unseen};
use crate::{
    geo::LatLng,
    ids::{BatchId, OrderId},
};

/// For so long after its batch has ended a door is still nobody else's business (docs/spec/hub.md, "No door of
/// another's is ever shown").
pub const ENDED_FOR: SignedDuration = SignedDuration::from_mins(30);

/// Which time a car comes to a stop: one that is put back is to come again, and so is one that is taken aboard again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StopTurn(pub(super) i64);

impl StopTurn {
    /// So many times it was tried before.
    #[must_use]
    pub fn attempt(tried: u32) -> Self {
        Self(tried.into())
    }

    /// It was the car's until it was taken out.
    #[must_use]
    pub fn taken_out(at: Timestamp) -> Self {
        Self(-at.as_microsecond().max(1))
    }

    /// Whether this is the end of the same visit: what was being visited was taken out.
    pub(super) fn ends(self, earlier: i64) -> bool {
        self.0 < 0 && earlier >= 0
    }
}

/// A stop of a car's open batches, or of those that ended within [`ENDED_FOR`]; also one that is no longer among them.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop {
    pub order: OrderId,
    /// The batch that it is in, or was.
    pub batch: BatchId,
    /// Whether it still is.
    pub is_aboard: bool,
    /// Its door, where that is known.
    pub place: Option<LatLng>,
    /// Which time the car comes there.
    pub turn: StopTurn,
    /// When it was done or taken out; none while it is to come.
    pub done: Option<Timestamp>,
    /// When it ended for good; none while it keeps its batch open.
    pub ended_at: Option<Timestamp>,
    /// The stop before it in its batch; none where it is the first.
    pub behind: Option<OrderId>,
    /// When its batch departed, if it has.
    pub departed_at: Option<Timestamp>,
}

/// The doors of a car's stops, for whoever takes its positions.
#[must_use]
pub fn doors_of(stops: &[Stop]) -> Box<[Door]> {
    let ends = ends_of(stops);
    present(stops).filter_map(|stop| stop.door(&ends)).collect()
}

/// Each order once: where it is aboard, else where it was last.
fn present(stops: &[Stop]) -> impl Iterator<Item = &Stop> {
    let counts = |stop: &Stop| (stop.is_aboard, stop.ended_at);
    let is_last = move |(index, stop): &(usize, &Stop)| {
        let same = stops.iter().enumerate().filter(|(_, other)| other.order == stop.order);
        same.max_by_key(|(_, other)| counts(other)).is_some_and(|(last, _)| last == *index)
    };
    stops.iter().enumerate().filter(is_last).map(|(_, stop)| stop)
}

impl PositionVisibility {
    /// What decides for the customer of an order of this batch, with `stops_before` it and its own door, which positions of a
    /// car with these stops may be seen.
    #[must_use]
    pub fn new(order: OrderId, batch: &BatchId, stops_before: u32, door: Option<LatLng>, stops: &[Stop]) -> Self {
        let ends = ends_of(stops);
        let others = || present(stops).filter(|stop| stop.order != order);
        let is_to_come_elsewhere =
            |stop: &Stop| stop.done.is_none() && stop.departed_at.is_some() && stop.batch != *batch;
        Self {
            stops_before,
            goes_elsewhere: others().any(is_to_come_elsewhere),
            others: others().filter_map(|stop| stop.door(&ends)).collect(),
            unseen: others().filter(|stop| stop.place.is_none()).filter_map(|stop| stop.unseen(stops)).collect(),
            door,
        }
    }
}

impl Stop {
    fn door(&self, ends: &HashMap<&BatchId, Option<Timestamp>>) -> Option<Door> {
        let until = ends.get(&self.batch).copied().flatten();
        Some(Door { order: self.order, place: self.place?, turn: self.turn, done: self.done, until })
    }

    /// When nothing is shown because nobody knows where its door is; none where its turn has not come.
    fn unseen(&self, stops: &[Self]) -> Option<Unseen> {
        let from = match self.behind {
            None => self.departed_at?,
            Some(behind) => match present(stops).find(|stop| stop.order == behind) {
                Some(behind) => behind.done?,
                // It is so long ago that nobody knows of it any more.
                None => Timestamp::MIN,
            },
        };
        Some(Unseen { from, until: self.done.map(|done| done + Unseen::AFTER) })
    }
}

/// From when on the doors of each batch count no more; none while it is open.
fn ends_of(stops: &[Stop]) -> HashMap<&BatchId, Option<Timestamp>> {
    let mut ends: HashMap<&BatchId, Option<Timestamp>> = HashMap::new();
    for stop in stops {
        let end = stop.ended_at.map(|at| at + ENDED_FOR);
        let known = ends.entry(&stop.batch).or_insert(end);
        *known = known.zip(end).map(|(known, end)| known.max(end));
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_out_ends_the_visit_and_another_attempt_does_not() {
        let taken_out = StopTurn::taken_out("2026-11-24T16:00:00Z".parse().unwrap());
        assert!(taken_out.ends(0) && taken_out.ends(3) && StopTurn::taken_out(Timestamp::UNIX_EPOCH).ends(0));
        assert!(!taken_out.ends(taken_out.0) && !StopTurn::attempt(0).ends(0) && !StopTurn::attempt(2).ends(1));
    }
}
