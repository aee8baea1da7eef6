//! The orders of boards and kitchens: those that are shown now, some of them, and which have changed.
//!
//! None of these reads goes by `changed_at`: an index on it would be touched by every report, and on
//! PostgreSQL a report would no longer stay on its page. They go through the few orders that a board
//! can show, whose indexes change only where an order becomes over.

use std::collections::BTreeSet;

use domain::{
    board::{BoardRow, Window},
    ids::{OrderId, RestaurantId, Rev},
    order::Order,
};
use jiff::Timestamp;

use crate::{
    conn::{Conn, SqlQuery},
    error::StoreError,
    json::JsonColumn,
    order::{
        rows::{BODY_COLUMNS, HEAD_COLUMNS, HeadRow, OrderRow},
        stored::read_allergens,
    },
    restaurant_row::RESTAURANT_COLUMNS,
    row::{FromRow, Row, row},
    sql::{Sql, SqlDialect},
    store::{Store, now},
    ts::Ts,
};

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
pub struct BoardChanges {
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
        avoid_allergens: Option<JsonColumn<Vec<String>>>,
        without_packaging: bool,
        during_pause: bool,
    }
}

/// A row of a board, not yet judged.
struct WholeRow {
    head: HeadRow,
    rest: RestRow,
}

impl FromRow for WholeRow {
    fn read(row: &Row) -> Result<Self, StoreError> {
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
            order_type: head.fulfilment.order_type,
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
            without_packaging: rest.without_packaging,
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
fn board_columns() -> String {
    format!(
        "{HEAD_COLUMNS}, o.customer_name, o.customer_phone, o.street_address, o.city, o.customer_lat, \
         o.avoid_allergens, o.without_packaging, o.during_pause, \
         (SELECT COALESCE(e.occurred_at, e.recorded_at) FROM order_events e \
         WHERE e.order_id = o.id AND e.seq = o.seq) AS status_at"
    )
}

fn order_columns() -> String {
    format!("{HEAD_COLUMNS}, {BODY_COLUMNS}, {RESTAURANT_COLUMNS}")
}

/// The orders of which a column is in a JSON list, `$1`. Joined first, the list keeps SQLite on the index.
fn orders_of(dialect: SqlDialect, column: &str) -> String {
    match dialect {
        SqlDialect::Sqlite => format!(
            "FROM json_each($1) j CROSS JOIN orders o ON o.{column} = j.value \
             JOIN restaurants r ON r.id = o.restaurant_id WHERE TRUE"
        ),
        SqlDialect::Postgres => format!(
            "FROM orders o JOIN restaurants r ON r.id = o.restaurant_id \
             WHERE o.{column} = ANY(ARRAY{})",
            dialect.numbers("$1")
        ),
    }
}

/// What boards of some restaurants show: open, and over since a moment.
fn shown(dialect: SqlDialect, columns: &str, open: &str, over: &str) -> String {
    let orders = orders_of(dialect, "restaurant_id");
    format!(
        "SELECT {columns} {orders} AND o.over_at IS NULL AND o.expires_at > $2 AND {open} \
         UNION ALL SELECT {columns} {orders} AND o.over_at > $3 AND {over} LIMIT $5"
    )
}

const DUE: &str = "COALESCE(o.promised_at, o.pre_order_time, o.placed_at) < $4";
const CHANGED_SINCE: &str = "o.changed_at > $4";

static BOARD: Sql = Sql::new(|dialect| shown(dialect, &board_columns(), DUE, "TRUE"));
static BOARD_ROWS: Sql = Sql::new(|dialect| format!("SELECT {} {}", board_columns(), orders_of(dialect, "id")));
static KITCHEN: Sql = Sql::new(|dialect| shown(dialect, &order_columns(), DUE, "TRUE"));
static KITCHEN_ROWS: Sql = Sql::new(|dialect| format!("SELECT {} {}", order_columns(), orders_of(dialect, "id")));
static CHANGED: Sql = Sql::new(|dialect| shown(dialect, "o.id, o.restaurant_id, o.rev", CHANGED_SINCE, CHANGED_SINCE));

/// The boards of a store.
#[derive(Debug, Clone, Copy)]
pub struct BoardStore<'s>(&'s Store);

impl Store {
    /// What boards and kitchens show.
    #[must_use]
    pub fn boards(&self) -> BoardStore<'_> {
        BoardStore(self)
    }
}

impl BoardStore<'_> {
    /// What a board of these restaurants shows, in no order, at most `limit`. A row that cannot be
    /// read is logged and left out: it must not hold up the others.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn shown(
        self,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<BoardRow>, StoreError> {
        let ids = json(restaurants.iter().map(|id| id.0))?;
        let rows = self
            .0
            .read((ids.as_str(), window, limit), |conn, &(ids, window, limit)| {
                Box::pin(within(conn, &BOARD, ids, window, limit).fetch_all())
            })
            .await?;
        Ok(readable(&rows, board_row))
    }

    /// Rows of boards by number, whether a board shows them or not; unknown ones are left out. The
    /// caller asks for at most 1,000 at a time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn rows(self, orders: &[OrderId]) -> Result<Vec<BoardRow>, StoreError> {
        let ids = json(orders.iter().map(|id| id.0))?;
        let rows = self.0.read(ids, |conn, ids| Box::pin(conn.query(&BOARD_ROWS).bind(ids).fetch_all())).await?;
        Ok(readable(&rows, board_row))
    }

    /// The same as [`Self::shown`] with all that a kitchen needs of the orders, but without their
    /// histories.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn kitchen(
        self,
        restaurants: &[RestaurantId],
        window: &Window,
        limit: u32,
    ) -> Result<Vec<Order>, StoreError> {
        let ids = json(restaurants.iter().map(|id| id.0))?;
        let rows = self
            .0
            .read((ids.as_str(), window, limit), |conn, &(ids, window, limit)| {
                Box::pin(within(conn, &KITCHEN, ids, window, limit).fetch_all())
            })
            .await?;
        Ok(readable(&rows, kitchen_order))
    }

    /// The same as [`Self::rows`] with all that a kitchen needs of the orders, but without
    /// their histories.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn kitchen_rows(self, orders: &[OrderId]) -> Result<Vec<Order>, StoreError> {
        let ids = json(orders.iter().map(|id| id.0))?;
        let rows = self.0.read(ids, |conn, ids| Box::pin(conn.query(&KITCHEN_ROWS).bind(ids).fetch_all())).await?;
        Ok(readable(&rows, kitchen_order))
    }

    /// Which orders that boards of these restaurants may show have changed after `since`, by the
    /// database's time; at most `limit`. Whoever asks again with a little less than [`BoardChanges::at`]
    /// misses nothing: what takes long to commit bears the time at which it was written.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn changed(
        self,
        restaurants: &[RestaurantId],
        window: &Window,
        since: Timestamp,
        limit: u32,
    ) -> Result<BoardChanges, StoreError> {
        let ids = json(restaurants.iter().map(|id| id.0))?;
        let window = Window { due_before: since, ..*window };
        let read = self.0.read((ids.as_str(), window, limit), |conn, &(ids, window, limit)| {
            Box::pin(async move {
                let at = now(conn).await?;
                Ok((at, within(conn, &CHANGED, ids, &window, limit).fetch_all().await?))
            })
        });
        let (at, rows) = read.await?;
        Ok(BoardChanges { at, orders: rows.iter().map(changed_order).collect::<Result<_, _>>()? })
    }
}

/// Binds what boards show by. What stands between the restaurants and the limit is the statement's own moment.
fn within<'c>(
    conn: &'c mut Conn<'_>,
    sql: &'static Sql,
    restaurants: &str,
    window: &Window,
    limit: u32,
) -> SqlQuery<'c> {
    conn.query(sql)
        .bind(restaurants)
        .bind(Ts::new(window.now))
        .bind(Ts::new(window.over_since))
        .bind(Ts::new(window.due_before))
        .bind(i64::from(limit))
}

fn board_row(row: &Row) -> Result<BoardRow, StoreError> {
    WholeRow::read(row)?.board_row()
}

fn kitchen_order(row: &Row) -> Result<Order, StoreError> {
    OrderRow::read(row)?.order(Vec::new())
}

fn changed_order(row: &Row) -> Result<ChangedOrder, StoreError> {
    let row = row.of("orders", "id");
    Ok(ChangedOrder {
        id: OrderId(row.get("id")?),
        restaurant_id: RestaurantId(row.get("restaurant_id")?),
        rev: Rev(row.get("rev")?),
    })
}

/// As a list that names each but once: SQLite would give a row for each time.
fn json(ids: impl Iterator<Item = i64>) -> Result<String, StoreError> {
    let ids: BTreeSet<i64> = ids.collect();
    serde_json::to_string(&ids).map_err(StoreError::other)
}

fn readable<T>(rows: &[Row], read: impl Fn(&Row) -> Result<T, StoreError>) -> Vec<T> {
    let told = |error: &StoreError| tracing::error!(%error, "an order cannot be read");
    rows.iter().filter_map(|row| read(row).inspect_err(told).ok()).collect()
}
