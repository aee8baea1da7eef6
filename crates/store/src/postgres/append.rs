//! Appending one report on PostgreSQL: read, decide, and write with one statement that holds only where the order
//! has not moved meanwhile.

use std::sync::LazyLock;

use domain::{
    ids::{BatchId, CarId, OrderId, Seq},
    order::{Applied, Decision, Reported, StatusEvent},
};
use sqlx::PgConnection;

use super::{
    ledger::{load, lock_batches, write},
    pool::Pool,
    transaction::Transaction,
};
use crate::{
    append::{Append, AppendError, Appended, LoadedOrder},
    error::StoreError,
    order::rows::{HEAD_COLUMNS, HeadRow, ReportedRow},
    row::{self, FromRow, Row},
    ts::Ts,
    work::counted,
};

/// How often the order may have moved before its row is locked. Reports that race on one order are
/// rare, and most of them are the same report.
const FREE_TRIES: usize = 4;
/// How often it is tried in all. Under its row's lock an order moves no more, but the batch that it is
/// in has to be locked first, and it may be in another by then.
const TRIES: usize = 16;

static READ: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT {HEAD_COLUMNS}, EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = o.id AND e.event_id = $2) \
         AS event_known FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1"
    )
});

const KNOWN: &str = "SELECT EXISTS (SELECT 1 FROM order_events WHERE order_id = $1 AND event_id = $2)";

const PRESENT: &str = "SELECT e.order_id, e.actor_kind, e.actor_name, e.recorded_at \
    FROM unnest($1::bigint[], $2::bigint[]) AS s (order_id, seq) \
    JOIN order_events e ON e.order_id = s.order_id AND e.seq = s.seq";

const WRITE: &str = "WITH moved AS ( \
    UPDATE orders SET status = $4, seq = $5, rev = $6, over_at = $7, expires_at = $8, estimate_made_at = $9, \
    estimate_arrival = $10, estimate_earliest = $11, estimate_latest = $12, estimate_basis = $13, \
    planned_minutes = $24, changed_at = clock_timestamp() WHERE id = $1 AND seq = $2 AND rev = $3 RETURNING id) \
    INSERT INTO order_events \
    (order_id, seq, status, occurred_at, recorded_at, source, actor_kind, actor_name, event_id, note, \
    staff_note, batch_id, car_id) SELECT id, $5, $4, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23 FROM moved";

/// What a try came to.
#[expect(clippy::large_enum_variant, reason = "made and taken apart at once")]
enum AppendAttempt {
    Done(Appended),
    /// The order moved in between.
    Moved,
    /// It changes the other stops of this batch and this car, and has to be done under the locks of both.
    Concerns(BatchId, CarId),
}

/// Appends one; where the order moves again and again, under its row's lock, which is granted in turn.
/// Each attempt is one transaction, or one statement on a connection that is in none.
pub(super) async fn append_alone(pool: &Pool, append: &Append) -> Result<Appended, AppendError> {
    for attempts in 1..=TRIES {
        let attempt =
            if attempts <= FREE_TRIES { freely(pool, append).await? } else { under_lock(pool, append).await? };
        let (batch, car) = match attempt {
            AppendAttempt::Done(appended) => return Ok(appended),
            AppendAttempt::Moved => continue,
            AppendAttempt::Concerns(batch, car) => (batch, car),
        };
        if let Some(appended) = in_batch(pool, append, &batch, &car).await? {
            return Ok(appended);
        }
    }
    Err(StoreError::unavailable("the order went from batch to batch").into())
}

async fn freely(pool: &Pool, append: &Append) -> Result<AppendAttempt, AppendError> {
    let mut lent = pool.lend().await?;
    lent.open();
    let outcome = attempt(&mut lent, append).await;
    if let Err(error) = &outcome {
        lent.judge(error);
    }
    lent.free();
    outcome
}

async fn under_lock(pool: &Pool, append: &Append) -> Result<AppendAttempt, AppendError> {
    let mut transaction = Transaction::begin(pool).await?;
    let outcome = lock_and_attempt(&mut transaction, append).await;
    match outcome {
        // A batch's lock may not be waited for under an order's, and what met the same event has failed.
        Ok(AppendAttempt::Moved | AppendAttempt::Concerns(..)) => transaction.rollback().await?,
        outcome => return transaction.end(outcome).await,
    }
    outcome
}

async fn lock_and_attempt(connection: &mut PgConnection, append: &Append) -> Result<AppendAttempt, AppendError> {
    lock(connection, append.order).await?;
    attempt(connection, append).await
}

async fn lock(connection: &mut PgConnection, order: OrderId) -> Result<(), StoreError> {
    sqlx::query(counted("SELECT id FROM orders WHERE id = $1 FOR UPDATE")).bind(order.0).execute(connection).await?;
    Ok(())
}

/// Appends together with what it changes for the other stops of the order's batch and car. None: the order
/// went to another.
async fn in_batch(pool: &Pool, append: &Append, batch: &BatchId, car: &CarId) -> Result<Option<Appended>, AppendError> {
    let mut transaction = Transaction::begin(pool).await?;
    let outcome = report_in_batch(&mut transaction, append, batch, car).await;
    transaction.end(outcome).await
}

async fn report_in_batch(
    connection: &mut PgConnection,
    append: &Append,
    batch: &BatchId,
    car: &CarId,
) -> Result<Option<Appended>, AppendError> {
    let (batch_alone, car_alone) = (std::slice::from_ref(batch), std::slice::from_ref(car));
    lock_batches(connection, batch_alone, car_alone).await?;
    let mut ledger = load(connection, &[append.order], batch_alone, car_alone).await?;
    let travel = ledger.get(append.order).and_then(|kept| kept.state.travel.as_ref());
    if travel.is_some_and(|travel| (&travel.batch, &travel.car) != (batch, car)) {
        return Ok(None);
    }
    let event_known = is_known(connection, append).await?;
    let appended = ledger.report(append, event_known)?;
    write(connection, &ledger).await?;
    Ok(Some(appended))
}

/// Reads, decides, writes.
async fn attempt(connection: &mut PgConnection, append: &Append) -> Result<AppendAttempt, AppendError> {
    let (mut kept, event_known) = read(connection, append).await?.ok_or(AppendError::NotFound)?;
    if append.may_undo(&kept) {
        let present = read_present(connection, &[(append.order, kept.state.seq)]).await?;
        kept.present = present.into_iter().next().map(|(_, reported)| reported);
    }
    let Decision::Apply(applied) = append.judge(&kept, event_known)? else {
        return Ok(AppendAttempt::Done(kept.answer(append.order, None)));
    };
    let travel = kept.state.travel.as_ref();
    if let Some(travel) = travel.filter(|_| kept.concerns_others(applied.status)) {
        return Ok(AppendAttempt::Concerns(travel.batch.clone(), travel.car.clone()));
    }
    let event = append.event(&applied, travel);
    if !write_one(connection, append.order, &kept, &applied, &event).await? {
        return Ok(AppendAttempt::Moved);
    }
    kept.apply(&applied, &event);
    Ok(AppendAttempt::Done(kept.answer(append.order, Some(event))))
}

async fn is_known(connection: &mut PgConnection, append: &Append) -> Result<bool, StoreError> {
    let Some(event_id) = &append.event_id else { return Ok(false) };
    let query = sqlx::query_scalar(counted(KNOWN)).bind(append.order.0).bind(event_id);
    Ok(query.fetch_one(connection).await?)
}

async fn read(connection: &mut PgConnection, append: &Append) -> Result<Option<(LoadedOrder, bool)>, StoreError> {
    let query = sqlx::query(counted(READ.as_str())).bind(append.order.0).bind(append.event_id.as_deref());
    let Some(row) = query.fetch_optional(connection).await? else { return Ok(None) };
    let row = Row::Postgres(row);
    Ok(Some((HeadRow::read(&row)?.kept()?, row.get("event_known")?)))
}

/// Who reported these statuses of these orders.
pub(super) async fn read_present(
    connection: &mut PgConnection,
    statuses: &[(OrderId, Seq)],
) -> Result<Vec<(OrderId, Reported)>, StoreError> {
    if statuses.is_empty() {
        return Ok(Vec::new());
    }
    let (orders, seqs): (Vec<i64>, Vec<i64>) = statuses.iter().map(|(order, seq)| (order.0, seq.0)).unzip();
    let rows = sqlx::query(counted(PRESENT)).bind(orders).bind(seqs).fetch_all(connection).await?;
    let rows: Vec<Row> = rows.into_iter().map(Row::Postgres).collect();
    row::all(&rows)?.iter().map(ReportedRow::reported).collect()
}

/// Whether it was written: not where the order moved, or where the event's id came in between.
async fn write_one(
    connection: &mut PgConnection,
    order: OrderId,
    before: &LoadedOrder,
    applied: &Applied,
    event: &StatusEvent,
) -> Result<bool, StoreError> {
    let estimate = applied.estimate.as_ref();
    let query = sqlx::query(counted(WRITE))
        .bind(order.0)
        .bind(before.state.seq.0)
        .bind(before.state.rev.0)
        .bind(applied.status.number())
        .bind(applied.seq.0)
        .bind(applied.rev.0)
        .bind(applied.over_at.map(Ts::new))
        .bind(Ts::new(applied.expires_at))
        .bind(estimate.map(|estimate| Ts::new(estimate.made_at)))
        .bind(estimate.map(|estimate| Ts::new(estimate.arrival)))
        .bind(estimate.map(|estimate| Ts::new(estimate.earliest)))
        .bind(estimate.map(|estimate| Ts::new(estimate.latest)))
        .bind(estimate.map(|estimate| estimate.basis.as_str()))
        .bind((event.at != event.recorded_at).then(|| Ts::new(event.at)))
        .bind(Ts::new(event.recorded_at))
        .bind(event.source.as_str())
        .bind(event.actor.kind())
        .bind(event.actor.name())
        .bind(event.event_id.as_deref())
        .bind(event.note.as_deref())
        .bind(event.staff_note.as_deref())
        .bind(event.batch.as_ref().map(BatchId::as_str))
        .bind(event.car.as_ref().map(CarId::as_str))
        .bind(i64::from(applied.planned_minutes));
    match query.execute(connection).await {
        Ok(done) => Ok(done.rows_affected() == 1),
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
        Err(error) => Err(error.into()),
    }
}
