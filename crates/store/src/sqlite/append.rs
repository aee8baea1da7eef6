//! Appending to an embedded database: a whole group with five statements, however large it is.
//!
//! All rows are read first, each press is judged against the state that the one before it left, and
//! what was accepted is written at once. The write lock is held throughout, so that what was read is
//! still so when it is written.

use std::collections::{HashMap, HashSet};

use domain::{ids::OrderId, order::Decision};
use sqlx::{Row, SqliteConnection};

use crate::{
    append::{Append, AppendError, Appended, Kept},
    error::StoreError,
    order::{
        Event,
        rows::{HeadRow, head_columns},
    },
    row::Read,
    ts::Ts,
};

const READ: &str = concat!(
    "SELECT ",
    head_columns!(),
    " FROM json_each($1) j CROSS JOIN orders o ON o.id = j.value JOIN restaurants r ON r.id = o.restaurant_id"
);

const KNOWN: &str = "SELECT e.order_id, e.event_id FROM json_each($1) j \
    CROSS JOIN order_events e ON e.order_id = j.value ->> 0 AND e.event_id = j.value ->> 1";

const INSERT: &str = "INSERT INTO order_events \
    (order_id, seq, status, occurred_at, recorded_at, source, key_name, event_id, note, staff_note, batch_id, car_id) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, \
    value ->> 8, value ->> 9, value ->> 10, value ->> 11 FROM json_each($1)";

const UPDATE: &str = "UPDATE orders SET status = j.value ->> 1, seq = j.value ->> 2, rev = j.value ->> 3, \
    over_at = j.value ->> 4, expires_at = j.value ->> 5, estimate_made_at = j.value ->> 6, \
    estimate_arrival = j.value ->> 7, estimate_earliest = j.value ->> 8, estimate_latest = j.value ->> 9, \
    estimate_basis = j.value ->> 10, changed_at = CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER) \
    FROM json_each($1) j WHERE orders.id = j.value ->> 0";

/// Appends in the order given; the outcomes stand in the same order.
pub(super) async fn append(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
    let mut group = Group {
        orders: read_orders(connection, appends).await?,
        known: read_known(connection, appends).await?,
        events: Vec::new(),
        moved: HashSet::new(),
    };
    let outcomes = appends.iter().map(|append| group.take(append)).collect();
    group.write(connection).await?;
    Ok(outcomes)
}

struct Group {
    /// The orders as the presses so far leave them, or why one cannot be read.
    orders: HashMap<OrderId, Result<Kept, StoreError>>,
    /// Event ids that stand already.
    known: HashSet<(OrderId, String)>,
    events: Vec<(OrderId, Event)>,
    moved: HashSet<OrderId>,
}

impl Group {
    fn take(&mut self, append: &Append) -> Result<Appended, AppendError> {
        let kept = self.orders.get_mut(&append.order).ok_or(AppendError::NotFound)?;
        let kept = kept.as_mut().map_err(|error| error.clone())?;
        let named = append.event_id.as_ref().map(|event_id| (append.order, event_id.clone()));
        let is_known = named.as_ref().is_some_and(|named| self.known.contains(named));
        let Decision::Apply(applied) = append.judge(kept, is_known)? else {
            return Ok(kept.answer(append.order, None));
        };
        kept.apply(&applied);
        let event = append.event(&applied);
        self.known.extend(named);
        self.moved.insert(append.order);
        self.events.push((append.order, event.clone()));
        Ok(kept.answer(append.order, Some(event)))
    }

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), StoreError> {
        if self.events.is_empty() {
            return Ok(());
        }
        let events: Vec<_> = self.events.iter().map(|(order, event)| event_values(*order, event)).collect();
        sqlx::query(INSERT).bind(json(&events)?).execute(&mut *connection).await?;
        let rows = self.moved.iter().filter_map(|id| Some(order_values(*id, self.orders.get(id)?.as_ref().ok()?)));
        let rows: Vec<_> = rows.collect();
        sqlx::query(UPDATE).bind(json(&rows)?).execute(connection).await?;
        Ok(())
    }
}

async fn read_orders(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<HashMap<OrderId, Result<Kept, StoreError>>, StoreError> {
    let ids: HashSet<i64> = appends.iter().map(|append| append.order.0).collect();
    let rows = sqlx::query(READ).bind(json(&ids)?).fetch_all(connection).await?;
    let order = |row| {
        let id: i64 = Row::try_get(row, "id")?;
        Ok((OrderId(id), HeadRow::read(row).and_then(|head| head.kept())))
    };
    rows.iter().map(order).collect()
}

async fn read_known(
    connection: &mut SqliteConnection,
    appends: &[&Append],
) -> Result<HashSet<(OrderId, String)>, StoreError> {
    let named = appends.iter().filter_map(|append| Some((append.order.0, append.event_id.as_ref()?)));
    let named: Vec<(i64, &String)> = named.collect();
    if named.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = sqlx::query_as::<_, (i64, String)>(KNOWN).bind(json(&named)?).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(order, event_id)| (OrderId(order), event_id)).collect())
}

fn event_values(order: OrderId, event: &Event) -> impl serde::Serialize {
    let occurred_at = (event.at != event.recorded_at).then(|| micros(event.at));
    (
        order.0,
        event.seq.0,
        event.status.number(),
        occurred_at,
        micros(event.recorded_at),
        event.source.as_str(),
        event.key_name.clone(),
        event.event_id.clone(),
        event.note.clone(),
        event.staff_note.clone(),
        event.batch.clone(),
        event.car.clone(),
    )
}

fn order_values(order: OrderId, kept: &Kept) -> impl serde::Serialize {
    let (standing, estimate) = (&kept.standing, kept.estimate.as_ref());
    (
        order.0,
        standing.status.number(),
        standing.seq.0,
        standing.rev.0,
        standing.over_at.map(micros),
        micros(kept.expires_at),
        estimate.map(|estimate| micros(estimate.made_at)),
        estimate.map(|estimate| micros(estimate.arrival)),
        estimate.map(|estimate| micros(estimate.earliest)),
        estimate.map(|estimate| micros(estimate.latest)),
        estimate.map(|estimate| estimate.basis.as_str()),
    )
}

fn micros(moment: jiff::Timestamp) -> i64 {
    Ts::new(moment).micros()
}

fn json(values: impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(&values).map_err(StoreError::other)
}
