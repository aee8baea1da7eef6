//! What will happen to one batch: who gets aboard when, where the car drives, and what happens at each door.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::{
    city_time::Seconds,
    customer::pick,
    geometry::metres,
    lifecycle::{EATING, StatusUpdate},
    roads::{has_streets, kerb, road},
    texts,
    trajectory::Trajectory,
    wire::CityPoint,
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
pub(crate) enum DoorAnswer {
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
    pub(crate) place: CityPoint,
    pub(crate) door: DoorAnswer,
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
pub(crate) enum BatchStep {
    /// These orders are aboard, to be brought in this order; all that were before are among them.
    Aboard(Seconds, Vec<u64>),
    /// The car leaves.
    Depart(Seconds),
    /// Somebody says what became of an order.
    Update(u64, StatusUpdate),
}

impl BatchStep {
    /// When.
    pub(crate) fn at(&self) -> Seconds {
        match self {
            Self::Aboard(at, _) | Self::Depart(at) => *at,
            Self::Update(_, update) => update.at,
        }
    }

    fn later(self, seconds: Seconds) -> Self {
        match self {
            Self::Aboard(at, stops) => Self::Aboard(at + seconds, stops),
            Self::Depart(at) => Self::Depart(at + seconds),
            Self::Update(order, update) => Self::Update(order, StatusUpdate { at: update.at + seconds, ..update }),
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
    pub(crate) steps: Vec<BatchStep>,
    /// Where the car is; it begins with the departure.
    pub(crate) trajectory: Trajectory,
    /// When nothing is heard of the car.
    pub(crate) silence: Option<RangeInclusive<Seconds>>,
}

impl BatchPlan {
    /// When an order of it is over (docs/spec/hub.md, "When an order is over"); status updates may still follow.
    pub(crate) fn over_at(&self, order: u64) -> Option<Seconds> {
        self.updated_at(order, |status| matches!(status, 10 | 11 | 13))
    }

    /// When nothing of an order follows.
    pub(crate) fn ends_at(&self, order: u64) -> Option<Seconds> {
        self.updated_at(order, |status| matches!(status, 12 | 13))
    }

    /// When its car leaves.
    pub(crate) fn departs_at(&self) -> Option<Seconds> {
        self.steps.iter().find_map(|step| if let BatchStep::Depart(at) = step { Some(*at) } else { None })
    }

    fn updated_at(&self, order: u64, is_it: impl Fn(i16) -> bool) -> Option<Seconds> {
        self.steps.iter().find_map(|step| match step {
            BatchStep::Update(of, update) if *of == order && is_it(update.status) => Some(update.at),
            _ => None,
        })
    }

    /// Without what concerns this order.
    pub(crate) fn forget(&mut self, order: u64) {
        self.steps.retain(|step| !matches!(step, BatchStep::Update(of, _) if *of == order));
        for step in &mut self.steps {
            if let BatchStep::Aboard(_, stops) = step {
                stops.retain(|stop| *stop != order);
            }
        }
    }

    /// The orders that are ever aboard.
    pub(crate) fn orders(&self) -> Vec<u64> {
        let aboard = self.steps.iter().rev().find_map(|step| match step {
            BatchStep::Aboard(_, stops) => Some(stops.clone()),
            _ => None,
        });
        aboard.unwrap_or_default()
    }
}

/// Plans a batch: its steps and its trajectory, from a counter to the doors and back.
pub(crate) struct BatchPlanner<'a> {
    pub(crate) chance: &'a mut ChaCha8Rng,
    /// The parcels, in the order in which they are ready; at least one.
    pub(crate) parcels: &'a [Parcel],
    /// Where they wait.
    pub(crate) counter: CityPoint,
}

impl BatchPlanner<'_> {
    /// Everything that is done, in order, and the trajectory of the car; none where not all doors can be reached in time. One
    /// alone always can.
    pub(crate) fn plan(mut self) -> Option<(Vec<BatchStep>, Trajectory)> {
        let mut stops = in_turn(self.counter, self.parcels);
        // Who is cancelled was the last: the others are reached as they were told.
        let out = (stops.len() > 1 && self.chance.random_bool(CANCELLED_SHARE)).then(|| stops.pop()).flatten();
        let (mut steps, mut trajectory) = self.drive(&stops);
        let loaded = self.load(&stops, out.as_ref());
        let takes = loaded.last().map_or(0, BatchStep::at) + self.draw(LEAVING);
        let leaves = self.leaves_at(&stops, &steps, takes)?;
        steps.extend(loaded.into_iter().map(|step| step.later(-takes)));
        steps.push(BatchStep::Depart(0));
        let mut steps: Vec<BatchStep> = steps.into_iter().map(|step| step.later(leaves)).collect();
        steps.sort_by_key(BatchStep::at);
        trajectory.put_off(leaves);
        Some((steps, trajectory))
    }

    fn draw(&mut self, range: RangeInclusive<Seconds>) -> Seconds {
        self.chance.random_range(range)
    }

    /// When the car leaves, so that each door is reached when it is due; loading it `takes` so long.
    fn leaves_at(&mut self, stops: &[Parcel], drive: &[BatchStep], takes: Seconds) -> Option<Seconds> {
        let reached_at = |order| {
            let reached = drive.iter().filter(|step| matches!(step, BatchStep::Update(of, _) if *of == order));
            reached.map(BatchStep::at).min().unwrap_or_default()
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
    fn load(&mut self, stops: &[Parcel], out: Option<&Parcel>) -> Vec<BatchStep> {
        let (mut now, mut steps, mut aboard) = (0, Vec::new(), Vec::new());
        for parcel in stops.iter().chain(out) {
            aboard.push(parcel.order);
            steps.push(BatchStep::Aboard(now, aboard.clone()));
            now += self.draw(TAKING_ALONG);
        }
        if let Some(out) = out {
            now += self.draw(REGRETTING);
            steps.push(BatchStep::Update(
                out.order,
                StatusUpdate::said(now, 13, pick(self.chance, &texts::CANCELLED_ABOARD)),
            ));
        }
        if self.chance.random_bool(LOADED_SHARE) {
            now += self.draw(LOADING);
            steps.extend(
                stops.iter().map(|stop| BatchStep::Update(stop.order, StatusUpdate::drawn(self.chance, now, 7, true))),
            );
        }
        steps
    }

    /// The drive of a car that leaves at 0, and what happens at its doors.
    fn drive(&mut self, stops: &[Parcel]) -> (Vec<BatchStep>, Trajectory) {
        let (mut trajectory, mut steps) = (Trajectory::new(0, kerb(self.counter)), Vec::new());
        let (mut again, mut brought_back) = (Vec::new(), Vec::new());
        for stop in stops {
            self.drive_to(stop.place, &mut trajectory);
            if stop.door == DoorAnswer::Opens {
                self.hand_over(stop.order, &mut trajectory, &mut steps);
                continue;
            }
            let gives_up = trajectory.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            let note = Some(texts::DOOR_STAYED_SHUT);
            let staff_note = Some(texts::DOOR_STAYED_SHUT_FOR_STAFF);
            steps.push(BatchStep::Update(
                stop.order,
                StatusUpdate { at: gives_up, status: 9, note, staff_note, ready_in: None },
            ));
            if stop.door == DoorAnswer::OpensLater { again.push(stop) } else { brought_back.push(stop.order) }
        }
        for stop in again {
            let leaves = trajectory.stay(self.draw(WAITING_AT_A_SHUT_DOOR));
            steps.push(BatchStep::Update(stop.order, StatusUpdate::said(leaves, 8, texts::SECOND_TRY)));
            self.drive_to(stop.place, &mut trajectory);
            self.hand_over(stop.order, &mut trajectory, &mut steps);
        }
        self.drive_to(self.counter, &mut trajectory);
        for order in brought_back {
            let back = trajectory.stay(self.draw(REGRETTING));
            steps.push(BatchStep::Update(order, StatusUpdate::said(back, 10, texts::GAVE_UP)));
            self.ask_for_feedback(order, back, &mut steps);
        }
        (steps, trajectory)
    }

    fn drive_to(&mut self, place: CityPoint, trajectory: &mut Trajectory) {
        let detour = if has_streets(place) { 1.0 } else { DETOUR };
        let metres_per_second = self.chance.random_range(METRES_PER_SECOND) / detour;
        trajectory.drive(&road(trajectory.place(), place), metres_per_second);
    }

    fn hand_over(&mut self, order: u64, trajectory: &mut Trajectory, steps: &mut Vec<BatchStep>) {
        let handed = trajectory.stay(self.draw(HANDING_OVER));
        steps.push(BatchStep::Update(order, StatusUpdate::drawn(self.chance, handed, 11, true)));
        trajectory.stay(self.draw(BACK_TO_THE_CAR));
        self.ask_for_feedback(order, handed, steps);
    }

    fn ask_for_feedback(&mut self, order: u64, over_at: Seconds, steps: &mut Vec<BatchStep>) {
        let at = over_at + self.draw(EATING);
        steps.push(BatchStep::Update(order, StatusUpdate::drawn(self.chance, at, 12, true)));
    }
}

/// The nearest door first, then the one that is nearest to it.
fn in_turn(from: CityPoint, parcels: &[Parcel]) -> Vec<Parcel> {
    let (mut place, mut left, mut stops) = (from, parcels.to_vec(), Vec::with_capacity(parcels.len()));
    let nearest = |place: CityPoint, left: &[Parcel]| {
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
