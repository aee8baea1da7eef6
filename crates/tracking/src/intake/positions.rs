//! Positions: news, not history. The newest is kept and shown; what it means for the arrivals is
//! worked out beside the answer.

use std::sync::Arc;

use domain::{
    car::{Position, Sighting},
    ids::CarId,
};
use jiff::Timestamp;
use store::StoreError;
use tokio::time::Instant;

use super::{Intake, cars::Run, observe};
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
        car: &CarId,
        mut positions: Vec<Position>,
        accepted_at: Instant,
    ) -> Result<PositionsTaken, PositionsError> {
        let now = self.hub.parts().clock.now();
        if let Some(taken) = self.positions_at_once(key, car.as_str(), &mut positions, (accepted_at, now)) {
            return taken;
        }
        let run = self.cars.run(car).await?;
        if !run.is_reached_by(key) {
            return Err(PositionsError::Foreign);
        }
        let known = self.hub.sighting(car).await;
        let (newest, mut accepted) = advance(known.as_ref(), &run, &mut positions);
        if let Some(newest) = newest {
            if self.hub.parts().bus.sight(&newest).await {
                // Keeping it has told the other nodes.
                self.show(&Arc::new(newest), accepted_at, now);
            } else {
                // Another node was told of a newer one at the same moment.
                accepted = 0;
            }
        }
        Ok(PositionsTaken { accepted, stale: positions.len() - accepted })
    }

    /// The same where nothing has to be waited for: what the car carries was read a moment ago, and this process alone
    /// keeps where cars are. None where that is not so, or where no such car is known; nothing was taken then.
    /// `accepted_at`: when the call was read, by the machine's clock and by that of the day.
    pub fn positions_at_once(
        &self,
        key: &DispatchKey,
        car: &str,
        positions: &mut [Position],
        (accepted_at, now): (Instant, Timestamp),
    ) -> Option<Result<PositionsTaken, PositionsError>> {
        let kept = self.hub.parts().bus.kept_here()?;
        let run = self.cars.believed(car, accepted_at)?;
        if !run.is_reached_by(key) {
            return Some(Err(PositionsError::Foreign));
        }
        let mut accepted = 0;
        let newest = kept.renew(&run.car, accepted_at, |known| {
            let (newest, count) = advance(known, &run, positions);
            accepted = count;
            newest
        });
        if let Some(newest) = newest {
            self.show(&newest, accepted_at, now);
        }
        Some(Ok(PositionsTaken { accepted, stale: positions.len() - accepted }))
    }

    /// Shows where a car is, and works out what follows for its arrivals.
    fn show(&self, newest: &Arc<Sighting>, accepted_at: Instant, now: Timestamp) {
        let kept = Instant::now();
        self.hub.see_at(newest, now);
        observe(&self.hub.metrics().hops.position, accepted_at, kept);
        self.hub.metrics().positions.inc();
        if !self.cars.arrivals_stand(newest, kept) {
            self.tasks.spawn(Arc::clone(&self.cars).tell_arrivals(Arc::clone(newest)));
        }
    }
}

/// What is known of a car after these positions, where one of them is news; and how many were.
fn advance(known: Option<&Sighting>, run: &Run, positions: &mut [Position]) -> (Option<Sighting>, usize) {
    positions.sort_by_key(|position| position.at);
    let (mut newest, mut accepted) = (None::<Sighting>, 0);
    for position in positions {
        let previous = newest.as_ref().or(known);
        if previous.is_some_and(|previous| previous.position.at >= position.at) {
            continue;
        }
        newest = Some(Sighting::new(previous, run.car.clone(), *position, run.roads()));
        accepted += 1;
    }
    (newest, accepted)
}
