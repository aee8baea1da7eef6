//! A connection to either database, and the statements that are sent over it.

use sqlx::{AssertSqlSafe, Database, PgConnection, Postgres, Sqlite, SqliteConnection, query::Query};

use crate::{
    error::StoreError,
    row::{BindValue, Column, Row},
    sql::{SqlDialect, SqlText},
};

/// A connection that is held.
pub(crate) enum Conn<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl<'c> From<&'c mut SqliteConnection> for Conn<'c> {
    fn from(connection: &'c mut SqliteConnection) -> Self {
        Self::Sqlite(connection)
    }
}

impl<'c> From<&'c mut PgConnection> for Conn<'c> {
    fn from(connection: &'c mut PgConnection) -> Self {
        Self::Postgres(connection)
    }
}

impl Conn<'_> {
    /// Begins a statement. It is prepared once for each connection, and known again by its text.
    pub(crate) fn query(&mut self, sql: impl SqlText) -> SqlQuery<'_> {
        let text = sql.text(self.dialect());
        match self {
            Self::Sqlite(connection) => SqlQuery::Sqlite(sqlx::query(text), connection),
            Self::Postgres(connection) => SqlQuery::Postgres(sqlx::query(text), connection),
        }
    }

    /// Begins a statement whose text is one of too many to be kept prepared. What people typed is bound, never part of it.
    pub(crate) fn query_once(&mut self, text: String) -> SqlQuery<'_> {
        let text = AssertSqlSafe(text);
        match self {
            Self::Sqlite(connection) => SqlQuery::Sqlite(sqlx::query(text).persistent(false), connection),
            Self::Postgres(connection) => SqlQuery::Postgres(sqlx::query(text).persistent(false), connection),
        }
    }

    pub(crate) fn dialect(&self) -> SqlDialect {
        match self {
            Self::Sqlite(_) => SqlDialect::Sqlite,
            Self::Postgres(_) => SqlDialect::Postgres,
        }
    }
}

/// A statement with the values that are bound to it so far: the first one to `$1`.
pub(crate) enum SqlQuery<'c> {
    Sqlite(Query<'static, Sqlite, <Sqlite as Database>::Arguments>, &'c mut SqliteConnection),
    Postgres(Query<'static, Postgres, <Postgres as Database>::Arguments>, &'c mut PgConnection),
}

impl SqlQuery<'_> {
    /// Binds the next value.
    #[must_use]
    pub(crate) fn bind<'v>(self, value: impl BindValue<'v>) -> Self {
        match self {
            Self::Sqlite(query, connection) => Self::Sqlite(query.bind(value), connection),
            Self::Postgres(query, connection) => Self::Postgres(query.bind(value), connection),
        }
    }

    /// Gives how many rows it wrote.
    pub(crate) async fn execute(self) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => query.execute(connection).await?.rows_affected(),
            Self::Postgres(query, connection) => query.execute(connection).await?.rows_affected(),
        })
    }

    pub(crate) async fn fetch_all(self) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => {
                query.fetch_all(connection).await?.into_iter().map(Row::Sqlite).collect()
            }
            Self::Postgres(query, connection) => {
                query.fetch_all(connection).await?.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    pub(crate) async fn fetch_optional(self) -> Result<Option<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => query.fetch_optional(connection).await?.map(Row::Sqlite),
            Self::Postgres(query, connection) => query.fetch_optional(connection).await?.map(Row::Postgres),
        })
    }

    /// The row of a statement that always has one.
    pub(crate) async fn fetch_one(self) -> Result<Row, StoreError> {
        self.fetch_optional().await?.ok_or_else(|| sqlx::Error::RowNotFound.into())
    }

    /// The first column of the row of a statement that always has one.
    pub(crate) async fn scalar<T: Column>(self) -> Result<T, StoreError> {
        self.fetch_one().await?.first()
    }

    /// The first column of the row, if there is one.
    pub(crate) async fn optional_scalar<T: Column>(self) -> Result<Option<T>, StoreError> {
        self.fetch_optional().await?.map(|row| row.first()).transpose()
    }

    /// The first column of all rows.
    pub(crate) async fn scalars<T: Column>(self) -> Result<Vec<T>, StoreError> {
        self.fetch_all().await?.iter().map(Row::first).collect()
    }
}

#[cfg(test)]
mod tests;
