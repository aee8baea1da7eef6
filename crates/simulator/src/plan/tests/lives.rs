//! What a plan comes to: each order with everything that happens to it, and whether the contract allows that.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    batch::{BatchPlan, BatchStep},
    city_time::Seconds,
    lifecycle::StatusUpdate,
    orders::{OrderPlan, WARM_UP},
    plan::CityPlan,
    timeline::PlannedEvent,
    wire::WireOrderType,
};

/// A status that an order takes, by whatever call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) at: Seconds,
    pub(super) status: i16,
    pub(super) has_note: bool,
}

/// An order with everything that happens to it.
#[derive(Debug, Clone)]
pub(super) struct Life {
    pub(super) order: OrderPlan,
    pub(super) steps: Vec<Step>,
    /// The stops of its batch.
    pub(super) stops: usize,
}

impl Life {
    fn step(&mut self, at: Seconds, status: i16) {
        self.steps.push(Step { at, status, has_note: false });
    }

    pub(super) fn status_at(&self, now: Seconds) -> Option<i16> {
        self.steps.iter().rev().find(|step| step.at <= now).map(|step| step.status)
    }

    pub(super) fn over_at(&self) -> Seconds {
        let is_over =
            |step: &&Step| matches!(step.status, 10..=13) || (step.status == 4 && self.order.parcel.is_none());
        self.steps.iter().find(is_over).map_or(Seconds::MAX, |step| step.at)
    }

    pub(super) fn goes(&self, from: i16, to: i16) -> bool {
        self.steps.windows(2).any(|pair| pair[0].status == from && pair[1].status == to)
    }
}

/// What a plan comes to, for orders that are placed before `until`; what follows is read as far as it concerns them.
/// Those for later are left out: who would read until tomorrow?
pub(super) fn lives(plan: CityPlan, until: Seconds) -> Vec<Life> {
    let mut lives: BTreeMap<u64, Life> = BTreeMap::new();
    for planned in plan.take_while(|planned| planned.at() < until + WARM_UP) {
        match planned {
            PlannedEvent::Order(order) => {
                let step = |update: &StatusUpdate| Step {
                    at: update.at,
                    status: update.status,
                    has_note: update.note.is_some(),
                };
                let steps = order.updates.iter().map(step).collect();
                assert!(
                    lives.insert(order.number, Life { order: *order, steps, stops: 0 }).is_none(),
                    "each order comes once"
                );
            }
            PlannedEvent::Batch(batch) => live_through(&batch, &mut lives),
        }
    }
    lives.into_values().filter(|life| life.order.at < until && life.order.done_at < until + WARM_UP / 2).collect()
}

fn live_through(batch: &BatchPlan, lives: &mut BTreeMap<u64, Life>) {
    let mut aboard: BTreeSet<u64> = BTreeSet::new();
    for act in &batch.steps {
        match act {
            BatchStep::Aboard(at, stops) => {
                assert!(aboard.iter().all(|order| stops.contains(order)), "nobody is taken out: {batch:?}");
                for order in stops.iter().filter(|order| !aboard.contains(order)) {
                    let life = lives.get_mut(order).expect("an order of a batch was placed before it");
                    assert!(life.order.done_at < *at && life.order.restaurant_id == batch.restaurant_id);
                    life.step(*at, 5);
                    life.step(*at, 6);
                }
                aboard.extend(stops);
            }
            BatchStep::Depart(at) => {
                for order in aboard.iter() {
                    let life = lives.get_mut(order).expect("it was placed");
                    if life.steps.last().is_some_and(|step| step.status < 8) {
                        life.step(*at, 8);
                    }
                }
            }
            BatchStep::Update(order, update) => {
                let life = lives.get_mut(order).expect("it was placed");
                life.steps.push(Step { at: update.at, status: update.status, has_note: update.note.is_some() });
            }
        }
    }
    for order in &aboard {
        lives.get_mut(order).expect("it was placed").stops = aboard.len();
    }
}

/// The table of docs/spec/hub.md, "Statuses", written out once more from outside.
fn may_follow(is_delivery: bool, is_tracked: bool, from: i16, to: i16) -> bool {
    match (from, to) {
        (12 | 13, _) => false,
        (_, 13) => from < 9,
        (_, 12) => from == 10 || from == 11 || (from == 4 && !is_tracked),
        (6, 5) | (7, 6) | (8, 7) | (9, 8) => is_delivery,
        (10, 11) => false,
        (_, 5..=11) => is_delivery && to > from,
        _ => to > from,
    }
}

pub(super) fn check(life: &Life) -> Result<(), String> {
    let order = &life.order;
    let is_delivery = order.order_type == WireOrderType::Delivery;
    let (mut status, mut at) = (0, order.at);
    for step in &life.steps {
        if !may_follow(is_delivery, order.parcel.is_some(), status, step.status) {
            return Err(format!("{status} → {} is not allowed", step.status));
        }
        // A batch takes two steps at once.
        if step.at < at || (step.at == at && step.status != 6) {
            return Err(format!("{} comes no later than {status}", step.status));
        }
        if step.status == 13 && !step.has_note {
            return Err("cancelled without a word".to_owned());
        }
        (status, at) = (step.status, step.at);
    }
    if is_delivery != order.customer.door.is_some() {
        return Err("a delivery has a door, and nothing else has".to_owned());
    }
    if status == 12 || status == 13 { Ok(()) } else { Err(format!("ends at {status}")) }
}
