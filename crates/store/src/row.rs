//! Rows, read by column name from either database, or the name of the value that cannot be.

use std::str::FromStr;

use sqlx::{ColumnIndex, Row};

use crate::error::StoreError;

/// A row as a table keeps it, not yet judged.
pub(crate) trait Read<R>: Sized {
    /// Reads it.
    fn read(row: &R) -> Result<Self, StoreError>;
}

/// Reads all rows.
pub(crate) fn all<T: Read<R>, R>(rows: &[R]) -> Result<Vec<T>, StoreError> {
    rows.iter().map(T::read).collect()
}

/// Reads the row, if there is one.
pub(crate) fn maybe<T: Read<R>, R>(row: Option<&R>) -> Result<Option<T>, StoreError> {
    row.map(T::read).transpose()
}

/// Where a value stands, for the error that names it.
pub(crate) struct Place {
    pub(crate) table: &'static str,
    pub(crate) row: String,
}

impl Place {
    pub(crate) fn new(table: &'static str, row: impl std::fmt::Display) -> Self {
        Self { table, row: format!("{row}") }
    }

    /// The value, or the error that says where it should have been.
    pub(crate) fn sound<T>(&self, column: &'static str, value: Option<T>) -> Result<T, StoreError> {
        value.ok_or_else(|| self.corrupt(column))
    }

    /// A name that was given by a dispatcher, or none.
    pub(crate) fn name<T: FromStr>(&self, column: &'static str, text: Option<&str>) -> Result<Option<T>, StoreError> {
        text.map(|text| self.sound(column, text.parse().ok())).transpose()
    }

    pub(crate) fn corrupt(&self, column: &'static str) -> StoreError {
        StoreError::Corrupt { table: self.table, column, row: self.row.clone() }
    }
}

/// The key of a row in words, for an error; empty where even that cannot be read.
pub(crate) fn key_of<'r, R>(row: &'r R, key: &'static str) -> String
where
    R: Row,
    &'static str: ColumnIndex<R>,
    i64: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    String: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
{
    let number = row.try_get::<i64, _>(key).map(|number| number.to_string());
    number.or_else(|_| row.try_get::<String, _>(key)).unwrap_or_default()
}

/// Whether a read failed because of the value, and not because of the statement.
pub(crate) fn unreadable(error: sqlx::Error, column: &'static str, place: impl FnOnce() -> Place) -> StoreError {
    match error {
        sqlx::Error::ColumnDecode { .. } => place().corrupt(column),
        error => error.into(),
    }
}

/// A struct whose fields are columns, readable from a row of either database. `of`: the table and the
/// column of its key, for errors; `named` puts a prefix before each column's name in the row.
macro_rules! row {
    (
        $(#[$meta:meta])*
        struct $name:ident of $table:literal by $key:literal named $prefix:literal
        { $($field:ident: $ty:ty,)* }
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $(pub(crate) $field: $ty,)* }

        row!(@read $name, $table, $key, $prefix, sqlx::sqlite::SqliteRow, { $($field: $ty,)* });
        row!(@read $name, $table, $key, $prefix, sqlx::postgres::PgRow, { $($field: $ty,)* });
    };
    (@read $name:ident, $table:literal, $key:literal, $prefix:literal, $row:ty, { $($field:ident: $ty:ty,)* }) => {
        impl $crate::row::Read<$row> for $name {
            fn read(row: &$row) -> Result<Self, $crate::error::StoreError> {
                let place = || $crate::row::Place::new($table, $crate::row::key_of(row, $key));
                Ok(Self {
                    $($field: sqlx::Row::try_get::<$ty, _>(row, concat!($prefix, stringify!($field)))
                        .map_err(|error| $crate::row::unreadable(error, stringify!($field), place))?,)*
                })
            }
        }
    };
}
pub(crate) use row;
