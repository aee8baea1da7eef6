//! Reading orders.

use std::collections::HashMap;

use domain::{
    Actor,
    ids::{OrderId, RestaurantId, Seq},
    order::{Order, StatusEvent},
};

use super::OrderStore;
use crate::{
    conn::Conn,
    error::StoreError,
    order::{
        HeadSum, OrderHead, SweepHead,
        rows::{BODY_COLUMNS, EVENT_COLUMNS, EventRow, HEAD_COLUMNS, HeadRow, OrderRow, SweepRow},
    },
    restaurant_row::RESTAURANT_COLUMNS,
    row::{self, FromRow, Row},
    sql::{Sql, SqlDialect},
    ts::Ts,
    work::counted,
};

fn orders_where(condition: &str) -> String {
    format!(
        "SELECT {HEAD_COLUMNS}, {BODY_COLUMNS}, {RESTAURANT_COLUMNS} \
         FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE {condition}"
    )
}

static BY_ID: Sql = Sql::new(|_| orders_where("o.id = $1"));
static OPEN: Sql = Sql::new(|_| {
    orders_where(
        "o.restaurant_id = $1 AND o.over_at IS NULL \
         ORDER BY COALESCE(o.promised_at, o.pre_order_time, o.placed_at), o.id LIMIT $2",
    )
});
static HEAD: Sql = Sql::new(|_| {
    format!("SELECT {HEAD_COLUMNS} FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1")
});
static HISTORY: Sql = Sql::new(|_| {
    format!(
        "SELECT {EVENT_COLUMNS} FROM order_events e \
         WHERE e.order_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq"
    )
});
static HISTORIES: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("SELECT {EVENT_COLUMNS} FROM order_events e WHERE e.order_id IN {ids} ORDER BY e.order_id, e.seq")
});
const HEADS_SQLITE: &str = "SELECT json_group_array(json_array(o.id, o.seq, o.rev, o.expires_at)) \
    FROM json_each($1) j CROSS JOIN orders o ON o.id = j.value";
const HEADS_POSTGRES: &str = "SELECT id, seq, rev, expires_at FROM orders WHERE id = ANY($1)";
static SUM: Sql = Sql::new(|dialect| {
    let orders = match dialect {
        SqlDialect::Sqlite => "json_each($1) j CROSS JOIN orders o ON o.id = j.value".to_owned(),
        SqlDialect::Postgres => format!("orders o WHERE o.id IN {}", dialect.numbers("$1")),
    };
    format!(
        "SELECT count(*) AS orders, CAST(COALESCE(sum(o.seq), 0) AS BIGINT) AS seq, \
         CAST(COALESCE(sum(o.rev), 0) AS BIGINT) AS rev, min(o.expires_at) AS first_expiry FROM {orders}"
    )
});
const BY_NAME: &str = "SELECT id FROM orders WHERE actor_kind = $1 AND actor_name = $2 AND external_id = $3";

/// Below every number.
const BEFORE_ALL: Seq = Seq(-1);

impl OrderStore<'_> {
    /// An order with its restaurant and history, all of one moment.
    ///
    /// Row and events are two reads, and yet one moment: events are never taken away (only their notes,
    /// long after), and each came with its row's `seq`. So those up to the row's `seq` are the history
    /// as it was when the row was read, whatever was appended since.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn by_id(self, id: OrderId) -> Result<Option<Order>, StoreError> {
        let found = self.0.read(id, |conn, &id| {
            Box::pin(async move {
                let Some(row) = conn.query(&BY_ID).bind(id.0).fetch_optional().await? else { return Ok(None) };
                let order = OrderRow::read(&row)?;
                let events = history(conn, id, BEFORE_ALL, order.head.seq).await?;
                Ok(Some((order, events)))
            })
        });
        let Some((order, events)) = found.await? else { return Ok(None) };
        order.order(read_events(events)?).map(Some)
    }

    /// What an order is, without items and history.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn head(self, id: OrderId) -> Result<Option<OrderHead>, StoreError> {
        let row = self.0.read(id, |conn, &id| Box::pin(conn.query(&HEAD).bind(id.0).fetch_optional())).await?;
        row.map(|row| HeadRow::read(&row)?.head()).transpose()
    }

    /// Where orders stand, in no order; unknown ones are left out. The caller asks for at most 5,000
    /// at a time (the sweep's chunk).
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn heads(self, ids: &[OrderId]) -> Result<Vec<SweepHead>, StoreError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        self.0.read(ids, |conn, ids| Box::pin(heads(conn, ids))).await
    }

    /// Where orders stand, summed up; unknown ones are left out. A fraction of what [`Self::heads`] costs.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn head_sum(self, ids: &[OrderId]) -> Result<HeadSum, StoreError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let ids = list(&ids)?;
        let row = self.0.read(ids, |conn, ids| Box::pin(conn.query(&SUM).bind(ids).fetch_one())).await?;
        Ok(HeadSum {
            orders: usize::try_from(row.get::<i64>("orders")?).unwrap_or_default(),
            seq: row.get("seq")?,
            rev: row.get("rev")?,
            first_expiry: row.get::<Option<Ts>>("first_expiry")?.map(Ts::get),
        })
    }

    /// An order's events above a number, in order.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn events_after(self, id: OrderId, seq: Seq) -> Result<Vec<StatusEvent>, StoreError> {
        read_events(self.0.read((id, seq), |conn, &(id, seq)| Box::pin(history(conn, id, seq, i64::MAX))).await?)
    }

    /// A restaurant's orders that are not over, the oldest promise first (the asked time, then the
    /// placing, where there is none), at most `limit`.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn open(self, restaurant: RestaurantId, limit: u32) -> Result<Vec<Order>, StoreError> {
        let read = self.0.read((restaurant, limit), |conn, &(restaurant, limit)| {
            Box::pin(async move {
                let rows = conn.query(&OPEN).bind(restaurant.0).bind(i64::from(limit)).fetch_all().await?;
                let orders: Vec<OrderRow> = row::all(&rows)?;
                let ids: Vec<i64> = orders.iter().map(|order| order.head.id).collect();
                let events: Vec<EventRow> = row::all(&conn.query(&HISTORIES).bind(list(&ids)?).fetch_all().await?)?;
                Ok((orders, events))
            })
        });
        let (orders, events) = read.await?;
        let mut of_order: HashMap<i64, Vec<EventRow>> = HashMap::new();
        for event in events {
            of_order.entry(event.order_id).or_default().push(event);
        }
        let with_history = |order: OrderRow| {
            let mut history = of_order.remove(&order.head.id).unwrap_or_default();
            history.retain(|event| event.seq <= order.head.seq);
            order.order(read_events(history)?)
        };
        orders.into_iter().map(with_history).collect()
    }

    /// The order that somebody registered under a name.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn by_external_id(self, actor: &Actor, external_id: &str) -> Result<Option<OrderId>, StoreError> {
        let id = self.0.read((actor, external_id), |conn, &(actor, external_id)| {
            Box::pin(conn.query(BY_NAME).bind(actor.kind()).bind(actor.name()).bind(external_id).optional_scalar())
        });
        Ok(id.await?.map(OrderId))
    }
}

async fn history(conn: &mut Conn<'_>, id: OrderId, above: Seq, last: i64) -> Result<Vec<EventRow>, StoreError> {
    row::all(&conn.query(&HISTORY).bind(id.0).bind(above.0).bind(last).fetch_all().await?)
}

async fn heads(conn: &mut Conn<'_>, ids: &[i64]) -> Result<Vec<SweepHead>, StoreError> {
    match conn {
        Conn::Sqlite(_) | Conn::SqliteWriter(_) => {
            // All in one row: each row is handed from the database's thread to ours, which costs more than the rest.
            let heads: String = conn.query(HEADS_SQLITE).bind(list(ids)?).scalar().await?;
            let heads: Vec<(i64, i64, i64, i64)> = serde_json::from_str(&heads).map_err(StoreError::other)?;
            heads.into_iter().map(SweepHead::of_micros).collect()
        }
        Conn::Postgres(connection) => {
            let rows = sqlx::query(counted(HEADS_POSTGRES)).bind(ids).fetch_all(&mut **connection).await?;
            let rows: Vec<Row> = rows.into_iter().map(Row::Postgres).collect();
            let rows: Vec<SweepRow> = row::all(&rows)?;
            Ok(rows.into_iter().map(SweepHead::from).collect())
        }
    }
}

fn list(ids: &[i64]) -> Result<String, StoreError> {
    serde_json::to_string(ids).map_err(StoreError::other)
}

fn read_events(rows: Vec<EventRow>) -> Result<Vec<StatusEvent>, StoreError> {
    rows.into_iter().map(EventRow::event).collect()
}
