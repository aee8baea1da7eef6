//! What a node knows of the cars that report to it: what they carry, and the legs that they drive.

mod arrivals;
mod run;
mod silence;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{
    car::Sighting,
    geo::LatLng,
    ids::{CarId, OrderId},
    leg::Leg,
};
use providers::Router as Drives;
use store::{Appended, CarRun, StoreError};
use tokio::{sync::Semaphore, time::Instant};
use tokio_util::sync::CancellationToken;

pub(super) use run::Run;

use crate::hub::Hub;

/// How long a read of what a car carries is believed (hub: "Topics").
const BELIEVED: Duration = Duration::from_secs(5);
/// So many cars are read at a time: a fleet that begins to report waits its turn here, not for the database's
/// connections, where presses would be refused behind it.
const READS: usize = 4;
/// Whoever reads a car reads with it others whose time is up within so long, and so many at a time: one question costs
/// little more for a hundred cars than for one.
const AHEAD: Duration = Duration::from_secs(1);
const AT_A_TIME: usize = 256;
/// A car that has not reported for so long is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(600);
/// At most one routing call for a car in so long, and so many at a time (hub: "From a press to a commit").
const ROUTING_PAUSE: Duration = Duration::from_secs(20);
const ROUTINGS: usize = 16;

/// The cars that report to this node.
pub(super) struct Cars {
    hub: Hub,
    drives: Arc<Drives>,
    known: Mutex<HashMap<CarId, Known>>,
    reads: Semaphore,
    routings: Semaphore,
    stop: CancellationToken,
}

/// What is known of one car.
#[derive(Default)]
struct Known {
    run: Option<(Instant, Arc<Run>)>,
    /// When it was last asked for.
    asked: Option<Instant>,
    /// How often it has changed what it carries: a read that began before the last change is not kept.
    changes: u32,
    drive: CarDrive,
    reported: Option<Instant>,
}

/// The drives of a car, each routed once.
#[derive(Default)]
struct CarDrive {
    /// The leg to the next door.
    leg: Option<(OrderId, Leg)>,
    /// Minutes from door to door.
    between: HashMap<(OrderId, OrderId), f64>,
    routed: Option<Instant>,
    /// Whether somebody works with them now.
    is_busy: bool,
    /// What came while somebody did.
    waiting: Option<Sighting>,
}

impl Cars {
    pub(super) fn new(hub: Hub, drives: Arc<Drives>) -> Self {
        let (known, reads, routings) = (Mutex::default(), Semaphore::new(READS), Semaphore::new(ROUTINGS));
        Self { hub, drives, known, reads, routings, stop: CancellationToken::new() }
    }

    /// Ends the work beside the calls.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// What a car carries, read at most [`BELIEVED`] ago.
    pub(super) async fn run(&self, car: &CarId) -> Result<Arc<Run>, StoreError> {
        if let Some(run) = self.believed(car) {
            return Ok(run);
        }
        let _turn = self.reads.acquire().await;
        // Somebody else may have read it meanwhile.
        match self.believed(car) {
            Some(run) => Ok(run),
            None => self.read_run(car).await,
        }
    }

    fn believed(&self, car: &CarId) -> Option<Arc<Run>> {
        let mut known = self.lock();
        let car = known.entry(car.clone()).or_default();
        car.reported = Some(Instant::now());
        car.run.as_ref().filter(|(since, _)| since.elapsed() < BELIEVED).map(|(_, run)| Arc::clone(run))
    }

    async fn read_run(&self, car: &CarId) -> Result<Arc<Run>, StoreError> {
        let since = Instant::now();
        let due = self.take_due(car, since);
        let cars: Vec<CarId> = due.iter().map(|(car, _)| car.clone()).collect();
        let parts = self.hub.parts();
        let mut runs = parts.store.car_runs(&cars).await?;
        let now = parts.clock.now();
        let asked_for = runs.remove(car).transpose()?.unwrap_or_default();
        let asked_for = Arc::new(Run::new(asked_for, now));
        let mut known = self.lock();
        for (due, changes) in due {
            let run = match runs.remove(&due) {
                _ if due == *car => Arc::clone(&asked_for),
                Some(Ok(run)) => Arc::new(Run::new(run, now)),
                None => Arc::new(Run::new(CarRun::default(), now)),
                // Whoever asks for it will hear why.
                Some(Err(_)) => continue,
            };
            if let Some(known) = known.get_mut(&due).filter(|known| known.changes == changes) {
                known.run = Some((since, run));
            }
        }
        Ok(asked_for)
    }

    /// A car, and others that report and are to be read soon, each with how often it has changed.
    fn take_due(&self, car: &CarId, now: Instant) -> Vec<(CarId, u32)> {
        let is_within = |at: Option<Instant>, time: Duration| at.is_some_and(|at| now.duration_since(at) < time);
        let mut known = self.lock();
        let first = known.entry(car.clone()).or_default();
        first.asked = Some(now);
        let mut due = vec![(car.clone(), first.changes)];
        let others = known.iter_mut().filter(|(_, known)| {
            is_within(known.reported, BELIEVED)
                && !is_within(known.asked, BELIEVED - AHEAD)
                && !is_within(known.run.as_ref().map(|(since, _)| *since), BELIEVED - AHEAD)
        });
        due.extend(others.take(AT_A_TIME - 1).map(|(car, known)| {
            known.asked = Some(now);
            (car.clone(), known.changes)
        }));
        due
    }

    /// Forgets the cars that have not reported for long.
    fn forget_the_gone(&self) {
        let now = Instant::now();
        self.lock().retain(|_, car| car.reported.is_some_and(|reported| now.duration_since(reported) < FORGOTTEN));
    }

    /// Forgets what was read of a car: it carries something else now.
    pub(super) fn forget(&self, car: &CarId) {
        if let Some(car) = self.lock().get_mut(car) {
            car.run = None;
            car.changes = car.changes.wrapping_add(1);
        }
    }

    /// Forgets what was read of the car that carries, or has just lost, this order.
    pub(super) fn forget_of(&self, appended: &Appended) {
        let event = appended.applied.as_ref().and_then(|event| event.car.as_ref());
        if let Some(car) = event.or(appended.travel.as_ref().map(|travel| &travel.car)) {
            self.forget(car);
        }
    }

    /// Minutes of a drive; none where no way is known now.
    pub(super) async fn drive_minutes(&self, from: LatLng, to: LatLng) -> Option<f64> {
        self.route(from, to).await.map(|leg| leg.minutes())
    }

    /// Routes a drive, unless too many are being routed.
    async fn route(&self, from: LatLng, to: LatLng) -> Option<Leg> {
        let _permit = self.routings.try_acquire().ok()?;
        let drive = self.drives.drive(from, to).await.ok()?;
        Some(Leg::new(from, to, drive.line, drive.minutes))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CarId, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
