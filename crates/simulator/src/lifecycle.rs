//! The lifecycle of one order in its kitchen: which status it takes when.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    city_time::{Seconds, whole_seconds},
    customer::pick,
    texts,
};

const MINUTE: f64 = 60.0;

/// How often a kitchen or a driver has something to say.
const NOTE_SHARE: f64 = 0.45;

pub(crate) const EATING: RangeInclusive<Seconds> = 240..=600;
const REGRETTING: RangeInclusive<Seconds> = 40..=120;

/// Of the minutes that a restaurant says until the door, what its kitchen takes of them; the rest is the road.
const KITCHEN_SHARE: f64 = 0.6;
/// What each stage takes of the kitchen's part: until it is accepted, begun, in the oven, out of it.
const ACCEPTING: f64 = 0.05;
const WAITING: f64 = 0.2;
const MAKING: f64 = 0.3;
const BAKING: f64 = 0.45;
/// Of what is left a server makes an interval with a fifth to spare: a kitchen says so many tenths of it, so that a short
/// wait breaks no promise.
const SAID_TENTHS: Seconds = 9;
/// What may be said when an order is taken, minutes (docs/spec/people.md, "Restaurant").
const SHORTEST: u32 = 5;
const LONGEST: u32 = 180;
/// No kitchen works by the clock.
const EVENNESS: RangeInclusive<f64> = 0.97..=1.07;

/// What an order takes where nobody is in its way, so that what its restaurant says comes true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StageDurations {
    pub(crate) accepting: Seconds,
    pub(crate) waiting: Seconds,
    pub(crate) making: Seconds,
    pub(crate) baking: Seconds,
    /// From the oven to the door.
    pub(crate) road: Seconds,
}

impl StageDurations {
    /// Of an order whose restaurant says so many minutes.
    pub(crate) fn of(minutes: u32, is_delivery: bool) -> Self {
        let whole = f64::from(minutes) * MINUTE;
        let kitchen = if is_delivery { whole * KITCHEN_SHARE } else { whole };
        let [accepting, waiting, making, baking] =
            [ACCEPTING, WAITING, MAKING, BAKING].map(|share| whole_seconds(kitchen * share));
        Self { accepting, waiting, making, baking, road: whole_seconds(whole - kitchen) }
    }

    /// The same, on some evening.
    pub(crate) fn drawn(self, chance: &mut ChaCha8Rng) -> Self {
        let mut about = |seconds| about(chance, seconds);
        let (accepting, waiting) = (about(self.accepting), about(self.waiting));
        Self { accepting, waiting, making: about(self.making), baking: about(self.baking), road: self.road }
    }

    /// From the first hand on it until it is there.
    pub(crate) fn after_making_begins(self) -> Seconds {
        self.making + self.baking + self.road
    }
}

#[expect(clippy::cast_precision_loss, reason = "some minutes")]
fn about(chance: &mut ChaCha8Rng, seconds: Seconds) -> Seconds {
    whole_seconds(seconds as f64 * chance.random_range(EVENNESS)).max(1)
}

/// A status that somebody gives an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StatusUpdate {
    pub(crate) at: Seconds,
    pub(crate) status: i16,
    pub(crate) note: Option<&'static str>,
    pub(crate) staff_note: Option<&'static str>,
    /// With which an order is taken: minutes until it is ready.
    pub(crate) ready_in: Option<u32>,
}

impl StatusUpdate {
    /// By somebody who now and then has a word for the customer.
    pub(crate) fn drawn(chance: &mut ChaCha8Rng, at: Seconds, status: i16, is_delivery: bool) -> Self {
        let notes = texts::notes(status, is_delivery);
        let speaks = !notes.is_empty() && chance.random_bool(NOTE_SHARE);
        Self { at, status, note: speaks.then(|| pick(chance, notes)), staff_note: None, ready_in: None }
    }

    /// With this word.
    pub(crate) fn said(at: Seconds, status: i16, note: &'static str) -> Self {
        Self { at, status, note: Some(note), staff_note: None, ready_in: None }
    }
}

/// How an order ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Fetched, or eaten, or so long out of sight once it left the kitchen.
    Served { road: Seconds },
    /// Cancelled before it is made.
    Cancelled,
    /// Brought to a door, in a batch.
    Batched,
}

/// When the kitchen's steps are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StageTimes {
    pub(crate) accepted_at: Seconds,
    pub(crate) making_at: Seconds,
    pub(crate) baking_at: Seconds,
    pub(crate) done_at: Seconds,
    /// From its acceptance until a server takes it for ready: what it adds of the way is not the kitchen's to say.
    pub(crate) until_ready: Seconds,
}

/// What a kitchen says that it needs of so many seconds: whole minutes, in which it keeps what was promised with the order.
fn said_minutes(seconds: Seconds) -> Option<u32> {
    u32::try_from(seconds / 60).ok().filter(|minutes| (SHORTEST..=LONGEST).contains(minutes))
}

/// What a kitchen says of so long until the door, where a server adds its way to it: seconds.
pub(crate) fn until_ready(until_door: Seconds, way: Seconds) -> Seconds {
    until_door * SAID_TENTHS / 10 - way
}

/// What a kitchen says of an order, and when the order leaves it or is over.
pub(crate) struct Lifecycle {
    pub(crate) updates: Vec<StatusUpdate>,
    pub(crate) done_at: Seconds,
}

impl Lifecycle {
    /// Of an order whose stages are at these times, as far as it is the kitchen's.
    pub(crate) fn drawn(chance: &mut ChaCha8Rng, stages: StageTimes, outcome: Outcome, is_delivery: bool) -> Self {
        let mut updates = vec![StatusUpdate::drawn(chance, stages.accepted_at, 1, is_delivery)];
        if outcome == Outcome::Cancelled {
            let done_at = stages.accepted_at + chance.random_range(REGRETTING);
            updates.push(StatusUpdate::said(done_at, 13, pick(chance, &texts::CANCELLED)));
            return Self { updates, done_at };
        }
        let done_at = stages.done_at;
        updates[0].ready_in = said_minutes(stages.until_ready);
        for (at, status) in [(stages.making_at, 2), (stages.baking_at, 3), (done_at, 4)] {
            updates.push(StatusUpdate::drawn(chance, at, status, is_delivery));
        }
        if let Outcome::Served { road } = outcome {
            let fed_at = done_at + road + chance.random_range(EATING);
            updates.push(StatusUpdate::drawn(chance, fed_at, 12, is_delivery));
        }
        Self { updates, done_at }
    }
}
