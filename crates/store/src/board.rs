//! The orders of boards and kitchens: those that are shown now, some of them, and which have changed.
//!
//! None of these reads goes by `changed_at`: an index on it would be touched by every press, and on
//! PostgreSQL a press would no longer stay on its page. They go through the few orders that a board
//! can show, whose indexes change only where an order becomes over.

use std::collections::BTreeSet;

use domain::{
    Allergen,
    board::{Standing, Window, due},
    estimate::Estimate,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    order::{Order, OrderType, Status},
};
use jiff::Timestamp;
use sqlx::types::Json;

use crate::{
    backend::Backend,
    connection::reading,
    error::StoreError,
    order::{
        rows::{HeadRow, OrderRow, body_columns, head_columns},
        stored::read_allergens,
    },
    restaurant_row::restaurant_columns,
    row::{self, Read, row},
    store::Store,
    ts::Ts,
};

/// A row of a board.
#[derive(Clone, PartialEq)]
pub struct BoardRow {
    /// The order's number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Its present status.
    pub status: Status,
    /// When the present status happened, as reported; else when it was recorded.
    pub status_at: Timestamp,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The car of the batch that it is in.
    pub car: Option<CarId>,
    /// When it was placed.
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// What whoever eats it avoids.
    pub avoid_allergens: BTreeSet<Allergen>,
    /// Who ordered.
    pub customer_name: Option<String>,
    /// The phone number, as it was given. Never goes into a log.
    pub customer_phone: Option<String>,
    /// Street and number.
    pub street_address: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Whether the place of its door is known: without it no car's word counts for its estimate.
    pub has_door: bool,
    /// Whether its kitchen got to know it in a pause.
    pub during_pause: bool,
}

impl std::fmt::Debug for BoardRow {
    /// Without the person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { id, status, seq, rev, over_at, .. } = self;
        write!(f, "BoardRow({id} at {status:?}, seq {seq}, rev {}, over {over_at:?})", rev.0)
    }
}

impl BoardRow {
    /// What decides whether a board shows it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing {
            due: due(self.promised_at, self.pre_order_time, self.placed_at),
            over_at: self.over_at,
            expires_at: self.expires_at,
        }
    }
}

/// An order that has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedOrder {
    /// The order's number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// Number of its present state.
    pub rev: Rev,
}

/// Which orders have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changes {
    /// The database's time when it was asked.
    pub at: Timestamp,
    /// The orders, in no order.
    pub orders: Vec<ChangedOrder>,
}

row! {
    struct RestRow of "orders" by "id" named "" {
        status_at: Option<Ts>,
        customer_name: Option<String>,
        customer_phone: Option<String>,
        street_address: Option<String>,
        city: Option<String>,
        customer_lat: Option<f64>,
        avoid_allergens: Option<Json<Vec<String>>>,
        during_pause: bool,
    }
}

row! {
    struct ChangedRow of "orders" by "id" named "" {
        id: i64,
        restaurant_id: i64,
        rev: i64,
    }
}

/// A row of a board, not yet judged.
struct WholeRow {
    head: HeadRow,
    rest: RestRow,
}

impl<R> Read<R> for WholeRow
where
    HeadRow: Read<R>,
    RestRow: Read<R>,
{
    fn read(row: &R) -> Result<Self, StoreError> {
        Ok(Self { head: HeadRow::read(row)?, rest: RestRow::read(row)? })
    }
}

impl WholeRow {
    fn board_row(self) -> Result<BoardRow, StoreError> {
        let Self { head: row, rest } = self;
        let head = row.head()?;
        Ok(BoardRow {
            id: head.id,
            restaurant_id: head.restaurant_id,
            order_type: head.course.order_type,
            status: head.status,
            status_at: row.place().sound("status_at", rest.status_at)?.get(),
            seq: head.seq,
            rev: head.rev,
            car: head.travel.map(|travel| travel.car),
            placed_at: row.placed_at.get(),
            promised_at: row.promised_at.map(Ts::get),
            pre_order_time: row.pre_order_time.map(Ts::get),
            estimate: head.estimate,
            over_at: head.over_at,
            expires_at: head.expires_at,
            avoid_allergens: read_allergens(&row.place(), rest.avoid_allergens.as_ref())?,
            customer_name: rest.customer_name,
            customer_phone: rest.customer_phone,
            street_address: rest.street_address,
            city: rest.city,
            has_door: rest.customer_lat.is_some(),
            during_pause: rest.during_pause,
        })
    }
}

/// Each order has the event of its `seq`: one look into the key of the events.
macro_rules! board_columns {
    () => {
        concat!(
            head_columns!(),
            ", o.customer_name, o.customer_phone, o.street_address, o.city, o.customer_lat, o.avoid_allergens, \
             o.during_pause, \
             (SELECT COALESCE(e.occurred_at, e.recorded_at) FROM order_events e \
              WHERE e.order_id = o.id AND e.seq = o.seq) AS status_at"
        )
    };
}

macro_rules! order_columns {
    () => {
        concat!(head_columns!(), ", ", body_columns!(), ", ", restaurant_columns!())
    };
}

macro_rules! changed_columns {
    () => {
        "o.id, o.restaurant_id, o.rev"
    };
}

/// The orders of a JSON list of ids, `$1`. Joined first, the list keeps SQLite on the index.
macro_rules! of_sqlite {
    ($column:literal) => {
        concat!(
            " FROM json_each($1) j CROSS JOIN orders o ON o.",
            $column,
            " = j.value JOIN restaurants r ON r.id = o.restaurant_id WHERE "
        )
    };
}

macro_rules! of_postgres {
    ($column:literal) => {
        concat!(
            " FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.",
            $column,
            " = ANY(ARRAY(SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb))) AND "
        )
    };
}

/// What boards of some restaurants show: open, and over since a moment.
macro_rules! shown_sql {
    ($columns:ident, $of:ident, $open:literal, $over:literal) => {
        concat!(
            "SELECT ",
            $columns!(),
            $of!("restaurant_id"),
            "o.over_at IS NULL AND o.expires_at > $2 AND ",
            $open,
            " UNION ALL SELECT ",
            $columns!(),
            $of!("restaurant_id"),
            "o.over_at > $3 AND ",
            $over,
            " LIMIT $5"
        )
    };
}

macro_rules! shown {
    ($columns:ident, $of:ident) => {
        shown_sql!($columns, $of, "COALESCE(o.promised_at, o.pre_order_time, o.placed_at) < $4", "TRUE")
    };
}

macro_rules! some {
    ($columns:ident, $of:ident) => {
        concat!("SELECT ", $columns!(), $of!("id"), "TRUE")
    };
}

macro_rules! changed {
    ($columns:ident, $of:ident) => {
        shown_sql!($columns, $of, "o.changed_at > $4", "o.changed_at > $4")
    };
}

/// A statement for either database.
macro_rules! either {
    ($store:expr, $sql:ident, $columns:ident) => {
        match $store.backend() {
            Backend::Sqlite(_) => $sql!($columns, of_sqlite),
            Backend::Postgres(_) => $sql!($columns, of_postgres),
        }
    };
}

/// What stands between the restaurants and the limit is the statement's own moment.
macro_rules! shown_by {
    ($query:expr, $restaurants:expr, $window:expr, $moment:expr, $limit:expr) => {
        $query
            .bind(json($restaurants.iter().map(|id| id.0))?)
            .bind(Ts::new($window.now))
            .bind(Ts::new($window.over_since))
            .bind(Ts::new($moment))
            .bind(i64::from($limit))
    };
}

impl Store {
    /// What a board of these restaurants shows, in no order, at most `limit`. A row that cannot be
    /// read is logged and left out: it must not hold up the others.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn board(
        &self,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<BoardRow>, StoreError> {
        let sql = either!(self, shown, board_columns);
        let rows = reading!(self, connection => {
            let rows = shown_by!(sqlx::query(sql), restaurants, window, window.due_before, limit);
            Ok::<_, StoreError>(read_each::<WholeRow, _>(&rows.fetch_all(connection).await?))
        })?;
        Ok(readable(rows, WholeRow::board_row))
    }

    /// Rows of boards by number, whether a board shows them or not; unknown ones are left out. The
    /// caller asks for at most 1,000 at a time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn board_rows(&self, orders: &[OrderId]) -> Result<Vec<BoardRow>, StoreError> {
        let sql = either!(self, some, board_columns);
        let ids = json(orders.iter().map(|id| id.0))?;
        let rows = reading!(self, connection => {
            Ok::<_, StoreError>(read_each::<WholeRow, _>(&sqlx::query(sql).bind(&ids).fetch_all(connection).await?))
        })?;
        Ok(readable(rows, WholeRow::board_row))
    }

    /// The same as [`Store::board`] with all that a kitchen needs of the orders, but without their
    /// histories.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn kitchen(
        &self,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let sql = either!(self, shown, order_columns);
        let rows = reading!(self, connection => {
            let rows = shown_by!(sqlx::query(sql), restaurants, window, window.due_before, limit);
            Ok::<_, StoreError>(read_each::<OrderRow, _>(&rows.fetch_all(connection).await?))
        })?;
        Ok(readable(rows, |row| row.order(Vec::new())))
    }

    /// The same as [`Store::board_rows`] with all that a kitchen needs of the orders, but without
    /// their histories.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn kitchen_rows(&self, orders: &[OrderId]) -> Result<Vec<Order>, StoreError> {
        let sql = either!(self, some, order_columns);
        let ids = json(orders.iter().map(|id| id.0))?;
        let rows = reading!(self, connection => {
            Ok::<_, StoreError>(read_each::<OrderRow, _>(&sqlx::query(sql).bind(&ids).fetch_all(connection).await?))
        })?;
        Ok(readable(rows, |row| row.order(Vec::new())))
    }

    /// Which orders that boards of these restaurants may show have changed after `since`, by the
    /// database's time; at most `limit`. Whoever asks again with a little less than [`Changes::at`]
    /// misses nothing: what takes long to commit bears the time at which it was written.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn changed_orders(
        &self,
        restaurants: &[RestaurantId],
        window: &Window,
        since: Timestamp,
        limit: u32,
    ) -> Result<Changes, StoreError> {
        let sql = either!(self, changed, changed_columns);
        let (at, rows) = reading!(self, connection => {
            let at: Ts = sqlx::query_scalar(self.backend().time()).fetch_one(&mut *connection).await?;
            let rows = shown_by!(sqlx::query(sql), restaurants, window, since, limit);
            Ok::<_, StoreError>((at, row::all::<ChangedRow, _>(&rows.fetch_all(connection).await?)?))
        })?;
        let changed = |row: ChangedRow| ChangedOrder {
            id: OrderId(row.id),
            restaurant_id: RestaurantId(row.restaurant_id),
            rev: Rev(row.rev),
        };
        Ok(Changes { at: at.get(), orders: rows.into_iter().map(changed).collect() })
    }
}

/// As a list that names each but once: SQLite would give a row for each time.
fn json(ids: impl Iterator<Item = i64>) -> Result<String, StoreError> {
    let ids: std::collections::BTreeSet<i64> = ids.collect();
    serde_json::to_string(&ids).map_err(StoreError::other)
}

fn read_each<T: Read<R>, R>(rows: &[R]) -> Vec<Result<T, StoreError>> {
    rows.iter().map(T::read).collect()
}

fn readable<T, U>(rows: Vec<Result<T, StoreError>>, read: impl Fn(T) -> Result<U, StoreError>) -> Vec<U> {
    let told = |error: &StoreError| tracing::error!(%error, "an order cannot be read");
    rows.into_iter().filter_map(|row| row.and_then(&read).inspect_err(told).ok()).collect()
}
