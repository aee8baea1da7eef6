//! Batches on an embedded database. The writer's task does one after the other, so that nothing needs
//! to be locked.

use domain::ids::{BatchId, CarId, OrderId};

use super::{
    Sqlite,
    ledger::{json, load, write},
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
    row,
};

const BATCH: &str = "SELECT id, car_id, estimated_minutes, updated_at, departed_at FROM batches WHERE id = $1";

const BATCHES_OF: &str = "SELECT DISTINCT o.batch_id FROM json_each($1) j CROSS JOIN orders o ON o.id = j.value \
    WHERE o.batch_id IS NOT NULL";

const CARS_OF: &str = "SELECT DISTINCT b.car_id FROM json_each($1) j CROSS JOIN batches b ON b.id = j.value";

impl Sqlite {
    pub(crate) async fn put_batch(&self, put: PutBatch) -> Result<BatchPut, BatchError> {
        self.writer.run(move |conn| Box::pin(async move { put_batch(conn, &put).await })).await
    }

    pub(crate) async fn depart(&self, depart: Depart) -> Result<BatchPut, BatchError> {
        self.writer.run(move |conn| Box::pin(async move { let_depart(conn, &depart).await })).await
    }
}

async fn put_batch(conn: &mut Conn<'_>, put: &PutBatch) -> Result<BatchPut, BatchError> {
    let batch = read_batch(conn, &put.batch).await?;
    let mut concerned = batches_of(conn, &put.stops).await?;
    concerned.push(put.batch.clone());
    let mut ledger = OrderLedger::default();
    let mut cars = cars_of(conn, &concerned).await?;
    cars.push(put.car.clone());
    load(conn, &mut ledger, &put.stops, &concerned, &cars).await?;
    let (outcome, row) = ledger.put(put, batch.as_ref())?;
    if Some(&row) != batch.as_ref() {
        save_batch(conn, &put.batch, &row, &put.actor).await?;
    }
    write(conn, &ledger).await?;
    Ok(outcome)
}

async fn let_depart(conn: &mut Conn<'_>, depart: &Depart) -> Result<BatchPut, BatchError> {
    let batch = read_batch(conn, &depart.batch).await?.ok_or(BatchError::UnknownBatch)?;
    let mut ledger = OrderLedger::default();
    let (batch_alone, car_alone) = (std::slice::from_ref(&depart.batch), std::slice::from_ref(&batch.car));
    load(conn, &mut ledger, &[], batch_alone, car_alone).await?;
    let (outcome, row) = ledger.depart(depart, &batch)?;
    if row != batch {
        save_batch(conn, &depart.batch, &row, &depart.actor).await?;
    }
    write(conn, &ledger).await?;
    Ok(outcome)
}

async fn read_batch(conn: &mut Conn<'_>, id: &BatchId) -> Result<Option<BatchRecord>, StoreError> {
    let row = conn.query(BATCH).bind(id.as_str()).fetch_optional().await?;
    row::maybe::<BatchRow>(row.as_ref())?.map(|row| row.batch()).transpose()
}

/// The batches that orders are in.
async fn batches_of(conn: &mut Conn<'_>, orders: &[OrderId]) -> Result<Vec<BatchId>, StoreError> {
    let ids: Vec<i64> = orders.iter().map(|id| id.0).collect();
    let names: Vec<String> = conn.query(BATCHES_OF).bind(json(&ids)?).scalars().await?;
    names.into_iter().map(|name| name.parse().map_err(StoreError::other)).collect()
}

/// The cars of batches.
async fn cars_of(conn: &mut Conn<'_>, batches: &[BatchId]) -> Result<Vec<CarId>, StoreError> {
    let names: Vec<String> = conn.query(CARS_OF).bind(json(batches)?).scalars().await?;
    names.into_iter().map(|name| name.parse().map_err(StoreError::other)).collect()
}
