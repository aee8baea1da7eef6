//! A batch leaves: its stops that wait are under way from now on.

use domain::batch::{Travel, departs_to};

use super::{
    BatchError, BatchPut, Depart,
    ledger::{Hand, OrderLedger},
    put::BatchRecord,
};

impl OrderLedger {
    /// Lets a batch depart, and gives its row as it is then. It departs once: who gets aboard later is
    /// let go with the moment that stands. The ledger holds the batch whole.
    pub(crate) fn depart(
        &mut self,
        depart: &Depart,
        batch: &BatchRecord,
    ) -> Result<(BatchPut, BatchRecord), BatchError> {
        let members = self.members(&depart.batch);
        if !members.iter().filter_map(|id| self.get(*id)).all(|kept| depart.reach.includes(kept.restaurant_id)) {
            return Err(BatchError::Foreign(None));
        }
        let row = match batch.departed_at {
            Some(_) => batch.clone(),
            None => BatchRecord { updated_at: depart.now, departed_at: Some(depart.now), ..batch.clone() },
        };
        let hand = Hand { source: depart.source, actor: &depart.actor, now: depart.now, ttl: depart.ttl };
        let mut outcome = BatchPut {
            batch: depart.batch.clone(),
            car: batch.car.clone(),
            stops: members.clone(),
            appended: Vec::new(),
            changed: Vec::new(),
        };
        let is_first = batch.departed_at.is_none();
        for id in members {
            let Some(before) = self.get(id).cloned() else { continue };
            // What is over rests as it is.
            if before.state.over_at.is_some() {
                continue;
            }
            if is_first {
                let travel = before.state.travel.clone();
                let (updated_at, departed_at) = (row.updated_at, row.departed_at);
                self.place(id, travel.map(|travel| Travel { updated_at, departed_at, ..travel }));
            }
            if let Some(away) = departs_to(before.state.status) {
                outcome.appended.extend(self.take(id, away, &hand));
            } else if is_first {
                self.replan(id, &before, depart.now);
                outcome.changed.extend(self.raise(id));
            }
        }
        if is_first || !outcome.appended.is_empty() {
            outcome.changed.extend(self.raise_others(&[&batch.car], &[&depart.batch]));
        }
        outcome.appended.sort_by_key(|appended| appended.order);
        outcome.changed.sort_by_key(|changed| changed.order);
        Ok((outcome, row))
    }
}
