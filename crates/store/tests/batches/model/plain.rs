//! The model: orders in a list, batches in another, and every rule said once more in plain words.

use std::collections::BTreeMap;

use domain::{
    batch::Travel,
    estimate::{Basis, Estimate, Plan, kitchen_estimate, planned_estimate},
    ids::OrderId,
    order::{FulfilmentKind, OrderType, Status, may_follow},
};
use jiff::{SignedDuration, Timestamp};

use super::Happens;

const FULFILMENT: FulfilmentKind = FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: true };
const PLAN: Plan = Plan { is_delivery: true, delivery_tracking: true, minutes: 30, pre_order_time: None };

/// What was told of what happened.
#[derive(Debug, PartialEq, Eq, Default)]
pub(super) struct Told {
    /// Order, status and rev of each event.
    pub(super) appended: Vec<(OrderId, i16, i64)>,
    /// Order and rev of each change without one.
    pub(super) changed: Vec<(OrderId, i64)>,
}

impl Told {
    pub(super) fn of(changed: Option<(OrderId, i64)>) -> Self {
        Self { appended: Vec::new(), changed: changed.into_iter().collect() }
    }
}

/// What is seen of an order.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    pub(super) status: Status,
    pub(super) seq: i64,
    pub(super) rev: i64,
    pub(super) estimate: Option<Estimate>,
    pub(super) place: Option<Place>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub(super) batch: usize,
    pub(super) car: usize,
    pub(super) stop: u32,
    pub(super) stops_before: u32,
    pub(super) minutes: Option<u32>,
    pub(super) updated_at: Timestamp,
    pub(super) departed_at: Option<Timestamp>,
}

pub(super) fn said_by_car(now: Timestamp, minutes: i64) -> Estimate {
    let arrival = now + SignedDuration::from_mins(minutes);
    Estimate { made_at: now, arrival, earliest: now, latest: arrival, basis: Basis::Car }
}

#[derive(Debug, Clone)]
struct One {
    id: OrderId,
    /// The last assignment's, also where it is in no batch any more.
    car: Option<usize>,
    seen: Seen,
}

#[derive(Debug, Clone)]
struct Group {
    car: usize,
    given: Option<u32>,
    /// Orders in their turn, each with its own minutes.
    stops: Vec<(usize, Option<u32>)>,
    updated_at: Timestamp,
    departed_at: Option<Timestamp>,
}

/// The orders of one batch, and whether each is done.
type Doors = Vec<(usize, bool)>;

/// Another batch of the car: when it was planned or departed, and its stops, whether done and whether under way.
type Elsewhere = (usize, Timestamp, Vec<(usize, bool, bool)>);

pub(super) struct Plain {
    orders: Vec<One>,
    batches: BTreeMap<usize, Group>,
}

fn is_done(status: Status) -> bool {
    status.number() >= 9
}

fn is_over(status: Status) -> bool {
    status.number() >= 10
}

/// The statuses that get an order into a batch.
fn steps(status: Status, is_here: bool, changes_car: bool) -> Option<Vec<i16>> {
    match status.number() {
        ..=4 => Some(vec![5, 6]),
        5 => Some(vec![6]),
        6 if changes_car => Some(vec![5, 6]),
        7 if changes_car => Some(vec![6, 5, 6]),
        6 | 7 => Some(vec![]),
        8 if is_here && !changes_car => Some(vec![]),
        _ => None,
    }
}

impl Plain {
    pub(super) fn new(ids: &[OrderId]) -> Self {
        let seen = Seen { status: Status::Received, seq: 0, rev: 0, estimate: None, place: None };
        let one = |id: &OrderId| One { id: *id, car: None, seen: seen.clone() };
        Self { orders: ids.iter().map(one).collect(), batches: BTreeMap::new() }
    }

    pub(super) fn seen(&self) -> impl Iterator<Item = Seen> {
        self.orders.iter().map(|order| order.seen.clone())
    }

    /// What happens; none where it is refused, and then nothing did.
    pub(super) fn happen(&mut self, what: &Happens, now: Timestamp) -> Option<Told> {
        let before = self.orders.clone();
        let (doors, elsewhere) = (self.doors(), self.elsewhere());
        let mut told = Told::default();
        match what {
            Happens::Put { batch, car, stops, minutes, planned } => {
                let walks = self.walks(*batch, *car, stops)?;
                self.put(*batch, *car, stops, *minutes, planned, now);
                self.seat();
                for (order, walk) in walks {
                    for status in walk {
                        self.take(order, Status::try_from(i64::from(status)).unwrap(), now, &mut told);
                    }
                }
            }
            Happens::Depart(batch) => {
                let group = self.batches.get_mut(batch)?;
                if group.departed_at.is_none() {
                    (group.departed_at, group.updated_at) = (Some(now), now);
                }
                self.seat();
                for order in 0..self.orders.len() {
                    let seen = &self.orders[order].seen;
                    if self.batch_of(order) == Some(*batch) && (5..=7).contains(&seen.status.number()) {
                        self.take(order, Status::BeingDelivered, now, &mut told);
                    }
                }
            }
            Happens::Report(order, status) => {
                let at = self.orders[*order].seen.status;
                if at == *status {
                    return Some(told);
                }
                if !may_follow(FULFILMENT, at, *status) {
                    return None;
                }
                if *status == Status::Cancelled {
                    self.take_out(*order);
                }
                self.take(*order, *status, now, &mut told);
            }
            Happens::Said(order, car, minutes) => {
                let order = &mut self.orders[*order];
                let is_there = order.seen.place.is_some() && order.car == Some(*car);
                if is_there && order.seen.status == Status::BeingDelivered {
                    order.seen.estimate = Some(said_by_car(now, *minutes));
                }
            }
            Happens::Silent(order, car) => {
                let order = &mut self.orders[*order];
                let rests_on_it = order.seen.estimate.is_some_and(|estimate| estimate.basis == Basis::Car);
                if rests_on_it && order.car == Some(*car) {
                    order.seen.estimate = order.estimate(now);
                }
            }
        }
        self.seat();
        self.settle(&before, (&doors, &elsewhere), now, &mut told);
        Some(told)
    }

    fn walks(&self, batch: usize, car: usize, stops: &[usize]) -> Option<BTreeMap<usize, Vec<i16>>> {
        let walk = |order: &usize| {
            let One { car: last, seen, .. } = &self.orders[*order];
            let is_here = self.batch_of(*order) == Some(batch);
            Some((*order, steps(seen.status, is_here, last.is_some_and(|last| last != car))?))
        };
        stops.iter().map(walk).collect()
    }

    fn put(
        &mut self,
        batch: usize,
        car: usize,
        stops: &[usize],
        given: Option<u32>,
        planned: &[Option<u32>],
        now: Timestamp,
    ) {
        let old = self.batches.get(&batch).cloned();
        let is_open = |old: &Group| old.stops.iter().any(|(order, _)| !is_done(self.orders[*order].seen.status));
        let departed_at = old.as_ref().filter(|old| old.car == car && is_open(old)).and_then(|old| old.departed_at);
        let goes_on = old.as_ref().filter(|old| old.car == car && is_open(old));
        let passed = goes_on.into_iter().flat_map(|old| &old.stops);
        let passed: Vec<_> = passed.filter(|(order, _)| is_done(self.orders[*order].seen.status)).copied().collect();
        let is_same = old.as_ref().is_some_and(|old| {
            let turns = old.stops.iter().filter(|stop| !passed.contains(stop));
            let turns: Vec<_> = turns.map(|(order, _)| *order).collect();
            turns == stops && (old.car, old.given, old.departed_at) == (car, given, departed_at)
        });
        if is_same {
            return;
        }
        for order in stops {
            self.take_out(*order);
            self.orders[*order].car = Some(car);
        }
        let minutes = |stop: usize| given.or(planned.get(stop).copied().flatten());
        let ahead = stops.iter().enumerate().map(|(stop, order)| (*order, minutes(stop)));
        let stops = passed.into_iter().chain(ahead).collect();
        self.batches.insert(batch, Group { car, given, stops, updated_at: now, departed_at });
    }

    fn take_out(&mut self, order: usize) {
        for group in self.batches.values_mut() {
            group.stops.retain(|(stop, _)| *stop != order);
        }
    }

    fn batch_of(&self, order: usize) -> Option<usize> {
        let found = self.batches.iter().find(|(_, group)| group.stops.iter().any(|(stop, _)| *stop == order));
        found.map(|(batch, _)| *batch)
    }

    /// Who is in a batch with whom, and whether those are done.
    fn doors(&self) -> Vec<Doors> {
        let doors = |order| {
            let batch = self.batch_of(order).and_then(|batch| self.batches.get(&batch));
            let stops = batch.iter().flat_map(|batch| &batch.stops).map(|(stop, _)| *stop);
            let mut doors: Vec<_> = stops
                .filter(|stop| *stop != order)
                .map(|stop| (stop, is_done(self.orders[stop].seen.status)))
                .collect();
            doors.sort_unstable();
            doors
        };
        (0..self.orders.len()).map(doors).collect()
    }

    /// What the other batches of each order's car are like.
    fn elsewhere(&self) -> Vec<Vec<Elsewhere>> {
        let is_under_way = |order: usize| self.orders[order].seen.status == Status::BeingDelivered;
        let elsewhere = |order| {
            let own = self.batch_of(order);
            let car = own.and_then(|own| self.batches.get(&own)).map(|group| group.car);
            let others = self.batches.iter().filter(|(name, group)| Some(**name) != own && Some(group.car) == car);
            let stops = |group: &Group| {
                let stop =
                    |(stop, _): &(usize, _)| (*stop, is_done(self.orders[*stop].seen.status), is_under_way(*stop));
                group.stops.iter().map(stop).collect()
            };
            others.map(|(name, group)| (*name, group.updated_at, stops(group))).collect()
        };
        (0..self.orders.len()).map(elsewhere).collect()
    }

    /// Tells each order its place. One that is over hears no more than its turn, or that it has none.
    fn seat(&mut self) {
        for order in 0..self.orders.len() {
            let place = self.place(order);
            let seen = &mut self.orders[order].seen;
            match (&mut seen.place, place) {
                (Some(old), Some(new)) if is_over(seen.status) => old.stop = new.stop,
                (old, new) => *old = new,
            }
        }
    }

    fn place(&self, order: usize) -> Option<Place> {
        let batch = self.batch_of(order)?;
        let group = self.batches.get(&batch)?;
        let turn = group.stops.iter().position(|(stop, _)| *stop == order)?;
        let open = group.stops[..turn].iter().filter(|(stop, _)| !is_done(self.orders[*stop].seen.status));
        Some(Place {
            batch,
            car: group.car,
            stop: u32::try_from(turn).unwrap(),
            stops_before: u32::try_from(open.count()).unwrap(),
            minutes: group.stops[turn].1,
            updated_at: group.updated_at,
            departed_at: group.departed_at,
        })
    }

    fn take(&mut self, order: usize, status: Status, now: Timestamp, told: &mut Told) {
        let order = &mut self.orders[order];
        (order.seen.status, order.seen.seq, order.seen.rev) = (status, order.seen.seq + 1, order.seen.rev + 1);
        order.seen.estimate = order.estimate(now);
        told.appended.push((order.id, status.number(), order.seen.rev));
    }

    /// Gives who changed without a status a new estimate, where its plan is another, and a new number.
    fn settle(
        &mut self,
        before: &[One],
        (doors, elsewhere): (&[Doors], &[Vec<Elsewhere>]),
        now: Timestamp,
        told: &mut Told,
    ) {
        let (new_doors, new_elsewhere) = (self.doors(), self.elsewhere());
        for (index, order) in self.orders.iter_mut().enumerate() {
            let (old, seen) = (&before[index].seen, &mut order.seen);
            if seen.seq != old.seq {
                continue;
            }
            let is_at_8 = seen.status == Status::BeingDelivered;
            // A departure counts for those alone who know their minutes from it.
            let says = |seen: &Seen| {
                let place = seen.place.as_ref()?;
                Some((place.minutes?, place.departed_at.filter(|_| is_at_8)))
            };
            let basis = seen.estimate.map(|estimate| estimate.basis);
            let has_left = seen.place.is_none() && old.place.is_some();
            let keeps = match has_left {
                true => basis == Some(Basis::Kitchen),
                false => basis == Some(Basis::Car) || says(seen) == says(old),
            };
            if !keeps && seen.estimate.is_some() {
                order.seen.estimate = order.estimate(now);
            }
            let seen = &mut order.seen;
            // The turn itself is shown to nobody.
            let shown = |seen: &Seen| (seen.place.clone().map(|place| Place { stop: 0, ..place }), seen.estimate);
            let sees_other_doors = seen.place.is_some() && new_doors[index] != doors[index];
            let goes_otherwise = is_at_8 && seen.place.is_some() && new_elsewhere[index] != elsewhere[index];
            if shown(seen) != shown(old) || (sees_other_doors && !is_over(seen.status)) || goes_otherwise {
                seen.rev += 1;
                told.changed.push((order.id, seen.rev));
            }
        }
    }
}

impl One {
    /// What the batch's plan says of it, or the kitchen.
    fn estimate(&self, now: Timestamp) -> Option<Estimate> {
        let Some(place) = &self.seen.place else { return kitchen_estimate(&PLAN, self.seen.status, now) };
        let travel = Travel {
            batch: "A".parse().unwrap(),
            car: "1".parse().unwrap(),
            stop: place.stop,
            stops_before: place.stops_before,
            minutes: place.minutes,
            updated_at: place.updated_at,
            departed_at: place.departed_at,
        };
        planned_estimate(&PLAN, Some(&travel), self.seen.status, now)
    }
}
