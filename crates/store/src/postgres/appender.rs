//! Appending on PostgreSQL what waits together: group commit, as the embedded database has it.
//!
//! A report that comes while a writer is free is appended alone, in two round trips. Those that come while all
//! writers are busy gather, and are appended by one transaction, so that the work for each falls as the load
//! grows. Such a transaction waits for nobody: it leaves out what another holds, and what would change a batch's
//! other orders; those are appended alone after it, and so is all where it fails.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    sync::Arc,
    time::Duration,
};

use domain::ids::OrderId;
use futures_util::{StreamExt, stream};
use serde::Serialize;
use sqlx::PgConnection;
use tokio::sync::{Semaphore, mpsc};

use super::{
    append::{append_alone, read_present},
    ledger::{load_free, write},
    pool::Pool,
    transaction::Transaction,
};
use crate::{
    append::{Append, AppendError, Appended, LoadedOrder, Outcomes, PendingAppends, gone},
    batches::ledger::OrderLedger,
    deadline::in_time,
    error::StoreError,
    work::counted,
};

/// Calls that may wait; more wait in their callers, who give up in time.
const QUEUE: usize = 1024;
/// Groups that are written at a time.
const WRITERS: usize = 4;
/// Reports after which a group takes no further call.
const GROUP: usize = 256;
/// Orders of a group whose reports are appended alone at a time.
const ALONE: usize = 2;

const KNOWN: &str = "SELECT e.order_id, e.event_id FROM order_events e \
    JOIN jsonb_to_recordset($1::jsonb) AS j (order_id bigint, event_id text) \
    ON e.order_id = j.order_id AND e.event_id = j.event_id";

/// The way to the writers. They end when this has gone.
pub(crate) struct Appender {
    queue: mpsc::Sender<PendingAppends>,
}

impl Appender {
    /// Starts the writers; `limit`: how long one may take for a step, before it goes with its connection.
    pub(super) fn start(pool: Pool, limit: Duration) -> Self {
        let (queue, calls) = mpsc::channel(QUEUE);
        tokio::spawn(run(AppendWriter { pool, limit }, calls));
        Self { queue }
    }

    /// Appends, those of one order in their turn.
    pub(crate) async fn append(&self, appends: Vec<Append>) -> Result<Outcomes, StoreError> {
        let (pending, answer) = PendingAppends::new(appends);
        self.queue.send(pending).await.map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }
}

async fn run(writer: AppendWriter, mut calls: mpsc::Receiver<PendingAppends>) {
    let writers = Arc::new(Semaphore::new(WRITERS));
    let mut waiting = Vec::new();
    while let Ok(turn) = Arc::clone(&writers).acquire_owned().await {
        if waiting.is_empty() && calls.recv_many(&mut waiting, GROUP).await == 0 {
            return;
        }
        let group: Vec<PendingAppends> = waiting.drain(..PendingAppends::fitting(&waiting, GROUP)).collect();
        let writer = writer.clone();
        tokio::spawn(async move {
            writer.serve(group).await;
            drop(turn);
        });
    }
}

#[derive(Clone)]
struct AppendWriter {
    pool: Pool,
    limit: Duration,
}

impl AppendWriter {
    async fn serve(&self, group: Vec<PendingAppends>) {
        let appends: Vec<&Append> = group.iter().flat_map(|pending| &pending.appends).collect();
        let outcomes = self.append(&appends).await;
        PendingAppends::answer(group, outcomes);
    }

    async fn append(&self, appends: &[&Append]) -> Result<Outcomes, StoreError> {
        let mut outcomes: Vec<Option<Result<Appended, AppendError>>> = match appends {
            [_] => vec![None],
            _ => match in_time(self.limit, self.append_together(appends)).await {
                Ok(outcomes) => outcomes,
                Err(error) if error.is_unavailable() => return Err(error),
                Err(_) => appends.iter().map(|_| None).collect(),
            },
        };
        let mut left: BTreeMap<OrderId, Vec<usize>> = BTreeMap::new();
        for (index, append) in appends.iter().enumerate().filter(|(index, _)| outcomes[*index].is_none()) {
            left.entry(append.order).or_default().push(index);
        }
        let mut alone = stream::iter(left.into_values())
            .map(|indexes| self.append_in_turn(appends, indexes))
            .buffer_unordered(ALONE);
        while let Some(appended) = alone.next().await {
            for (index, outcome) in appended {
                outcomes[index] = Some(outcome);
            }
        }
        drop(alone);
        Ok(outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Err(gone().into()))).collect())
    }

    /// Appends in one transaction; none where a report is to be appended alone.
    async fn append_together(
        &self,
        appends: &[&Append],
    ) -> Result<Vec<Option<Result<Appended, AppendError>>>, StoreError> {
        let mut transaction = Transaction::begin(&self.pool).await?;
        let outcome = report_all(&mut transaction, appends).await;
        transaction.end(outcome).await
    }

    /// Appends reports of one order, one after the other.
    async fn append_in_turn(
        &self,
        appends: &[&Append],
        indexes: Vec<usize>,
    ) -> Vec<(usize, Result<Appended, AppendError>)> {
        let mut outcomes = Vec::with_capacity(indexes.len());
        for index in indexes {
            outcomes.push((index, in_time(self.limit, append_alone(&self.pool, appends[index])).await));
        }
        outcomes
    }
}

/// What is done in one transaction; none where a report is to be appended alone.
async fn report_all(
    connection: &mut PgConnection,
    appends: &[&Append],
) -> Result<Vec<Option<Result<Appended, AppendError>>>, StoreError> {
    let orders: BTreeSet<OrderId> = appends.iter().map(|append| append.order).collect();
    let mut ledger = load_free(connection, &Vec::from_iter(orders)).await?;
    // Under the rows' locks: whoever appends an event holds its order's.
    let mut known = read_known(connection, appends).await?;
    ledger.insert_present(read_present(connection, &ledger.undone(appends)).await?);
    let mut left = HashSet::new();
    let outcomes = appends.iter().map(|append| report(append, &mut ledger, &mut known, &mut left)).collect();
    write(connection, &ledger).await?;
    Ok(outcomes)
}

/// Event ids that stand already, each with its order.
type KnownEvents = HashSet<(OrderId, String)>;

/// Applies a report to what was loaded. None where that is to be done alone, as is then all that follows on the
/// same order (`left`).
fn report(
    append: &Append,
    ledger: &mut OrderLedger,
    known: &mut KnownEvents,
    left: &mut HashSet<OrderId>,
) -> Option<Result<Appended, AppendError>> {
    let is_alone = |kept: &LoadedOrder| kept.concerns_others(append.report.status);
    if left.contains(&append.order) || ledger.get(append.order).is_none_or(is_alone) {
        left.insert(append.order);
        return None;
    }
    let named = append.event_id.as_ref().map(|event_id| (append.order, event_id.clone()));
    let is_known = named.as_ref().is_some_and(|named| known.contains(named));
    let outcome = ledger.report(append, is_known);
    if outcome.as_ref().is_ok_and(|appended| appended.applied.is_some()) {
        known.extend(named);
    }
    Some(outcome)
}

async fn read_known(connection: &mut PgConnection, appends: &[&Append]) -> Result<KnownEvents, StoreError> {
    #[derive(Serialize)]
    struct NamedEvent<'a> {
        order_id: i64,
        event_id: &'a str,
    }
    let named = appends.iter().filter_map(|append| {
        let event_id = append.event_id.as_deref()?;
        Some(NamedEvent { order_id: append.order.0, event_id })
    });
    let named: Vec<NamedEvent<'_>> = named.collect();
    if named.is_empty() {
        return Ok(KnownEvents::new());
    }
    let named = serde_json::to_string(&named).map_err(StoreError::other)?;
    let rows: Vec<(i64, String)> = sqlx::query_as(counted(KNOWN)).bind(named).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(order, event_id)| (OrderId(order), event_id)).collect())
}
