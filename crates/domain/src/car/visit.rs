//! Which doors a car was seen at, and which of them it has left.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Position, Sighting, visibility::Door};

/// So many positions outside, one after the other, are leaving (docs/spec/hub.md, "No door of another's is ever
/// shown").
const IN_A_ROW: u8 = 2;
/// A door that the car never came to is nobody's business for so long after its stop was done.
const UNVISITED_FOR: SignedDuration = SignedDuration::from_mins(15);

/// A car's visits at doors. What is not among these counts as not left: so whoever has missed something shows too little,
/// until the car was seen away from the door.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "Vec<Visit>", into = "Vec<Visit>")]
pub struct Visits(
    /// Shared, because most positions change nothing of it.
    Option<Arc<[Visit]>>,
);

/// A car's visit at a door, as far as it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    order: i64,
    /// See [`super::StopTurn`].
    turn: i64,
    /// Whether the car was seen near the door.
    #[serde(default)]
    was_near: bool,
    /// Its last positions in a row outside, up to [`IN_A_ROW`]; those from the report on, once the stop is done.
    #[serde(default)]
    away: u8,
    #[serde(default)]
    is_done: bool,
    /// When it had left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<Timestamp>,
}

impl Visits {
    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Whether the car had left a door by then, after its stop was done.
    #[must_use]
    pub fn had_left(&self, door: &Door, by: Timestamp) -> bool {
        door.done.is_some() && self.find(door).and_then(|visit| visit.left).is_some_and(|left| left <= by)
    }

    fn find(&self, door: &Door) -> Option<&Visit> {
        self.of(door).filter(|visit| visit.turn == door.turn.0)
    }

    /// The visit at a door, whichever turn it was.
    fn of(&self, door: &Door) -> Option<&Visit> {
        self.0.iter().flat_map(|visits| visits.iter()).find(|visit| visit.order == door.order.0)
    }

    fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |visits| visits.len())
    }

    /// What is known of these doors when the car was seen somewhere, after `previous`.
    pub(super) fn after(previous: Option<&Sighting>, position: &Position, doors: &[Door]) -> Self {
        let none = Self::default();
        let known = previous.map_or(&none, |previous| &previous.visits);
        let visit = |door: &Door| Visit::after(known.of(door), door, previous, position);
        let (mut many, mut is_same) = (0, true);
        for visit in doors.iter().filter_map(visit) {
            is_same &= known.0.iter().any(|known| known.contains(&visit));
            many += 1;
        }
        match is_same && many == known.len() {
            true => known.clone(),
            false => doors.iter().filter_map(visit).collect::<Vec<_>>().into(),
        }
    }
}

impl Visit {
    /// A visit goes on with this position, or begins; none while there is nothing to be known of it.
    fn after(known: Option<&Self>, door: &Door, previous: Option<&Sighting>, position: &Position) -> Option<Self> {
        let was_near = || previous.is_some_and(|previous| door.is_near(previous.position.place));
        let (order, turn) = (door.order.0, door.turn.0);
        let new = |was_near, away| Self { order, turn, was_near, away, is_done: false, left: None };
        let visit = match known {
            Some(known) if known.turn == turn => *known,
            Some(known) if door.turn.ends(known.turn) => Self { turn, is_done: false, left: None, ..*known },
            _ => new(was_near(), u8::from(previous.is_some() && !was_near())),
        };
        let visit = match (door.done, previous) {
            (Some(done), Some(previous)) if !visit.is_done => visit.reported(done, previous),
            _ => visit,
        };
        let visit = visit.seen(door, position);
        (visit.was_near || visit.is_done).then_some(visit)
    }

    /// The stop was done, as is heard now: what was seen outside before that does not count.
    fn reported(self, done: Timestamp, previous: &Sighting) -> Self {
        let moments = [Some(previous.position.at), previous.before];
        let since = moments.into_iter().take_while(|at| at.is_some_and(|at| at >= done)).count();
        let away = self.away.min(u8::try_from(since).unwrap_or(IN_A_ROW));
        let left = (self.was_near && away >= IN_A_ROW).then_some(previous.position.at);
        Self { is_done: true, away, left, ..self }
    }

    fn seen(self, door: &Door, position: &Position) -> Self {
        if self.left.is_some() {
            return self;
        }
        let is_near = door.is_near(position.place);
        let is_due = door.done.is_some_and(|done| position.at.duration_since(done) >= UNVISITED_FOR);
        // Where it never came it is not held to have come when it passes by later.
        let passes_by = is_due && !self.was_near && self.away >= IN_A_ROW;
        if is_near && !passes_by {
            return Self { was_near: true, away: 0, ..self };
        }
        let is_counted = !is_near && door.done.is_none_or(|done| position.at >= done);
        let away = IN_A_ROW.min(self.away + u8::from(is_counted));
        let leaves = door.done.is_some() && away >= IN_A_ROW && (self.was_near || is_due);
        Self { away, left: leaves.then_some(position.at), ..self }
    }
}

impl From<Vec<Visit>> for Visits {
    fn from(visits: Vec<Visit>) -> Self {
        Self((!visits.is_empty()).then(|| visits.into()))
    }
}

impl From<Visits> for Vec<Visit> {
    fn from(Visits(visits): Visits) -> Self {
        visits.map(|visits| visits.to_vec()).unwrap_or_default()
    }
}
