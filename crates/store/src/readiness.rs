//! Whether the database answers, and whether it takes writes.

use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, store::Store, ts::Ts};

const WRITE: &str =
    "INSERT INTO write_probes (slot, at) VALUES ($1, $2) ON CONFLICT (slot) DO UPDATE SET at = excluded.at";

impl Store {
    /// Whether the database answers.
    ///
    /// # Errors
    /// Unavailable where it does not.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.read((), |conn, ()| Box::pin(conn.query("SELECT 1").execute())).await.map(drop)
    }

    /// Whether the database takes writes: commits a row. Nodes that ask at once have a slot each, so that
    /// none waits for another.
    ///
    /// # Errors
    /// Unavailable where it takes none: it is away, a standby, read-only, or its disk is full.
    pub async fn prove_writes(&self, slot: u8, now: Timestamp) -> Result<(), StoreError> {
        self.write(move |conn| Box::pin(probe(conn, slot, now))).await
    }
}

async fn probe(conn: &mut Conn<'_>, slot: u8, now: Timestamp) -> Result<(), StoreError> {
    conn.query(WRITE).bind(i16::from(slot)).bind(Ts::new(now)).execute().await?;
    Ok(())
}
