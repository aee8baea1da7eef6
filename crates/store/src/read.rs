//! Reading orders.

use std::collections::HashMap;

use domain::{
    Actor,
    ids::{OrderId, RestaurantId, Seq},
    order::{Event, Order},
};
use sqlx::Row;

use crate::{
    backend::Backend,
    connection::{reading, reading_postgres},
    deadline::in_time,
    error::StoreError,
    order::{
        Head, HeadSum, OrderHead,
        rows::{EventRow, HeadRow, OrderRow, SweepRow, body_columns, event_columns, head_columns},
    },
    restaurant_row::restaurant_columns,
    row,
    store::Store,
    ts::Ts,
};

macro_rules! order_sql {
    ($rest:literal) => {
        concat!(
            "SELECT ",
            head_columns!(),
            ", ",
            body_columns!(),
            ", ",
            restaurant_columns!(),
            " FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE ",
            $rest
        )
    };
}

const HISTORY: &str = concat!(
    "SELECT ",
    event_columns!(),
    " FROM order_events e WHERE e.order_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq"
);

macro_rules! histories_sql {
    ($ids:literal) => {
        concat!(
            "SELECT ",
            event_columns!(),
            " FROM order_events e WHERE e.order_id IN (SELECT ",
            $ids,
            ") ORDER BY e.order_id, e.seq"
        )
    };
}
const HISTORIES_SQLITE: &str = histories_sql!("value FROM json_each($1)");
const HISTORIES_POSTGRES: &str = histories_sql!("value::bigint FROM jsonb_array_elements_text($1::jsonb)");

impl Store {
    /// An order with its restaurant and history, all of one moment.
    ///
    /// Row and events are two reads, and yet one moment: events are never taken away (only their notes,
    /// long after), and each came with its row's `seq`. So those up to the row's `seq` are the history
    /// as it was when the row was read, whatever was appended since.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn order(&self, id: OrderId) -> Result<Option<Order>, StoreError> {
        let found = reading!(self, connection => {
            const SQL: &str = order_sql!("o.id = $1");
            let row = sqlx::query(SQL).bind(id.0).fetch_optional(&mut *connection).await?;
            let Some(order) = row::maybe::<OrderRow, _>(row.as_ref())? else { return Ok(None) };
            let query = sqlx::query(HISTORY).bind(id.0).bind(BEFORE_ALL.0).bind(order.head.seq);
            let events: Vec<EventRow> = row::all(&query.fetch_all(connection).await?)?;
            Ok::<_, StoreError>(Some((order, events)))
        })?;
        let Some((order, events)) = found else { return Ok(None) };
        order.order(read_events(events)?).map(Some)
    }

    /// What an order is, without items and history.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn order_head(&self, id: OrderId) -> Result<Option<OrderHead>, StoreError> {
        const SQL: &str = concat!(
            "SELECT ",
            head_columns!(),
            " FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1"
        );
        let row: Option<HeadRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(id.0).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(|row| row.head()).transpose()
    }

    /// Where orders stand, in no order; unknown ones are left out. The caller asks for at most 5,000
    /// at a time (the sweep's chunk).
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn heads(&self, ids: &[OrderId]) -> Result<Vec<Head>, StoreError> {
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        match self.backend() {
            Backend::Sqlite(sqlite) => {
                // All in one row: each row is handed from the database's thread to ours, which costs more than the rest.
                const SQL: &str = "SELECT json_group_array(json_array(o.id, o.seq, o.rev, o.expires_at)) \
                    FROM json_each($1) j CROSS JOIN orders o ON o.id = j.value";
                let ids = serde_json::to_string(&ids).map_err(StoreError::other)?;
                let reading = async { Ok(sqlx::query_scalar(SQL).bind(ids).fetch_one(&sqlite.readers).await?) };
                let heads: String = in_time::<_, StoreError, _>(sqlite.limit, reading).await?;
                let heads: Vec<(i64, i64, i64, i64)> = serde_json::from_str(&heads).map_err(StoreError::other)?;
                heads.into_iter().map(Head::of_micros).collect()
            }
            Backend::Postgres(postgres) => {
                const SQL: &str = "SELECT id, seq, rev, expires_at FROM orders WHERE id = ANY($1)";
                let rows: Vec<SweepRow> = reading_postgres!(postgres, connection => {
                    row::all(&sqlx::query(SQL).bind(&ids).fetch_all(connection).await?)
                })?;
                Ok(rows.into_iter().map(Head::from).collect())
            }
        }
    }

    /// Where orders stand, summed up; unknown ones are left out. A fraction of what [`Self::heads`] costs.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn head_sum(&self, ids: &[OrderId]) -> Result<HeadSum, StoreError> {
        macro_rules! sum_of {
            ($from:literal) => {
                concat!(
                    "SELECT count(*) AS orders, CAST(COALESCE(sum(o.seq), 0) AS BIGINT) AS seq, \
                     CAST(COALESCE(sum(o.rev), 0) AS BIGINT) AS rev, min(o.expires_at) AS first_expiry FROM ",
                    $from
                )
            };
        }
        let sql = match self.backend() {
            Backend::Sqlite(_) => sum_of!("json_each($1) j CROSS JOIN orders o ON o.id = j.value"),
            Backend::Postgres(_) => {
                sum_of!("orders o WHERE o.id IN (SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb))")
            }
        };
        let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
        let ids = serde_json::to_string(&ids).map_err(StoreError::other)?;
        reading!(self, connection => {
            let row = sqlx::query(sql).bind(&ids).fetch_one(connection).await?;
            let (orders, expiry): (i64, Option<Ts>) = (row.try_get("orders")?, row.try_get("first_expiry")?);
            Ok::<_, StoreError>(HeadSum {
                orders: usize::try_from(orders).unwrap_or_default(),
                seq: row.try_get("seq")?,
                rev: row.try_get("rev")?,
                first_expiry: expiry.map(Ts::get),
            })
        })
    }

    /// An order's events above a number, in order.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn events_after(&self, id: OrderId, seq: Seq) -> Result<Vec<Event>, StoreError> {
        let rows = reading!(self, connection => {
            let query = sqlx::query(HISTORY).bind(id.0).bind(seq.0).bind(i64::MAX);
            row::all::<EventRow, _>(&query.fetch_all(connection).await?)
        })?;
        read_events(rows)
    }

    /// A restaurant's orders that are not over, the oldest promise first (the asked time, then the
    /// placing, where there is none), at most `limit`.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn open_orders(&self, restaurant: RestaurantId, limit: u32) -> Result<Vec<Order>, StoreError> {
        let histories = match self.backend() {
            Backend::Sqlite(_) => HISTORIES_SQLITE,
            Backend::Postgres(_) => HISTORIES_POSTGRES,
        };
        let (orders, events) = reading!(self, connection => {
            const SQL: &str = order_sql!(
                "o.restaurant_id = $1 AND o.over_at IS NULL \
                 ORDER BY COALESCE(o.promised_at, o.pre_order_time, o.placed_at), o.id LIMIT $2"
            );
            let query = sqlx::query(SQL).bind(restaurant.0).bind(i64::from(limit));
            let orders: Vec<OrderRow> = row::all(&query.fetch_all(&mut *connection).await?)?;
            let ids: Vec<i64> = orders.iter().map(|order| order.head.id).collect();
            let ids = serde_json::to_string(&ids).map_err(StoreError::other)?;
            let events: Vec<EventRow> = row::all(&sqlx::query(histories).bind(ids).fetch_all(connection).await?)?;
            Ok::<_, StoreError>((orders, events))
        })?;
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
    pub async fn order_by_external_id(&self, actor: &Actor, external_id: &str) -> Result<Option<OrderId>, StoreError> {
        const SQL: &str = "SELECT id FROM orders WHERE actor_kind = $1 AND actor_name = $2 AND external_id = $3";
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(SQL).bind(actor.kind()).bind(actor.name()).bind(external_id);
            Ok(query.fetch_optional(connection).await?.map(OrderId))
        })
    }
}

/// Below every number.
const BEFORE_ALL: Seq = Seq(-1);

fn read_events(rows: Vec<EventRow>) -> Result<Vec<Event>, StoreError> {
    rows.into_iter().map(EventRow::event).collect()
}
