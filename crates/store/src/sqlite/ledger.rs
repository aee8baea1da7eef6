//! Loading and writing a ledger on an embedded database: a statement for each table, however many
//! orders it holds. The write lock is held throughout.

use std::sync::LazyLock;

use domain::{
    ids::{BatchId, CarId, OrderId},
    order::{Status, StatusEvent},
};
use serde::Serialize;

use crate::{
    append::LoadedOrder,
    batches::ledger::{FormerStop, OrderLedger},
    conn::Conn,
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow},
    row::FromRow,
    ts::Ts,
};

/// The orders that are named, those of the batches that are, and those under way in the cars that are.
static READ: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {HEAD_COLUMNS} FROM ( SELECT value AS id FROM json_each($1) UNION \
         SELECT m.id FROM json_each($2) b CROSS JOIN orders m ON m.batch_id = b.value UNION \
         SELECT m.id FROM json_each($3) c CROSS JOIN orders m ON m.car_id = c.value AND m.batch_id IS NOT NULL \
         AND m.over_at IS NULL AND m.status = $4 ) j \
         CROSS JOIN orders o ON o.id = j.id JOIN restaurants r ON r.id = o.restaurant_id"
    )
});

const INSERT: &str = "INSERT INTO order_events (order_id, seq, status, occurred_at, recorded_at, source, \
    actor_kind, actor_name, event_id, note, staff_note, batch_id, car_id) SELECT value ->> 0, value ->> 1, \
    value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, \
    value ->> 10, value ->> 11, value ->> 12 FROM json_each($1)";

const UPDATE: &str = "UPDATE orders SET status = j.value ->> 1, seq = j.value ->> 2, rev = j.value ->> 3, \
    over_at = j.value ->> 4, expires_at = j.value ->> 5, estimate_made_at = j.value ->> 6, \
    estimate_arrival = j.value ->> 7, estimate_earliest = j.value ->> 8, estimate_latest = j.value ->> 9, \
    estimate_basis = j.value ->> 10, planned_minutes = j.value ->> 11, changed_at = CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER) \
    FROM json_each($1) j WHERE orders.id = j.value ->> 0";

// Apart from the rest, because most changes are no changes of place, and this one touches indexes.
const PLACE: &str = "UPDATE orders SET car_id = j.value ->> 1, batch_id = j.value ->> 2, stop = j.value ->> 3, \
    stops_before = j.value ->> 4, batch_minutes = j.value ->> 5, batch_updated_at = j.value ->> 6, \
    batch_departed_at = j.value ->> 7 FROM json_each($1) j WHERE orders.id = j.value ->> 0";

const FORMER: &str = "INSERT INTO former_stops (car_id, batch_id, order_id, left_at, behind, departed_at) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($1) WHERE true \
    ON CONFLICT (car_id, batch_id, order_id) DO UPDATE SET left_at = excluded.left_at, behind = excluded.behind, \
    departed_at = excluded.departed_at";

/// Reads orders, batches whole, and what is under way in cars.
pub(super) async fn load(
    conn: &mut Conn<'_>,
    ledger: &mut OrderLedger,
    orders: &[OrderId],
    batches: &[BatchId],
    cars: &[CarId],
) -> Result<(), StoreError> {
    let ids: Vec<i64> = orders.iter().map(|id| id.0).collect();
    let query = conn.query(READ.as_str()).bind(json(&ids)?).bind(json(batches)?).bind(json(cars)?);
    let rows = query.bind(Status::BeingDelivered.number()).fetch_all().await?;
    for row in &rows {
        let id: i64 = row.get("id")?;
        ledger.insert(OrderId(id), HeadRow::read(row)?.kept()?);
    }
    Ok(())
}

/// Writes what a ledger came to.
pub(super) async fn write(conn: &mut Conn<'_>, ledger: &OrderLedger) -> Result<(), StoreError> {
    let events: Vec<_> = ledger.events().map(|(id, event)| event_values(id, event)).collect();
    each(conn, INSERT, &events).await?;
    let moved: Vec<_> = ledger.moved().map(|(id, kept)| order_values(id, kept)).collect();
    each(conn, UPDATE, &moved).await?;
    let placed: Vec<_> = ledger.placed().map(|(id, kept)| place_values(id, kept)).collect();
    each(conn, PLACE, &placed).await?;
    let former: Vec<_> = ledger.former().map(former_values).collect();
    each(conn, FORMER, &former).await
}

async fn each(conn: &mut Conn<'_>, sql: &'static str, rows: &[impl Serialize]) -> Result<(), StoreError> {
    if !rows.is_empty() {
        conn.query(sql).bind(json(rows)?).execute().await?;
    }
    Ok(())
}

fn event_values(order: OrderId, event: &StatusEvent) -> impl Serialize {
    let occurred_at = (event.at != event.recorded_at).then(|| micros(event.at));
    (
        order.0,
        event.seq.0,
        event.status.number(),
        occurred_at,
        micros(event.recorded_at),
        event.source.as_str(),
        event.actor.kind(),
        event.actor.name().into_owned(),
        event.event_id.clone(),
        event.note.clone(),
        event.staff_note.clone(),
        event.batch.clone(),
        event.car.clone(),
    )
}

fn order_values(order: OrderId, kept: &LoadedOrder) -> impl Serialize {
    let (state, estimate) = (&kept.state, kept.estimate.as_ref());
    (
        order.0,
        state.status.number(),
        state.seq.0,
        state.rev.0,
        state.over_at.map(micros),
        micros(kept.expires_at),
        estimate.map(|estimate| micros(estimate.made_at)),
        estimate.map(|estimate| micros(estimate.arrival)),
        estimate.map(|estimate| micros(estimate.earliest)),
        estimate.map(|estimate| micros(estimate.latest)),
        estimate.map(|estimate| estimate.basis.as_str()),
        state.planned_minutes,
    )
}

fn place_values(order: OrderId, kept: &LoadedOrder) -> impl Serialize {
    let travel = kept.state.travel.as_ref();
    (
        order.0,
        kept.car.clone(),
        travel.map(|travel| travel.batch.clone()),
        travel.map(|travel| travel.stop),
        travel.map(|travel| travel.stops_before),
        travel.and_then(|travel| travel.minutes),
        travel.map(|travel| micros(travel.updated_at)),
        travel.and_then(|travel| travel.departed_at).map(micros),
    )
}

fn former_values(former: &FormerStop) -> impl Serialize {
    let FormerStop { order, travel, behind, left_at } = former;
    (
        travel.car.clone(),
        travel.batch.clone(),
        order.0,
        micros(*left_at),
        behind.map(|behind| behind.0),
        travel.departed_at.map(micros),
    )
}

fn micros(moment: jiff::Timestamp) -> i64 {
    Ts::new(moment).micros()
}

pub(super) fn json<T: Serialize + ?Sized>(values: &T) -> Result<String, StoreError> {
    serde_json::to_string(values).map_err(StoreError::other)
}
