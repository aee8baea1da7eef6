//! Positions: news, not history. The newest is kept and shown; what it means for the arrivals is
//! worked out beside the answer.

use std::sync::Arc;

use domain::{
    Reporter,
    car::{Position, PositionVerdict, Sighting, take},
    ids::CarId,
};
use smallvec::SmallVec;
use store::StoreError;
use tokio::time::Instant;

use crate::{
    Orders,
    cars::{ArrivalCheck, CarLoad, KnownCar},
};

/// Calls that are taken together: what they need is touched before (see [`fastpath::prefetch`]), and the kernel has not yet
/// driven it from the processor's caches when it is used.
const TOGETHER: usize = 16;

/// What became of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PositionsTaken {
    /// Newer than what was known of the car, believed or not.
    pub accepted: usize,
    /// Not newer: of no use any more.
    pub stale: usize,
}

/// Positions that can be taken at once; see [`Orders::ready`].
#[derive(Debug)]
pub struct ReadyPositions<'a> {
    car: &'a CarId,
    /// What it carries, where not everybody may see it everywhere.
    run: Option<Arc<CarLoad>>,
    /// When the car's arrivals are to be looked at.
    check: ArrivalCheck,
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
        let mut advance = Advance::new(known.as_deref(), car, Some(&run), &mut positions);
        if let Some(newest) = advance.newest.take() {
            if !self.parts.bus.record_sighting(&newest).await {
                // Another node was told of a newer one at the same moment.
                advance = Advance::default();
            } else if advance.has_moved {
                // Keeping it has told the other nodes.
                let news = [Arc::new(newest)];
                self.show(&news, &news, &[accepted_at]);
            }
        }
        self.count_disbelieved(&advance);
        Ok(PositionsTaken { accepted: advance.accepted, stale: positions.len() - advance.accepted })
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
        let KnownCar { run, arrival_check: check } = self.cars.known_car(car, accepted_at, !by.reach.is_all())?;
        if run.as_ref().is_some_and(|run| !run.is_reached_by(&by.reach)) {
            return Some(Err(PositionsError::Foreign));
        }
        let taken = PositionsTaken { accepted: 0, stale: 0 };
        Some(Ok(ReadyPositions { car, run, check, positions, accepted_at, taken }))
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
                let mut advance = Advance::default();
                let newest = kept.renew(call.car, call.accepted_at, |known| {
                    advance = Advance::new(known, call.car, call.run.as_deref(), call.positions);
                    advance.newest.take()
                });
                let accepted = advance.accepted;
                call.taken = PositionsTaken { accepted, stale: call.positions.len() - accepted };
                self.count_disbelieved(&advance);
                if let Some(newest) = newest.filter(|_| advance.has_moved) {
                    if self.cars.is_due(call.check) {
                        to_look.push(Arc::clone(&newest));
                    }
                    news.push(newest);
                    accepted_at.push(call.accepted_at);
                }
            }
            self.show(&news, &to_look, &accepted_at);
        }
    }

    fn count_disbelieved(&self, advance: &Advance) {
        let disbelieved = &self.parts.metrics.positions_disbelieved;
        for (count, many) in [(&disbelieved.vague, advance.vague), (&disbelieved.leap, advance.leaps)] {
            if many > 0 {
                count.inc_by(many);
            }
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

/// What positions came to.
#[derive(Default)]
struct Advance {
    /// What is known of the car after them, where that is another.
    newest: Option<Sighting>,
    /// Whether it was seen at another place, or later.
    has_moved: bool,
    /// How many were newer than what was known.
    accepted: usize,
    /// How many of those were not believed, and why.
    vague: u64,
    leaps: u64,
}

impl Advance {
    /// Takes a car's positions in the order of their times.
    fn new(known: Option<&Sighting>, car: &CarId, run: Option<&CarLoad>, positions: &mut [Position]) -> Self {
        if positions.len() > 1 {
            positions.sort_by_key(|position| position.at);
        }
        let doors = run.map_or(&[][..], CarLoad::doors);
        let mut advance = Self::default();
        for position in positions {
            let taken = take(advance.newest.as_ref().or(known), car, *position, doors);
            advance.accepted += 1;
            match taken {
                PositionVerdict::Stale => advance.accepted -= 1,
                PositionVerdict::Vague => advance.vague += 1,
                PositionVerdict::Leap(sighting) => {
                    advance.leaps += 1;
                    advance.newest = Some(sighting);
                }
                PositionVerdict::Accepted(sighting) => (advance.newest, advance.has_moved) = (Some(sighting), true),
            }
        }
        advance
    }
}
