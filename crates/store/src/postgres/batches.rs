//! Batches on PostgreSQL: one transaction, under the locks of `postgres::ledger`.

use std::sync::Arc;

use domain::ids::{BatchId, CarId, OrderId};
use sqlx::PgConnection;

use super::{
    Postgres,
    ledger::{load, lock_batches, write},
};
use crate::{
    batches::{
        BatchError, BatchPut, Depart, PutBatch,
        ledger::OrderLedger,
        put::BatchRecord,
        rows::{BatchRow, save_batch},
    },
    conn::Conn,
    error::StoreError,
    row::{self, Row},
    ts::Ts,
    work::counted,
};

/// How often an order may have gone to a batch that was not locked, before its own row was.
const TRIES: usize = 16;

/// Takes the row's lock where it is new: it is the first thing that is written, so that who waits here
/// for another who makes the same batch holds nothing that is waited for.
const MAKE: &str = "INSERT INTO batches (id, car_id, estimated_minutes, updated_at, departed_at, actor_kind, \
    actor_name) VALUES ($1, $2, $3, $4, NULL, $5, $6) ON CONFLICT (id) DO NOTHING";

/// Reads and locks at once: a batch that is made between a lock that did not find it and a read that does would be written
/// without its lock.
const BATCH: &str =
    "SELECT id, car_id, estimated_minutes, updated_at, departed_at FROM batches WHERE id = $1 FOR NO KEY UPDATE";

const CARS_OF: &str = "SELECT DISTINCT car_id FROM batches WHERE id = ANY($1)";

const BATCHES_OF: &str = "SELECT DISTINCT batch_id FROM orders WHERE id = ANY($1) AND batch_id IS NOT NULL";

impl Postgres {
    pub(crate) async fn put_batch(&self, put: PutBatch) -> Result<BatchPut, BatchError> {
        let put = Arc::new(put);
        for _ in 0..TRIES {
            let put = Arc::clone(&put);
            let tried = self.write(move |connection| Box::pin(async move { put_batch(connection, &put).await })).await;
            match tried {
                Err(NotPut::Moved) => {}
                Err(NotPut::Batch(error)) => return Err(error),
                Ok(outcome) => return Ok(outcome),
            }
        }
        Err(StoreError::unavailable("orders went from batch to batch").into())
    }

    pub(crate) async fn depart(&self, depart: Depart) -> Result<BatchPut, BatchError> {
        let depart = Arc::new(depart);
        for _ in 0..TRIES {
            let depart = Arc::clone(&depart);
            let tried =
                self.write(move |connection| Box::pin(async move { let_depart(connection, &depart).await })).await;
            match tried {
                Err(NotPut::Moved) => {}
                Err(NotPut::Batch(error)) => return Err(error),
                Ok(outcome) => return Ok(outcome),
            }
        }
        Err(StoreError::unavailable("the batch went from car to car").into())
    }
}

/// Why a try to put a batch together, or to let it depart, wrote nothing.
#[derive(Debug, thiserror::Error)]
enum NotPut {
    #[error("an order went to a batch that was not locked, or a batch to another car")]
    Moved,
    #[error(transparent)]
    Batch(#[from] BatchError),
}

impl From<StoreError> for NotPut {
    fn from(error: StoreError) -> Self {
        Self::Batch(error.into())
    }
}

async fn put_batch(connection: &mut PgConnection, put: &PutBatch) -> Result<BatchPut, NotPut> {
    let is_new = make(connection, put).await?;
    let mut concerned = batches_of(connection, &put.stops).await?;
    concerned.push(put.batch.clone());
    let mut cars = cars_of(connection, &concerned).await?;
    cars.push(put.car.clone());
    lock_batches(connection, &concerned, &cars).await?;
    let mut ledger = load(connection, &put.stops, &concerned, &cars).await?;
    let has_new_car = cars_of(connection, &concerned).await?.iter().any(|car| !cars.contains(car));
    if has_new_car || !is_among(&ledger, &put.stops, &concerned) {
        return Err(NotPut::Moved);
    }
    let batch = if is_new { None } else { lock_batch(connection, &put.batch).await? };
    let (outcome, row) = ledger.put(put, batch.as_ref())?;
    if Some(&row) != batch.as_ref() {
        save_batch(&mut Conn::Postgres(connection), &put.batch, &row, &put.actor).await?;
    }
    write(connection, &ledger).await?;
    Ok(outcome)
}

async fn let_depart(connection: &mut PgConnection, depart: &Depart) -> Result<BatchPut, NotPut> {
    let batch_alone = std::slice::from_ref(&depart.batch);
    let cars = cars_of(connection, batch_alone).await?;
    lock_batches(connection, batch_alone, &cars).await?;
    let batch = lock_batch(connection, &depart.batch).await?.ok_or(BatchError::UnknownBatch)?;
    if !cars.contains(&batch.car) {
        return Err(NotPut::Moved);
    }
    let mut ledger = load(connection, &[], batch_alone, &cars).await?;
    let (outcome, row) = ledger.depart(depart, &batch)?;
    if row != batch {
        save_batch(&mut Conn::Postgres(connection), &depart.batch, &row, &depart.actor).await?;
    }
    write(connection, &ledger).await?;
    Ok(outcome)
}

/// Whether the batch was not there before.
async fn make(connection: &mut PgConnection, put: &PutBatch) -> Result<bool, StoreError> {
    let query = sqlx::query(counted(MAKE))
        .bind(put.batch.as_str())
        .bind(put.car.as_str())
        .bind(put.estimated_minutes.map(i64::from))
        .bind(Ts::new(put.now))
        .bind(put.actor.kind())
        .bind(put.actor.name());
    Ok(query.execute(connection).await?.rows_affected() == 1)
}

async fn lock_batch(connection: &mut PgConnection, id: &BatchId) -> Result<Option<BatchRecord>, StoreError> {
    let row = sqlx::query(counted(BATCH)).bind(id.as_str()).fetch_optional(connection).await?;
    row::maybe::<BatchRow>(row.map(Row::Postgres).as_ref())?.map(|row| row.batch()).transpose()
}

/// The batches that orders are in.
async fn batches_of(connection: &mut PgConnection, orders: &[OrderId]) -> Result<Vec<BatchId>, StoreError> {
    let ids: Vec<i64> = orders.iter().map(|id| id.0).collect();
    let names = sqlx::query_scalar::<_, String>(counted(BATCHES_OF)).bind(ids).fetch_all(connection).await?;
    names.into_iter().map(|name| name.parse().map_err(StoreError::other)).collect()
}

/// The cars of batches.
async fn cars_of(connection: &mut PgConnection, batches: &[BatchId]) -> Result<Vec<CarId>, StoreError> {
    let names: Vec<&str> = batches.iter().map(BatchId::as_str).collect();
    let names = sqlx::query_scalar::<_, String>(counted(CARS_OF)).bind(names).fetch_all(connection).await?;
    names.into_iter().map(|name| name.parse().map_err(StoreError::other)).collect()
}

/// Whether each of these orders that is in a batch is in one of these.
fn is_among(ledger: &OrderLedger, orders: &[OrderId], batches: &[BatchId]) -> bool {
    let mut of_orders = orders.iter().filter_map(|id| ledger.get(*id)?.state.travel.as_ref());
    of_orders.all(|travel| batches.contains(&travel.batch))
}
