//! A street in small: orders, their batches and the car, told by what happens and seen by each customer.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::{
    model::{BATCHES, Happens},
    plain::{Seen, Viewer, Visit},
    *,
};

/// Metres between places, on a street of a kilometre; some doors are in the same house.
const STEP: f64 = 70.0;

/// An order: 6 in the car, 8 on its way, 9 failed, 11 brought, 13 cancelled.
#[derive(Debug, Clone)]
struct Order {
    door: Option<f64>,
    status: u8,
    batch: Option<usize>,
    tried: u32,
    /// Since when it is in this state of being done or not.
    since: i64,
    done: Option<i64>,
    over: Option<i64>,
}

#[derive(Debug, Clone, Default)]
struct Batch {
    is_own: bool,
    stops: Vec<usize>,
    departed: Option<i64>,
}

/// A stop that was taken out of one of the car's batches.
#[derive(Debug, Clone)]
struct Former {
    out: i64,
    since: i64,
    tried: u32,
    /// Where it was done before that.
    done: Option<i64>,
    behind: Option<usize>,
    departed: Option<i64>,
}

pub(super) struct World {
    orders: Vec<Order>,
    batches: Vec<Batch>,
    former: BTreeMap<(usize, usize), Former>,
    history: Vec<Seen>,
    doors_as_read: Box<[Door]>,
    read_at: i64,
    car: Option<Sighting>,
    now: i64,
    /// Whether the node has seen all that counts.
    is_informed: bool,
}

/// The present stop of an order for the car: of which batch, and whether it is still in it.
struct Present<'a> {
    batch: usize,
    former: Option<&'a Former>,
}

impl World {
    pub(super) fn new(doors: &[Option<u32>]) -> Self {
        let order = |door: &Option<u32>| Order {
            door: door.map(|door| f64::from(door) * STEP),
            status: 6,
            batch: None,
            tried: 0,
            since: 0,
            done: None,
            over: None,
        };
        let mut world = Self {
            orders: doors.iter().map(order).collect(),
            batches: vec![Batch::default(); BATCHES],
            former: BTreeMap::new(),
            history: Vec::new(),
            doors_as_read: Box::default(),
            read_at: 0,
            car: None,
            now: 1000,
            is_informed: true,
        };
        world.drive(0);
        world
    }

    pub(super) fn happen(&mut self, what: &Happens) {
        match what {
            Happens::Drive(place, later) => {
                self.now += later;
                (self.doors_as_read, self.read_at) = (doors_of(&self.stops()), self.now);
                self.drive(*place);
            }
            Happens::DriveAsReadBefore(place) => {
                self.now += 3;
                self.is_informed = false;
                self.drive(*place);
            }
            Happens::Put(batch, own, stops) => self.put(*batch, *own, stops),
            Happens::Depart(batch) => self.depart(*batch),
            Happens::Done(order, well, late) => {
                // Where the car went between a report and its being heard is known no more: too little may be shown.
                self.is_informed &= *late == 0;
                self.report(*order, if *well { 11 } else { 9 }, self.now - late);
            }
            Happens::PutBack(order) => self.put_back(*order),
            Happens::Cancelled(order) => {
                if self.orders[*order].status < 9 {
                    self.leave(*order, &self.batches.clone());
                    self.report(*order, 13, self.now);
                }
            }
            Happens::Forgotten => (self.car, self.is_informed) = (None, false),
        }
        self.now += 1;
    }

    fn drive(&mut self, place: u32) {
        let metres = f64::from(place) * STEP;
        self.history.push((self.now, metres));
        let seen = position(metres, self.now);
        self.car = Some(Sighting::new(self.car.as_ref(), "auto-1".parse().unwrap(), seen, &self.doors_as_read));
    }

    fn is_done(&self, order: usize) -> bool {
        self.orders[order].status >= 9
    }

    fn put(&mut self, name: usize, own: bool, stops: &[usize]) {
        let Batch { is_own, stops: members, departed } = self.batches[name].clone();
        let goes_on = is_own == own && members.iter().any(|order| !self.is_done(*order));
        let may_board = |order: &&usize| {
            let stop = &self.orders[**order];
            stop.status < 8 || (stop.status == 8 && stop.batch == Some(name) && is_own == own)
        };
        let boards: Vec<usize> = stops.iter().filter(may_board).copied().collect();
        let passed: Vec<usize> = members.iter().filter(|order| goes_on && self.is_done(**order)).copied().collect();
        let was = self.batches.clone();
        for order in members.iter().filter(|order| !passed.contains(order)) {
            if is_own != own || !boards.contains(order) {
                self.leave(*order, &was);
            }
        }
        for order in &boards {
            if self.orders[*order].batch.is_some_and(|batch| batch != name) {
                self.leave(*order, &was);
            }
            // Where no position came between, it was to come all along.
            let mut formers = self.former.iter().filter(|((_, id), _)| id == order);
            let is_from_own = formers.any(|(_, former)| former.out >= self.read_at);
            let order = &mut self.orders[*order];
            if order.batch.is_none() && own && !is_from_own {
                order.since = self.now;
            }
            order.batch = Some(name);
        }
        let stops = passed.into_iter().chain(boards).collect();
        self.batches[name] = Batch { is_own: own, stops, departed: departed.filter(|_| goes_on) };
    }

    /// An order leaves its batch, as all were before.
    fn leave(&mut self, order: usize, was: &[Batch]) {
        let Some(name) = self.orders[order].batch.take() else { return };
        self.batches[name].stops.retain(|stop| *stop != order);
        let batch = &was[name];
        if batch.is_own {
            let turn = batch.stops.iter().position(|stop| *stop == order).unwrap();
            let behind = turn.checked_sub(1).map(|before| batch.stops[before]);
            let Order { since, tried, done, .. } = self.orders[order];
            let former = Former { out: self.now, since, tried, done, behind, departed: batch.departed };
            self.former.insert((name, order), former);
        }
    }

    fn depart(&mut self, name: usize) {
        let now = self.now;
        self.batches[name].departed.get_or_insert(now);
        for order in self.batches[name].stops.clone() {
            let order = &mut self.orders[order];
            order.status = order.status.max(8);
        }
    }

    fn report(&mut self, order: usize, status: u8, at: i64) {
        let now = self.now;
        let stop = &mut self.orders[order];
        if stop.status >= 11 || (stop.status == 9 && status == 9) || (status < 13 && stop.status < 8) {
            return;
        }
        if stop.done.is_none() {
            stop.done = Some(at);
        }
        if status > 9 {
            stop.over = Some(now);
        }
        stop.status = status;
        // Where it was cancelled it has just left its batch by that.
        for ((_, id), former) in &mut self.former {
            if *id == order && former.out == now && status == 13 {
                former.done = Some(at);
            }
        }
    }

    fn put_back(&mut self, order: usize) {
        let now = self.now;
        let stop = &mut self.orders[order];
        if stop.status == 9 {
            (stop.status, stop.done, stop.since, stop.tried) = (8, None, now, stop.tried + 1);
        }
    }

    /// Whether and how an order is a stop of the car.
    fn present(&self, order: usize) -> Option<Present<'_>> {
        let own = self.orders[order].batch.filter(|batch| self.batches[*batch].is_own);
        let aboard = own.map(|batch| Present { batch, former: None });
        let formers = self.former.iter().filter(|((_, id), _)| *id == order);
        let last = formers.max_by_key(|(_, former)| former.out);
        aboard.or(last.map(|((batch, _), former)| Present { batch: *batch, former: Some(former) }))
    }

    /// What a node reads of the car.
    fn stops(&self) -> Vec<Stop> {
        let id = |order: usize| OrderId(i64::try_from(order).unwrap() + 1);
        let stop = |order: usize, batch: usize| Stop {
            order: id(order),
            batch: format!("b{batch}").parse().unwrap(),
            is_aboard: true,
            place: self.orders[order].door.map(north),
            turn: StopTurn::attempt(self.orders[order].tried),
            done: self.orders[order].done.map(second),
            ended_at: self.orders[order].over.map(second),
            behind: None,
            departed_at: self.batches[batch].departed.map(second),
        };
        let own = self.batches.iter().enumerate().filter(|(_, batch)| batch.is_own);
        let aboard = own.flat_map(|(name, batch)| {
            let behind = |turn: usize| turn.checked_sub(1).map(|before| id(batch.stops[before]));
            let stop = move |(turn, order): (usize, &usize)| Stop { behind: behind(turn), ..stop(*order, name) };
            batch.stops.iter().enumerate().map(stop)
        });
        let former = self.former.iter().map(|((batch, order), former)| {
            let out = second(former.out);
            let turn = if former.done.is_some() { StopTurn::attempt(former.tried) } else { StopTurn::taken_out(out) };
            Stop {
                is_aboard: false,
                turn,
                done: former.done.map(second).or(Some(out)),
                ended_at: Some(out),
                behind: former.behind.map(id),
                departed_at: former.departed.map(second),
                ..stop(*order, *batch)
            }
        });
        aboard.chain(former).collect()
    }

    /// When a batch of the car ended for it; none while it is open.
    fn ended(&self, batch: usize) -> Option<i64> {
        let is_open = self.batches[batch].is_own
            && self.batches[batch].stops.iter().any(|order| self.orders[*order].over.is_none());
        let brought = self.batches[batch].stops.iter().filter_map(|order| self.orders[*order].over);
        let brought = brought.filter(|_| self.batches[batch].is_own);
        let out = self.former.iter().filter(|((name, _), _)| *name == batch).map(|(_, former)| former.out);
        brought.chain(out).max().filter(|_| !is_open)
    }

    /// Since when a stop is done for the car, plainly.
    fn done_at(&self, order: usize) -> Option<i64> {
        match self.present(order)?.former {
            Some(former) => Some(former.done.unwrap_or(former.out)),
            None => self.orders[order].done,
        }
    }

    fn viewer(&self, me: usize) -> Option<Viewer> {
        let name = self.orders[me].batch.filter(|name| self.batches[*name].is_own)?;
        let batch = &self.batches[name];
        let others = || (0..self.orders.len()).filter(|other| *other != me && self.present(*other).is_some());
        let visit = |other: usize| {
            let Present { batch, former } = self.present(other)?;
            let since = former.map_or(self.orders[other].since, |former| former.since);
            let until = self.ended(batch).map(|at| at + 30 * 60);
            Some(Visit { door: self.orders[other].door?, since, done: self.done_at(other), until })
        };
        let unseen = |other: usize| {
            let Present { batch, former } = self.present(other)?;
            let members = &self.batches[batch].stops;
            let (behind, departed) = match former {
                Some(former) => (former.behind, former.departed),
                None => {
                    let turn = members.iter().position(|stop| *stop == other).unwrap();
                    (turn.checked_sub(1).map(|before| members[before]), self.batches[batch].departed)
                }
            };
            let from = match behind {
                None => departed?,
                Some(behind) => self.present(behind).map_or(Some(i64::MIN), |_| self.done_at(behind))?,
            };
            Some((from, self.done_at(other).map(|done| done + 120)))
        };
        let goes = |(other, batch): (usize, &Batch)| {
            let is_to_come = |order: &usize| *order != me && !self.is_done(*order);
            other != name && batch.is_own && batch.departed.is_some() && batch.stops.iter().any(is_to_come)
        };
        let turn = batch.stops.iter().position(|stop| *stop == me)?;
        Some(Viewer {
            door: self.orders[me].door,
            stops_before: batch.stops[..turn].iter().filter(|order| !self.is_done(**order)).count(),
            goes_elsewhere: self.batches.iter().enumerate().any(goes),
            others: others().filter_map(visit).collect(),
            unseen: others().filter(|other| self.orders[*other].door.is_none()).filter_map(unseen).collect(),
        })
    }

    /// What each customer is shown now, against the plain words; `was_driven` where a position came just now.
    pub(super) fn check(&self, was_driven: bool) -> Result<(), TestCaseError> {
        let Some(car) = &self.car else { return Ok(()) };
        let stops = self.stops();
        for me in (0..self.orders.len()).filter(|me| self.orders[*me].status == 8) {
            let Some(plain) = self.viewer(me) else { continue };
            let batch: BatchId = format!("b{}", self.orders[me].batch.unwrap()).parse().unwrap();
            let order = OrderId(i64::try_from(me).unwrap() + 1);
            let before = u32::try_from(plain.stops_before).unwrap();
            let visibility = PositionVisibility::new(order, &batch, before, self.orders[me].door.map(north), &stops);
            let shown = visibility.shown(car, second(self.now)).map(|position| position.at.as_second());
            let find = |at: i64| self.history.iter().find(|seen| seen.0 == at).copied().unwrap();
            if let Some(at) = shown {
                let may = plain.may_see(&self.history, find(at), self.now);
                prop_assert!(may, "{order} is shown {:?} at {}: {:?}", find(at), self.now, plain.others);
            }
            let newest = *self.history.last().unwrap();
            if was_driven && self.is_informed && plain.may_see(&self.history, newest, self.now) {
                prop_assert_eq!(shown, Some(newest.0), "{} may see {:?}: {:?}", order, newest, plain.others);
            }
        }
        Ok(())
    }
}
