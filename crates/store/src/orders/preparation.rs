//! How much longer, or less, a kitchen needs.

use domain::{
    Actor, Reach,
    ids::OrderId,
    order::{Prepared, prepare},
};
use jiff::Timestamp;

use super::OrderStore;
use crate::{
    append::{AppendError, Changed},
    conn::Conn,
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow},
    row::FromRow,
    sql::{Sql, SqlDialect},
    ts::{Ts, cut},
};

/// What a kitchen says of an order.
#[derive(Debug, Clone)]
pub struct Prepare {
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

/// Before the read, which so sees what came before it. It is the row's lock, under which no batch's is waited for.
const LOCK_POSTGRES: &str = "SELECT id FROM orders WHERE id = $1 FOR NO KEY UPDATE";

static READ: Sql = Sql::new(|_| {
    format!(
        "SELECT {HEAD_COLUMNS}, EXISTS (SELECT 1 FROM order_preparations p WHERE p.order_id = o.id AND p.event_id = $2) \
         AS event_known FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1"
    )
});

static UPDATE: Sql = Sql::new(|dialect| {
    format!(
        "UPDATE orders SET rev = $2, planned_minutes = $3, estimate_made_at = $4, estimate_arrival = $5, \
         estimate_earliest = $6, estimate_latest = $7, estimate_basis = $8, changed_at = {now} WHERE id = $1",
        now = dialect.now()
    )
});

const INSERT: &str = "INSERT INTO order_preparations \
    (order_id, event_id, delta_minutes, recorded_at, actor_kind, actor_name) VALUES ($1, $2, $3, $4, $5, $6)";

impl OrderStore<'_> {
    /// Moves the estimate of an order that is being made, after [`domain::order::prepare`] has judged it. `seq` and what was
    /// promised stay.
    ///
    /// # Errors
    /// [`AppendError`]; nothing was written then.
    pub async fn prepare(self, said: Prepare) -> Result<OrderPrepared, AppendError> {
        let said = Prepare { now: cut(said.now), ..said };
        self.0.write(move |conn| Box::pin(move_estimate(conn, said))).await
    }
}

async fn move_estimate(conn: &mut Conn<'_>, said: Prepare) -> Result<OrderPrepared, AppendError> {
    if conn.dialect() == SqlDialect::Postgres {
        conn.query(LOCK_POSTGRES).bind(said.order.0).execute().await?;
    }
    let row = conn.query(&READ).bind(said.order.0).bind(said.event_id.as_str()).fetch_optional().await?;
    let row = row.ok_or(AppendError::NotFound)?;
    let mut kept = HeadRow::read(&row)?.kept()?;
    if !said.reach.includes(kept.restaurant_id) {
        return Err(AppendError::Foreign);
    }
    if row.get("event_known")? {
        return Ok(OrderPrepared { present: kept.change(said.order), applied: false });
    }
    let prepared = prepare(&kept.state, kept.estimate.as_ref(), said.delta_minutes, said.now)?;
    save(conn, &said, &prepared).await?;
    kept.state.rev = prepared.rev;
    kept.estimate = Some(prepared.estimate);
    Ok(OrderPrepared { present: kept.change(said.order), applied: true })
}

async fn save(conn: &mut Conn<'_>, said: &Prepare, prepared: &Prepared) -> Result<(), StoreError> {
    let Prepared { rev, planned_minutes, estimate } = prepared;
    let update = conn
        .query(&UPDATE)
        .bind(said.order.0)
        .bind(rev.0)
        .bind(i64::from(*planned_minutes))
        .bind(Ts::new(estimate.made_at))
        .bind(Ts::new(estimate.arrival))
        .bind(Ts::new(estimate.earliest))
        .bind(Ts::new(estimate.latest))
        .bind(estimate.basis.as_str());
    update.execute().await?;
    let insert = conn
        .query(INSERT)
        .bind(said.order.0)
        .bind(said.event_id.as_str())
        .bind(i64::from(said.delta_minutes))
        .bind(Ts::new(said.now))
        .bind(said.actor.kind())
        .bind(said.actor.name());
    insert.execute().await?;
    Ok(())
}
