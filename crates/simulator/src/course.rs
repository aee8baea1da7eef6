//! The course of one order in its kitchen: which button is pressed when.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{customer::pick, plan::Seconds, texts};

/// How often a kitchen or a driver has something to say.
const NOTE_SHARE: f64 = 0.45;

/// How long each stage takes.
pub(crate) const ACCEPTING: RangeInclusive<Seconds> = 10..=30;
pub(crate) const READING: RangeInclusive<Seconds> = 5..=20;
pub(crate) const MAKING: RangeInclusive<Seconds> = 120..=210;
pub(crate) const BAKING: RangeInclusive<Seconds> = 340..=430;
pub(crate) const EATING: RangeInclusive<Seconds> = 240..=600;
const REGRETTING: RangeInclusive<Seconds> = 40..=120;

/// One press of a button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) at: Seconds,
    pub(crate) status: i16,
    pub(crate) note: Option<&'static str>,
    pub(crate) staff_note: Option<&'static str>,
}

impl Press {
    /// A press of somebody who now and then has a word for the customer.
    pub(crate) fn drawn(chance: &mut ChaCha8Rng, at: Seconds, status: i16, is_delivery: bool) -> Self {
        let notes = texts::notes(status, is_delivery);
        let speaks = !notes.is_empty() && chance.random_bool(NOTE_SHARE);
        Self { at, status, note: speaks.then(|| pick(chance, notes)), staff_note: None }
    }

    /// A press with this word.
    pub(crate) fn said(at: Seconds, status: i16, note: &'static str) -> Self {
        Self { at, status, note: Some(note), staff_note: None }
    }
}

/// How an order ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Fetched, or eaten, or out of sight once it left the kitchen.
    Served,
    /// Cancelled before it is made.
    Cancelled,
    /// Brought to a door, in a batch.
    Driven,
}

/// When the kitchen's steps are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    pub(crate) accepted_at: Seconds,
    pub(crate) making_at: Seconds,
    pub(crate) baking_at: Seconds,
    pub(crate) done_at: Seconds,
}

/// The presses of a kitchen, and when the order leaves it or is over.
pub(crate) struct Course {
    pub(crate) presses: Vec<Press>,
    pub(crate) done_at: Seconds,
}

/// Writes down the course of an order as far as it is the kitchen's.
pub(crate) fn course(chance: &mut ChaCha8Rng, start: Start, fate: Fate, is_delivery: bool) -> Course {
    let mut presses = vec![Press::drawn(chance, start.accepted_at, 1, is_delivery)];
    if fate == Fate::Cancelled {
        let done_at = start.accepted_at + chance.random_range(REGRETTING);
        presses.push(Press::said(done_at, 13, pick(chance, &texts::CANCELLED)));
        return Course { presses, done_at };
    }
    let done_at = start.done_at;
    for (at, status) in [(start.making_at, 2), (start.baking_at, 3), (done_at, 4)] {
        presses.push(Press::drawn(chance, at, status, is_delivery));
    }
    if fate == Fate::Served {
        let fed_at = done_at + chance.random_range(EATING);
        presses.push(Press::drawn(chance, fed_at, 12, is_delivery));
    }
    Course { presses, done_at }
}
