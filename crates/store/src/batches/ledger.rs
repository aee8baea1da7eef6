//! The orders that a write touches, as it leaves them.
//!
//! What a batch does to its orders is worked out here, in memory and under the lock that the database
//! gave, once for both databases. Whoever loads a ledger loads the batches whole that may change.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    Actor,
    batch::{Travel, stops_before},
    estimate::Basis,
    ids::{BatchId, CarId, OrderId, Seq},
    order::{Decision, Reported, Source, Status, StatusEvent, apply},
};
use jiff::{SignedDuration, Timestamp};

use crate::append::{Append, AppendError, Appended, Changed, LoadedOrder};

/// Orders, and what is to be written of them.
#[derive(Default)]
pub(crate) struct OrderLedger {
    pub(super) orders: BTreeMap<OrderId, LoadedOrder>,
    /// New events, in the order in which they came.
    events: Vec<(OrderId, StatusEvent)>,
    /// Orders whose state is another.
    moved: BTreeSet<OrderId>,
    /// Orders whose place in a batch is another.
    placed: BTreeSet<OrderId>,
    /// Stops that a car no longer has.
    former: Vec<FormerStop>,
}

/// A stop that a car no longer has.
#[derive(Debug, Clone)]
pub(crate) struct FormerStop {
    pub(crate) order: OrderId,
    /// The place that it had.
    pub(crate) travel: Travel,
    /// The stop before it.
    pub(crate) behind: Option<OrderId>,
    pub(crate) left_at: Timestamp,
}

/// Who lets an order take a status on behalf of its batch, and when.
pub(super) struct Hand<'a> {
    pub(super) source: Source,
    pub(super) actor: &'a Actor,
    pub(super) now: Timestamp,
    pub(super) ttl: SignedDuration,
}

impl OrderLedger {
    /// Takes in an order as it was read.
    pub(crate) fn insert(&mut self, id: OrderId, kept: LoadedOrder) {
        self.orders.insert(id, kept);
    }

    pub(crate) fn get(&self, id: OrderId) -> Option<&LoadedOrder> {
        self.orders.get(&id)
    }

    /// Orders whose present status one of these reports takes back, each with that status' number.
    pub(crate) fn undone(&self, appends: &[&Append]) -> Vec<(OrderId, Seq)> {
        let undone = |append: &&Append| {
            let kept = self.get(append.order).filter(|kept| append.may_undo(kept))?;
            Some((append.order, kept.state.seq))
        };
        BTreeSet::from_iter(appends.iter().filter_map(undone)).into_iter().collect()
    }

    /// Takes in who reported the present statuses of orders.
    pub(crate) fn insert_present(&mut self, present: impl IntoIterator<Item = (OrderId, Reported)>) {
        for (id, reported) in present {
            if let Some(kept) = self.orders.get_mut(&id) {
                kept.present = Some(reported);
            }
        }
    }

    /// The events to be written.
    pub(crate) fn events(&self) -> impl Iterator<Item = (OrderId, &StatusEvent)> {
        self.events.iter().map(|(id, event)| (*id, event))
    }

    /// The orders whose state is to be written.
    pub(crate) fn moved(&self) -> impl Iterator<Item = (OrderId, &LoadedOrder)> {
        self.moved.iter().filter_map(|id| Some((*id, self.get(*id)?)))
    }

    /// The orders whose place in a batch is to be written.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (OrderId, &LoadedOrder)> {
        self.placed.iter().filter_map(|id| Some((*id, self.get(*id)?)))
    }

    /// The orders of which anything is to be written.
    pub(crate) fn touched(&self) -> impl Iterator<Item = (OrderId, &LoadedOrder)> {
        self.moved.union(&self.placed).filter_map(|id| Some((*id, self.get(*id)?)))
    }

    /// The stops that a car has lost.
    pub(crate) fn former(&self) -> impl Iterator<Item = &FormerStop> {
        self.former.iter()
    }

    /// Applies a report, and tells the other stops of the order's batch and car where that concerns them.
    pub(crate) fn report(&mut self, append: &Append, event_known: bool) -> Result<Appended, AppendError> {
        let id = append.order;
        let kept = self.orders.get_mut(&id).ok_or(AppendError::NotFound)?;
        let Decision::Apply(applied) = append.judge(kept, event_known)? else { return Ok(kept.answer(id, None)) };
        let concerns_batch = kept.concerns_batch(applied.status);
        let travel = kept.state.travel.clone().filter(|_| kept.concerns_others(applied.status));
        let event = append.event(&applied, kept.state.travel.as_ref());
        kept.apply(&applied, &event);
        let mut appended = kept.answer(id, Some(event.clone()));
        self.events.push((id, event));
        self.moved.insert(id);
        let Some(travel) = travel else { return Ok(appended) };
        if applied.travel.is_none() {
            self.placed.insert(id);
            let behind = self.behind(&travel);
            self.former.push(FormerStop { order: id, travel: travel.clone(), behind, left_at: append.now });
        }
        if concerns_batch {
            appended.changed = self.recount(&travel.batch, Some(id));
        }
        appended.changed.extend(self.raise_others(&[&travel.car], &[&travel.batch]));
        appended.changed.sort_unstable_by_key(|changed| changed.order);
        Ok(appended)
    }

    /// The stop before a place in a batch.
    fn behind(&self, travel: &Travel) -> Option<OrderId> {
        let is_before = |id: &OrderId| {
            let other = self.get(*id).and_then(|kept| kept.state.travel.as_ref());
            other.is_some_and(|other| other.stop < travel.stop)
        };
        self.members(&travel.batch).into_iter().rfind(is_before)
    }

    /// Gives the orders under way in these cars, but not those of these batches, the number of a new state: their customers
    /// may see another part of the car's way from now on.
    pub(super) fn raise_others(&mut self, cars: &[&CarId], except: &[&BatchId]) -> Vec<Changed> {
        let is_other = |(id, kept): (&OrderId, &LoadedOrder)| {
            let travel = kept.state.travel.as_ref()?;
            let is_other = kept.state.status == Status::BeingDelivered
                && cars.contains(&&travel.car)
                && !except.contains(&&travel.batch);
            is_other.then_some(*id)
        };
        let others: Vec<OrderId> = self.orders.iter().filter_map(is_other).collect();
        others.into_iter().filter_map(|id| self.raise(id)).collect()
    }

    /// Keeps what batches have lost whose orders stood so `before`, each in the turn in which they stood.
    pub(super) fn keep_former(&mut self, before: &BTreeMap<OrderId, Travel>, left_at: Timestamp) {
        for (order, travel) in before {
            let now = self.get(*order).and_then(|kept| kept.state.travel.as_ref());
            if now.is_some_and(|now| (&now.batch, &now.car) == (&travel.batch, &travel.car)) {
                continue;
            }
            let same_batch = before.iter().filter(|(_, other)| other.batch == travel.batch && other.stop < travel.stop);
            let behind = same_batch.max_by_key(|(_, other)| other.stop).map(|(behind, _)| *behind);
            self.former.push(FormerStop { order: *order, travel: travel.clone(), behind, left_at });
        }
    }

    /// A batch's orders, by their stops.
    pub(super) fn members(&self, batch: &BatchId) -> Vec<OrderId> {
        let stop = |(id, kept): (&OrderId, &LoadedOrder)| {
            let travel = kept.state.travel.as_ref().filter(|travel| travel.batch == *batch)?;
            Some((travel.stop, *id))
        };
        let mut stops: Vec<_> = self.orders.iter().filter_map(stop).collect();
        stops.sort_unstable();
        stops.into_iter().map(|(_, id)| id).collect()
    }

    /// Counts a batch's stops anew, after one of them was done, left, or is to come again (`reported`, where it is still among
    /// them). That changes where all others may see the car, unless they are over.
    pub(super) fn recount(&mut self, batch: &BatchId, reported: Option<OrderId>) -> Vec<Changed> {
        let members = self.members(batch);
        let statuses: Vec<Status> = members.iter().filter_map(|id| Some(self.orders.get(id)?.state.status)).collect();
        let mut changed = Vec::new();
        for ((stop, id), before) in (0..).zip(members).zip(stops_before(&statuses)) {
            let Some(kept) = self.orders.get_mut(&id) else { continue };
            let rests = kept.state.over_at.is_some();
            let Some(travel) = &mut kept.state.travel else { continue };
            if travel.stop != stop {
                travel.stop = stop;
                self.placed.insert(id);
            }
            if rests || reported == Some(id) {
                continue;
            }
            if travel.stops_before != before {
                travel.stops_before = before;
                self.placed.insert(id);
            }
            changed.push(self.raise(id));
        }
        let mut changed: Vec<Changed> = changed.into_iter().flatten().collect();
        changed.sort_unstable_by_key(|changed| changed.order);
        changed
    }

    /// Gives an order that changed without a status the number of its new state.
    pub(super) fn raise(&mut self, id: OrderId) -> Option<Changed> {
        let kept = self.orders.get_mut(&id)?;
        kept.state.rev = kept.state.rev.next();
        self.moved.insert(id);
        Some(kept.change(id))
    }

    /// Gives an order its place in a batch, or none.
    pub(super) fn place(&mut self, id: OrderId, travel: Option<Travel>) {
        let Some(kept) = self.orders.get_mut(&id) else { return };
        if let Some(travel) = &travel {
            kept.car = Some(travel.car.clone());
        }
        if kept.state.travel != travel {
            kept.state.travel = travel;
            self.placed.insert(id);
        }
    }

    /// Makes the estimate anew of an order that took no status since `before`, where it rests on a plan
    /// that is another now. A car knows better than any plan.
    pub(super) fn replan(&mut self, id: OrderId, before: &LoadedOrder, now: Timestamp) {
        let Some(kept) = self.orders.get_mut(&id) else { return };
        let basis = kept.estimate.map(|estimate| estimate.basis);
        let stands = match &kept.state.travel {
            Some(_) => basis == Some(Basis::Car) || kept.state.batch_plan() == before.state.batch_plan(),
            None => basis.is_none_or(|basis| basis == Basis::Kitchen),
        };
        if kept.state.seq == before.state.seq && !stands {
            kept.estimate = kept.state.estimate(now);
        }
    }

    /// Lets an order take a status that may follow the present one.
    pub(super) fn take(&mut self, id: OrderId, status: Status, hand: &Hand<'_>) -> Option<Appended> {
        let kept = self.orders.get_mut(&id)?;
        let applied = apply(&kept.state, status, hand.now, hand.ttl);
        let travel = applied.travel.as_ref();
        let event = StatusEvent {
            seq: applied.seq,
            status,
            at: hand.now,
            recorded_at: hand.now,
            source: hand.source,
            actor: hand.actor.clone(),
            event_id: None,
            note: None,
            staff_note: None,
            batch: travel.map(|travel| travel.batch.clone()),
            car: travel.map(|travel| travel.car.clone()),
        };
        kept.apply(&applied, &event);
        let appended = kept.answer(id, Some(event.clone()));
        self.events.push((id, event));
        self.moved.insert(id);
        Some(appended)
    }
}
