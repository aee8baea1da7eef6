//! The embedded database: a file, one writer, a few readers.

mod append;
mod batches;
mod ledger;
mod writer;

use std::{io::ErrorKind, path::Path, str::FromStr, time::Duration};

use sqlx::{
    ConnectOptions, SqliteConnection, SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::{
    config::{StoreConfig, Synchronous},
    error::{StoreError, is_locked},
    migrations::migrate_sqlite,
    writer_connection::WriterOptions,
};
pub(crate) use writer::WriterHandle;

/// Connections that read. They never wait for the writer.
const READERS: u32 = 4;
/// What each of them keeps of the file in memory, KiB, negative as SQLite wants it: the system keeps the file, too, and
/// once for all of them.
const READER_CACHE: &str = "-4000";
/// Rows that are handed over together from the thread of a connection: each hand-over costs more than some rows.
const ROWS_AT_ONCE: usize = 1024;
/// How often, and after what pause, opening asks for a file whose journal another process is turning.
const JOURNAL_TRIES: u32 = 500;
const JOURNAL_PAUSE: Duration = Duration::from_millis(10);
/// While tables are made, another process may hold the lock for this long.
const MIGRATION_LOCK_TIMEOUT: Duration = Duration::from_mins(10);

pub(crate) struct Sqlite {
    pub(crate) readers: SqlitePool,
    pub(crate) writer: WriterHandle,
    pub(crate) limit: Duration,
}

impl Sqlite {
    /// Opens the file; also gives the installation's name.
    pub(crate) async fn open(config: &StoreConfig) -> Result<(Self, String), StoreError> {
        let options = options(config)?;
        if config.url.contains(":memory:") || config.url.contains("mode=memory") {
            return Err(StoreError::refused("an embedded database is a file: its readers would not see one in memory"));
        }
        make_file(options.get_filename()).await?;
        let installation = prepare(&options).await?;
        let writer = WriterOptions {
            file: options.get_filename().to_owned(),
            synchronous: config.synchronous,
            busy_timeout: config.statement_timeout,
        };
        let writer = WriterHandle::start(writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(config.acquire_timeout)
            .test_before_acquire(false)
            .connect_with(options.read_only(true).pragma("cache_size", READER_CACHE))
            .await?;
        Ok((Self { readers, writer, limit: config.call_timeout() }, installation))
    }

    pub(crate) async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

fn options(config: &StoreConfig) -> Result<SqliteConnectOptions, StoreError> {
    let synchronous = match config.synchronous {
        Synchronous::Full => SqliteSynchronous::Full,
        Synchronous::Normal => SqliteSynchronous::Normal,
    };
    let options = SqliteConnectOptions::from_str(&config.url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .foreign_keys(true)
        .busy_timeout(config.statement_timeout)
        .row_buffer_size(ROWS_AT_ONCE)
        .pragma("temp_store", "memory")
        .disable_statement_logging();
    Ok(options)
}

/// Makes the file, where it is absent, and its folders: for their owner alone, since it says who ordered what and where
/// they live. SQLite gives the files beside it the same mode.
async fn make_file(file: &Path) -> Result<(), StoreError> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let mut builder = tokio::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        builder.mode(0o700);
        builder.create(folder).await.map_err(StoreError::other)?;
    }
    let mut options = tokio::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    options.mode(0o600);
    match options.open(file).await {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(StoreError::other(error)),
        _ => Ok(()),
    }
}

/// Opens a file that may be new. Its journal is turned to WAL then, for which SQLite waits for nobody:
/// where two processes do it at once, one is told at once that the file is locked, and asks again.
async fn connect_first(options: &SqliteConnectOptions) -> Result<SqliteConnection, StoreError> {
    let mut tries = JOURNAL_TRIES;
    loop {
        match options.connect().await {
            Err(error) if is_locked(&error) && tries > 0 => tries -= 1,
            outcome => return Ok(outcome?),
        }
        tokio::time::sleep(JOURNAL_PAUSE).await;
    }
}

/// Makes or updates the tables on a connection of its own, with its own time-out.
async fn prepare(options: &SqliteConnectOptions) -> Result<String, StoreError> {
    let options = options.clone().busy_timeout(MIGRATION_LOCK_TIMEOUT).foreign_keys(false);
    // What a step takes away is kept until it has succeeded: for a large table that is more than memory should hold.
    let options = options.pragma("temp_store", "file");
    let mut connection = connect_first(&options).await?;
    migrate_sqlite(&mut connection).await?;
    let installation = sqlx::query_scalar("SELECT id FROM installation").fetch_one(&mut connection).await?;
    sqlx::Connection::close(connection).await?;
    Ok(installation)
}
