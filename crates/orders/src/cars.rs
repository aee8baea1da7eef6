//! What a node knows of the cars that report to it: what they carry, and the legs that they drive.

mod arrivals;
mod later;
mod reading;
mod run;
mod silence;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use domain::{
    car::{SHOWN_FOR, Sighting},
    estimate::Estimate,
    geo::LatLng,
    ids::{CarId, OrderId},
    leg::Leg,
};
use fastpath::{CarMap, Shrink};
use store::Appended;
use tokio::{sync::Semaphore, time::Instant};
use tokio_util::sync::CancellationToken;

use crate::{OrdersParts, announce::Announcer};
use later::LeftForLater;
use reading::{Reading, Reads};

pub(super) use later::ArrivalCheck;
pub(super) use reading::KnownCar;
pub(super) use run::CarLoad;

/// A car that has not reported for so long is shown to nobody any more, and is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(SHOWN_FOR.as_secs().unsigned_abs());
/// At most one routing call for a car in so long, and so many at a time (ARCHITECTURE.md, "From a status report to a commit").
const ROUTING_PAUSE: Duration = Duration::from_secs(20);
const ROUTINGS: usize = 16;

/// The cars that report to this node.
pub(super) struct ReportingCars {
    parts: Arc<OrdersParts>,
    announcer: Announcer,
    known: Mutex<CarMap<CarRecord>>,
    reads: Reads,
    routings: Semaphore,
    begun: Instant,
    later: LeftForLater,
    stop: CancellationToken,
}

/// What is known of one car; what each position needs comes first.
#[derive(Default)]
#[repr(C)]
struct CarRecord {
    reported: Option<Instant>,
    /// From then on its arrivals are to be looked at again, and whether it has reported before that.
    look_from: Option<Instant>,
    is_unlooked: bool,
    read: Option<Reading>,
    /// How often it has changed what it carries: a read that began before the last change is not kept.
    changes: u32,
    /// When it was last asked for.
    asked: Option<Instant>,
    /// Apart, since it is not needed for each position.
    drive: Box<CarDrive>,
}

impl CarRecord {
    /// Forgets what was read; what is being read now is not kept either.
    fn forget(&mut self) {
        (self.read, self.asked, self.look_from) = (None, None, None);
        self.changes = self.changes.wrapping_add(1);
    }

    /// See [`ReportingCars::keep_estimates`].
    fn keep_estimates(&mut self, read: &Arc<CarLoad>, told: &[(OrderId, Estimate)]) {
        match &mut self.read {
            Some(reading) if Arc::ptr_eq(&reading.run, read) => {
                // Where it may be seen does not change with them.
                reading.run = Arc::new(read.with_estimates(told));
                self.changes = self.changes.wrapping_add(1);
            }
            // What was read meanwhile may not have them.
            _ => self.forget(),
        }
    }

    /// Touches what its next position needs; see [`fastpath::prefetch`].
    fn touch(&self) -> usize {
        self.read.as_ref().map_or(0, Reading::touch) + usize::from(self.reported.is_some())
    }
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
    waiting: Option<Arc<Sighting>>,
}

impl ReportingCars {
    pub(super) fn new(parts: Arc<OrdersParts>, announcer: Announcer) -> Self {
        let (known, reads, routings) = (Mutex::default(), Reads::default(), Semaphore::new(ROUTINGS));
        let (later, stop) = (LeftForLater::default(), CancellationToken::new());
        Self { parts, announcer, known, reads, routings, begun: Instant::now(), later, stop }
    }

    /// Ends the work beside the calls.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Forgets the cars that have not reported for long.
    fn forget_the_gone(&self) {
        let now = Instant::now();
        let mut known = self.lock();
        known.retain(|_, car| car.reported.is_some_and(|reported| now.duration_since(reported) < FORGOTTEN));
        known.shrink_if_sparse();
    }

    /// Forgets what was read of a car: it carries something else now.
    pub(super) fn forget(&self, car: &CarId) {
        if let Some(car) = self.lock().get_mut(car) {
            car.forget();
        }
    }

    /// Keeps the estimates that were just told with what was `read` of the car: its next position need not wait until it
    /// is read again, and what else has changed with them the next read ahead finds.
    fn keep_estimates(&self, car: &CarId, read: &Arc<CarLoad>, told: &[(OrderId, Estimate)]) {
        if let Some(car) = self.lock().get_mut(car) {
            car.keep_estimates(read, told);
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
        let drive = self.parts.drives.drive(from, to).await.ok()?;
        Some(Leg::new(from, to, drive.line, drive.minutes))
    }

    fn lock(&self) -> MutexGuard<'_, CarMap<CarRecord>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use domain::{
        estimate::car_estimate,
        ids::{BatchId, RestaurantId},
        order::Status,
    };
    use jiff::{SignedDuration, Timestamp};
    use store::{CarRun, CarStop};

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn stop(order: i64, minutes: f64) -> CarStop {
        CarStop {
            order: OrderId(order),
            restaurant: RestaurantId(13),
            restaurant_place: LatLng::new(60.17, 24.94).unwrap(),
            batch: "b".parse::<BatchId>().unwrap(),
            stop: u32::try_from(order).unwrap(),
            status: Status::BeingDelivered,
            door: LatLng::new(60.18, 24.95).ok(),
            departed_at: None,
            estimate: Some(car_estimate(minutes, NOW)),
            expires_at: NOW + SignedDuration::from_hours(24),
        }
    }

    fn known(run: &Arc<CarLoad>) -> CarRecord {
        let read = Reading::since(Instant::now(), Arc::clone(run), None);
        CarRecord { read: Some(read), ..CarRecord::default() }
    }

    fn read() -> Arc<CarLoad> {
        let stops = vec![stop(0, 5.0), stop(1, 12.0), stop(2, 19.0)];
        Arc::new(CarLoad::new(CarRun { stops }, &[], NOW))
    }

    #[test]
    fn told_estimates_are_kept_with_what_was_read() {
        let run = read();
        let mut car = known(&run);
        let told = [(OrderId(1), car_estimate(14.0, NOW)), (OrderId(2), car_estimate(21.0, NOW))];
        car.keep_estimates(&run, &told);
        let kept = &car.read.as_ref().unwrap().run;
        let estimates: Vec<_> = kept.ahead().map(|(stop, _)| (stop.order.0, stop.estimate.unwrap())).collect();
        assert_eq!(estimates, [(0, 5.0), (1, 14.0), (2, 21.0)].map(|(order, left)| (order, car_estimate(left, NOW))));
        assert_eq!(car.changes, 1, "a read that began before is not kept over them");
    }

    #[test]
    fn what_was_read_while_estimates_were_told_is_read_again() {
        let (before, meanwhile) = (read(), read());
        let mut car = known(&meanwhile);
        car.look_from = Some(Instant::now());
        car.keep_estimates(&before, &[(OrderId(1), car_estimate(14.0, NOW))]);
        assert!(car.read.is_none() && car.look_from.is_none());
        assert_eq!(car.changes, 1);
    }
}
