//! The pool, and what has to be so before one of its connections is lent again.
//!
//! A connection goes back only where nothing of what it did is open; any other is closed. Nothing else
//! has the connections, so that one that is lent stands outside every transaction.

use std::{
    error::Error,
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use sqlx::{
    Connection, PgConnection, PgPool, Postgres,
    pool::PoolConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::time::timeout;

use crate::{
    config::StoreConfig,
    error::{Fate, StoreError},
};

/// A connection that was idle for this long is asked for a sign of life before it is used: after a
/// restart of the server none of them is alive.
const TRUSTED_FOR: Duration = Duration::from_secs(1);
/// How long a connection that goes back may take to read what is still to come.
const RETURN_LIMIT: Duration = Duration::from_secs(3);
/// How often a read is asked of another connection where the one it had was dead.
const READ_AGAIN: u32 = 2;
/// Sessions are thrown away at most so often: while all new ones are read-only too, that mends nothing.
const DISTRUST_PAUSE: Duration = Duration::from_millis(500);

/// The connections. Cheap to clone; all clones are one.
#[derive(Clone)]
pub(crate) struct Pool {
    pool: PgPool,
    distrust: Distrust,
}

impl Pool {
    pub(super) fn new(config: &StoreConfig, options: PgConnectOptions) -> Self {
        let distrust = Distrust::default();
        let distrusted = distrust.clone();
        let pool = PgPoolOptions::new()
            .max_connections(config.max_connections)
            .acquire_timeout(config.acquire_timeout)
            .test_before_acquire(false)
            .before_acquire(move |connection, meta| {
                let takes_writes = !distrusted.is_read_only(meta.age);
                let is_trusted = meta.idle_for <= TRUSTED_FOR && !distrusted.may_be_dead(meta.idle_for);
                Box::pin(async move {
                    if takes_writes && !is_trusted {
                        connection.ping().await?;
                    }
                    Ok(takes_writes)
                })
            })
            .connect_lazy_with(options);
        Self { pool, distrust }
    }

    /// Lends a connection. It stands outside every transaction.
    pub(crate) async fn lend(&self) -> Result<Lent, StoreError> {
        let connection = self.pool.acquire().await?;
        Ok(Lent { connection, state: PooledState::Free, distrust: self.distrust.clone() })
    }

    /// Waits for what is lent, and closes everything.
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// A connection that is lent. It goes back when it is dropped, or is closed where it is not known to be
/// free then.
pub(crate) struct Lent {
    connection: PoolConnection<Postgres>,
    state: PooledState,
    distrust: Distrust,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PooledState {
    /// Nothing is open. A query that only reads may be under way: its answers are read before the next use.
    Free,
    /// A transaction or a statement that writes is under way.
    Open,
    /// It is of no use any more.
    Broken,
}

impl Lent {
    /// What writes begins. Dropped from here on, the connection is closed.
    pub(super) fn open(&mut self) {
        self.state = PooledState::Open;
    }

    /// What wrote has ended, as the server said.
    pub(super) fn free(&mut self) {
        if self.state == PooledState::Open {
            self.state = PooledState::Free;
        }
    }

    /// Draws the conclusion from a failure; true where another connection may do what this one cannot.
    pub(crate) fn judge(&mut self, error: &(dyn Error + 'static)) -> bool {
        match Fate::of(error) {
            Fate::Sound => false,
            Fate::ReadOnly => self.refuse(),
            Fate::Broken => {
                self.state = PooledState::Broken;
                self.distrust.say_dead();
                true
            }
        }
    }

    /// Whether a read has failed with its connection, and another connection is to be asked.
    pub(crate) fn loses<T>(&mut self, outcome: &Result<T, StoreError>, lost: &mut u32) -> bool {
        let Err(error) = outcome else { return false };
        self.judge(error);
        *lost += 1;
        self.is_broken() && *lost <= READ_AGAIN
    }

    /// Closes it when it is dropped, because its session takes no writes; true where others may. Where sessions were thrown
    /// away for that just now, it stays: new ones take none either, and opening them would keep reads waiting.
    pub(super) fn refuse(&mut self) -> bool {
        let is_new = self.distrust.say_read_only();
        if is_new {
            self.state = PooledState::Broken;
        }
        is_new
    }

    pub(super) fn is_broken(&self) -> bool {
        self.state == PooledState::Broken
    }
}

impl Deref for Lent {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if self.state == PooledState::Free {
            // By itself the pool would wait without end for a server that does not answer.
            drop(tokio::spawn(timeout(RETURN_LIMIT, self.connection.return_to_pool())));
        } else {
            self.connection.close_on_drop();
        }
    }
}

/// Since when the connections are trusted: where one of them was dead or took no writes, all may be so,
/// as after a failover.
#[derive(Clone, Default)]
struct Distrust(Arc<Mutex<FoundFaults>>);

/// When one was found last.
#[derive(Clone, Copy, Default)]
struct FoundFaults {
    dead: Option<Instant>,
    read_only: Option<Instant>,
}

impl Distrust {
    /// What is idle now gives a sign of life before it is lent.
    fn say_dead(&self) {
        self.found().dead = Some(Instant::now());
    }

    /// What is open now is closed before it is lent. False where that was said just now.
    fn say_read_only(&self) -> bool {
        let (now, mut found) = (Instant::now(), self.found());
        let is_new = found.read_only.is_none_or(|last| now - last >= DISTRUST_PAUSE);
        if is_new {
            found.read_only = Some(now);
        }
        is_new
    }

    fn may_be_dead(&self, idle_for: Duration) -> bool {
        self.found().dead.is_some_and(|found| found.elapsed() <= idle_for)
    }

    fn is_read_only(&self, age: Duration) -> bool {
        self.found().read_only.is_some_and(|found| found.elapsed() <= age)
    }

    fn found(&self) -> MutexGuard<'_, FoundFaults> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
