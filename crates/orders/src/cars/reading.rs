//! Reading what cars carry: before their first position is taken, and from then on beside them.

use std::{collections::HashMap, sync::Arc, time::Duration};

use domain::{car::Sighting, ids::CarId};
use fastpath::prefetch::{prefetch, touch};
use store::{CarRun, StoreError};
use tokio::{
    sync::{Notify, Semaphore},
    time::Instant,
};

use super::{ArrivalCheck, CarLoad, CarRecord, ReportingCars};
use crate::newest_sightings;

/// How long a read of what a car carries is believed (hub: "Topics").
const BELIEVED: Duration = Duration::from_secs(5);
/// So long before that is over it is read again, with others: one question costs little more for a hundred cars than for
/// one, and no position waits for it.
const AHEAD: Duration = Duration::from_secs(1);
/// Cars of one question.
const AT_A_TIME: usize = 128;
/// So many questions at a time: a fleet that begins to report waits its turn here, not for the database's connections,
/// where reports would be refused behind it.
const READS: usize = 4;

/// What was read of a car; what each position needs comes first.
#[repr(C)]
pub(super) struct Reading {
    /// From then on it is to be read again, and then it is no longer believed.
    due: Instant,
    until: Instant,
    /// Whether it may be seen everywhere by everybody.
    is_plain: bool,
    pub(super) run: Arc<CarLoad>,
    /// What it carried then, in short; none where that was nothing.
    pub(super) mark: Option<String>,
}

impl Reading {
    /// What was asked for at a moment.
    pub(super) fn since(asked: Instant, run: Arc<CarLoad>, mark: Option<String>) -> Self {
        let is_plain = run.doors().is_empty();
        Self { due: asked + (BELIEVED - AHEAD), until: asked + BELIEVED, is_plain, run, mark }
    }

    /// Touches what the next position needs; see [`fastpath::prefetch`].
    pub(super) fn touch(&self) -> usize {
        if self.is_plain { 1 } else { touch(&self.run) + self.run.touch() }
    }
}

/// What a car that reports now carries, and when its arrivals are to be looked at.
pub(crate) struct KnownCar {
    /// None where nobody has asked for it, and everybody may see the car everywhere.
    pub(crate) run: Option<Arc<CarLoad>>,
    pub(crate) arrival_check: ArrivalCheck,
}

/// Who reads, and when.
pub(super) struct Reads {
    turns: Semaphore,
    /// Rings when a car is to be read again.
    due: Notify,
}

impl Default for Reads {
    fn default() -> Self {
        Self { turns: Semaphore::new(READS), due: Notify::new() }
    }
}

/// A car that is read now.
struct Due {
    car: CarId,
    /// How often it had changed before that.
    changes: u32,
    mark: Option<String>,
    /// What it carried so far, unless that is to be read whatever its mark says.
    run: Option<Arc<CarLoad>>,
}

impl ReportingCars {
    /// The newest that is known of these cars, on this node or any other.
    pub(crate) async fn newest_sightings(&self, cars: &[CarId]) -> HashMap<CarId, Arc<Sighting>> {
        newest_sightings(&*self.parts.bus, &*self.parts.subscribers, cars).await
    }

    /// What a car carries, read at most [`BELIEVED`] ago.
    pub(crate) async fn run(&self, car: &CarId) -> Result<Arc<CarLoad>, StoreError> {
        let now = Instant::now();
        if let Some(run) = self.believed_run(car, now) {
            return Ok(run);
        }
        self.lock().entry(car.clone()).or_default().reported = Some(now);
        let _turn = self.reads.turns.acquire().await;
        // Somebody else may have read it meanwhile.
        match self.believed_run(car, Instant::now()) {
            Some(run) => Ok(run),
            None => Box::pin(self.read_first(car)).await,
        }
    }

    fn believed_run(&self, car: &CarId, now: Instant) -> Option<Arc<CarLoad>> {
        let mut known = self.lock();
        Some(Arc::clone(&self.report(known.get_mut(car)?, now)?.run))
    }

    /// What a car that reports now carries, where that was read a moment ago: if it `is_needed`, or not everybody may see
    /// the car everywhere.
    pub(crate) fn known_car(&self, car: &CarId, now: Instant, is_needed: bool) -> Option<KnownCar> {
        let mut known = self.lock();
        let known = known.get_mut(car)?;
        let read = self.report(known, now)?;
        let run = (is_needed || !read.is_plain).then(|| Arc::clone(&read.run));
        Some(KnownCar { run, arrival_check: self.check(known, now) })
    }

    /// A car reports; what it carries, where that was read a moment ago.
    fn report<'a>(&self, car: &'a mut CarRecord, now: Instant) -> Option<&'a Reading> {
        car.reported = Some(now);
        let read = car.read.as_ref()?;
        if now >= read.due {
            self.reads.due.notify_one();
        }
        (now < read.until).then_some(read)
    }

    /// Touches what is known of cars; see [`fastpath::prefetch`].
    pub(crate) fn touch_cars<'a>(&self, cars: impl Iterator<Item = &'a CarId>) {
        let known = self.lock();
        prefetch(cars.filter_map(|car| known.get(car)).map(CarRecord::touch));
    }

    /// Reads the cars that go on reporting before their time is over, until the node leaves.
    pub(crate) async fn run_reading(self: Arc<Self>) {
        loop {
            tokio::select! {
                () = self.reads.due.notified() => {}
                () = self.stop.cancelled() => return,
            }
            loop {
                let due = self.take_due(None, Instant::now());
                if due.is_empty() {
                    break;
                }
                // Whoever asks for a car that could not be read hears why.
                if let Err(error) = self.read(due).await {
                    tracing::debug!(%error, "what cars carry could not be read ahead");
                    break;
                }
            }
        }
    }

    async fn read_first(&self, car: &CarId) -> Result<Arc<CarLoad>, StoreError> {
        self.read(self.take_due(Some(car), Instant::now())).await?.swap_remove(0)
    }

    /// Reads cars, and keeps what was read; with what came of each, in their order.
    async fn read(&self, due: Vec<Due>) -> Result<Vec<Result<Arc<CarLoad>, StoreError>>, StoreError> {
        let (since, deps) = (Instant::now(), &self.parts.deps);
        let cars: Vec<CarId> = due.iter().map(|due| due.car.clone()).collect();
        // The marks first: what changes between the two reads has another mark at the next.
        let mut marks = deps.store.cars().marks(&cars).await?;
        let now = deps.clock.now();
        let stands =
            |due: &Due| due.run.as_ref().is_some_and(|run| run.stands(now)) && marks.get(&due.car) == due.mark.as_ref();
        let changed: Vec<CarId> = due.iter().filter(|due| !stands(due)).map(|due| due.car.clone()).collect();
        let (mut runs, mut doors) = match changed.is_empty() {
            true => (HashMap::new(), HashMap::new()),
            false => (deps.store.cars().runs(&changed).await?, deps.store.cars().stops(&changed, now).await?),
        };
        let read = due.into_iter().map(|due| {
            let run = match (stands(&due), due.run) {
                (true, Some(run)) => Ok(run),
                _ => {
                    let run = runs.remove(&due.car).unwrap_or_else(|| Ok(CarRun::default()));
                    let doors = doors.remove(&due.car).unwrap_or_else(|| Ok(Vec::new()));
                    run.and_then(|run| Ok(Arc::new(CarLoad::new(run, &doors?, now))))
                }
            };
            (due.car, due.changes, run)
        });
        let read: Vec<_> = read.collect();
        let mut known = self.lock();
        for (car, changes, run) in &read {
            // What has changed meanwhile is due again.
            let known = known.get_mut(car).filter(|known| known.changes == *changes);
            if let (Some(known), Ok(run)) = (known, run) {
                if known.read.as_ref().is_none_or(|read| !Arc::ptr_eq(&read.run, run)) {
                    known.look_from = None;
                }
                known.read = Some(Reading::since(since, Arc::clone(run), marks.remove(car)));
            }
        }
        drop(known);
        Ok(read.into_iter().map(|(_, _, run)| run).collect())
    }

    /// A car, and others that report and are to be read soon; not more than go into one question.
    fn take_due(&self, first: Option<&CarId>, now: Instant) -> Vec<Due> {
        let is_within = |at: Option<Instant>, time: Duration| at.is_some_and(|at| now.duration_since(at) < time);
        let take = |car: &CarId, known: &mut CarRecord| {
            known.asked = Some(now);
            let (mark, run) = known.read.as_ref().map(|read| (read.mark.clone(), Arc::clone(&read.run))).unzip();
            Due { car: car.clone(), changes: known.changes, mark: mark.flatten(), run }
        };
        let mut known = self.lock();
        let first = first.map(|car| take(car, known.entry(car.clone()).or_default()));
        let others = known.iter_mut().filter(|(_, known)| {
            is_within(known.reported, BELIEVED)
                && !is_within(known.asked, BELIEVED - AHEAD)
                && known.read.as_ref().is_none_or(|read| now >= read.due)
        });
        first.into_iter().chain(others.map(|(car, known)| take(car, known))).take(AT_A_TIME).collect()
    }
}
