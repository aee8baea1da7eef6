//! Putting batches together and letting them depart: the one way for both databases.

use crate::{
    backend::Backend,
    batches::{BatchError, BatchPut, Depart, PutBatch},
    deadline::in_time,
    store::Store,
    ts::cut,
};

/// The batches of a store.
#[derive(Debug, Clone, Copy)]
pub struct BatchStore<'s>(&'s Store);

impl Store {
    /// Its batches.
    #[must_use]
    pub fn batches(&self) -> BatchStore<'_> {
        BatchStore(self)
    }
}

impl BatchStore<'_> {
    /// Puts a batch together: all of it in one transaction, or none. The stops go to 5 and 6;
    /// orders that were in the batch and are not among the stops are taken out; stops that come from
    /// another batch leave that one. The same again changes nothing.
    ///
    /// # Errors
    /// [`BatchError`].
    pub async fn put(self, put: PutBatch) -> Result<BatchPut, BatchError> {
        let put = PutBatch { now: cut(put.now), ..put };
        match self.0.backend() {
            Backend::Sqlite(sqlite) => in_time(sqlite.limit, sqlite.put_batch(put)).await,
            Backend::Postgres(postgres) => in_time(postgres.limit, postgres.put_batch(put)).await,
        }
    }

    /// Lets a batch depart, in one transaction: its stops that wait are under way from now on. A second
    /// time only those leave that got aboard since.
    ///
    /// # Errors
    /// [`BatchError`].
    pub async fn depart(self, depart: Depart) -> Result<BatchPut, BatchError> {
        let depart = Depart { now: cut(depart.now), ..depart };
        match self.0.backend() {
            Backend::Sqlite(sqlite) => in_time(sqlite.limit, sqlite.depart(depart)).await,
            Backend::Postgres(postgres) => in_time(postgres.limit, postgres.depart(depart)).await,
        }
    }
}
