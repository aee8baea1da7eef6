//! What will happen to one batch: who gets aboard when, where the car drives, and what happens at each door.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    course::{EATING, Press},
    customer::pick,
    plan::Seconds,
    roads::{has_streets, kerb, road},
    texts,
    way::{Way, metres},
    wire::Coordinates,
};

/// How long each step takes.
const PACKING: RangeInclusive<Seconds> = 15..=35;
const TAKING_ALONG: RangeInclusive<Seconds> = 6..=12;
const LOADING: RangeInclusive<Seconds> = 10..=25;
const LEAVING: RangeInclusive<Seconds> = 10..=25;
const HANDING_OVER: RangeInclusive<Seconds> = 55..=75;
const BACK_TO_THE_CAR: RangeInclusive<Seconds> = 95..=120;
const WAITING_AT_A_SHUT_DOOR: RangeInclusive<Seconds> = 120..=180;
const REGRETTING: RangeInclusive<Seconds> = 5..=15;

/// How fast a car drives, metres in a second of the city: 25 to 28 km/h, and slower at corners.
const METRES_PER_SECOND: RangeInclusive<f64> = 6.9..=7.8;
/// Where no streets are known they are longer by this than the straight way that it takes.
const DETOUR: f64 = 1.4;

/// A door is reached within these shares of the usual time from the oven to it.
const EARLIEST: f64 = 0.9;
const LATEST: f64 = 1.22;

/// Some drivers forget to say that all is loaded; the contract lets steps be skipped.
const LOADED_SHARE: f64 = 0.8;
/// Of the batches with more than one stop, how many lose one before they leave.
const CANCELLED_SHARE: f64 = 0.12;

/// What is behind a door.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Door {
    /// Somebody.
    Opens,
    /// Nobody at first.
    OpensLater,
    /// Nobody.
    StaysShut,
}

/// An order that has left its kitchen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Parcel {
    /// The number of its order.
    pub(crate) order: u64,
    /// When it left its kitchen.
    pub(crate) ready_at: Seconds,
    /// How long it usually takes from there to its door.
    pub(crate) road: Seconds,
    pub(crate) place: Coordinates,
    pub(crate) door: Door,
}

impl Parcel {
    /// When its door is to be reached.
    fn due(&self) -> (Seconds, Seconds) {
        #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "some minutes")]
        let after = |share: f64| self.ready_at + (self.road as f64 * share) as Seconds;
        (after(EARLIEST), after(LATEST))
    }
}

/// Something that dispatch or the driver does.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Act {
    /// These orders are aboard, to be brought in this order; all that were before are among them.
    Aboard(Seconds, Vec<u64>),
    /// The car leaves.
    Depart(Seconds),
    /// Somebody says what became of an order.
    Press(u64, Press),
}

impl Act {
    /// When.
    pub(crate) fn at(&self) -> Seconds {
        match self {
            Self::Aboard(at, _) | Self::Depart(at) => *at,
            Self::Press(_, press) => press.at,
        }
    }

    fn later(self, seconds: Seconds) -> Self {
        match self {
            Self::Aboard(at, stops) => Self::Aboard(at + seconds, stops),
            Self::Depart(at) => Self::Depart(at + seconds),
            Self::Press(order, press) => Self::Press(order, Press { at: press.at + seconds, ..press }),
        }
    }
}

/// Everything about one batch, before it happens.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BatchPlan {
    pub(crate) number: u64,
    /// When the first of its orders is ready.
    pub(crate) at: Seconds,
    pub(crate) restaurant_id: String,
    /// Which of the restaurant's cars it is, from 1.
    pub(crate) car: usize,
    /// What is done, in order.
    pub(crate) acts: Vec<Act>,
    /// Where the car is; it begins with the departure.
    pub(crate) way: Way,
    /// When nothing is heard of the car.
    pub(crate) silence: Option<RangeInclusive<Seconds>>,
}

impl BatchPlan {
    /// When an order of it is over (docs/spec/hub.md, "When an order is over"); presses may still follow.
    pub(crate) fn over_at(&self, order: u64) -> Option<Seconds> {
        self.pressed_at(order, |status| matches!(status, 10 | 11 | 13))
    }

    /// When nothing of an order follows.
    pub(crate) fn ends_at(&self, order: u64) -> Option<Seconds> {
        self.pressed_at(order, |status| matches!(status, 12 | 13))
    }

    /// When its car leaves.
    pub(crate) fn departs_at(&self) -> Option<Seconds> {
        self.acts.iter().find_map(|act| if let Act::Depart(at) = act { Some(*at) } else { None })
    }

    fn pressed_at(&self, order: u64, is_it: impl Fn(i16) -> bool) -> Option<Seconds> {
        self.acts.iter().find_map(|act| match act {
            Act::Press(of, press) if *of == order && is_it(press.status) => Some(press.at),
            _ => None,
        })
    }

    /// Without what concerns this order.
    pub(crate) fn forget(&mut self, order: u64) {
        self.acts.retain(|act| !matches!(act, Act::Press(of, _) if *of == order));
        for act in &mut self.acts {
            if let Act::Aboard(_, stops) = act {
                stops.retain(|stop| *stop != order);
            }
        }
    }

    /// The orders that are ever aboard.
    pub(crate) fn orders(&self) -> Vec<u64> {
        let aboard = self.acts.iter().rev().find_map(|act| match act {
            Act::Aboard(_, stops) => Some(stops.clone()),
            _ => None,
        });
        aboard.unwrap_or_default()
    }
}

/// Writes a batch down: its acts and its way, from a counter to the doors and back.
pub(crate) struct Script<'a> {
    pub(crate) chance: &'a mut ChaCha8Rng,
    /// The parcels, in the order in which they are ready; at least one.
    pub(crate) parcels: &'a [Parcel],
    /// Where they wait.
    pub(crate) counter: Coordinates,
}

impl Script<'_> {
    /// Everything that is done, in order, and the way of the car; none where not all doors can be reached in time. One
    /// alone always can.
    pub(crate) fn write(mut self) -> Option<(Vec<Act>, Way)> {
        let mut stops = in_turn(self.counter, self.parcels);
        // Who is cancelled was the last: the others are reached as they were told.
        let out = (stops.len() > 1 && self.chance.random_bool(CANCELLED_SHARE)).then(|| stops.pop()).flatten();
        let (mut acts, mut way) = self.drive(&stops);
        let loaded = self.load(&stops, out.as_ref());
        let takes = loaded.last().map_or(0, Act::at) + self.draw(LEAVING);
        let leaves = self.leaves_at(&stops, &acts, takes)?;
        acts.extend(loaded.into_iter().map(|act| act.later(-takes)));
        acts.push(Act::Depart(0));
        let mut acts: Vec<Act> = acts.into_iter().map(|act| act.later(leaves)).collect();
        acts.sort_by_key(Act::at);
        way.put_off(leaves);
        Some((acts, way))
    }

    fn draw(&mut self, range: RangeInclusive<Seconds>) -> Seconds {
        self.chance.random_range(range)
    }

    /// When the car leaves, so that each door is reached when it is due; loading it `takes` so long.
    fn leaves_at(&mut self, stops: &[Parcel], drive: &[Act], takes: Seconds) -> Option<Seconds> {
        let reached_at = |order| {
            let reached = drive.iter().filter(|act| matches!(act, Act::Press(of, _) if *of == order));
            reached.map(Act::at).min().unwrap_or_default()
        };
        let last_ready_at = self.parcels.iter().map(|parcel| parcel.ready_at).max()?;
        let mut earliest = last_ready_at + self.draw(PACKING) + takes;
        let mut latest = Seconds::MAX;
        for stop in stops {
            let (from, to) = stop.due();
            earliest = earliest.max(from - reached_at(stop.order));
            latest = latest.min(to - reached_at(stop.order));
        }
        if earliest <= latest {
            // Nobody lets a pizza wait until the last moment.
            return Some(self.draw(earliest..=earliest + (latest - earliest) / 2));
        }
        (self.parcels.len() == 1).then_some(earliest)
    }

    /// What is done until all are aboard, from 0: each in its turn, so that nobody's turn changes by who comes after.
    fn load(&mut self, stops: &[Parcel], out: Option<&Parcel>) -> Vec<Act> {
        let (mut now, mut acts, mut aboard) = (0, Vec::new(), Vec::new());
        for parcel in stops.iter().chain(out) {
            aboard.push(parcel.order);
            acts.push(Act::Aboard(now, aboard.clone()));
            now += self.draw(TAKING_ALONG);
        }
        if let Some(out) = out {
            now += self.draw(REGRETTING);
            acts.push(Act::Press(out.order, Press::said(now, 13, pick(self.chance, &texts::CANCELLED_ABOARD))));
        }
        if self.chance.random_bool(LOADED_SHARE) {
            now += self.draw(LOADING);
            acts.extend(stops.iter().map(|stop| Act::Press(stop.order, Press::drawn(self.chance, now, 7, true))));
        }
        acts
    }

    /// The drive of a car that leaves at 0, and what happens at its doors.
    fn drive(&mut self, stops: &[Parcel]) -> (Vec<Act>, Way) {
        let (mut way, mut acts) = (Way::new(0, kerb(self.counter)), Vec::new());
        let (mut again, mut brought_back) = (Vec::new(), Vec::new());
        for stop in stops {
            self.drive_to(stop.place, &mut way);
            if stop.door == Door::Opens {
                self.hand_over(stop.order, &mut way, &mut acts);
                continue;
            }
            let gives_up = way.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            let note = Some(texts::DOOR_STAYED_SHUT);
            let staff_note = Some(texts::DOOR_STAYED_SHUT_FOR_STAFF);
            acts.push(Act::Press(stop.order, Press { at: gives_up, status: 9, note, staff_note, ready_in: None }));
            if stop.door == Door::OpensLater { again.push(stop) } else { brought_back.push(stop.order) }
        }
        for stop in again {
            let leaves = way.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            acts.push(Act::Press(stop.order, Press::said(leaves, 8, texts::SECOND_TRY)));
            self.drive_to(stop.place, &mut way);
            self.hand_over(stop.order, &mut way, &mut acts);
        }
        self.drive_to(self.counter, &mut way);
        for order in brought_back {
            let back = way.stay(self.draw(REGRETTING));
            acts.push(Act::Press(order, Press::said(back, 10, texts::GAVE_UP)));
            self.ask_for_feedback(order, back, &mut acts);
        }
        (acts, way)
    }

    fn drive_to(&mut self, place: Coordinates, way: &mut Way) {
        let detour = if has_streets(place) { 1.0 } else { DETOUR };
        let metres_per_second = self.chance.random_range(METRES_PER_SECOND) / detour;
        way.drive(&road(way.place(), place), metres_per_second);
    }

    fn hand_over(&mut self, order: u64, way: &mut Way, acts: &mut Vec<Act>) {
        let handed = way.stay(self.draw(HANDING_OVER));
        acts.push(Act::Press(order, Press::drawn(self.chance, handed, 11, true)));
        way.stay(self.draw(BACK_TO_THE_CAR));
        self.ask_for_feedback(order, handed, acts);
    }

    fn ask_for_feedback(&mut self, order: u64, over_at: Seconds, acts: &mut Vec<Act>) {
        let at = over_at + self.draw(EATING);
        acts.push(Act::Press(order, Press::drawn(self.chance, at, 12, true)));
    }
}

/// The nearest door first, then the one that is nearest to it.
fn in_turn(from: Coordinates, parcels: &[Parcel]) -> Vec<Parcel> {
    let (mut place, mut left, mut stops) = (from, parcels.to_vec(), Vec::with_capacity(parcels.len()));
    let nearest = |place: Coordinates, left: &[Parcel]| {
        let apart = |at: &usize| metres(place, left[*at].place);
        (0..left.len()).min_by(|a, b| apart(a).total_cmp(&apart(b)))
    };
    while let Some(next) = nearest(place, &left) {
        let stop = left.remove(next);
        place = stop.place;
        stops.push(stop);
    }
    stops
}
