//! The stops of cars that decide where a customer may see one (docs/spec/hub.md, "No door of another's is ever shown").

use std::collections::{HashMap, HashSet};

use domain::{
    batch::is_done,
    car::{ENDED_FOR, Stop, StopTurn},
    geo::LatLng,
    ids::{CarId, OrderId},
    order::Status,
};
use jiff::Timestamp;

use super::{CarStore, car_of, names_of};
use crate::{
    error::StoreError,
    row::{FromRow, ValueLocation, row},
    sql::Sql,
    ts::Ts,
};

row! {
    struct CarStopRow of "orders" by "id" named "" {
        id: i64,
        stop_batch_id: String,
        status: i16,
        customer_lat: Option<f64>,
        customer_lng: Option<f64>,
        over_at: Option<Ts>,
        expires_at: Ts,
        departed_at: Option<Ts>,
        left_at: Option<Ts>,
        behind: Option<i64>,
        done_at: Option<Ts>,
        done_recorded_at: Option<Ts>,
        tried: i64,
    }
}

// The status with which a stop was done is the one after the last with which it was not; $4 is the first such status, and
// the one with which it was tried before. It was done when that was heard: no clock that is behind shows a door.
fn stops(left: &str, join: &str) -> String {
    format!(
        "SELECT c.car_id AS run_car_id, c.batch_id AS stop_batch_id, o.id, o.status, o.customer_lat, o.customer_lng, \
         o.over_at, o.expires_at, \
         CASE WHEN d.occurred_at > d.recorded_at THEN d.occurred_at ELSE d.recorded_at END AS done_at, \
         d.recorded_at AS done_recorded_at, (SELECT count(*) FROM order_events e WHERE e.order_id = o.id \
         AND e.status = $4 AND e.seq < coalesce(d.seq, o.seq + 1)) AS tried, {left} FROM carried c {join} \
         LEFT JOIN order_events d ON d.order_id = o.id AND d.seq = \
         (SELECT max(e.seq) + 1 FROM order_events e WHERE e.order_id = o.id AND e.status < $4)"
    )
}

// $2 is now, $3 since when a batch that has ended still counts.
static STOPS: Sql = Sql::new(|dialect| {
    let cars = dialect.texts("$1");
    let present = stops(
        "t.departed_at, NULL AS left_at, NULL AS behind, o.stop",
        "JOIN orders o ON o.batch_id = c.batch_id AND o.car_id = c.car_id JOIN batches t ON t.id = c.batch_id",
    );
    let former = stops(
        "f.departed_at, f.left_at, f.behind, NULL AS stop",
        "JOIN former_stops f ON f.car_id = c.car_id AND f.batch_id = c.batch_id JOIN orders o ON o.id = f.order_id",
    );
    format!(
        "WITH carried AS ( SELECT b.car_id, b.batch_id FROM orders b WHERE b.car_id IN {cars} \
         AND b.batch_id IS NOT NULL AND b.over_at IS NULL AND b.expires_at > $2 \
         UNION SELECT b.car_id, b.batch_id FROM orders b WHERE b.car_id IN {cars} \
         AND b.batch_id IS NOT NULL AND b.over_at > $3 \
         UNION SELECT f.car_id, f.batch_id FROM former_stops f WHERE f.car_id IN {cars} AND f.left_at > $3 ) \
         SELECT * FROM ( {present} UNION ALL {former} ) s ORDER BY s.stop_batch_id, s.stop, s.id"
    )
});

/// The first of the statuses at which a stop is done.
const FIRST_DONE: Status = Status::DeliveryFailed;

impl CarStore<'_> {
    /// The stops of cars that still count: those of their open batches, and of batches that ended within [`ENDED_FOR`], each
    /// in its turn; also those that a car no longer has, which may stand here more than once. Cars without any are left
    /// out; what cannot be read of one leaves the others as they are.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn stops(
        self,
        cars: &[CarId],
        now: Timestamp,
    ) -> Result<HashMap<CarId, Result<Vec<Stop>, StoreError>>, StoreError> {
        let names = names_of(cars)?;
        let rows = self.0.read((names.as_str(), now), |conn, &(names, now)| {
            Box::pin(async move {
                let query = conn.query(&STOPS).bind(names).bind(Ts::new(now)).bind(Ts::new(now - ENDED_FOR));
                query.bind(FIRST_DONE.number()).fetch_all().await
            })
        });
        let mut read: HashMap<CarId, Result<Vec<CarStopRow>, StoreError>> = HashMap::new();
        for row in rows.await? {
            let of_car = read.entry(car_of(&row)?).or_insert_with(|| Ok(Vec::new()));
            match (of_car.as_mut(), CarStopRow::read(&row)) {
                (Ok(known), Ok(row)) => known.push(row),
                (Ok(_), Err(error)) => *of_car = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(read.into_iter().map(|(car, rows)| (car, rows.and_then(|rows| stops_of(&rows, now)))).collect())
    }

    /// The same of one car.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn stops_of(self, car: &CarId, now: Timestamp) -> Result<Vec<Stop>, StoreError> {
        self.stops(std::slice::from_ref(car), now).await?.remove(car).unwrap_or_else(|| Ok(Vec::new()))
    }
}

/// What rows of one car say, which stand in the order of their batches and turns.
fn stops_of(rows: &[CarStopRow], now: Timestamp) -> Result<Vec<Stop>, StoreError> {
    let is_under_way = |row: &&CarStopRow| row.left_at.is_none() && row.status >= Status::BeingDelivered.number();
    let under_way: HashSet<&str> = rows.iter().filter(is_under_way).map(|row| row.stop_batch_id.as_str()).collect();
    let mut before: Option<&CarStopRow> = None;
    let mut stops = Vec::with_capacity(rows.len());
    for row in rows {
        let mut stop = row.stop(now)?;
        if stop.is_aboard {
            let behind = before.filter(|before| before.stop_batch_id == row.stop_batch_id);
            stop.behind = behind.map(|before| OrderId(before.id));
            // Stops may be let go one by one; then nobody knows since when the batch is under way.
            let is_under_way = under_way.contains(row.stop_batch_id.as_str());
            stop.departed_at = stop.departed_at.or(is_under_way.then_some(Timestamp::MIN));
            before = Some(row);
        }
        stops.push(stop);
    }
    Ok(stops)
}

impl CarStopRow {
    fn stop(&self, now: Timestamp) -> Result<Stop, StoreError> {
        let place = ValueLocation::new("orders", self.id);
        let door = match (self.customer_lat, self.customer_lng) {
            (Some(lat), Some(lng)) => Some(place.sound("customer_lat", LatLng::new(lat, lng).ok())?),
            _ => None,
        };
        let status = place.sound("status", Status::try_from(i64::from(self.status)).ok())?;
        let tried = StopTurn::attempt(u32::try_from(self.tried).unwrap_or(u32::MAX));
        let left_at = self.left_at.map(Ts::get);
        // What became of a stop later, elsewhere, is nothing to this car.
        let was_done_here =
            is_done(status) && self.done_recorded_at.is_none_or(|done| left_at.is_none_or(|left| done.get() <= left));
        let done_at = self.done_at.map(Ts::get).filter(|_| was_done_here);
        let expired_at = Some(self.expires_at.get()).filter(|at| *at <= now);
        Ok(Stop {
            order: OrderId(self.id),
            batch: place.sound("batch_id", self.stop_batch_id.parse().ok())?,
            is_aboard: left_at.is_none(),
            place: door,
            turn: left_at.filter(|_| done_at.is_none()).map_or(tried, StopTurn::taken_out),
            done: done_at.or(left_at),
            ended_at: left_at.or(self.over_at.map(Ts::get)).or(expired_at),
            behind: self.behind.map(OrderId),
            departed_at: self.departed_at.map(Ts::get),
        })
    }
}
