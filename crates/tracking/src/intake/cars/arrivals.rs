//! When a car will be at its doors, worked out from where it is (inventory T-54, T-60).

use std::sync::Arc;

use domain::{
    car::Sighting,
    estimate::{Basis, Estimate, car_estimate},
    geo::LatLng,
    ids::{CarId, OrderId},
    leg::{HANDOVER_MINUTES, Leg},
};
use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::{CarDrive, Cars, ROUTING_PAUSE};
use crate::intake::announce::announce_estimate;

/// An order's estimate is made anew at most this often (contract, "Tracking live").
const PAUSE: SignedDuration = SignedDuration::from_secs(10);
/// And only where the arrival has moved by as much.
const MOVED: SignedDuration = SignedDuration::from_secs(60);

impl Cars {
    /// Makes the estimates that follow from where a car is now. One at a time for each car: what comes
    /// meanwhile is overtaken by the next position anyway.
    pub(in crate::intake) async fn tell_arrivals(self: Arc<Self>, sighting: Sighting) {
        let Some(mut drive) = self.begin(&sighting.car) else { return };
        if let Err(error) = self.try_tell(&sighting, &mut drive).await {
            tracing::warn!(error = %http::error::chain(&error), "an arrival could not be kept");
        }
        let mut known = self.lock();
        drive.is_busy = false;
        known.entry(sighting.car).or_default().drive = drive;
    }

    fn begin(&self, car: &CarId) -> Option<CarDrive> {
        let mut known = self.lock();
        let drive = &mut known.entry(car.clone()).or_default().drive;
        if drive.is_busy {
            return None;
        }
        let taken = std::mem::take(drive);
        drive.is_busy = true;
        Some(taken)
    }

    async fn try_tell(&self, sighting: &Sighting, drive: &mut CarDrive) -> Result<(), store::StoreError> {
        let run = self.run(&sighting.car).await?;
        let ahead: Vec<_> = run.ahead().collect();
        let now = self.hub.parts().clock.now();
        let (mut place, mut before, mut minutes) = (sighting.position.place, None, 0.0);
        let mut has_told = false;
        for (stop, door) in ahead {
            let Some(more) = self.minutes(drive, place, (before, stop.order), door).await else { break };
            minutes += more;
            let estimate = car_estimate(minutes, now);
            if is_worth_telling(stop.estimate.as_ref(), &estimate, now) {
                let changed = self.hub.parts().store.set_estimate(stop.order, &sighting.car, estimate).await?;
                if let Some(changed) = changed {
                    announce_estimate(&self.hub, &changed);
                }
                has_told = true;
            }
            (place, before) = (door, Some(stop.order));
            minutes += HANDOVER_MINUTES;
        }
        if has_told {
            // The estimates that were read are no longer those that stand.
            self.forget(&sighting.car);
        }
        Ok(())
    }

    /// Minutes to a door: from the car along its leg, or from the door before.
    async fn minutes(
        &self,
        drive: &mut CarDrive,
        from: LatLng,
        (before, order): (Option<OrderId>, OrderId),
        door: LatLng,
    ) -> Option<f64> {
        let Some(before) = before else {
            return self.minutes_on_leg(drive, from, order, door).await;
        };
        if let Some(minutes) = drive.between.get(&(before, order)) {
            return Some(*minutes);
        }
        let leg = self.route_for(drive, from, door).await?;
        drive.between.insert((before, order), leg.minutes());
        Some(leg.minutes())
    }

    async fn minutes_on_leg(&self, drive: &mut CarDrive, from: LatLng, order: OrderId, door: LatLng) -> Option<f64> {
        let on_leg = |leg: &Leg| leg.from(from);
        if let Some((to, leg)) = &drive.leg
            && *to == order
            && !on_leg(leg).has_left_the_line()
        {
            return Some(on_leg(leg).minutes_left);
        }
        let leg = self.route_for(drive, from, door).await?;
        let minutes = on_leg(&leg).minutes_left;
        drive.leg = Some((order, leg));
        drive.between.retain(|(_, to), _| *to != order);
        Some(minutes)
    }

    /// Routes, unless this car asked a service outside a moment ago.
    async fn route_for(&self, drive: &mut CarDrive, from: LatLng, to: LatLng) -> Option<Leg> {
        let is_too_soon = drive.routed.is_some_and(|routed| routed.elapsed() < ROUTING_PAUSE);
        if is_too_soon && self.drives.is_outside() {
            return None;
        }
        drive.routed = Some(Instant::now());
        self.route(from, to).await
    }
}

fn is_worth_telling(told: Option<&Estimate>, new: &Estimate, now: Timestamp) -> bool {
    let Some(told) = told.filter(|told| told.basis == Basis::Car) else { return true };
    let is_early = now.duration_since(told.made_at) < PAUSE;
    !is_early && new.arrival.duration_since(told.arrival).abs() >= MOVED
}
