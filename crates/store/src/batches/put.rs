//! Putting a batch together: who gets aboard, who is taken out, and what that changes for the others.

use std::collections::{BTreeMap, BTreeSet};

use domain::{
    batch::{BatchCandidate, Travel, is_done, steps_aboard},
    ids::{BatchId, CarId, OrderId},
    order::{Status, StatusRefusal},
};
use jiff::Timestamp;

use super::{
    BatchError, BatchPut, PutBatch,
    ledger::{Hand, OrderLedger},
};
use crate::{append::LoadedOrder, error::StoreError};

/// A batch's own row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BatchRecord {
    pub(crate) car: CarId,
    pub(crate) estimated_minutes: Option<u32>,
    pub(crate) updated_at: Timestamp,
    pub(crate) departed_at: Option<Timestamp>,
}

impl OrderLedger {
    /// Puts a batch together, and gives its row as it is then; `batch` is none where it is new. The same
    /// plan again leaves every place as it is. The ledger holds the stops, and every batch whole that one of them is in.
    pub(crate) fn put(
        &mut self,
        put: &PutBatch,
        batch: Option<&BatchRecord>,
    ) -> Result<(BatchPut, BatchRecord), BatchError> {
        let members = self.members(&put.batch);
        self.check(put, &members)?;
        let steps = self.steps(put)?;
        let passed = self.passed(put, batch, &members);
        let same = self.same_plan(put, batch, &members, &passed);
        let row = same.cloned().unwrap_or_else(|| self.new_plan(put, batch, &members));
        let before: BTreeMap<OrderId, LoadedOrder> =
            members.iter().chain(&put.stops).filter_map(|id| Some((*id, self.get(*id)?.clone()))).collect();
        let left: BTreeSet<BatchId> = before
            .values()
            .filter_map(|kept| kept.state.travel.as_ref())
            .map(|travel| travel.batch.clone())
            .filter(|left| *left != put.batch)
            .collect();
        let is_new = same.is_none();
        if is_new {
            let seats = self.seats(left.iter().chain([&put.batch]));
            self.seat(put, &row, &members, &passed);
            self.keep_former(&seats, put.now);
        }
        let hand = Hand { source: put.source, actor: &put.actor, now: put.now, ttl: put.ttl };
        let mut outcome = put.outcome();
        for (id, steps) in steps {
            outcome.appended.extend(steps.into_iter().filter_map(|status| self.take(id, status, &hand)));
        }
        let stay: BTreeSet<OrderId> = passed.iter().chain(&put.stops).copied().collect();
        let has_new_doors = members.iter().copied().collect::<BTreeSet<_>>() != stay;
        let rests = |id: &OrderId, before: &LoadedOrder| passed.contains(id) && before.state.over_at.is_some();
        for (id, before) in before.iter().filter(|(id, before)| !rests(id, before)) {
            self.replan(*id, before, put.now);
            let Some(kept) = self.get(*id) else { continue };
            let (now, then) = (&kept.state, &before.state);
            let has_changed = now.travel != then.travel || kept.estimate != before.estimate || has_new_doors;
            if now.seq == then.seq && has_changed {
                outcome.changed.extend(self.raise(*id));
            }
        }
        for left in &left {
            outcome.changed.extend(self.recount(left, None));
        }
        if is_new {
            let gone = before.values().filter_map(|kept| kept.state.travel.as_ref()).map(|travel| &travel.car);
            let cars: Vec<&CarId> = gone.chain(batch.map(|batch| &batch.car)).chain([&put.car]).collect();
            outcome.changed.extend(self.raise_others(&cars, &left.iter().chain([&put.batch]).collect::<Vec<_>>()));
        }
        outcome.changed.sort_by_key(|changed| changed.order);
        Ok((outcome, row))
    }

    /// Where the orders of these batches sit.
    fn seats<'a>(&self, batches: impl Iterator<Item = &'a BatchId>) -> BTreeMap<OrderId, Travel> {
        let members = batches.flat_map(|batch| self.members(batch));
        members.filter_map(|id| Some((id, self.get(id)?.state.travel.clone()?))).collect()
    }

    fn check(&self, put: &PutBatch, members: &[OrderId]) -> Result<(), BatchError> {
        let mut seen = BTreeSet::new();
        if !put.stops.iter().all(|id| seen.insert(*id)) {
            return Err(StoreError::refused("an order stands twice among the stops of a batch").into());
        }
        for id in &put.stops {
            let kept = self.get(*id).ok_or(BatchError::NotFound(*id))?;
            if !put.reach.includes(kept.restaurant_id) {
                return Err(BatchError::Foreign(Some(*id)));
            }
        }
        let mut members = members.iter().filter_map(|id| self.get(*id));
        if members.all(|kept| put.reach.includes(kept.restaurant_id)) { Ok(()) } else { Err(BatchError::ForeignBatch) }
    }

    /// The statuses that each stop has to take, by the orders' numbers.
    fn steps(&self, put: &PutBatch) -> Result<BTreeMap<OrderId, Vec<Status>>, BatchError> {
        let steps = |id: &OrderId| {
            let kept = self.get(*id).ok_or(BatchError::NotFound(*id))?;
            let state = &kept.state;
            let waiting = BatchCandidate {
                fulfilment: state.fulfilment,
                status: state.status,
                batch: state.travel.as_ref().map(|travel| &travel.batch),
                car: kept.car.as_ref(),
            };
            let steps = steps_aboard(waiting, &put.batch, &put.car).map_err(|refusal| refused(*id, refusal))?;
            Ok((*id, steps))
        };
        put.stops.iter().map(steps).collect()
    }

    /// The stops that are behind the car. They stay as long as it goes on with the batch: whoever waits for the next ones must
    /// not see their doors either, until it has left them.
    fn passed(&self, put: &PutBatch, batch: Option<&BatchRecord>, members: &[OrderId]) -> Vec<OrderId> {
        let is_behind = |id: &&OrderId| self.get(**id).is_some_and(|kept| is_done(kept.state.status));
        let goes_on = batch.is_some_and(|batch| batch.car == put.car) && !members.iter().all(|id| is_behind(&id));
        members.iter().filter(|_| goes_on).filter(is_behind).copied().collect()
    }

    /// The batch's row, where this is the plan that it has already.
    fn same_plan<'a>(
        &self,
        put: &PutBatch,
        batch: Option<&'a BatchRecord>,
        members: &[OrderId],
        passed: &[OrderId],
    ) -> Option<&'a BatchRecord> {
        batch.filter(|batch| {
            members.iter().filter(|id| !passed.contains(id)).eq(&put.stops)
                && batch.car == put.car
                && batch.estimated_minutes == put.estimated_minutes
                && batch.departed_at == self.departed_at(put, Some(batch), members)
        })
    }

    fn new_plan(&self, put: &PutBatch, batch: Option<&BatchRecord>, members: &[OrderId]) -> BatchRecord {
        BatchRecord {
            car: put.car.clone(),
            estimated_minutes: put.estimated_minutes,
            updated_at: put.now,
            departed_at: self.departed_at(put, batch, members),
        }
    }

    /// A batch begins anew with another car, and where nothing of it was under way any more.
    fn departed_at(&self, put: &PutBatch, batch: Option<&BatchRecord>, members: &[OrderId]) -> Option<Timestamp> {
        let is_open = members.iter().filter_map(|id| self.get(*id)).any(|kept| !is_done(kept.state.status));
        batch.filter(|batch| is_open && batch.car == put.car).and_then(|batch| batch.departed_at)
    }

    /// Gives the stops their places, behind those that are passed, and takes the others out.
    fn seat(&mut self, put: &PutBatch, row: &BatchRecord, members: &[OrderId], passed: &[OrderId]) {
        for id in members.iter().filter(|id| !put.stops.contains(id) && !passed.contains(id)) {
            self.place(*id, None);
        }
        let mut behind = 0;
        for id in passed {
            let Some(state) = self.get(*id).map(|kept| kept.state.clone()) else { continue };
            let travel = state.travel.map(|travel| match state.over_at {
                Some(_) => Travel { stop: behind, ..travel },
                None => Travel {
                    stop: behind,
                    stops_before: 0,
                    updated_at: row.updated_at,
                    departed_at: row.departed_at,
                    ..travel
                },
            });
            self.place(*id, travel);
            behind += 1;
        }
        for (stop, id) in (0..).zip(&put.stops) {
            let planned = put.planned.get(stop as usize).copied().flatten();
            let travel = Travel {
                batch: put.batch.clone(),
                car: put.car.clone(),
                stop: behind + stop,
                // No stop that gets aboard is done.
                stops_before: stop,
                minutes: put.estimated_minutes.or(planned),
                updated_at: row.updated_at,
                departed_at: row.departed_at,
            };
            self.place(*id, Some(travel));
        }
    }
}

impl PutBatch {
    /// What it came to before anything changed.
    fn outcome(&self) -> BatchPut {
        BatchPut {
            batch: self.batch.clone(),
            car: self.car.clone(),
            stops: self.stops.clone(),
            appended: Vec::new(),
            changed: Vec::new(),
        }
    }
}

fn refused(order: OrderId, refusal: StatusRefusal) -> BatchError {
    match refusal {
        StatusRefusal::Transition { from, to } => BatchError::Refused { order, from, to },
        // Steps aboard believe nothing of the order.
        StatusRefusal::Moved { status, .. } => BatchError::Refused { order, from: status, to: Status::InCar },
    }
}
