//! Which positions of a car are believed (docs/spec/hub.md, "Bad positions").

use serde::{Deserialize, Serialize};

use super::{Position, SHOWN_FOR, Sighting, visibility::Door};
use crate::ids::CarId;

/// A position that is less certain than this says nothing, metres.
pub const VAGUE_METRES: f64 = 100.0;
/// No car is faster (180 km/h), metres a second.
const FASTEST: f64 = 50.0;
/// What is nearer is no leap: coordinates are often rounded to a metre, and some cars report many times a second.
const ROUNDED: f64 = 2.0;
/// After a leap so many positions in a row that agree with each other are believed.
const IN_A_ROW: u8 = 3;

/// The last of those positions in a row that agree with each other, but not with what is believed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Doubted {
    /// The last of them.
    pub position: Position,
    /// How many they are.
    in_a_row: u8,
}

/// What becomes of a position.
#[derive(Debug, Clone, PartialEq)]
pub enum PositionVerdict {
    /// Not newer than what is known: of no use any more.
    Stale,
    /// Too uncertain to be believed: as if it had not come.
    Vague,
    /// Too far from the last that is believed. The car is where it was, and this is kept to be held against the next.
    Leap(Sighting),
    /// Where the car is now.
    Accepted(Sighting),
}

/// Takes a position of a car that carries orders to these doors.
///
/// One that is believed, or vague, is held against the newest that is believed alone: a doubted one whose clock is ahead makes
/// no good one stale. Vague ones neither count nor interrupt a row. What is believed no longer counts after [`SHOWN_FOR`].
#[must_use]
pub fn take(known: Option<&Sighting>, car: &CarId, position: Position, doors: &[Door]) -> PositionVerdict {
    if known.is_some_and(|known| known.position.at >= position.at) {
        return PositionVerdict::Stale;
    }
    if position.accuracy_m.is_some_and(|metres| metres > VAGUE_METRES) {
        return PositionVerdict::Vague;
    }
    let accepted = || PositionVerdict::Accepted(Sighting::new(known, car.clone(), position, doors));
    let Some(known) = known.filter(|known| known.counts_at(&position) && !known.position.reaches(&position)) else {
        return accepted();
    };
    let in_a_row = match &known.doubted {
        Some(doubted) if doubted.position.at >= position.at => return PositionVerdict::Stale,
        Some(doubted) if doubted.position.reaches(&position) => doubted.in_a_row + 1,
        _ => 1,
    };
    if in_a_row >= IN_A_ROW {
        return accepted();
    }
    PositionVerdict::Leap(Sighting { doubted: Some(Box::new(Doubted { position, in_a_row })), ..known.clone() })
}

impl Sighting {
    fn counts_at(&self, next: &Position) -> bool {
        next.at.duration_since(self.position.at) < SHOWN_FOR
    }
}

impl Position {
    /// Whether a car can have been there and then at the other place.
    fn reaches(&self, next: &Self) -> bool {
        let driven = next.at.duration_since(self.at).as_secs_f64() * FASTEST;
        self.place.is_within(driven.max(ROUNDED), next.place)
    }
}
