//! What will happen in the city, in the order of time: orders, and the batches in which they are brought.

use std::{
    collections::{BTreeSet, VecDeque},
    iter::Peekable,
};

use crate::{
    batch::BatchPlan,
    dispatch::Dispatch,
    opening::{Opening, Story},
    orders::{OrderPlan, Orders},
    week::{WeekTime, bustle},
    wire::{Coordinates, Shop},
};

/// Seconds of the city's own time. It opens at 0 or soon after; what began before is already under way then.
pub(crate) type Seconds = i64;

/// Orders in a minute of the city that keep about thirty under way.
pub(crate) const THIRTY_AT_A_TIME: f64 = 1.45;

/// What a city is planned from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Terms {
    pub(crate) seed: u64,
    /// In a quiet hour, minutes of the city.
    pub(crate) orders_per_minute: f64,
    /// How many times faster than the wall the city lives.
    pub(crate) speed: f64,
    /// What the clock on the wall shows at 0.
    pub(crate) wall: WeekTime,
}

impl Terms {
    /// Seconds on the wall as seconds of the city.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few days at most")]
    pub(crate) fn in_the_city(&self, wall: Seconds) -> Seconds {
        (wall as f64 * self.speed).round() as Seconds
    }

    /// What the clock on the wall shows at a moment of the city.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a few days at most")]
    pub(crate) fn wall_at(&self, at: Seconds) -> WeekTime {
        self.wall.after((at as f64 / self.speed).round() as Seconds)
    }

    /// How many times as many order at a moment as in a quiet hour. It is the hour that the city lives in: it begins
    /// with that of the wall and goes on at the city's own speed, so that whoever looks on sees a rush come and go.
    pub(crate) fn bustle_at(&self, at: Seconds) -> f64 {
        bustle(self.wall.after(at))
    }
}

#[cfg(test)]
impl Terms {
    /// A city as the demo's, on a Wednesday at two in the afternoon.
    pub(crate) fn usual(seed: u64) -> Self {
        let wall = WeekTime::of("2026-11-18T12:00:00Z".parse().expect("a time"));
        Self { seed, orders_per_minute: THIRTY_AT_A_TIME, speed: 4.0, wall }
    }
}

/// Something that begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Planned {
    /// An order is placed.
    Order(Box<OrderPlan>),
    /// The first order of a batch is ready. All its orders were placed before.
    Batch(BatchPlan),
}

impl Planned {
    /// When it begins.
    pub(crate) fn at(&self) -> Seconds {
        match self {
            Self::Order(order) => order.at,
            Self::Batch(batch) => batch.at,
        }
    }
}

/// An endless iterator over what happens, in the order in which it begins.
pub(crate) struct Plan {
    orders: Peekable<Orders>,
    dispatch: Dispatch,
    counters: Vec<(String, Coordinates)>,
    opening: Opening,
    /// What is under way when the city opens, and what was planned beyond that, until it was told.
    ahead: VecDeque<Planned>,
}

impl Plan {
    /// Plans for these restaurants; `None` where none of them is in business.
    pub(crate) fn new(terms: Terms, shops: Vec<Shop>) -> Option<Self> {
        let counters = shops.iter().map(|shop| (shop.restaurant_id.clone(), shop.coordinates())).collect();
        let orders = Orders::new(terms, shops)?.peekable();
        let (dispatch, opening) = (Dispatch::new(terms), Opening::default());
        let mut plan = Self { orders, dispatch, counters, opening, ahead: VecDeque::new() };
        plan.open();
        Some(plan)
    }

    /// When the city opens.
    pub(crate) fn opens_at(&self) -> Seconds {
        self.opening.at
    }

    /// What is to be seen first, if there is such a thing.
    pub(crate) fn story(&self) -> Option<&Story> {
        self.opening.story.as_ref()
    }

    /// Finds the moment of the opening, and keeps what is not over by then: the rest is nobody's business any more.
    fn open(&mut self) {
        let (mut orders, mut batches) = (Vec::new(), Vec::new());
        while self.next_at().is_some_and(|at| at <= self.begun_until()) {
            match self.step() {
                Some(Planned::Order(order)) => orders.push(order),
                Some(Planned::Batch(batch)) => {
                    if self.opening.story.is_none() {
                        self.opening = Opening::before(&batch, &orders).unwrap_or_default();
                    }
                    batches.push(batch);
                }
                None => break,
            }
        }
        let opens_at = self.opening.at;
        let mut over: BTreeSet<u64> = orders
            .iter()
            .filter(|order| order.parcel.is_none() && order.done_at <= opens_at)
            .map(|order| order.number)
            .collect();
        for batch in &mut batches {
            for order in batch.orders() {
                if batch.over_at(order).is_some_and(|at| at <= opens_at) {
                    batch.forget(order);
                    over.insert(order);
                }
            }
        }
        let orders = orders.into_iter().filter(|order| !over.contains(&order.number)).map(Planned::Order);
        let batches = batches.into_iter().filter(|batch| !batch.orders().is_empty()).map(Planned::Batch);
        let mut ahead: Vec<Planned> = orders.chain(batches).collect();
        ahead.sort_by_key(Planned::at);
        self.ahead = ahead.into();
    }

    /// Until when everything that begins is planned before the city opens: as long as it looks for its moment.
    fn begun_until(&self) -> Seconds {
        if self.opening.story.is_some() { self.opening.at } else { Opening::LATEST }
    }

    fn next_at(&mut self) -> Option<Seconds> {
        let order = self.orders.peek().map(|order| order.at);
        order.into_iter().chain(self.dispatch.due()).min()
    }

    /// What begins next. Whoever can be in a batch has been placed before its first order is ready.
    fn step(&mut self) -> Option<Planned> {
        let next_order_at = self.orders.peek()?.at;
        if self.dispatch.due().is_some_and(|due| due < next_order_at) {
            return self.dispatch.take().map(Planned::Batch);
        }
        let order = self.orders.next()?;
        let counter = self.counters.iter().find(|(id, _)| *id == order.restaurant_id);
        if let (Some((id, place)), Some(parcel)) = (counter, &order.parcel) {
            self.dispatch.add(id, *place, parcel.clone());
        }
        Some(Planned::Order(Box::new(order)))
    }
}

impl Iterator for Plan {
    type Item = Planned;

    fn next(&mut self) -> Option<Planned> {
        self.ahead.pop_front().or_else(|| self.step())
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
