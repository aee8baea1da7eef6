//! What will happen to one batch: who gets aboard when, where the car drives, and what happens at each door.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    course::{EATING, Press},
    customer::pick,
    plan::Seconds,
    roads::{kerb, road},
    texts,
    way::{Way, metres},
    wire::Coordinates,
};

/// How long each step takes.
const PACKING: RangeInclusive<Seconds> = 15..=35;
const LOADING: RangeInclusive<Seconds> = 10..=25;
const LEAVING: RangeInclusive<Seconds> = 10..=25;
const HANDING_OVER: RangeInclusive<Seconds> = 50..=100;
const WAITING_AT_A_SHUT_DOOR: RangeInclusive<Seconds> = 90..=180;
const REGRETTING: RangeInclusive<Seconds> = 5..=15;

/// How fast a car drives, metres in a second of the city: lights and queues are in it. At the usual speed of the city,
/// four times that of the wall, it looks like 26 to 35 km/h.
const METRES_PER_SECOND: RangeInclusive<f64> = 1.8..=2.4;

/// Some drivers forget to say that all is loaded; the contract lets steps be skipped.
const LOADED_SHARE: f64 = 0.8;
/// Of the batches with more than one stop, how many lose one before they leave.
const CANCELLED_SHARE: f64 = 0.15;

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
    pub(crate) place: Coordinates,
    pub(crate) door: Door,
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
    /// When an order of it is over (contract, "Statuses"); presses may still follow.
    pub(crate) fn over_at(&self, order: u64) -> Option<Seconds> {
        self.acts.iter().find_map(|act| match act {
            Act::Press(of, press) if *of == order && matches!(press.status, 10 | 11 | 13) => Some(press.at),
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
    /// Everything that is done, in order, and the way of the car.
    pub(crate) fn write(mut self) -> (Vec<Act>, Way) {
        let mut acts = Vec::new();
        let mut now = self.load(&mut acts);
        let mut stops = in_turn(self.counter, self.parcels);
        if stops.len() > 1 && self.chance.random_bool(CANCELLED_SHARE) {
            now += self.draw(REGRETTING);
            let out = stops.remove(self.chance.random_range(0..stops.len()));
            let note = pick(self.chance, &texts::CANCELLED_ABOARD);
            acts.push(Act::Press(out.order, Press::said(now, 13, note)));
        }
        if self.chance.random_bool(LOADED_SHARE) {
            now += self.draw(LOADING);
            acts.extend(stops.iter().map(|stop| Act::Press(stop.order, Press::drawn(self.chance, now, 7, true))));
        }
        now += self.draw(LEAVING);
        acts.push(Act::Depart(now));
        let way = self.drive(now, &stops, &mut acts);
        acts.sort_by_key(Act::at);
        (acts, way)
    }

    fn draw(&mut self, range: RangeInclusive<Seconds>) -> Seconds {
        self.chance.random_range(range)
    }

    /// Each parcel is put aboard when it is packed; answers when all are.
    fn load(&mut self, acts: &mut Vec<Act>) -> Seconds {
        let mut now = Seconds::MIN;
        for count in 1..=self.parcels.len() {
            let packed = self.parcels[count - 1].ready_at + self.draw(PACKING);
            now = packed.max(now.saturating_add(1));
            let stops = in_turn(self.counter, &self.parcels[..count]);
            acts.push(Act::Aboard(now, stops.into_iter().map(|stop| stop.order).collect()));
        }
        now
    }

    fn drive(&mut self, leaves: Seconds, stops: &[Parcel], acts: &mut Vec<Act>) -> Way {
        let mut way = Way::new(leaves, kerb(self.counter));
        let (mut again, mut brought_back) = (Vec::new(), Vec::new());
        for stop in stops {
            self.drive_to(stop.place, &mut way);
            if stop.door == Door::Opens {
                self.hand_over(stop.order, &mut way, acts);
                continue;
            }
            let gives_up = way.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            let note = Some(texts::DOOR_STAYED_SHUT);
            let staff_note = Some(texts::DOOR_STAYED_SHUT_FOR_STAFF);
            acts.push(Act::Press(stop.order, Press { at: gives_up, status: 9, note, staff_note }));
            if stop.door == Door::OpensLater { again.push(stop) } else { brought_back.push(stop.order) }
        }
        for stop in again {
            let leaves = way.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            acts.push(Act::Press(stop.order, Press::said(leaves, 8, texts::SECOND_TRY)));
            self.drive_to(stop.place, &mut way);
            self.hand_over(stop.order, &mut way, acts);
        }
        self.drive_to(self.counter, &mut way);
        for order in brought_back {
            let back = way.stay(self.draw(REGRETTING));
            acts.push(Act::Press(order, Press::said(back, 10, texts::GAVE_UP)));
            self.ask_for_feedback(order, back, acts);
        }
        way
    }

    fn drive_to(&mut self, place: Coordinates, way: &mut Way) {
        let metres_per_second = self.chance.random_range(METRES_PER_SECOND);
        way.drive(&road(way.place(), place), metres_per_second);
    }

    fn hand_over(&mut self, order: u64, way: &mut Way, acts: &mut Vec<Act>) {
        let handed = way.stay(self.draw(HANDING_OVER));
        acts.push(Act::Press(order, Press::drawn(self.chance, handed, 11, true)));
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
