//! The course of one order: which button is pressed when.

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
const BAKING: RangeInclusive<Seconds> = 340..=430;
const PACKING: RangeInclusive<Seconds> = 30..=80;
const TO_THE_CAR: RangeInclusive<Seconds> = 20..=50;
const LOADING: RangeInclusive<Seconds> = 30..=60;
const LEAVING: RangeInclusive<Seconds> = 20..=60;
const DRIVING: RangeInclusive<Seconds> = 520..=740;
const WAITING_AT_THE_DOOR: RangeInclusive<Seconds> = 90..=180;
const DRIVING_BACK: RangeInclusive<Seconds> = 240..=420;
const EATING: RangeInclusive<Seconds> = 240..=600;
const REGRETTING: RangeInclusive<Seconds> = 40..=120;

/// One press of a button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Press {
    pub(crate) at: Seconds,
    pub(crate) status: i16,
    pub(crate) note: Option<&'static str>,
    pub(crate) staff_note: Option<&'static str>,
}

/// How an order ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// Fetched, or eaten, or out of sight once it left the kitchen.
    Served,
    /// Brought to its door.
    Delivered,
    /// The door stays shut at first.
    SecondTry,
    /// The door stays shut.
    GivenUp,
    /// Cancelled before it is made.
    Cancelled,
}

/// When the kitchen's first two steps are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    pub(crate) accepted_at: Seconds,
    pub(crate) making_at: Seconds,
    pub(crate) baking_at: Seconds,
}

/// The presses of an order and the moment at which it is over (contract, "Statuses").
pub(crate) struct Course {
    pub(crate) presses: Vec<Press>,
    pub(crate) over_at: Seconds,
}

/// Writes down the whole course of an order.
pub(crate) fn course(chance: &mut ChaCha8Rng, start: Start, fate: Fate) -> Course {
    let mut script = Script { chance, now: start.accepted_at, is_delivery: fate.takes_the_road(), presses: Vec::new() };
    script.press(1);
    if fate == Fate::Cancelled {
        return script.cancel();
    }
    script.now = start.making_at;
    script.press(2);
    script.now = start.baking_at;
    script.press(3);
    script.after(BAKING, 4);
    if fate.takes_the_road() {
        script.drive(fate);
    }
    let over_at = script.now;
    script.after(EATING, 12);
    Course { presses: script.presses, over_at }
}

impl Fate {
    fn takes_the_road(self) -> bool {
        matches!(self, Self::Delivered | Self::SecondTry | Self::GivenUp)
    }
}

struct Script<'a> {
    chance: &'a mut ChaCha8Rng,
    now: Seconds,
    is_delivery: bool,
    presses: Vec<Press>,
}

impl Script<'_> {
    fn press(&mut self, status: i16) {
        let notes = texts::notes(status, self.is_delivery);
        let speaks = !notes.is_empty() && self.chance.random_bool(NOTE_SHARE);
        let note = speaks.then(|| pick(self.chance, notes));
        self.push(status, note, None);
    }

    fn push(&mut self, status: i16, note: Option<&'static str>, staff_note: Option<&'static str>) {
        self.presses.push(Press { at: self.now, status, note, staff_note });
    }

    fn wait(&mut self, how_long: RangeInclusive<Seconds>) {
        self.now += self.chance.random_range(how_long);
    }

    fn after(&mut self, how_long: RangeInclusive<Seconds>, status: i16) {
        self.wait(how_long);
        self.press(status);
    }

    /// From the counter to the door. Batches and cars are told by time alone.
    fn drive(&mut self, fate: Fate) {
        self.after(PACKING, 5);
        self.after(TO_THE_CAR, 6);
        // Some drivers forget this button; the contract lets steps be skipped.
        if self.chance.random_bool(0.8) {
            self.after(LOADING, 7);
        }
        self.after(LEAVING, 8);
        self.wait(DRIVING);
        if fate == Fate::Delivered {
            return self.press(11);
        }
        self.push(9, Some(texts::DOOR_STAYED_SHUT), Some(texts::DOOR_STAYED_SHUT_FOR_STAFF));
        self.wait(WAITING_AT_THE_DOOR);
        if fate == Fate::SecondTry {
            self.push(8, Some(texts::SECOND_TRY), None);
            self.after(WAITING_AT_THE_DOOR, 11);
        } else {
            self.wait(DRIVING_BACK);
            self.push(10, Some(texts::GAVE_UP), None);
        }
    }

    fn cancel(mut self) -> Course {
        self.wait(REGRETTING);
        let note = pick(self.chance, &texts::CANCELLED);
        self.push(13, Some(note), None);
        Course { presses: self.presses, over_at: self.now }
    }
}
