//! What a car carries, and what its positions make of the orders in it.

use std::collections::HashMap;

use domain::{
    estimate::Estimate,
    geo::LatLng,
    ids::{BatchId, CarId, OrderId, RestaurantId},
    order::Status,
};
use jiff::Timestamp;

use super::{CarStore, car_of, names_of};
use crate::{
    append::Changed,
    conn::Conn,
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow},
    row::{FromRow, Row, ValueLocation, row},
    sql::{Sql, SqlDialect},
    ts::{Ts, cut},
};

/// What a car carries.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CarRun {
    /// Every stop of each open batch that the car carries, by batch and place in it, also those that are done. A batch is
    /// open while a stop of it is at 5 to 9.
    pub stops: Vec<CarStop>,
}

/// A stop of a car.
#[derive(Debug, Clone, PartialEq)]
pub struct CarStop {
    pub order: OrderId,
    /// The restaurant that made it.
    pub restaurant: RestaurantId,
    /// Where that restaurant stands.
    pub restaurant_place: LatLng,
    pub batch: BatchId,
    /// Its place in the batch, from 0.
    pub stop: u32,
    /// Its present status.
    pub status: Status,
    /// Where it goes, where that is known.
    pub door: Option<LatLng>,
    /// When the batch departed, if it has.
    pub departed_at: Option<Timestamp>,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// When the order can no longer be tracked: one that nobody ever reported to its end stays open.
    pub expires_at: Timestamp,
}

row! {
    /// What a stop has beside its order's head.
    struct StopDoorRow of "orders" by "id" named "" {
        customer_lat: Option<f64>,
        customer_lng: Option<f64>,
        restaurant_lat: f64,
        restaurant_lng: f64,
    }
}

static RUNS: Sql = Sql::new(|dialect| {
    let cars = dialect.texts("$1");
    format!(
        "SELECT c.car_id AS run_car_id, {HEAD_COLUMNS}, o.customer_lat, o.customer_lng, r.lat AS restaurant_lat, \
         r.lng AS restaurant_lng FROM ( SELECT DISTINCT b.car_id, b.batch_id FROM orders b \
         WHERE b.car_id IN {cars} AND b.batch_id IS NOT NULL AND b.over_at IS NULL) c \
         JOIN orders o ON o.batch_id = c.batch_id JOIN restaurants r ON r.id = o.restaurant_id \
         ORDER BY o.batch_id, o.stop"
    )
});

// Each change that anybody may see raises `rev`, and an order that is over changes no more. All in one row: an embedded
// database hands each row from its own thread to ours, which costs more than the rest.
static MARKS: Sql = Sql::new(|dialect| {
    let (all, marks) = match dialect {
        SqlDialect::Sqlite => ("json_group_object(m.car_id, m.mark)", "group_concat"),
        SqlDialect::Postgres => ("coalesce(json_object_agg(m.car_id, m.mark)::text, '{}')", "string_agg"),
    };
    let cars = dialect.texts("$1");
    format!(
        "SELECT {all} FROM (SELECT b.car_id, {marks}(b.id || ':' || b.rev, ' ' ORDER BY b.id) AS mark FROM orders b \
         WHERE b.car_id IN {cars} AND b.batch_id IS NOT NULL AND b.over_at IS NULL GROUP BY b.car_id) m"
    )
});

// In one row, as the marks are.
static ON_A_CARS_WORD: Sql = Sql::new(|dialect| {
    let all = match dialect {
        SqlDialect::Sqlite => "json_group_array(json_array(id, car_id))",
        SqlDialect::Postgres => "coalesce(json_agg(json_build_array(id, car_id))::text, '[]')",
    };
    format!("SELECT {all} FROM orders WHERE estimate_basis = 'car' AND batch_id IS NOT NULL AND over_at IS NULL")
});

static READ: Sql = Sql::new(|_| {
    format!("SELECT {HEAD_COLUMNS} FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1")
});

fn moved(dialect: SqlDialect, set: &str, condition: &str) -> String {
    format!(
        "UPDATE orders SET rev = rev + 1, changed_at = {now}{set} \
         WHERE id = $1 AND car_id = $2 AND batch_id IS NOT NULL AND status = $3 AND {condition}",
        now = dialect.now()
    )
}

// An estimate never goes back in time, and one that stands already is no change.
static SET: Sql = Sql::new(|dialect| {
    moved(
        dialect,
        ", estimate_made_at = $4, estimate_arrival = $5, estimate_earliest = $6, estimate_latest = $7, \
         estimate_basis = $8",
        "(estimate_made_at IS NULL OR estimate_made_at <= $4) AND (estimate_made_at IS DISTINCT FROM $4 \
         OR estimate_arrival IS DISTINCT FROM $5 OR estimate_earliest IS DISTINCT FROM $6 \
         OR estimate_latest IS DISTINCT FROM $7 OR estimate_basis IS DISTINCT FROM $8)",
    )
});

// It takes the row's lock, so that the estimate is made from a row that stays as it is.
static TOUCH: Sql = Sql::new(|dialect| moved(dialect, "", "estimate_basis = 'car'"));

const MAKE: &str = "UPDATE orders SET estimate_made_at = $2, estimate_arrival = $3, estimate_earliest = $4, \
    estimate_latest = $5, estimate_basis = $6 WHERE id = $1";

impl CarStore<'_> {
    /// What cars carry: all stops of their open batches, of one moment. Those that carry nothing are left out; what
    /// cannot be read of one leaves the others as they are.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn runs(self, cars: &[CarId]) -> Result<HashMap<CarId, Result<CarRun, StoreError>>, StoreError> {
        let names = names_of(cars)?;
        let rows = self.0.read(names, |conn, names| Box::pin(conn.query(&RUNS).bind(names).fetch_all())).await?;
        let mut runs: HashMap<CarId, Result<CarRun, StoreError>> = HashMap::new();
        for row in &rows {
            let run = runs.entry(car_of(row)?).or_insert_with(|| Ok(CarRun::default()));
            match (run.as_mut(), car_stop(row)) {
                (Ok(carried), Ok(stop)) => carried.stops.push(stop),
                (Ok(_), Err(error)) => *run = Err(error),
                (Err(_), _) => {}
            }
        }
        Ok(runs)
    }

    /// What each of these cars carries, in short: a text that is another once anything is of those of its orders that
    /// are not over, in [`Self::runs`]. Cars without any are left out.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn marks(self, cars: &[CarId]) -> Result<HashMap<CarId, String>, StoreError> {
        let names = names_of(cars)?;
        let marks =
            self.0.read(names, |conn, names| Box::pin(conn.query(&MARKS).bind(names).scalar::<String>())).await?;
        serde_json::from_str(&marks).map_err(StoreError::other)
    }

    /// The orders whose estimate rests on a car's position, by their numbers, each with its car.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn on_a_cars_word(self) -> Result<Vec<(OrderId, CarId)>, StoreError> {
        let word = self.0.read((), |conn, ()| Box::pin(conn.query(&ON_A_CARS_WORD).scalar::<String>())).await?;
        let word: Vec<(i64, CarId)> = serde_json::from_str(&word).map_err(StoreError::other)?;
        let mut word: Vec<_> = word.into_iter().map(|(order, car)| (OrderId(order), car)).collect();
        word.sort_unstable_by_key(|(order, _)| *order);
        Ok(word)
    }

    /// Gives an order that this car is delivering a new estimate. None where it is not, where a newer
    /// estimate stands, or where this one does.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn set_estimate(
        self,
        order: OrderId,
        car: &CarId,
        estimate: Estimate,
    ) -> Result<Option<Changed>, StoreError> {
        let car = car.clone();
        self.0.write(move |conn| Box::pin(set_estimate(conn, order, car, estimate))).await
    }

    /// Gives an order whose car has fallen silent the estimate of its batch, else the kitchen's. None
    /// where its estimate does not rest on that car.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn lose(self, order: OrderId, car: &CarId, now: Timestamp) -> Result<Option<Changed>, StoreError> {
        let car = car.clone();
        self.0.write(move |conn| Box::pin(lose(conn, order, car, cut(now)))).await
    }
}

async fn set_estimate(
    conn: &mut Conn<'_>,
    order: OrderId,
    car: CarId,
    estimate: Estimate,
) -> Result<Option<Changed>, StoreError> {
    let query = conn
        .query(&SET)
        .bind(order.0)
        .bind(car.as_str())
        .bind(Status::BeingDelivered.number())
        .bind(Ts::new(estimate.made_at))
        .bind(Ts::new(estimate.arrival))
        .bind(Ts::new(estimate.earliest))
        .bind(Ts::new(estimate.latest))
        .bind(estimate.basis.as_str());
    if query.execute().await? == 0 {
        return Ok(None);
    }
    let row = conn.query(&READ).bind(order.0).fetch_one().await?;
    Ok(Some(HeadRow::read(&row)?.kept()?.change(order)))
}

async fn lose(conn: &mut Conn<'_>, order: OrderId, car: CarId, now: Timestamp) -> Result<Option<Changed>, StoreError> {
    let query = conn.query(&TOUCH).bind(order.0).bind(car.as_str()).bind(Status::BeingDelivered.number());
    if query.execute().await? == 0 {
        return Ok(None);
    }
    let row = conn.query(&READ).bind(order.0).fetch_one().await?;
    let mut kept = HeadRow::read(&row)?.kept()?;
    kept.estimate = kept.state.estimate(now);
    let estimate = kept.estimate.as_ref();
    let query = conn
        .query(MAKE)
        .bind(order.0)
        .bind(estimate.map(|estimate| Ts::new(estimate.made_at)))
        .bind(estimate.map(|estimate| Ts::new(estimate.arrival)))
        .bind(estimate.map(|estimate| Ts::new(estimate.earliest)))
        .bind(estimate.map(|estimate| Ts::new(estimate.latest)))
        .bind(estimate.map(|estimate| estimate.basis.as_str()));
    query.execute().await?;
    Ok(Some(kept.change(order)))
}

fn car_stop(row: &Row) -> Result<CarStop, StoreError> {
    StopDoorRow::read(row)?.car_stop(&HeadRow::read(row)?)
}

impl StopDoorRow {
    fn car_stop(&self, head: &HeadRow) -> Result<CarStop, StoreError> {
        let place = ValueLocation::new("orders", head.id);
        let kept = head.kept()?;
        let travel = place.sound("batch_id", kept.state.travel)?;
        let door = match (self.customer_lat, self.customer_lng) {
            (Some(lat), Some(lng)) => Some(place.sound("customer_lat", LatLng::new(lat, lng).ok())?),
            _ => None,
        };
        let restaurant = LatLng::new(self.restaurant_lat, self.restaurant_lng).ok();
        Ok(CarStop {
            order: OrderId(head.id),
            restaurant: kept.restaurant_id,
            restaurant_place: ValueLocation::new("restaurants", head.restaurant_id).sound("lat", restaurant)?,
            batch: travel.batch,
            stop: travel.stop,
            status: kept.state.status,
            door,
            departed_at: travel.departed_at,
            estimate: kept.estimate,
            expires_at: kept.expires_at,
        })
    }
}
