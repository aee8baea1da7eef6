//! Loading a ledger on PostgreSQL under the locks of its rows, and writing it.
//!
//! Whoever changes an order's place in a batch, or another order's because of it, first locks the rows
//! of all batches that this concerns, by name, then those of the orders, by number. So nobody waits for
//! somebody who waits for them, and a batch holds the same orders from its lock to the commit. What changes where the
//! customers of a car may see it concerns all open batches of that car: none of them departs meanwhile unseen. What
//! concerns one order alone needs no more than that order's row.

use std::{borrow::Cow, sync::LazyLock};

use domain::{
    ids::{BatchId, CarId, OrderId},
    order::{Source, Status, StatusEvent},
};
use jiff::Timestamp;
use serde::Serialize;
use sqlx::PgConnection;

use crate::{
    append::LoadedOrder,
    batches::ledger::{FormerStop, OrderLedger},
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow},
    row::{FromRow, Row},
    ts::cut,
    work::counted,
};

/// The batches that are named, and the open ones of the cars that are.
const LOCK_BATCHES: &str = "SELECT id FROM batches WHERE id IN ( SELECT unnest($1::text[]) UNION \
    SELECT m.batch_id FROM orders m WHERE m.car_id = ANY($2) AND m.batch_id IS NOT NULL AND m.over_at IS NULL) \
    ORDER BY id FOR NO KEY UPDATE";

/// The orders that are named, those of the batches that are, and those under way in the cars that are.
static READ: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {HEAD_COLUMNS} FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id IN ( \
         SELECT unnest($1::bigint[]) UNION SELECT m.id FROM orders m WHERE m.batch_id = ANY($2) UNION \
         SELECT m.id FROM orders m WHERE m.car_id = ANY($3) AND m.batch_id IS NOT NULL AND m.over_at IS NULL \
         AND m.status = $4) \
         ORDER BY o.id FOR NO KEY UPDATE OF o"
    )
});

/// The orders that are named, and that nobody else holds.
static READ_FREE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {HEAD_COLUMNS} FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = ANY($1) \
         ORDER BY o.id FOR NO KEY UPDATE OF o SKIP LOCKED"
    )
});

const INSERT: &str = "INSERT INTO order_events (order_id, seq, status, occurred_at, recorded_at, source, \
    actor_kind, actor_name, event_id, note, staff_note, batch_id, car_id) SELECT * \
    FROM jsonb_to_recordset($1::jsonb) AS e (order_id bigint, seq bigint, status smallint, occurred_at timestamptz, \
    recorded_at timestamptz, source text, actor_kind text, actor_name text, event_id text, note text, \
    staff_note text, batch_id text, car_id text)";

const UPDATE: &str = "UPDATE orders o SET status = j.status, seq = j.seq, rev = j.rev, over_at = j.over_at, \
    expires_at = j.expires_at, estimate_made_at = j.estimate_made_at, estimate_arrival = j.estimate_arrival, \
    estimate_earliest = j.estimate_earliest, estimate_latest = j.estimate_latest, estimate_basis = j.estimate_basis, \
    planned_minutes = j.planned_minutes, \
    car_id = j.car_id, batch_id = j.batch_id, stop = j.stop, stops_before = j.stops_before, \
    batch_minutes = j.batch_minutes, batch_updated_at = j.batch_updated_at, \
    batch_departed_at = j.batch_departed_at, changed_at = clock_timestamp() \
    FROM jsonb_to_recordset($1::jsonb) AS j (id bigint, status smallint, seq bigint, rev bigint, over_at timestamptz, \
    expires_at timestamptz, estimate_made_at timestamptz, estimate_arrival timestamptz, \
    estimate_earliest timestamptz, estimate_latest timestamptz, estimate_basis text, \
    planned_minutes bigint, car_id text, batch_id text, \
    stop bigint, stops_before bigint, batch_minutes bigint, batch_updated_at timestamptz, \
    batch_departed_at timestamptz) WHERE o.id = j.id";

const FORMER: &str = "INSERT INTO former_stops (car_id, batch_id, order_id, left_at, behind, departed_at) SELECT * \
    FROM jsonb_to_recordset($1::jsonb) AS f (car_id text, batch_id text, order_id bigint, left_at timestamptz, \
    behind bigint, departed_at timestamptz) ON CONFLICT (car_id, batch_id, order_id) DO UPDATE SET \
    left_at = excluded.left_at, behind = excluded.behind, departed_at = excluded.departed_at";

/// Locks batches, and the open ones of cars.
pub(super) async fn lock_batches(
    connection: &mut PgConnection,
    batches: &[BatchId],
    cars: &[CarId],
) -> Result<(), StoreError> {
    sqlx::query(counted(LOCK_BATCHES)).bind(names(batches)).bind(car_names(cars)).execute(connection).await?;
    Ok(())
}

/// Locks and reads orders, batches whole, which are locked already, and what is under way in cars.
pub(super) async fn load(
    connection: &mut PgConnection,
    orders: &[OrderId],
    batches: &[BatchId],
    cars: &[CarId],
) -> Result<OrderLedger, StoreError> {
    let ids: Vec<i64> = orders.iter().map(|id| id.0).collect();
    let query = sqlx::query(counted(READ.as_str())).bind(ids).bind(names(batches)).bind(car_names(cars));
    let rows = query.bind(Status::BeingDelivered.number()).fetch_all(connection).await?;
    let mut ledger = OrderLedger::default();
    for row in rows.into_iter().map(Row::Postgres) {
        ledger.insert(OrderId(row.get("id")?), HeadRow::read(&row)?.kept()?);
    }
    Ok(ledger)
}

/// Locks and reads those of these orders that nobody else holds and that can be read.
pub(super) async fn load_free(connection: &mut PgConnection, orders: &[OrderId]) -> Result<OrderLedger, StoreError> {
    let ids: Vec<i64> = orders.iter().map(|id| id.0).collect();
    let rows = sqlx::query(counted(READ_FREE.as_str())).bind(ids).fetch_all(connection).await?;
    let mut ledger = OrderLedger::default();
    for row in rows.into_iter().map(Row::Postgres) {
        // Whoever comes for it alone hears what is wrong with it.
        if let Ok(kept) = HeadRow::read(&row).and_then(|head| head.kept()) {
            ledger.insert(OrderId(row.get("id")?), kept);
        }
    }
    Ok(ledger)
}

fn names(batches: &[BatchId]) -> Vec<&str> {
    batches.iter().map(BatchId::as_str).collect()
}

fn car_names(cars: &[CarId]) -> Vec<&str> {
    cars.iter().map(CarId::as_str).collect()
}

/// Writes what a ledger came to.
pub(super) async fn write(connection: &mut PgConnection, ledger: &OrderLedger) -> Result<(), StoreError> {
    let touched: Vec<_> = ledger.touched().map(|(id, kept)| OrderValues::new(id, kept)).collect();
    each(connection, UPDATE, &touched).await?;
    let events: Vec<_> = ledger.events().map(|(id, event)| EventValues::new(id, event)).collect();
    each(connection, INSERT, &events).await?;
    let former: Vec<_> = ledger.former().map(FormerValues::new).collect();
    each(connection, FORMER, &former).await
}

async fn each(connection: &mut PgConnection, sql: &'static str, rows: &[impl Serialize]) -> Result<(), StoreError> {
    if !rows.is_empty() {
        let rows = serde_json::to_string(rows).map_err(StoreError::other)?;
        sqlx::query(counted(sql)).bind(rows).execute(connection).await?;
    }
    Ok(())
}

#[derive(Serialize)]
struct EventValues<'a> {
    order_id: i64,
    seq: i64,
    status: i16,
    occurred_at: Option<Timestamp>,
    recorded_at: Timestamp,
    source: Source,
    actor_kind: &'static str,
    actor_name: Cow<'a, str>,
    event_id: Option<&'a str>,
    note: Option<&'a str>,
    staff_note: Option<&'a str>,
    batch_id: Option<&'a BatchId>,
    car_id: Option<&'a CarId>,
}

impl<'a> EventValues<'a> {
    fn new(order: OrderId, event: &'a StatusEvent) -> Self {
        Self {
            order_id: order.0,
            seq: event.seq.0,
            status: event.status.number(),
            occurred_at: (event.at != event.recorded_at).then(|| cut(event.at)),
            recorded_at: cut(event.recorded_at),
            source: event.source,
            actor_kind: event.actor.kind(),
            actor_name: event.actor.name(),
            event_id: event.event_id.as_deref(),
            note: event.note.as_deref(),
            staff_note: event.staff_note.as_deref(),
            batch_id: event.batch.as_ref(),
            car_id: event.car.as_ref(),
        }
    }
}

#[derive(Serialize)]
struct OrderValues<'a> {
    id: i64,
    status: i16,
    seq: i64,
    rev: i64,
    over_at: Option<Timestamp>,
    expires_at: Timestamp,
    estimate_made_at: Option<Timestamp>,
    estimate_arrival: Option<Timestamp>,
    estimate_earliest: Option<Timestamp>,
    estimate_latest: Option<Timestamp>,
    estimate_basis: Option<&'static str>,
    planned_minutes: u32,
    car_id: Option<&'a CarId>,
    batch_id: Option<&'a BatchId>,
    stop: Option<u32>,
    stops_before: Option<u32>,
    batch_minutes: Option<u32>,
    batch_updated_at: Option<Timestamp>,
    batch_departed_at: Option<Timestamp>,
}

impl<'a> OrderValues<'a> {
    fn new(order: OrderId, kept: &'a LoadedOrder) -> Self {
        let state = &kept.state;
        let (estimate, travel) = (kept.estimate.as_ref(), state.travel.as_ref());
        Self {
            id: order.0,
            status: state.status.number(),
            seq: state.seq.0,
            rev: state.rev.0,
            over_at: state.over_at.map(cut),
            expires_at: cut(kept.expires_at),
            estimate_made_at: estimate.map(|estimate| cut(estimate.made_at)),
            estimate_arrival: estimate.map(|estimate| cut(estimate.arrival)),
            estimate_earliest: estimate.map(|estimate| cut(estimate.earliest)),
            estimate_latest: estimate.map(|estimate| cut(estimate.latest)),
            estimate_basis: estimate.map(|estimate| estimate.basis.as_str()),
            planned_minutes: state.planned_minutes,
            car_id: kept.car.as_ref(),
            batch_id: travel.map(|travel| &travel.batch),
            stop: travel.map(|travel| travel.stop),
            stops_before: travel.map(|travel| travel.stops_before),
            batch_minutes: travel.and_then(|travel| travel.minutes),
            batch_updated_at: travel.map(|travel| cut(travel.updated_at)),
            batch_departed_at: travel.and_then(|travel| travel.departed_at).map(cut),
        }
    }
}

#[derive(Serialize)]
struct FormerValues<'a> {
    car_id: &'a CarId,
    batch_id: &'a BatchId,
    order_id: i64,
    left_at: Timestamp,
    behind: Option<i64>,
    departed_at: Option<Timestamp>,
}

impl<'a> FormerValues<'a> {
    fn new(former: &'a FormerStop) -> Self {
        let FormerStop { order, travel, behind, left_at } = former;
        Self {
            car_id: &travel.car,
            batch_id: &travel.batch,
            order_id: order.0,
            left_at: cut(*left_at),
            behind: behind.map(|behind| behind.0),
            departed_at: travel.departed_at.map(cut),
        }
    }
}
