//! What a car carries, as it was read.

use std::collections::HashSet;

use domain::{
    Reach,
    batch::is_done,
    car::Road,
    estimate::Estimate,
    geo::LatLng,
    ids::{BatchId, OrderId},
    order::Status,
};
use jiff::Timestamp;
use store::{CarRun, CarStop};

/// What a car carries, with what each customer may see of it.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// Whether there is a place where somebody may not see it.
    hides: bool,
    stops: Vec<(CarStop, Road)>,
    /// When the first of its stops can no longer be tracked.
    until: Option<Timestamp>,
}

impl Run {
    /// What was read at `now`. A batch that nobody has ended holds its car no longer than its orders can
    /// be tracked.
    pub(super) fn new(run: CarRun, now: Timestamp) -> Self {
        let is_open = |stop: &CarStop| !is_done(stop.status) && stop.expires_at > now;
        let open: HashSet<BatchId> =
            run.stops.iter().filter(|stop| is_open(stop)).map(|stop| stop.batch.clone()).collect();
        let stops: Vec<CarStop> = run.stops.into_iter().filter(|stop| open.contains(&stop.batch)).collect();
        let until = stops.iter().map(|stop| stop.expires_at).filter(|until| *until > now).min();
        let roads: Vec<Road> = stops.iter().map(|stop| road_of(stop, &stops)).collect();
        let stops: Vec<(CarStop, Road)> = stops.into_iter().zip(roads).collect();
        let hides = stops.iter().any(|(stop, road)| !is_done(stop.status) && road.hides());
        Self { hides, stops, until }
    }

    /// See [`fastpath::prefetch`].
    pub(super) fn touch(&self) -> usize {
        usize::from(self.hides)
    }

    /// The same with other estimates of some orders.
    pub(super) fn with_estimates(&self, estimates: &[(OrderId, Estimate)]) -> Self {
        let mut run = self.clone();
        for (stop, _) in &mut run.stops {
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
        reach.is_all() || self.stops.is_empty() || self.stops.iter().any(|(stop, _)| reach.includes(stop.restaurant))
    }

    /// What each customer may see, whose order is not done; nothing where they may see the car everywhere.
    pub(crate) fn roads(&self) -> impl Iterator<Item = (OrderId, &Road)> {
        let stops = if self.hides { self.stops.as_slice() } else { &[] };
        stops.iter().filter(|(stop, _)| !is_done(stop.status)).map(|(stop, road)| (stop.order, road))
    }

    /// The stops that are ahead of the car, in turn, as far as their doors are known; only those that
    /// are on their way.
    pub(super) fn ahead(&self) -> impl Iterator<Item = (&CarStop, LatLng)> {
        let ahead = self.stops.iter().filter(|(stop, _)| stop.status == Status::BeingDelivered);
        ahead.map_while(|(stop, _)| Some((stop, stop.door?)))
    }
}

fn road_of(stop: &CarStop, stops: &[CarStop]) -> Road {
    let others = || stops.iter().filter(|other| other.batch == stop.batch && other.order != stop.order);
    let before = others().filter(|other| other.stop < stop.stop && !is_done(other.status)).count();
    Road {
        stops_before: u32::try_from(before).unwrap_or(u32::MAX),
        door: stop.door,
        other_doors: others().filter_map(|other| other.door).collect(),
    }
}
