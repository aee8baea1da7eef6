//! What a car carries, as it was read.

use std::collections::HashSet;

use domain::{
    Reach,
    car::{Door, Stop, doors_of},
    estimate::Estimate,
    geo::LatLng,
    ids::{BatchId, OrderId},
    order::Status,
};
use jiff::Timestamp;
use store::{CarRun, CarStop};

/// What a car carries.
#[derive(Debug, Clone)]
pub(crate) struct CarLoad {
    /// The doors at which not everybody may see it, those of its last batches among them.
    doors: Box<[Door]>,
    stops: Vec<CarStop>,
    /// When the first of its stops can no longer be tracked, or its door counts no more.
    until: Option<Timestamp>,
}

impl CarLoad {
    /// What was read at `now`, and what decides at which doors. A batch that nobody has ended holds its car no longer than
    /// its orders can be tracked.
    pub(super) fn new(run: CarRun, doors: &[Stop], now: Timestamp) -> Self {
        let is_open = |stop: &CarStop| stop.status <= Status::DeliveryFailed && stop.expires_at > now;
        let open: HashSet<BatchId> =
            run.stops.iter().filter(|stop| is_open(stop)).map(|stop| stop.batch.clone()).collect();
        let stops: Vec<CarStop> = run.stops.into_iter().filter(|stop| open.contains(&stop.batch)).collect();
        let doors = doors_of(doors);
        let ends = stops.iter().map(|stop| stop.expires_at).chain(doors.iter().filter_map(|door| door.until));
        let until = ends.filter(|until| *until > now).min();
        Self { doors, stops, until }
    }

    /// See [`fastpath::prefetch`].
    pub(super) fn touch(&self) -> usize {
        self.doors.first().map_or(0, |door| usize::from(door.done.is_some()))
    }

    /// The same with other estimates of some orders.
    pub(super) fn with_estimates(&self, estimates: &[(OrderId, Estimate)]) -> Self {
        let mut run = self.clone();
        for stop in &mut run.stops {
            let newest = estimates.iter().find(|(order, _)| *order == stop.order).map(|(_, estimate)| *estimate);
            stop.estimate = newest.or(stop.estimate);
        }
        run
    }

    /// Whether it is still what was read, as far as time goes.
    pub(super) fn stands(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| until > now)
    }

    /// Whether somebody may say where the car is: it carries nothing, or something that they reach.
    pub(crate) fn is_reached_by(&self, reach: &Reach) -> bool {
        reach.is_all() || self.stops.is_empty() || self.stops.iter().any(|stop| reach.includes(stop.restaurant))
    }

    /// The doors of its stops.
    pub(crate) fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// The stops that are ahead of the car, in turn, as far as their doors are known; only those that
    /// are on their way.
    pub(super) fn ahead(&self) -> impl Iterator<Item = (&CarStop, LatLng)> {
        let ahead = self.stops.iter().filter(|stop| stop.status == Status::BeingDelivered);
        ahead.map_while(|stop| Some((stop, stop.door?)))
    }
}
