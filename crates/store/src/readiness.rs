//! Whether the database answers, and whether it takes writes.

use jiff::Timestamp;

use crate::{
    connection::{reading, writing},
    error::StoreError,
    store::Store,
    ts::Ts,
};

const WRITE: &str =
    "INSERT INTO write_probes (slot, at) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET at = excluded.at";

impl Store {
    /// Whether the database answers.
    ///
    /// # Errors
    /// Unavailable where it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        reading!(self, connection => {
            sqlx::query("SELECT 1").execute(connection).await?;
            Ok(())
        })
    }

    /// Whether the database takes writes: commits a row. Nodes that ask at once have a slot each, so that
    /// none waits for another.
    ///
    /// # Errors
    /// Unavailable where it takes none: it is away, a standby, read-only, or its disk is full.
    pub async fn prove_writes(&self, slot: u8, now: Timestamp) -> Result<(), StoreError> {
        writing!(self, connection => {
            sqlx::query(WRITE).bind(i16::from(slot)).bind(Ts::new(now)).execute(connection).await?;
            Ok::<_, StoreError>(())
        })
    }
}
