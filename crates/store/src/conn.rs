//! A connection to either database, and the statements that are sent over it.

use std::{borrow::Cow, pin::Pin};

use sqlx::{AssertSqlSafe, Database, PgConnection, Postgres, Sqlite, SqliteConnection, query::Query};

use crate::{
    error::StoreError,
    row::{BindTo, BindValue, Column, Row},
    sql::{SqlDialect, SqlText},
    work::count_statement,
    writer_connection::{BoundStatement, WriterConnection},
};

/// The future of a piece of work, which borrows the connection that it is given.
pub(crate) type ConnFuture<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// A connection that is held.
pub(crate) enum Conn<'c> {
    /// It reads.
    Sqlite(&'c mut SqliteConnection),
    /// It reads and writes.
    SqliteWriter(&'c mut WriterConnection),
    Postgres(&'c mut PgConnection),
}

impl Conn<'_> {
    /// Begins a statement. It is prepared once for each connection, and known again by its text.
    pub(crate) fn query(&mut self, sql: impl SqlText) -> SqlQuery<'_> {
        let text = sql.text(self.dialect());
        count_statement(self.dialect(), text);
        match self {
            Self::Sqlite(connection) => SqlQuery::Sqlite(sqlx::query(text), connection),
            Self::SqliteWriter(connection) => SqlQuery::writer(Cow::Borrowed(text), connection),
            Self::Postgres(connection) => SqlQuery::Postgres(sqlx::query(text), connection),
        }
    }

    /// Begins a statement whose text is one of too many to be kept prepared. What people typed is bound, never part of it.
    pub(crate) fn query_once(&mut self, text: String) -> SqlQuery<'_> {
        count_statement(self.dialect(), &text);
        match self {
            Self::Sqlite(connection) => {
                SqlQuery::Sqlite(sqlx::query(AssertSqlSafe(text)).persistent(false), connection)
            }
            Self::SqliteWriter(connection) => SqlQuery::writer(Cow::Owned(text), connection),
            Self::Postgres(connection) => {
                SqlQuery::Postgres(sqlx::query(AssertSqlSafe(text)).persistent(false), connection)
            }
        }
    }

    pub(crate) fn dialect(&self) -> SqlDialect {
        match self {
            Self::Sqlite(_) | Self::SqliteWriter(_) => SqlDialect::Sqlite,
            Self::Postgres(_) => SqlDialect::Postgres,
        }
    }
}

/// A statement with the values that are bound to it so far: the first one to `$1`.
pub(crate) enum SqlQuery<'c> {
    Sqlite(Query<'static, Sqlite, <Sqlite as Database>::Arguments>, &'c mut SqliteConnection),
    SqliteWriter(BoundStatement, &'c mut WriterConnection),
    Postgres(Query<'static, Postgres, <Postgres as Database>::Arguments>, &'c mut PgConnection),
}

impl BindTo for SqlQuery<'_> {
    fn bind<'v>(self, value: impl BindValue<'v>) -> Self {
        match self {
            Self::Sqlite(query, connection) => Self::Sqlite(query.bind(value), connection),
            Self::SqliteWriter(mut statement, connection) => {
                statement.bind(&value);
                Self::SqliteWriter(statement, connection)
            }
            Self::Postgres(query, connection) => Self::Postgres(query.bind(value), connection),
        }
    }
}

impl<'c> SqlQuery<'c> {
    fn writer(text: Cow<'static, str>, connection: &'c mut WriterConnection) -> Self {
        Self::SqliteWriter(BoundStatement::new(text), connection)
    }

    /// Binds the next value.
    #[must_use]
    pub(crate) fn bind<'v>(self, value: impl BindValue<'v>) -> Self {
        BindTo::bind(self, value)
    }

    /// Gives how many rows it wrote.
    pub(crate) async fn execute(self) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => query.execute(connection).await?.rows_affected(),
            Self::SqliteWriter(statement, connection) => connection.run(statement, 0)?.written,
            Self::Postgres(query, connection) => query.execute(connection).await?.rows_affected(),
        })
    }

    pub(crate) async fn fetch_all(self) -> Result<Vec<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => {
                query.fetch_all(connection).await?.into_iter().map(Row::Sqlite).collect()
            }
            Self::SqliteWriter(statement, connection) => {
                connection.run(statement, usize::MAX)?.rows.into_iter().map(Row::SqliteWriter).collect()
            }
            Self::Postgres(query, connection) => {
                query.fetch_all(connection).await?.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    pub(crate) async fn fetch_optional(self) -> Result<Option<Row>, StoreError> {
        Ok(match self {
            Self::Sqlite(query, connection) => query.fetch_optional(connection).await?.map(Row::Sqlite),
            Self::SqliteWriter(statement, connection) => {
                connection.run(statement, 1)?.rows.pop().map(Row::SqliteWriter)
            }
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
