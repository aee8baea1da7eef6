//! A database that takes no writes for a while.

use sqlx::{Connection, SqliteConnection};

use super::postgres;

/// It takes none until this is ended.
#[derive(Debug)]
pub struct NoWrites(WriteBlock);

#[derive(Debug)]
enum WriteBlock {
    /// Another process holds the lock.
    Locked(SqliteConnection),
    /// It has failed over: all sessions have ended, and new ones only read.
    ReadOnly(String),
}

impl NoWrites {
    /// Begins.
    ///
    /// # Panics
    /// Where the database does not answer.
    pub async fn begin(url: &str) -> Self {
        if url.starts_with("sqlite:") {
            let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
            sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut connection).await.expect("the lock is had in time");
            return Self(WriteBlock::Locked(connection));
        }
        postgres::set_read_only(url, true).await;
        postgres::end_connections(url).await;
        Self(WriteBlock::ReadOnly(url.to_owned()))
    }

    /// Ends. Sessions of PostgreSQL that only read stay as they are; new ones write.
    ///
    /// # Panics
    /// Where the database does not answer.
    pub async fn end(self) {
        match self.0 {
            WriteBlock::Locked(connection) => connection.close().await.expect("a connection that can be closed"),
            WriteBlock::ReadOnly(url) => postgres::set_read_only(&url, false).await,
        }
    }
}
