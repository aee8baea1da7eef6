//! A batch leaves: its stops that wait are under way from now on.

use domain::{
    batch::{Travel, departs_to},
    estimate::Basis,
    ids::OrderId,
    order::Status,
};
use jiff::Timestamp;

use super::{
    BatchError, BatchPut, Depart,
    ledger::{Hand, Ledger},
    put::Batch,
};

impl Ledger {
    /// Lets a batch depart, and gives its row as it is then. It departs once: who gets aboard later is
    /// let go with the moment that stands. The ledger holds the batch whole.
    pub(crate) fn depart(&mut self, depart: &Depart, batch: &Batch) -> Result<(BatchPut, Batch), BatchError> {
        let members = self.members(&depart.batch);
        if !members.iter().filter_map(|id| self.get(*id)).all(|kept| kept.is_in_reach(depart.reach.as_deref())) {
            return Err(BatchError::Foreign(None));
        }
        let row = match batch.departed_at {
            Some(_) => batch.clone(),
            None => Batch { updated_at: depart.now, departed_at: Some(depart.now), ..batch.clone() },
        };
        let hand = Hand { source: depart.source, key_name: &depart.key_name, now: depart.now, ttl: depart.ttl };
        let mut outcome = BatchPut {
            batch: depart.batch.clone(),
            car: batch.car.clone(),
            stops: members.clone(),
            appended: Vec::new(),
            changed: Vec::new(),
        };
        for id in members {
            let Some(kept) = self.orders.get_mut(&id) else { continue };
            // What is over rests as it is.
            if kept.standing.over_at.is_some() {
                continue;
            }
            let status = kept.standing.status;
            let has_departed = batch.departed_at.is_none();
            if has_departed {
                let travel = kept.standing.travel.clone();
                let away =
                    travel.map(|travel| Travel { updated_at: row.updated_at, departed_at: row.departed_at, ..travel });
                self.place(id, away);
            }
            if let Some(away) = departs_to(status) {
                outcome.appended.extend(self.take(id, away, &hand));
            } else if has_departed {
                self.start_clock(id, depart.now);
                outcome.changed.extend(self.raise(id));
            }
        }
        outcome.appended.sort_by_key(|appended| appended.order);
        outcome.changed.sort_by_key(|changed| changed.order);
        Ok((outcome, row))
    }

    /// Counts the plan's minutes from the departure, for a stop that was under way before its batch.
    fn start_clock(&mut self, id: OrderId, now: Timestamp) {
        let Some(kept) = self.orders.get_mut(&id) else { return };
        let rests_on_plan = kept.estimate.is_some_and(|estimate| estimate.basis == Basis::Batch);
        if kept.standing.status == Status::BeingDelivered && rests_on_plan {
            kept.estimate = kept.standing.estimate(now);
        }
    }
}
