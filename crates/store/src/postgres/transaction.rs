//! Transactions, each run to its end by whoever began it: no caller can drop one half way.
//!
//! The statements that begin and end one say at once what they found, without a round trip of their
//! own: whether the session takes writes, and whether the transaction was still whole at its end.

use std::{
    error::Error,
    future::Future,
    ops::{Deref, DerefMut},
    pin::Pin,
    time::Instant,
};

use sqlx::{PgConnection, Row};
use tracing::Instrument;

use super::{
    Postgres,
    pool::{Lent, Pool},
};
use crate::{
    append::gone,
    conn::{Conn, ConnFuture},
    deadline::in_time,
    error::StoreError,
    work::count_transaction,
};

const BEGIN: &str = "BEGIN; SHOW transaction_read_only";
/// In a transaction that has failed, the first of the two is refused, and nothing is taken for committed.
const COMMIT: &str = "SHOW transaction_read_only; COMMIT";
const ROLLBACK: &str = "ROLLBACK";

/// A future that borrows the connection it works on.
type BoxFuture<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// A transaction on a connection of its own. Dropped before its end, it takes the connection along.
pub(super) struct Transaction(Lent);

impl Transaction {
    /// Begins one, on another connection where the first was dead or takes no writes.
    pub(super) async fn begin(pool: &Pool) -> Result<Self, StoreError> {
        Self::begin_on(pool, pool.lend().await?).await
    }

    async fn begin_on(pool: &Pool, lent: Lent) -> Result<Self, StoreError> {
        match Self::try_begin(lent).await {
            Err((_, true)) => Self::try_begin(pool.lend().await?).await.map_err(|(error, _)| error),
            begun => begun.map_err(|(error, _)| error),
        }
    }

    /// With the error: whether another connection may do better.
    async fn try_begin(mut lent: Lent) -> Result<Self, (StoreError, bool)> {
        lent.open();
        count_transaction();
        let begun: Result<String, sqlx::Error> =
            sqlx::raw_sql(BEGIN).fetch_one(&mut *lent).await.and_then(|row| row.try_get(0));
        match begun {
            Ok(read_only) if read_only == "off" => Ok(Self(lent)),
            Ok(_) => {
                let is_curable = lent.refuse();
                if !is_curable {
                    // One that cannot even end goes with its connection.
                    drop(Self(lent).rollback().await);
                }
                Err((StoreError::unavailable("the database takes no writes"), is_curable))
            }
            Err(error) => {
                let is_curable = lent.judge(&error);
                Err((error.into(), is_curable))
            }
        }
    }

    /// Commits. An error says nothing of whether it stands.
    pub(super) async fn commit(mut self) -> Result<(), StoreError> {
        self.finish(COMMIT).await
    }

    pub(super) async fn rollback(mut self) -> Result<(), StoreError> {
        self.finish(ROLLBACK).await
    }

    /// Ends it as the outcome says: what was written stands only if that is `Ok`.
    pub(super) async fn end<T, E>(mut self, outcome: Result<T, E>) -> Result<T, E>
    where
        E: From<StoreError> + Error + 'static,
    {
        match &outcome {
            Ok(_) => self.commit().await?,
            Err(error) => {
                self.0.judge(error);
                if !self.0.is_broken() && self.finish(ROLLBACK).await.is_err() {
                    tracing::debug!("a transaction went with its connection");
                }
            }
        }
        outcome
    }

    async fn finish(&mut self, sql: &'static str) -> Result<(), StoreError> {
        match sqlx::raw_sql(sql).execute(&mut *self.0).await {
            Ok(_) => self.0.free(),
            Err(error) => {
                self.0.judge(&error);
                return Err(error.into());
            }
        }
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0
    }
}

impl Postgres {
    /// Does a write in a transaction; what it wrote stands only if its outcome is `Ok`. A task of its own
    /// runs it to its end, so that whoever goes away drops the waiting alone. There are as many of these
    /// tasks as connections.
    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'c> FnOnce(&'c mut PgConnection) -> BoxFuture<'c, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Error + Send + 'static,
    {
        let waiting = async {
            let lent = self.pool.lend().await?;
            let (pool, work_limit) = (self.pool.clone(), self.work_limit);
            let task = in_time(work_limit, async move {
                let mut transaction = Transaction::begin_on(&pool, lent).await?;
                let outcome = work(&mut transaction).await;
                transaction.end(outcome).await
            });
            match tokio::spawn(task.in_current_span()).await {
                Ok(outcome) => outcome,
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(_) => Err(gone().into()),
            }
        };
        in_time(self.limit, waiting).await
    }

    /// Does a write of one statement, which is its own transaction, likewise to its end. It is sent again where its
    /// connection was dead or took no writes, as long as its caller waits: who has gone may have undone it since.
    pub(crate) async fn write_one<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: for<'a, 'c> Fn(&'a mut Conn<'c>) -> ConnFuture<'a, Result<T, StoreError>> + Send + Sync + 'static,
        T: Send + 'static,
    {
        let (begun, limit) = (Instant::now(), self.limit);
        let waiting = async {
            let lent = self.pool.lend().await?;
            let (pool, work_limit) = (self.pool.clone(), self.work_limit);
            let task = in_time(work_limit, async move {
                match send(lent, &work).await {
                    Err((_, true)) if begun.elapsed() < limit => send(pool.lend().await?, &work).await,
                    sent => sent,
                }
                .map_err(|(error, _)| error)
            });
            match tokio::spawn(task.in_current_span()).await {
                Ok(outcome) => outcome,
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(_) => Err(gone()),
            }
        };
        in_time(limit, waiting).await
    }
}

/// With the error: whether another connection may do better.
async fn send<T, F>(mut lent: Lent, work: &F) -> Result<T, (StoreError, bool)>
where
    F: for<'a, 'c> Fn(&'a mut Conn<'c>) -> ConnFuture<'a, Result<T, StoreError>>,
{
    lent.open();
    let sent = work(&mut Conn::Postgres(&mut lent)).await;
    if let Err(error) = sent {
        let is_curable = lent.judge(&error);
        lent.free();
        return Err((error, is_curable));
    }
    lent.free();
    sent.map_err(|error| (error, false))
}
