//! How batches stand in their table.

use domain::{Actor, ids::BatchId};

use super::put::BatchRecord;
use crate::{
    conn::Conn,
    error::StoreError,
    row::{ValueLocation, row},
    ts::Ts,
};

row! {
    struct BatchRow of "batches" by "id" named "" {
        id: String,
        car_id: String,
        estimated_minutes: Option<i64>,
        updated_at: Ts,
        departed_at: Option<Ts>,
    }
}

const SAVE: &str = "INSERT INTO batches (id, car_id, estimated_minutes, updated_at, departed_at, \
    actor_kind, actor_name) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO UPDATE SET \
    car_id = excluded.car_id, estimated_minutes = excluded.estimated_minutes, updated_at = excluded.updated_at, \
    departed_at = excluded.departed_at, actor_kind = excluded.actor_kind, actor_name = excluded.actor_name";

impl BatchRow {
    pub(crate) fn batch(&self) -> Result<BatchRecord, StoreError> {
        let place = ValueLocation::new("batches", &self.id);
        let minutes = |minutes: i64| place.sound("estimated_minutes", u32::try_from(minutes).ok());
        Ok(BatchRecord {
            car: place.sound("car_id", self.car_id.parse().ok())?,
            estimated_minutes: self.estimated_minutes.map(minutes).transpose()?,
            updated_at: self.updated_at.get(),
            departed_at: self.departed_at.map(Ts::get),
        })
    }
}

/// Writes a batch as it is from now on.
pub(crate) async fn save_batch(
    conn: &mut Conn<'_>,
    id: &BatchId,
    batch: &BatchRecord,
    actor: &Actor,
) -> Result<(), StoreError> {
    let query = conn
        .query(SAVE)
        .bind(id.as_str())
        .bind(batch.car.as_str())
        .bind(batch.estimated_minutes.map(i64::from))
        .bind(Ts::new(batch.updated_at))
        .bind(batch.departed_at.map(Ts::new))
        .bind(actor.kind())
        .bind(actor.name());
    query.execute().await?;
    Ok(())
}
