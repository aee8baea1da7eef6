//! Who drives a car with a batch: it leaves, says where it is, and its stops come and go.

use std::time::Duration;

use deps::{Clock, SystemClock};
use domain::{geo::LatLng, order::Status};
use jiff::Timestamp;
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::{MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use super::StatusReporter;
use crate::{
    checker::{CallOutcome, DrivenBatch, StatusAttempts},
    kitchen::Registered,
};

/// Metres between two doors of a batch.
const APART: f64 = 600.0;
/// Metres in a degree of latitude.
const DEGREE: f64 = 111_195.0;
/// Metres between two positions: as fast as a car is believed to be.
const METRES: f64 = 18.0;
/// Between two positions.
const EVERY: Duration = Duration::from_millis(400);

/// A car with its stops.
pub(super) struct Driver {
    pub(super) reporter: StatusReporter,
    pub(super) batch: String,
    pub(super) car: String,
    pub(super) stops: Vec<Registered>,
    /// Positions before a stop's status changes.
    pub(super) positions_per_report: u32,
}

/// The door of the stop of this number, of any car.
pub(super) fn door(stop: usize) -> LatLng {
    at(APART * stop as f64)
}

/// So many metres along the street.
fn at(metres: f64) -> LatLng {
    LatLng::new(60.17 + metres / DEGREE, 24.94).expect("a street in Helsinki")
}

/// Fields of an order that goes to a stop.
pub(super) fn fields(stop: usize) -> Value {
    let door = door(stop);
    let coordinates = json!({ "lat": door.lat(), "lng": door.lng() });
    json!({ "customer": {
        "name": "Aino Aalto", "streetAddress": "Vilhonkatu 4", "city": "Helsinki", "postalCode": "00100",
        "coordinates": coordinates,
    } })
}

impl Driver {
    /// Drives until it is told to stop; what it reported, and what it drove.
    pub(super) async fn run(mut self, stop: CancellationToken) -> (Vec<StatusAttempts>, DrivenBatch) {
        let stops: Vec<&str> = self.stops.iter().map(|order| order.id.as_str()).collect();
        let body = json!({ "carId": self.car, "stops": stops, "estimatedMinutes": 20 });
        let path = format!("/api/dispatch/batches/{}", self.batch);
        self.reporter.insist(Method::PUT, &path, &body).await;
        self.reporter.insist(Method::POST, &format!("{path}/depart"), &json!({})).await;
        let (mut reports, mut said) = (Vec::new(), Vec::new());
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stands_at = vec![Status::BeingDelivered; self.stops.len()];
        for turn in 1_u32.. {
            tokio::select! {
                _ = ticks.tick() => {}
                () = stop.cancelled() => break,
            }
            said.push(self.say_where(turn).await);
            if turn.is_multiple_of(self.positions_per_report) {
                reports.extend(self.change_a_stop(&mut stands_at).await);
            }
        }
        let stop = |(index, order): (usize, &Registered)| (order.id.parse().expect("an order's number"), door(index));
        (reports, DrivenBatch { stops: self.stops.iter().enumerate().map(stop).collect(), said })
    }

    /// Up and down the street, past all doors. Where that is not heard, the next one is.
    async fn say_where(&mut self, turn: u32) -> (Timestamp, LatLng) {
        let length = APART * self.stops.len() as f64;
        let driven = f64::from(turn) * METRES % (2.0 * length);
        let place = at(if driven > length { 2.0 * length - driven } else { driven });
        let now = SystemClock.now();
        let body = json!({ "lat": place.lat(), "lng": place.lng(), "at": now, "speedKmh": 162 });
        self.reporter.try_call(Method::POST, &format!("/api/dispatch/cars/{}/positions", self.car), &body).await;
        (now, place)
    }

    /// A stop fails or waits for a while, or comes back to 8.
    async fn change_a_stop(&mut self, stands_at: &mut [Status]) -> Option<StatusAttempts> {
        let index = self.reporter.chance.random_range(0..self.stops.len());
        let next = match stands_at[index] {
            Status::BeingDelivered if self.reporter.chance.random() => Status::DeliveryFailed,
            Status::BeingDelivered => Status::WaitingForDelivery,
            _ => Status::BeingDelivered,
        };
        let event = format!("{:016x}", self.reporter.chance.random::<u64>());
        let report = self.reporter.report(&self.stops[index], next, Some(&event)).await;
        if let Some(CallOutcome::Set { status, .. }) = report.outcome() {
            stands_at[index] = Status::try_from(i64::from(*status)).expect("a status of the contract");
        }
        Some(report)
    }
}
