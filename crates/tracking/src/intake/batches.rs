//! Batches: which orders travel together, in which car, and when they depart.

use std::sync::Arc;

use domain::{
    error::Code,
    ids::{BatchId, CarId, OrderId},
    leg::HANDOVER_MINUTES,
};
use server::ApiError;
use store::{BatchError, BatchPut, Depart, PutBatch, StoreError};
use tokio::time::Instant;

use super::{Intake, announce, cut_short, observe};
use crate::dispatch_key::DispatchKey;

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

impl Intake {
    /// Commits a batch: its orders go the missing steps, all or none.
    ///
    /// # Errors
    /// [`BatchError`] where nothing was committed.
    pub async fn put_batch(&self, key: &DispatchKey, new: NewBatch) -> Result<BatchPut, BatchError> {
        let accepted = Instant::now();
        let planned =
            if new.estimated_minutes.is_some() { vec![None; new.stops.len()] } else { self.plan(&new).await? };
        let parts = self.hub.parts();
        let put = PutBatch {
            batch: new.batch,
            car: new.car,
            stops: new.stops,
            estimated_minutes: new.estimated_minutes,
            planned,
            source: key.source,
            actor: key.actor(),
            reach: key.reach.clone(),
            now: parts.clock.now(),
            ttl: parts.limits.tracking_ttl,
        };
        let store = parts.store.clone();
        self.commit_batch(accepted, async move { store.put_batch(put).await }).await
    }

    /// Commits that a batch has departed.
    ///
    /// # Errors
    /// [`BatchError`] where nothing was committed.
    pub async fn depart(&self, key: &DispatchKey, batch: BatchId) -> Result<BatchPut, BatchError> {
        let parts = self.hub.parts();
        let depart = Depart {
            batch,
            source: key.source,
            actor: key.actor(),
            reach: key.reach.clone(),
            now: parts.clock.now(),
            ttl: parts.limits.tracking_ttl,
        };
        let store = parts.store.clone();
        self.commit_batch(Instant::now(), async move { store.depart(depart).await }).await
    }

    async fn commit_batch(
        &self,
        accepted: Instant,
        commit: impl Future<Output = Result<BatchPut, BatchError>> + Send + 'static,
    ) -> Result<BatchPut, BatchError> {
        let (hub, cars) = (self.hub.clone(), Arc::clone(&self.cars));
        self.own(async move {
            let put = commit.await?;
            let committed = Instant::now();
            cars.forget(&put.car);
            for appended in &put.appended {
                announce::announce_appended(&hub, appended);
            }
            announce::announce_changed(&hub, &put.changed);
            if put.appended.iter().any(|appended| appended.applied.is_some()) {
                observe(&hub.metrics().hops.status, accepted, committed);
            }
            Ok(put)
        })
        .await
        .unwrap_or_else(|| Err(BatchError::Store(cut_short())))
    }

    /// Minutes from the start of the batch to each of its doors, where the places are known.
    async fn plan(&self, new: &NewBatch) -> Result<Vec<Option<u32>>, StoreError> {
        let mut planned = Vec::with_capacity(new.stops.len());
        let (mut place, mut minutes) = (None, Some(0.0));
        for stop in &new.stops {
            let order = self.hub.parts().store.order(*stop).await?;
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

/// What a refused batch is answered with.
#[must_use]
pub fn batch_error(error: BatchError) -> ApiError {
    match error {
        BatchError::NotFound(order) => ApiError::new(Code::OrderNotFound).with("orderId", order.to_string()),
        BatchError::Foreign(Some(order)) => ApiError::new(Code::Forbidden).with("orderId", order.to_string()),
        BatchError::Foreign(None) => ApiError::new(Code::Forbidden),
        BatchError::UnknownBatch => ApiError::new(Code::BatchNotFound),
        BatchError::ForeignBatch => ApiError::new(Code::BatchForeign),
        BatchError::Refused { order, from, to } => ApiError::new(Code::StatusTransition)
            .with("orderId", order.to_string())
            .with("from", from.number())
            .with("to", to.number()),
        BatchError::Store(error) => crate::routes::store_error(error),
    }
}
