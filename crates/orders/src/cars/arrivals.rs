//! When a car will be at its doors, worked out from where it is (T-54, T-60).

use std::{sync::Arc, time::Duration};

use domain::{
    car::Sighting,
    estimate::{Basis, Estimate, car_estimate},
    geo::LatLng,
    ids::{CarId, OrderId},
    leg::{HANDOVER_MINUTES, Leg},
};
use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::{ArrivalCheck, CarDrive, CarRecord, ROUTING_PAUSE, Reading, ReportingCars};

/// An order's estimate is made anew at most this often (docs/spec/hub.md, "Subscriptions").
const PAUSE: SignedDuration = SignedDuration::from_secs(10);
/// And only where the arrival has moved by as much.
const MOVED: SignedDuration = SignedDuration::from_secs(60);
/// Estimates are not reporting, and a commit costs much more than what is written with it: those that come within so long
/// are written together.
const TOGETHER: Duration = Duration::from_millis(250);
/// Whether it has is looked at this often for each car: what a car drives meanwhile is no news.
const LOOKS: Duration = Duration::from_secs(1);

impl ReportingCars {
    /// Whether all still stands that the customers of a car were told of its arrivals, as far as that is known without
    /// asking anybody. Most positions are no news in this sense, and cost no task. What comes soon after a look is left
    /// to the next position, or to [`Self::run_looking`].
    pub(crate) fn arrivals_stand(&self, sighting: &Sighting, seen: Instant) -> bool {
        let mut known = self.lock();
        let Some(known) = known.get_mut(&sighting.car) else { return false };
        if known.read.is_some() && matches!(self.check(known, seen), ArrivalCheck::Later(_)) {
            return true;
        }
        let CarRecord { read: Some(Reading { run, .. }), drive, look_from, is_unlooked, .. } = known else {
            return false;
        };
        (*look_from, *is_unlooked) = (Some(seen + LOOKS), false);
        if drive.is_busy {
            return false;
        }
        let now = self.parts.deps.clock.now();
        let (mut place, mut before, mut minutes) = (sighting.position.place, None, 0.0);
        for (stop, door) in run.ahead() {
            let Some(more) = drive.known_minutes(place, (before, stop.order)) else { return false };
            minutes += more;
            if is_worth_telling(stop.estimate.as_ref(), &car_estimate(minutes, now), now) {
                return false;
            }
            (place, before) = (door, Some(stop.order));
            minutes += HANDOVER_MINUTES;
        }
        true
    }

    /// When a car's arrivals are to be looked at.
    pub(super) fn check(&self, car: &mut CarRecord, now: Instant) -> ArrivalCheck {
        if car.look_from.is_none_or(|from| now >= from) {
            return ArrivalCheck::Now;
        }
        self.later.leave(&mut car.is_unlooked)
    }

    /// Whether a position that is kept by now is still to be looked at.
    pub(crate) fn is_due(&self, check: ArrivalCheck) -> bool {
        self.later.is_due(check)
    }

    /// Looks at the arrivals of cars that have reported nothing since their last position came too soon after a look.
    pub(crate) async fn run_looking(self: Arc<Self>, tasks: TaskTracker) {
        loop {
            let unlooked = async {
                self.later.rings.notified().await;
                tokio::time::sleep(LOOKS).await;
            };
            tokio::select! {
                () = unlooked => {}
                () = self.stop.cancelled() => return,
            }
            let cars = self.take_unlooked(Instant::now());
            for (_, sighting) in self.newest_sightings(&cars).await {
                if !self.arrivals_stand(&sighting, Instant::now()) {
                    tasks.spawn(Arc::clone(&self).tell_arrivals(sighting));
                }
            }
        }
    }

    /// The cars that are to be looked at now; rings again where there are others.
    fn take_unlooked(&self, now: Instant) -> Vec<CarId> {
        let (mut cars, mut all) = (Vec::new(), self.lock());
        self.later.take();
        for (car, known) in all.iter_mut().filter(|(_, known)| known.is_unlooked) {
            if known.look_from.is_none_or(|from| now >= from) {
                known.is_unlooked = false;
                cars.push(car.clone());
            } else {
                self.later.rings.notify_one();
            }
        }
        cars
    }

    /// Makes the estimates that follow from where a car is now. One at a time for each car: of what comes
    /// meanwhile the last waits, since no other may follow it (a car that has stopped reports no more).
    pub(crate) async fn tell_arrivals(self: Arc<Self>, sighting: Arc<Sighting>) {
        let Some(mut drive) = self.begin(&sighting) else { return };
        let mut current = Some(sighting);
        while let Some(sighting) = current {
            if let Err(error) = self.try_tell(&sighting, &mut drive).await {
                tracing::warn!(error = %domain::error::chain(&error), "an arrival could not be kept");
            }
            current = self.end(&sighting.car, &mut drive);
        }
    }

    /// Takes the car's drives in hand; none where another does, who is left this sighting.
    fn begin(&self, sighting: &Arc<Sighting>) -> Option<Box<CarDrive>> {
        let mut known = self.lock();
        let drive = &mut known.entry(sighting.car.clone()).or_default().drive;
        if drive.is_busy {
            drive.waiting = Some(Arc::clone(sighting));
            return None;
        }
        let taken = std::mem::take(drive);
        drive.is_busy = true;
        Some(taken)
    }

    /// The sighting that came meanwhile; where none did, the drives are put back.
    fn end(&self, car: &CarId, drive: &mut Box<CarDrive>) -> Option<Arc<Sighting>> {
        let mut known = self.lock();
        let held = &mut known.entry(car.clone()).or_default().drive;
        let waiting = held.waiting.take();
        if waiting.is_none() {
            *held = std::mem::take(drive);
        }
        waiting
    }

    async fn try_tell(&self, sighting: &Sighting, drive: &mut CarDrive) -> Result<(), store::StoreError> {
        let run = self.run(&sighting.car).await?;
        let ahead: Vec<_> = run.ahead().collect();
        let now = self.parts.deps.clock.now();
        let (mut place, mut before, mut minutes) = (sighting.position.place, None, 0.0);
        let (mut told, mut is_as_read) = (Vec::new(), true);
        for (stop, door) in ahead {
            let Some(more) = self.minutes(drive, place, (before, stop.order), door).await else { break };
            minutes += more;
            let estimate = car_estimate(minutes, now);
            if is_worth_telling(stop.estimate.as_ref(), &estimate, now) {
                if told.is_empty() {
                    self.wait_for_others().await;
                }
                // Apart, since many cars wait at a time and a write takes some 5 KB of room.
                let write = Box::pin(self.parts.deps.store.cars().set_estimate(stop.order, &sighting.car, estimate));
                let changed = write.await?;
                // Where nothing has changed, it is not as it was read.
                is_as_read &= changed.is_some();
                if let Some(changed) = changed {
                    self.announcer.estimate(&changed);
                }
                told.push((stop.order, estimate));
            }
            (place, before) = (door, Some(stop.order));
            minutes += HANDOVER_MINUTES;
        }
        if !is_as_read {
            self.forget(&sighting.car);
        } else if !told.is_empty() {
            self.keep_estimates(&sighting.car, &run, &told);
        }
        Ok(())
    }

    /// Waits until all go on that came here since the last did.
    async fn wait_for_others(&self) {
        let since = self.begun.elapsed().as_nanos() % TOGETHER.as_nanos();
        tokio::time::sleep(TOGETHER - Duration::from_nanos(u64::try_from(since).unwrap_or(0))).await;
    }

    /// Minutes to a door: from the car along its leg, or from the door before.
    async fn minutes(
        &self,
        drive: &mut CarDrive,
        from: LatLng,
        (before, order): (Option<OrderId>, OrderId),
        door: LatLng,
    ) -> Option<f64> {
        if let Some(minutes) = drive.known_minutes(from, (before, order)) {
            return Some(minutes);
        }
        // Apart, since it is seldom needed.
        let leg = Box::pin(self.route_for(drive, from, door)).await?;
        let Some(before) = before else {
            let minutes = leg.from(from).minutes_left;
            drive.leg = Some((order, leg));
            drive.between.retain(|(_, to), _| *to != order);
            return Some(minutes);
        };
        drive.between.insert((before, order), leg.minutes());
        Some(leg.minutes())
    }

    /// Routes, unless this car asked a service outside a moment ago.
    async fn route_for(&self, drive: &mut CarDrive, from: LatLng, to: LatLng) -> Option<Leg> {
        let is_too_soon = drive.routed.is_some_and(|routed| routed.elapsed() < ROUTING_PAUSE);
        if is_too_soon && self.parts.drives.is_outside() {
            return None;
        }
        drive.routed = Some(Instant::now());
        self.route(from, to).await
    }
}

impl CarDrive {
    /// Minutes to a door, where the way is routed already and the car has not left it.
    fn known_minutes(&self, from: LatLng, (before, order): (Option<OrderId>, OrderId)) -> Option<f64> {
        let Some(before) = before else {
            let (_, leg) = self.leg.as_ref().filter(|(to, _)| *to == order)?;
            let on_leg = leg.from(from);
            return (!on_leg.has_left_the_line()).then_some(on_leg.minutes_left);
        };
        self.between.get(&(before, order)).copied()
    }
}

fn is_worth_telling(told: Option<&Estimate>, new: &Estimate, now: Timestamp) -> bool {
    let Some(told) = told.filter(|told| told.basis == Basis::Car) else { return true };
    let is_early = now.duration_since(told.made_at) < PAUSE;
    !is_early && new.arrival.duration_since(told.arrival).abs() >= MOVED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_told_when_its_arrival_has_moved_and_not_too_often() {
        let start = Timestamp::UNIX_EPOCH;
        let after = |seconds| start + SignedDuration::from_secs(seconds);
        let told = car_estimate(8.0, start);
        let is_told =
            |minutes, seconds| is_worth_telling(Some(&told), &car_estimate(minutes, after(seconds)), after(seconds));
        assert!(!is_told(4.0, 240), "as expected");
        assert!(is_told(4.0, 300) && is_told(4.0, 180), "a minute later, a minute earlier");
        assert!(!is_told(4.5, 240) && !is_told(3.5, 240), "half a minute is nothing");
        assert!(is_told(20.0, 10) && !is_told(20.0, 9), "not twice in ten seconds");
        assert!(is_worth_telling(None, &told, start));
        let batch = Estimate { basis: Basis::Batch, ..told };
        assert!(is_worth_telling(Some(&batch), &told, start), "another basis is news");
    }
}
