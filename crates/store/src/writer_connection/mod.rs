//! The connection that writes. It works on the thread that holds it: what a write asks is answered before it could be
//! awaited, so that a whole transaction is one message to that thread, however many statements it has.

mod row;

use std::{borrow::Cow, path::PathBuf, sync::Arc, time::Duration};

use rusqlite::{
    Connection, OpenFlags, Statement, ToSql,
    types::{ToSqlOutput, Value},
};

use crate::{config::Synchronous, error::StoreError};

pub(crate) use row::WriterRow;

/// What it keeps of the file in memory, KiB, negative as SQLite wants it.
const CACHE: i64 = -16_000;
/// Statements that it keeps prepared: more than there are.
const PREPARED: usize = 512;

/// How it is opened.
#[derive(Debug, Clone)]
pub(crate) struct WriterOptions {
    /// The file, which is there.
    pub(crate) file: PathBuf,
    /// When it waits for the disk.
    pub(crate) synchronous: Synchronous,
    /// How long it waits for the lock of another process.
    pub(crate) busy_timeout: Duration,
}

/// A connection that writes.
pub(crate) struct WriterConnection(Connection);

impl WriterOptions {
    /// Opens it, which waits for the disk.
    pub(crate) fn open(&self) -> Result<WriterConnection, StoreError> {
        let connection = Connection::open_with_flags(
            &self.file,
            OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        )?;
        connection.busy_timeout(self.busy_timeout)?;
        connection.set_prepared_statement_cache_capacity(PREPARED);
        connection.pragma_update(None, "journal_mode", "wal")?;
        let synchronous = match self.synchronous {
            Synchronous::Full => "full",
            Synchronous::Normal => "normal",
        };
        connection.pragma_update(None, "synchronous", synchronous)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        connection.pragma_update(None, "cache_size", CACHE)?;
        connection.pragma_update(None, "temp_store", "memory")?;
        Ok(WriterConnection(connection))
    }
}

impl WriterConnection {
    /// Runs statements that need no values and have no answer.
    pub(crate) fn batch(&mut self, sql: &str) -> Result<(), StoreError> {
        Ok(self.0.execute_batch(sql)?)
    }

    /// Runs a statement, and gives its rows, at most so many, and how many it wrote.
    pub(crate) fn run(&mut self, statement: BoundStatement, rows: usize) -> Result<Ran, StoreError> {
        let values = statement.values?;
        match statement.text {
            Cow::Borrowed(text) => self.step(&mut *self.0.prepare_cached(text)?, &values, rows),
            Cow::Owned(text) => self.step(&mut self.0.prepare(&text)?, &values, rows),
        }
    }

    fn step(&self, statement: &mut Statement<'_>, values: &[Value], limit: usize) -> Result<Ran, StoreError> {
        let columns: Arc<[Box<str>]> = statement.column_names().into_iter().map(Box::from).collect();
        let reads = statement.readonly();
        let mut found = Vec::new();
        bind(statement, values)?;
        let mut rows = statement.raw_query();
        // A statement that writes is run to its end, whatever is wanted of its rows.
        while let Some(row) = rows.next()? {
            if found.len() < limit {
                found.push(WriterRow::read(row, &columns)?);
            } else if reads {
                break;
            }
        }
        Ok(Ran { rows: found, written: if reads { 0 } else { self.0.changes() } })
    }

    /// Closes it; a transaction that is still open is rolled back.
    pub(crate) fn close(self) -> Result<(), StoreError> {
        self.0.close().map_err(|(_, error)| error.into())
    }
}

/// Binds by number: SQLite itself numbers `$2` by where it first stands.
fn bind(statement: &mut Statement<'_>, values: &[Value]) -> Result<(), StoreError> {
    for index in 1..=statement.parameter_count() {
        let number = statement.parameter_name(index).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let value = number.and_then(|number| values.get(number.checked_sub(1)?));
        let value = value.ok_or_else(|| StoreError::refused("a statement has a parameter without a value"))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(())
}

/// What a statement came to.
pub(crate) struct Ran {
    pub(crate) rows: Vec<WriterRow>,
    /// Rows.
    pub(crate) written: u64,
}

/// A statement with the values that are bound to it so far.
pub(crate) struct BoundStatement {
    /// Borrowed, it is kept prepared.
    text: Cow<'static, str>,
    values: Result<Vec<Value>, rusqlite::Error>,
}

impl BoundStatement {
    pub(crate) fn new(text: Cow<'static, str>) -> Self {
        Self { text, values: Ok(Vec::new()) }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Binds the next value.
    pub(crate) fn bind(&mut self, value: &impl ToSql) {
        let Ok(values) = &mut self.values else { return };
        match value.to_sql() {
            Ok(ToSqlOutput::Owned(value)) => values.push(value),
            Ok(ToSqlOutput::Borrowed(value)) => match value.try_into() {
                Ok(value) => values.push(value),
                Err(error) => self.values = Err(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
            },
            Ok(_) => self.values = Err(rusqlite::Error::InvalidQuery),
            Err(error) => self.values = Err(error),
        }
    }
}
