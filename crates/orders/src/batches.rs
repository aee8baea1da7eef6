//! Batches: which orders travel together, in which car, and when they depart.

use std::sync::Arc;

use domain::{
    Reporter,
    ids::{BatchId, CarId, OrderId},
    leg::HANDOVER_MINUTES,
};
use store::{BatchError, BatchPut, Depart, PutBatch, StoreError};
use tokio::time::Instant;

use crate::{Orders, node::observe};

/// A batch as dispatch wants it.
#[derive(Debug, Clone)]
pub struct NewBatch {
    /// Its name.
    pub batch: BatchId,
    /// The car that carries it.
    pub car: CarId,
    /// Its orders, in the order in which they are brought.
    pub stops: Vec<OrderId>,
    /// Minutes from its start to its doors, where dispatch says.
    pub estimated_minutes: Option<u32>,
}

impl Orders {
    /// Commits a batch: its orders go to 5 and 6, all or none.
    ///
    /// # Errors
    /// [`BatchError`] where nothing was committed.
    pub async fn put_batch(&self, by: &Reporter, new: NewBatch) -> Result<BatchPut, BatchError> {
        let accepted = Instant::now();
        let planned =
            if new.estimated_minutes.is_some() { vec![None; new.stops.len()] } else { self.plan(&new).await? };
        let put = PutBatch {
            batch: new.batch,
            car: new.car,
            stops: new.stops,
            estimated_minutes: new.estimated_minutes,
            planned,
            source: by.source,
            actor: by.actor.clone(),
            reach: by.reach.clone(),
            now: self.parts.deps.clock.now(),
            ttl: self.parts.limits.tracking_ttl,
        };
        let store = self.parts.deps.store.clone();
        self.commit_batch(accepted, async move { store.batches().put(put).await }).await
    }

    /// Commits that a batch has departed.
    ///
    /// # Errors
    /// [`BatchError`] where nothing was committed.
    pub async fn depart(&self, by: &Reporter, batch: BatchId) -> Result<BatchPut, BatchError> {
        let depart = Depart {
            batch,
            source: by.source,
            actor: by.actor.clone(),
            reach: by.reach.clone(),
            now: self.parts.deps.clock.now(),
            ttl: self.parts.limits.tracking_ttl,
        };
        let store = self.parts.deps.store.clone();
        self.commit_batch(Instant::now(), async move { store.batches().depart(depart).await }).await
    }

    async fn commit_batch(
        &self,
        accepted: Instant,
        commit: impl Future<Output = Result<BatchPut, BatchError>> + Send + 'static,
    ) -> Result<BatchPut, BatchError> {
        let (announcer, metrics) = (self.announcer.clone(), Arc::clone(&self.parts.metrics));
        let cars = Arc::clone(&self.cars);
        let announce = move |put: BatchPut| async move {
            let committed = Instant::now();
            let others = put.changed.iter().filter_map(|changed| changed.travel.as_ref());
            others.map(|travel| &travel.car).chain([&put.car]).for_each(|car| cars.forget(car));
            for appended in &put.appended {
                announcer.appended(appended);
            }
            announcer.changed(&put.changed);
            if put.appended.iter().any(|appended| appended.applied.is_some()) {
                observe(&metrics.hops.status, accepted, committed);
            }
            put
        };
        self.parts.deps.commits.run(commit, announce).await
    }

    /// Minutes from the start of the batch to each of its doors, where the places are known.
    async fn plan(&self, new: &NewBatch) -> Result<Vec<Option<u32>>, StoreError> {
        let mut planned = Vec::with_capacity(new.stops.len());
        let (mut place, mut minutes) = (None, Some(0.0));
        for stop in &new.stops {
            let order = self.parts.deps.store.orders().by_id(*stop).await?;
            let from = place.or(order.as_ref().map(|order| order.restaurant.location));
            let door = order.and_then(|order| order.customer.coordinates);
            minutes = match (minutes, from.zip(door)) {
                (Some(minutes), Some((from, door))) => {
                    self.cars.drive_minutes(from, door).await.map(|more| minutes + more)
                }
                _ => None,
            };
            planned.push(minutes.map(whole));
            place = door.or(place);
            minutes = minutes.map(|minutes| minutes + HANDOVER_MINUTES);
        }
        Ok(planned)
    }
}

/// Whole minutes, rounded up.
fn whole(minutes: f64) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    let whole = minutes.ceil() as u32;
    whole
}
