//! Positions: news, not history. The newest is kept and shown; what it means for the arrivals is
//! worked out beside the answer.

use std::sync::Arc;

use domain::{
    Reporter,
    car::{Position, Sighting},
    ids::CarId,
};
use smallvec::SmallVec;
use store::StoreError;
use tokio::time::Instant;

use crate::{
    Orders,
    cars::{Believed, Look, Run},
};

/// Calls that are taken together: what they need is touched before (see [`fastpath::prefetch`]), and the kernel has not yet
/// driven it from the processor's caches when it is used.
const TOGETHER: usize = 16;

/// What became of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionsTaken {
    /// Newer than what was known of the car.
    pub accepted: usize,
    /// Not newer: of no use any more.
    pub stale: usize,
}

/// Positions that can be taken at once; see [`Orders::ready`].
#[derive(Debug)]
pub struct ReadyPositions<'a> {
    car: &'a CarId,
    /// What it carries, where not everybody may see it everywhere.
    run: Option<Arc<Run>>,
    /// When the car's arrivals are to be looked at.
    look: Look,
    positions: &'a mut [Position],
    /// When the call was read.
    accepted_at: Instant,
    /// What became of them; neither count until they were taken.
    pub taken: PositionsTaken,
}

/// Why positions were not taken.
#[derive(Debug, thiserror::Error)]
pub enum PositionsError {
    /// The car carries a batch of restaurants that the reporter does not reach.
    #[error("the car carries a batch of restaurants that the reporter does not reach")]
    Foreign,
    /// The database failed.
    #[error("the car's batches could not be looked up")]
    Store(#[from] StoreError),
}

impl Orders {
    /// Takes a car's positions, all or none, in the order of their times. `accepted_at`: when the call was read.
    ///
    /// # Errors
    /// [`PositionsError`] where none was taken.
    pub async fn positions(
        &self,
        by: &Reporter,
        car: &CarId,
        mut positions: Vec<Position>,
        accepted_at: Instant,
    ) -> Result<PositionsTaken, PositionsError> {
        if let Some(call) = self.ready(by, car, &mut positions, accepted_at) {
            let mut call = call?;
            self.take_ready(std::slice::from_mut(&mut call));
            return Ok(call.taken);
        }
        let run = self.cars.run(car).await?;
        if !run.is_reached_by(&by.reach) {
            return Err(PositionsError::Foreign);
        }
        let known = self.cars.newest_sightings(std::slice::from_ref(car)).await.remove(car);
        let (newest, mut accepted) = advance(known.as_deref(), car, Some(&run), &mut positions);
        if let Some(newest) = newest {
            if self.parts.bus.sight(&newest).await {
                // Keeping it has told the other nodes.
                let news = [Arc::new(newest)];
                self.show(&news, &news, &[accepted_at]);
            } else {
                // Another node was told of a newer one at the same moment.
                accepted = 0;
            }
        }
        Ok(PositionsTaken { accepted, stale: positions.len() - accepted })
    }

    /// A call for which nothing has to be waited for: what the car carries was read a moment ago, and this process alone
    /// keeps where cars are. None where that is not so, or where no such car is known.
    pub fn ready<'a>(
        &self,
        by: &Reporter,
        car: &'a CarId,
        positions: &'a mut [Position],
        accepted_at: Instant,
    ) -> Option<Result<ReadyPositions<'a>, PositionsError>> {
        self.parts.bus.kept_here()?;
        let Believed { run, look } = self.cars.believed(car, accepted_at, !by.reach.is_all())?;
        if run.as_ref().is_some_and(|run| !run.is_reached_by(&by.reach)) {
            return Some(Err(PositionsError::Foreign));
        }
        let taken = PositionsTaken { accepted: 0, stale: 0 };
        Some(Ok(ReadyPositions { car, run, look, positions, accepted_at, taken }))
    }

    /// Touches what is known of cars whose positions are to be taken next; see [`fastpath::prefetch`].
    pub fn touch_cars<'a>(&self, cars: impl Iterator<Item = &'a CarId>) {
        self.cars.touch_cars(cars);
    }

    /// Takes such calls, in this order.
    pub fn take_ready(&self, calls: &mut [ReadyPositions<'_>]) {
        let Some(kept) = self.parts.bus.kept_here() else { return };
        for calls in calls.chunks_mut(TOGETHER) {
            kept.touch_cars(calls.iter().map(|call| call.car));
            let mut news = SmallVec::<[Arc<Sighting>; 1]>::with_capacity(calls.len());
            let mut accepted_at = SmallVec::<[Instant; 1]>::with_capacity(calls.len());
            let mut to_look = SmallVec::<[Arc<Sighting>; 1]>::new();
            for call in calls {
                let mut accepted = 0;
                let newest = kept.renew(call.car, call.accepted_at, |known| {
                    let (newest, count) = advance(known, call.car, call.run.as_deref(), call.positions);
                    accepted = count;
                    newest
                });
                call.taken = PositionsTaken { accepted, stale: call.positions.len() - accepted };
                if let Some(newest) = newest {
                    if self.cars.is_to_look(call.look) {
                        to_look.push(Arc::clone(&newest));
                    }
                    news.push(newest);
                    accepted_at.push(call.accepted_at);
                }
            }
            self.show(&news, &to_look, &accepted_at);
        }
    }

    /// Shows where cars are, and works out what follows for the arrivals of some of them; `accepted_at`: when the call of
    /// each was read.
    fn show(&self, news: &[Arc<Sighting>], to_look: &[Arc<Sighting>], accepted_at: &[Instant]) {
        let kept = Instant::now();
        let moved: SmallVec<[Arc<Sighting>; 1]> =
            to_look.iter().filter(|newest| !self.cars.arrivals_stand(newest, kept)).cloned().collect();
        self.parts.subscribers.cars_seen(news, kept);
        let (metrics, published) = (&self.parts.metrics, kept.elapsed());
        metrics.hops.position.publish.observe_many(published, news.len() as u64);
        for together in accepted_at.chunk_by(|one, next| one == next) {
            metrics.hops.position.commit.observe_many(kept - together[0], together.len() as u64);
        }
        metrics.positions.inc_by(news.len() as u64);
        for newest in moved {
            self.tasks.spawn(Arc::clone(&self.cars).tell_arrivals(newest));
        }
    }
}

/// What is known of a car after these positions, where one of them is news; and how many were.
fn advance(
    known: Option<&Sighting>,
    car: &CarId,
    run: Option<&Run>,
    positions: &mut [Position],
) -> (Option<Sighting>, usize) {
    if positions.len() > 1 {
        positions.sort_by_key(|position| position.at);
    }
    let (mut newest, mut accepted) = (None::<Sighting>, 0);
    for position in positions {
        let previous = newest.as_ref().or(known);
        if previous.is_some_and(|previous| previous.position.at >= position.at) {
            continue;
        }
        let roads = run.into_iter().flat_map(Run::roads);
        newest = Some(Sighting::new(previous, car.clone(), *position, roads));
        accepted += 1;
    }
    (newest, accepted)
}
