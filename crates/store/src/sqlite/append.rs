//! Appending to an embedded database: a whole group with a few statements, however large it is.
//!
//! All rows are read first, each report is judged against the state that the one before it left, and
//! what was accepted is written at once. The write lock is held throughout, so that what was read is
//! still so when it is written. Where a stop of a batch may be done, the batch's other orders are read
//! too, because they change with it.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use domain::{ids::OrderId, order::Status};

use super::ledger::{json, load, write};
use crate::{
    append::{Append, AppendError, Appended},
    batches::ledger::OrderLedger,
    conn::Conn,
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow, ReportedRow},
    row::{self, FromRow},
};

static READ: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {HEAD_COLUMNS} FROM json_each($1) j CROSS JOIN orders o ON o.id = j.value JOIN restaurants r ON r.id = o.restaurant_id"
    )
});

const KNOWN: &str = "SELECT e.order_id, e.event_id FROM json_each($1) j \
    CROSS JOIN order_events e ON e.order_id = j.value ->> 0 AND e.event_id = j.value ->> 1";

const PRESENT: &str = "SELECT e.order_id, e.actor_kind, e.actor_name, e.recorded_at FROM json_each($1) j \
    CROSS JOIN order_events e ON e.order_id = j.value ->> 0 AND e.seq = j.value ->> 1";

/// Appends in the order given; the outcomes stand in the same order.
pub(super) async fn append(
    conn: &mut Conn<'_>,
    appends: &[&Append],
) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
    let mut group = AppendGroup { known: read_known(conn, appends).await?, ..AppendGroup::default() };
    group.read_orders(conn, appends).await?;
    group.read_batches(conn, appends).await?;
    group.read_present(conn, appends).await?;
    let outcomes = appends.iter().map(|append| group.take(append)).collect();
    write(conn, &group.ledger).await?;
    Ok(outcomes)
}

#[derive(Default)]
struct AppendGroup {
    /// The orders as the reports so far leave them.
    ledger: OrderLedger,
    /// Why an order cannot be read.
    unreadable: HashMap<OrderId, StoreError>,
    /// Event ids that stand already.
    known: HashSet<(OrderId, String)>,
}

impl AppendGroup {
    async fn read_orders(&mut self, conn: &mut Conn<'_>, appends: &[&Append]) -> Result<(), StoreError> {
        let ids: HashSet<i64> = appends.iter().map(|append| append.order.0).collect();
        let rows = conn.query(READ.as_str()).bind(json(&ids)?).fetch_all().await?;
        for row in &rows {
            let id = OrderId(row.get("id")?);
            match HeadRow::read(row).and_then(|head| head.kept()) {
                Ok(kept) => self.ledger.insert(id, kept),
                Err(error) => drop(self.unreadable.insert(id, error)),
            }
        }
        Ok(())
    }

    /// The other orders of each batch and car in which a stop may be done or under way, or not any more, with this group.
    async fn read_batches(&mut self, conn: &mut Conn<'_>, appends: &[&Append]) -> Result<(), StoreError> {
        let batch = |append: &&Append| {
            let state = &self.ledger.get(append.order)?.state;
            let counts = |status: Status| status >= Status::BeingDelivered;
            let may_concern = counts(state.status) || counts(append.report.status);
            state.travel.as_ref().filter(|_| may_concern).map(|travel| (travel.batch.clone(), travel.car.clone()))
        };
        let (batches, cars): (HashSet<_>, HashSet<_>) = appends.iter().filter_map(batch).unzip();
        if batches.is_empty() {
            return Ok(());
        }
        load(conn, &mut self.ledger, &[], &Vec::from_iter(batches), &Vec::from_iter(cars)).await
    }

    /// Who reported the present status of each order that this group may take back by one; most groups take back none.
    async fn read_present(&mut self, conn: &mut Conn<'_>, appends: &[&Append]) -> Result<(), StoreError> {
        let undone = self.ledger.undone(appends);
        if undone.is_empty() {
            return Ok(());
        }
        let undone: Vec<_> = undone.into_iter().map(|(order, seq)| (order.0, seq.0)).collect();
        let rows = conn.query(PRESENT).bind(json(&undone)?).fetch_all().await?;
        let present: Result<Vec<_>, _> = row::all(&rows)?.iter().map(ReportedRow::reported).collect();
        self.ledger.insert_present(present?);
        Ok(())
    }

    fn take(&mut self, append: &Append) -> Result<Appended, AppendError> {
        if let Some(error) = self.unreadable.get(&append.order) {
            return Err(error.clone().into());
        }
        let named = append.event_id.as_ref().map(|event_id| (append.order, event_id.clone()));
        let is_known = named.as_ref().is_some_and(|named| self.known.contains(named));
        let appended = self.ledger.report(append, is_known)?;
        if appended.applied.is_some() {
            self.known.extend(named);
        }
        Ok(appended)
    }
}

async fn read_known(conn: &mut Conn<'_>, appends: &[&Append]) -> Result<HashSet<(OrderId, String)>, StoreError> {
    let named = appends.iter().filter_map(|append| Some((append.order.0, append.event_id.as_ref()?)));
    let named: Vec<(i64, &String)> = named.collect();
    if named.is_empty() {
        return Ok(HashSet::new());
    }
    let rows = conn.query(KNOWN).bind(json(&named)?).fetch_all().await?;
    rows.iter().map(|row| Ok((OrderId(row.get("order_id")?), row.get("event_id")?))).collect()
}
