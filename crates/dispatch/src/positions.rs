//! Positions of cars as callers write them, and what they are answered.

use domain::{
    car::Position,
    error::Code,
    geo::{LatLng, OutOfRange},
    ids::CarId,
};
use jiff::{SignedDuration, Timestamp};
use orders::{PositionsError, PositionsTaken};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::{ApiError, dispatch_key::DispatchCaller, extract::from_value};
use smallvec::SmallVec;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::Dispatch;

/// The most positions of one call.
const MAX_POSITIONS: usize = 100;
/// How far ahead of ours a car's clock may be.
const MAX_AHEAD: SignedDuration = SignedDuration::from_secs(60);
/// Degrees are kept with five decimals, about a metre (docs/spec/promises.md, "Personal data").
pub(crate) const DECIMALS: f64 = 100_000.0;

/// Positions that were checked; mostly one.
pub(crate) type CheckedPositions = SmallVec<[Position; 1]>;

/// Where a car was at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPosition {
    /// Latitude, degrees.
    lat: f64,
    /// Longitude, degrees.
    lng: f64,
    /// When it was there; at most a minute ahead.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Degrees clockwise from north, 0…360.
    heading_deg: Option<f64>,
    /// Kilometres an hour.
    speed_kmh: Option<f64>,
    /// Radius within which it surely was, metres.
    accuracy_m: Option<f64>,
}

/// What became of the positions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PositionsSet {
    /// Newer than what was known of the car.
    pub(crate) accepted: usize,
    /// Not newer: of no use any more.
    pub(crate) stale: usize,
}

/// Reads and checks positions and takes them; `accepted`: when the call was read; `field` gives the path of the one with
/// this index.
pub(crate) async fn take(
    dispatch: &Dispatch,
    key: &DispatchCaller,
    car: &CarId,
    items: &[Value],
    accepted: Instant,
    field: impl Fn(usize) -> String,
) -> Result<PositionsSet, ApiError> {
    check_count(items.len())?;
    let now = dispatch.orders.deps().clock.now();
    let read = |(index, item): (usize, &Value)| {
        let within = |error: ApiError| error.within(&field(index));
        from_value::<NewPosition>(item).and_then(|position| position.check(now)).map_err(within)
    };
    let positions = items.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    take_checked(dispatch, key, car, positions, accepted).await
}

/// Checks positions that were read already.
pub(crate) fn check_read(
    items: &[NewPosition],
    now: Timestamp,
    field: impl Fn(usize) -> String,
) -> Result<CheckedPositions, ApiError> {
    check_count(items.len())?;
    let mut checked = CheckedPositions::new();
    for (index, item) in items.iter().enumerate() {
        checked.push(item.check(now).map_err(|error| error.within(&field(index)))?);
    }
    Ok(checked)
}

fn check_count(count: usize) -> Result<(), ApiError> {
    if count > MAX_POSITIONS { Err(ApiError::invalid("")) } else { Ok(()) }
}

/// Takes positions that were checked.
pub(crate) async fn take_checked(
    dispatch: &Dispatch,
    key: &DispatchCaller,
    car: &CarId,
    positions: Vec<Position>,
    accepted: Instant,
) -> Result<PositionsSet, ApiError> {
    let taken = dispatch.orders.positions(&key.reporter, car, positions, accepted).await;
    taken.map(PositionsSet::from).map_err(positions_error)
}

impl From<PositionsTaken> for PositionsSet {
    fn from(taken: PositionsTaken) -> Self {
        Self { accepted: taken.accepted, stale: taken.stale }
    }
}

pub(crate) fn positions_error(error: PositionsError) -> ApiError {
    match error {
        PositionsError::Foreign => ApiError::new(Code::Forbidden),
        PositionsError::Store(error) => error.into(),
    }
}

impl NewPosition {
    /// What was read: degrees, and then the heading, the speed and the radius, where they are known.
    pub(crate) fn new((lat, lng): (f64, f64), at: Timestamp, figures: [Option<f64>; 3]) -> Self {
        let [heading_deg, speed_kmh, accuracy_m] = figures;
        Self { lat, lng, at, heading_deg, speed_kmh, accuracy_m }
    }

    pub(crate) fn check(self, now: Timestamp) -> Result<Position, ApiError> {
        if self.at < Timestamp::UNIX_EPOCH || self.at.duration_since(now) > MAX_AHEAD {
            return Err(ApiError::invalid("at"));
        }
        if self.heading_deg.is_some_and(|degrees| !(0.0..=360.0).contains(&degrees)) {
            return Err(ApiError::invalid("headingDeg"));
        }
        for (figure, field) in [(self.speed_kmh, "speedKmh"), (self.accuracy_m, "accuracyM")] {
            if figure.is_some_and(|figure| figure < 0.0 || !figure.is_finite()) {
                return Err(ApiError::invalid(field));
            }
        }
        let rounded = |degrees: f64| (degrees * DECIMALS).round() / DECIMALS;
        let place = LatLng::new(self.lat, self.lng)
            .and_then(|_| LatLng::new(rounded(self.lat), rounded(self.lng)))
            .map_err(|out| ApiError::invalid(if out == OutOfRange::Lat { "lat" } else { "lng" }))?;
        let Self { at, heading_deg, speed_kmh, accuracy_m, .. } = self;
        Ok(Position { place, at, heading_deg, speed_kmh, accuracy_m })
    }
}
