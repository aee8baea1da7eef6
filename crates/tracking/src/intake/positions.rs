//! Positions: news, not history. The newest is kept and shown; what it means for the arrivals is
//! worked out beside the answer.

use std::sync::Arc;

use domain::{
    car::{Position, Sighting},
    ids::CarId,
};
use store::StoreError;
use tokio::time::Instant;

use super::{Intake, observe};
use crate::dispatch_key::DispatchKey;

/// What became of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionsTaken {
    /// Newer than what was known of the car.
    pub accepted: usize,
    /// Not newer: of no use any more.
    pub stale: usize,
}

/// Why positions were not taken.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The car carries a batch of restaurants that the key does not reach.
    #[error("the car carries a batch of restaurants that the key does not reach")]
    Foreign,
    /// The database failed.
    #[error("the car's batches could not be looked up")]
    Store(#[from] StoreError),
}

impl Intake {
    /// Takes a car's positions, all or none, in the order of their times. `accepted_at`: when the call was read.
    ///
    /// # Errors
    /// [`PositionsError`] where none was taken.
    pub async fn positions(
        &self,
        key: &DispatchKey,
        car: CarId,
        mut positions: Vec<Position>,
        accepted_at: Instant,
    ) -> Result<PositionsTaken, PositionsError> {
        let run = self.cars.run(&car).await?;
        if !run.is_reached_by(key) {
            return Err(PositionsError::Foreign);
        }
        positions.sort_by_key(|position| position.at);
        let known = self.hub.sighting(&car).await;
        let (mut newest, mut accepted) = (known, 0);
        for position in &positions {
            if newest.as_ref().is_some_and(|newest| newest.position.at >= position.at) {
                continue;
            }
            newest = Some(Sighting::new(newest.as_ref(), car.clone(), *position, run.roads()));
            accepted += 1;
        }
        if let Some(newest) = newest.filter(|_| accepted > 0) {
            if self.hub.parts().bus.sight(&newest).await {
                // Keeping it has told the other nodes.
                let kept = Instant::now();
                self.hub.see(&newest);
                observe(&self.hub.metrics().hops.position, accepted_at, kept);
                self.hub.metrics().positions.inc();
                if !self.cars.arrivals_stand(&newest) {
                    self.tasks.spawn(Arc::clone(&self.cars).tell_arrivals(newest));
                }
            } else {
                // Another node was told of a newer one at the same moment.
                accepted = 0;
            }
        }
        Ok(PositionsTaken { accepted, stale: positions.len() - accepted })
    }
}
