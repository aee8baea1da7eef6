//! Rows, read by column name from either database, or the name of the value that cannot be.

use std::str::FromStr;

use rusqlite::types::{FromSql, ToSql};
use sqlx::{ColumnIndex, Decode, Encode, Postgres, Sqlite, Type, postgres::PgRow, sqlite::SqliteRow};

use crate::{error::StoreError, writer_connection::WriterRow};

/// A row of either database.
pub(crate) enum Row {
    Sqlite(SqliteRow),
    SqliteWriter(WriterRow),
    Postgres(PgRow),
}

/// What a column of either database can be read as.
pub(crate) trait Column:
    Type<Sqlite> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres> + FromSql
{
}

impl<T> Column for T where
    T: Type<Sqlite> + Type<Postgres> + for<'r> Decode<'r, Sqlite> + for<'r> Decode<'r, Postgres> + FromSql
{
}

/// What can be bound to a statement for either database.
pub(crate) trait BindValue<'v>:
    Type<Sqlite> + Type<Postgres> + Encode<'v, Sqlite> + Encode<'v, Postgres> + ToSql
{
}

impl<'v, T> BindValue<'v> for T where
    T: Type<Sqlite> + Type<Postgres> + Encode<'v, Sqlite> + Encode<'v, Postgres> + ToSql
{
}

/// A statement that values are bound to, alone or among others.
pub(crate) trait BindTo: Sized {
    /// Binds the next value.
    #[must_use]
    fn bind<'v>(self, value: impl BindValue<'v>) -> Self;
}

impl Row {
    /// The row as one of a table, of which the value of a column is the key: for the errors that name a value.
    pub(crate) fn of(&self, table: &'static str, key: &'static str) -> TableRow<'_> {
        TableRow { row: self, table, key }
    }

    /// A column that the statement computes.
    pub(crate) fn get<T: Column>(&self, column: &'static str) -> Result<T, StoreError> {
        Ok(self.try_get(column)?)
    }

    pub(crate) fn first<T: Column>(&self) -> Result<T, StoreError> {
        Ok(self.try_get(0)?)
    }

    /// A column by where it stands.
    pub(crate) fn at<T: Column>(&self, index: usize) -> Result<T, StoreError> {
        Ok(self.try_get(index)?)
    }

    fn try_get<T, I>(&self, column: I) -> Result<T, sqlx::Error>
    where
        T: Column,
        I: ColumnIndex<SqliteRow> + ColumnIndex<WriterRow> + ColumnIndex<PgRow>,
    {
        match self {
            Self::Sqlite(row) => sqlx::Row::try_get(row, column),
            Self::SqliteWriter(row) => row.try_get(column),
            Self::Postgres(row) => sqlx::Row::try_get(row, column),
        }
    }
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(crate) struct TableRow<'r> {
    row: &'r Row,
    table: &'static str,
    key: &'static str,
}

impl TableRow<'_> {
    pub(crate) fn get<T: Column>(self, column: &'static str) -> Result<T, StoreError> {
        self.column(column, column)
    }

    /// A column that the statement gives a name of its own.
    pub(crate) fn column<T: Column>(self, alias: &'static str, column: &'static str) -> Result<T, StoreError> {
        self.row.try_get(alias).map_err(|error| unreadable(error, column, || self.place()))
    }

    /// What the value of a column means; none where it means nothing.
    pub(crate) fn parse<C: Column, T>(
        self,
        column: &'static str,
        meaning: impl FnOnce(C) -> Option<T>,
    ) -> Result<T, StoreError> {
        meaning(self.get(column)?).ok_or_else(|| self.place().corrupt(column))
    }

    /// The same of a column that may be empty.
    pub(crate) fn parse_optional<C: Column, T>(
        self,
        column: &'static str,
        meaning: impl FnOnce(C) -> Option<T>,
    ) -> Result<Option<T>, StoreError>
    where
        Option<C>: Column,
    {
        let value: Option<C> = self.get(column)?;
        value.map(|value| meaning(value).ok_or_else(|| self.place().corrupt(column))).transpose()
    }

    fn place(self) -> ValueLocation {
        let number = self.row.try_get::<i64, _>(self.key).map(|number| number.to_string());
        let key = number.or_else(|_| self.row.try_get::<String, _>(self.key));
        ValueLocation::new(self.table, key.unwrap_or_default())
    }
}

/// A row as a table keeps it, not yet judged.
pub(crate) trait FromRow: Sized {
    /// Reads it.
    fn read(row: &Row) -> Result<Self, StoreError>;
}

/// Reads all rows.
pub(crate) fn all<T: FromRow>(rows: &[Row]) -> Result<Vec<T>, StoreError> {
    rows.iter().map(T::read).collect()
}

/// Reads the row, if there is one.
pub(crate) fn maybe<T: FromRow>(row: Option<&Row>) -> Result<Option<T>, StoreError> {
    row.map(T::read).transpose()
}

/// Where a value stands, for the error that names it.
pub(crate) struct ValueLocation {
    pub(crate) table: &'static str,
    pub(crate) row: String,
}

impl ValueLocation {
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

/// Whether a read failed because of the value, and not because of the statement.
pub(crate) fn unreadable(
    error: sqlx::Error,
    column: &'static str,
    place: impl FnOnce() -> ValueLocation,
) -> StoreError {
    match error {
        sqlx::Error::ColumnDecode { .. } => place().corrupt(column),
        error => error.into(),
    }
}

/// A struct whose fields are columns. `of`: the table and the column of its key, for errors; `named` puts a prefix before
/// each column's name in the row.
macro_rules! row {
    (
        $(#[$meta:meta])*
        struct $name:ident of $table:literal by $key:literal named $prefix:literal
        { $($field:ident: $ty:ty,)* }
    ) => {
        $(#[$meta])*
        pub(crate) struct $name { $(pub(crate) $field: $ty,)* }

        impl $crate::row::FromRow for $name {
            fn read(row: &$crate::row::Row) -> Result<Self, $crate::error::StoreError> {
                let row = row.of($table, $key);
                Ok(Self {
                    $($field: row.column(concat!($prefix, stringify!($field)), stringify!($field))?,)*
                })
            }
        }
    };
}
pub(crate) use row;
