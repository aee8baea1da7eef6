//! How much longer, or less, a kitchen needs.

use domain::{
    Actor, Reach,
    ids::OrderId,
    order::{Prepared, prepare},
};
use jiff::Timestamp;
use sqlx::Row;

use crate::{
    append::{AppendError, Changed},
    backend::Backend,
    connection::writing,
    error::StoreError,
    order::rows::{HeadRow, head_columns},
    row::Read,
    store::Store,
    ts::{Ts, cut},
};

/// What a kitchen says of an order.
#[derive(Debug, Clone)]
pub struct Prepare {
    /// The order.
    pub order: OrderId,
    /// Minutes more; fewer where it is negative.
    pub delta_minutes: i32,
    /// The reporter's own name for it: a known one changes nothing.
    pub event_id: String,
    /// Who says so.
    pub actor: Actor,
    /// The restaurants whose orders they reach.
    pub reach: Reach,
    /// The present moment.
    pub now: Timestamp,
}

/// The order after it was said.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderPrepared {
    /// Its present state.
    pub present: Changed,
    /// Whether this changed it.
    pub applied: bool,
}

struct Sql {
    /// Before the read, which so sees what came before it.
    lock: Option<&'static str>,
    read: &'static str,
    update: &'static str,
}

macro_rules! sql {
    ($now:literal, $lock:expr) => {
        Sql {
            lock: $lock,
            read: concat!(
                "SELECT ",
                head_columns!(),
                ", EXISTS (SELECT 1 FROM order_preparations p WHERE p.order_id = o.id AND p.event_id = $2) AS event_known \
                 FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1"
            ),
            update: concat!(
                "UPDATE orders SET rev = $2, planned_minutes = $3, estimate_made_at = $4, estimate_arrival = $5, \
                 estimate_earliest = $6, estimate_latest = $7, estimate_basis = $8, changed_at = ",
                $now,
                " WHERE id = $1"
            ),
        }
    };
}
const SQLITE: Sql = sql!("CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)", None);
/// The row's lock, under which no batch's is waited for.
const POSTGRES: Sql = sql!("clock_timestamp()", Some("SELECT id FROM orders WHERE id = $1 FOR NO KEY UPDATE"));

const INSERT: &str = "INSERT INTO order_preparations \
    (order_id, event_id, delta_minutes, recorded_at, actor_kind, actor_name) VALUES ($1, $2, $3, $4, $5, $6)";

impl Store {
    /// Moves the estimate of an order that is being made, after [`domain::order::prepare`] has judged it. `seq` and what was
    /// promised stay.
    ///
    /// # Errors
    /// [`AppendError`]; nothing was written then.
    pub async fn prepare(&self, said: Prepare) -> Result<OrderPrepared, AppendError> {
        let said = Prepare { now: cut(said.now), ..said };
        let sql = match self.backend() {
            Backend::Sqlite(_) => SQLITE,
            Backend::Postgres(_) => POSTGRES,
        };
        writing!(self, connection => {
            if let Some(lock) = sql.lock {
                sqlx::query(lock).bind(said.order.0).execute(&mut *connection).await.map_err(StoreError::from)?;
            }
            let query = sqlx::query(sql.read).bind(said.order.0).bind(said.event_id.as_str());
            let row = query.fetch_optional(&mut *connection).await.map_err(StoreError::from)?;
            let row = row.ok_or(AppendError::NotFound)?;
            let mut kept = HeadRow::read(&row)?.kept()?;
            if !said.reach.includes(kept.restaurant_id) {
                return Err(AppendError::Foreign);
            }
            if row.try_get("event_known").map_err(StoreError::from)? {
                return Ok(OrderPrepared { present: kept.change(said.order), applied: false });
            }
            let prepared = prepare(&kept.standing, kept.estimate.as_ref(), said.delta_minutes, said.now)?;
            let Prepared { rev, planned_minutes, estimate } = prepared;
            let update = sqlx::query(sql.update)
                .bind(said.order.0)
                .bind(rev.0)
                .bind(i64::from(planned_minutes))
                .bind(Ts::new(estimate.made_at))
                .bind(Ts::new(estimate.arrival))
                .bind(Ts::new(estimate.earliest))
                .bind(Ts::new(estimate.latest))
                .bind(estimate.basis.as_str());
            update.execute(&mut *connection).await.map_err(StoreError::from)?;
            let insert = sqlx::query(INSERT)
                .bind(said.order.0)
                .bind(said.event_id.as_str())
                .bind(i64::from(said.delta_minutes))
                .bind(Ts::new(said.now))
                .bind(said.actor.kind())
                .bind(said.actor.name());
            insert.execute(connection).await.map_err(StoreError::from)?;
            kept.standing.rev = rev;
            kept.estimate = Some(estimate);
            Ok(OrderPrepared { present: kept.change(said.order), applied: true })
        })
    }
}
