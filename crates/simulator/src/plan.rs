//! What will happen in the city, in the order of time: orders, and the batches in which they are brought.

use std::{
    collections::{BTreeSet, VecDeque},
    iter::Peekable,
};

use crate::{
    batch::BatchPlan,
    dispatch::Dispatch,
    orders::{OrderPlan, Orders},
    wire::{Coordinates, Shop},
};

/// Seconds of the city's own time; it opens at 0. What began before is already under way then.
pub(crate) type Seconds = i64;

/// Orders in a minute that keep about ten under way.
pub(crate) const TEN_AT_A_TIME: f64 = 0.5;

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
    /// What is under way when the city opens, until it was told.
    under_way: VecDeque<Planned>,
}

impl Plan {
    /// Plans for these restaurants; `None` where none of them is in business.
    pub(crate) fn new(seed: u64, orders_per_minute: f64, shops: Vec<Shop>) -> Option<Self> {
        let counters = shops.iter().map(|shop| (shop.restaurant_id.clone(), shop.coordinates())).collect();
        let orders = Orders::new(seed, orders_per_minute, shops)?.peekable();
        let mut plan = Self { orders, dispatch: Dispatch::new(seed), counters, under_way: VecDeque::new() };
        plan.open();
        Some(plan)
    }

    /// Lets all that begins before 0 pass, and keeps what is not over by then: the rest is nobody's business any more.
    fn open(&mut self) {
        let (mut orders, mut batches, mut over) = (Vec::new(), Vec::new(), BTreeSet::new());
        while self.next_at().is_some_and(|at| at <= 0) {
            match self.step() {
                Some(Planned::Order(order)) => orders.push(order),
                Some(Planned::Batch(batch)) => batches.push(batch),
                None => break,
            }
        }
        over.extend(
            orders.iter().filter(|order| order.parcel.is_none() && order.done_at <= 0).map(|order| order.number),
        );
        for batch in &mut batches {
            for order in batch.orders() {
                if batch.over_at(order).is_some_and(|at| at <= 0) {
                    batch.forget(order);
                    over.insert(order);
                }
            }
        }
        let orders = orders.into_iter().filter(|order| !over.contains(&order.number)).map(Planned::Order);
        let batches = batches.into_iter().filter(|batch| !batch.orders().is_empty()).map(Planned::Batch);
        let mut under_way: Vec<Planned> = orders.chain(batches).collect();
        under_way.sort_by_key(Planned::at);
        self.under_way = under_way.into();
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
        self.under_way.pop_front().or_else(|| self.step())
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
