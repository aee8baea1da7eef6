//! What a store is opened with.

use std::{fmt, time::Duration};

/// How a store is opened.
#[derive(Clone)]
pub struct StoreConfig {
    /// `sqlite:PATH` (made if absent, with its folders) or `postgres://…`.
    pub url: String,
    /// When SQLite waits for the disk.
    pub synchronous: Synchronous,
    /// Connections to PostgreSQL. SQLite has one that writes and four that read.
    pub max_connections: u32,
    /// How long a call waits for a connection.
    pub acquire_timeout: Duration,
    /// How long one statement may take on PostgreSQL, and how long SQLite waits for another
    /// process's lock.
    pub statement_timeout: Duration,
}

/// When SQLite waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Synchronous {
    /// At each commit: what was answered survives a power cut.
    #[default]
    Full,
    /// At checkpoints: what was answered survives the process, but a power cut may take the last
    /// commits back.
    Normal,
}

impl StoreConfig {
    /// The defaults for a database: full synchronisation, 16 connections, 500 ms for a connection
    /// and 1.5 s for a statement, so that no call takes more than 2 s.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            synchronous: Synchronous::default(),
            max_connections: 16,
            acquire_timeout: Duration::from_millis(500),
            statement_timeout: Duration::from_millis(1500),
        }
    }

    /// The longest that any call takes before it is answered as unavailable.
    pub(crate) fn call_timeout(&self) -> Duration {
        self.acquire_timeout + self.statement_timeout
    }
}

impl fmt::Debug for StoreConfig {
    /// Without the URL, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreConfig")
            .field("synchronous", &self.synchronous)
            .field("max_connections", &self.max_connections)
            .field("acquire_timeout", &self.acquire_timeout)
            .field("statement_timeout", &self.statement_timeout)
            .finish_non_exhaustive()
    }
}
