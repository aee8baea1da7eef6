//! Rows of the connection that writes, which outlive their statement.

use std::{fmt, sync::Arc};

use rusqlite::types::{FromSql, Value};
use sqlx::{ColumnIndex, Error};

/// A row.
pub(crate) struct WriterRow {
    columns: Arc<[Box<str>]>,
    values: Box<[Value]>,
}

impl WriterRow {
    pub(super) fn read(row: &rusqlite::Row<'_>, columns: &Arc<[Box<str>]>) -> rusqlite::Result<Self> {
        let values: rusqlite::Result<_> = (0..columns.len()).map(|index| row.get(index)).collect();
        Ok(Self { columns: Arc::clone(columns), values: values? })
    }

    /// A column, with the errors of the other rows.
    pub(crate) fn try_get<T, I>(&self, column: I) -> Result<T, Error>
    where
        T: FromSql,
        I: ColumnIndex<Self>,
    {
        let index = column.index(self)?;
        let value = self.values.get(index).ok_or(Error::ColumnIndexOutOfBounds { index, len: self.values.len() })?;
        T::column_result(value.into())
            .map_err(|error| Error::ColumnDecode { index: self.columns[index].to_string(), source: Box::new(error) })
    }
}

impl ColumnIndex<WriterRow> for str {
    fn index(&self, row: &WriterRow) -> Result<usize, Error> {
        let found = row.columns.iter().position(|column| **column == *self);
        found.ok_or_else(|| Error::ColumnNotFound(self.to_owned()))
    }
}

impl ColumnIndex<WriterRow> for usize {
    fn index(&self, _: &WriterRow) -> Result<usize, Error> {
        Ok(*self)
    }
}

impl fmt::Debug for WriterRow {
    /// Without what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriterRow").field("columns", &self.columns).finish_non_exhaustive()
    }
}
