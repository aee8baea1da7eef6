//! Several statements of one step of a transaction, none of which needs what another finds.
//!
//! PostgreSQL takes them as one: each becomes a `WITH` of one statement, in one round trip. They see what stood before
//! them and not each other, so no two may write one row. SQLite does one after the other, on the thread of its writer.

use std::{
    collections::HashMap,
    sync::{Mutex, OnceLock, PoisonError},
};

use sqlx::{Arguments, postgres::PgArguments};

use crate::{
    conn::Conn,
    error::StoreError,
    row::{BindTo, BindValue, Row},
    sql::{SqlDialect, SqlText},
    work::count_statement,
    writer_connection::BoundStatement,
};

/// The rows that the statement before this one wrote, as a table: of its `RETURNING`. On PostgreSQL alone.
pub(crate) const PREVIOUS: &str = "previous_write";

/// What PostgreSQL is sent, by the statements that it is made of: as many texts as there are steps that use them.
static TEXTS: OnceLock<Mutex<HashMap<Vec<&'static str>, &'static str>>> = OnceLock::new();

/// Statements that are sent together.
pub(crate) struct WriteBatch {
    statements: Statements,
    /// Why all of it fails where a statement writes nothing.
    failures: Vec<Option<StoreError>>,
}

enum Statements {
    Sqlite(Vec<BoundStatement>),
    Postgres(Vec<&'static str>, Result<PgArguments, sqlx::Error>),
}

impl WriteBatch {
    /// Begins one for such a connection.
    pub(crate) fn new(conn: &Conn<'_>) -> Self {
        let statements = match conn.dialect() {
            SqlDialect::Sqlite => Statements::Sqlite(Vec::new()),
            SqlDialect::Postgres => Statements::Postgres(Vec::new(), Ok(PgArguments::default())),
        };
        Self { statements, failures: Vec::new() }
    }

    /// Adds a statement that writes. Its values follow.
    pub(crate) fn query(&mut self, sql: impl SqlText) -> &mut Self {
        match &mut self.statements {
            Statements::Sqlite(all) => all.push(BoundStatement::new(sql.text(SqlDialect::Sqlite).into())),
            Statements::Postgres(texts, _) => texts.push(sql.text(SqlDialect::Postgres)),
        }
        self.failures.push(None);
        self
    }

    /// Binds the next value of the statement that was added last.
    pub(crate) fn bind<'v>(&mut self, value: impl BindValue<'v>) -> &mut Self {
        match &mut self.statements {
            Statements::Sqlite(all) => {
                if let Some(last) = all.last_mut() {
                    last.bind(&value);
                }
            }
            Statements::Postgres(_, arguments) => {
                if let Ok(values) = arguments
                    && let Err(error) = values.add(value)
                {
                    *arguments = Err(sqlx::Error::Encode(error));
                }
            }
        }
        self
    }

    /// Lets all fail where the statement that was added last writes nothing.
    pub(crate) fn or(&mut self, failure: StoreError) {
        if let Some(last) = self.failures.last_mut() {
            *last = Some(failure);
        }
    }

    /// Sends them. Gives how many rows each wrote.
    pub(crate) async fn execute(self, conn: &mut Conn<'_>) -> Result<Vec<u64>, StoreError> {
        let written = match (self.statements, conn) {
            (Statements::Sqlite(all), Conn::SqliteWriter(connection)) => {
                let run = |statement| {
                    count_statement();
                    Ok(connection.run(statement, 0)?.written)
                };
                all.into_iter().map(run).collect::<Result<_, StoreError>>()?
            }
            (Statements::Postgres(texts, _), _) if texts.is_empty() => Vec::new(),
            (Statements::Postgres(texts, arguments), Conn::Postgres(connection)) => {
                count_statement();
                let row = sqlx::query_with(text_of(&texts), arguments?).fetch_one(&mut **connection).await?;
                let row = Row::Postgres(row);
                let count = |at| Ok(row.at::<i64>(at)?.cast_unsigned());
                (0..texts.len()).map(count).collect::<Result<_, StoreError>>()?
            }
            _ => return Err(StoreError::refused("a connection that reads was to write")),
        };
        let vain = written.iter().zip(self.failures).find_map(|(rows, failure)| failure.filter(|_| *rows == 0));
        vain.map_or(Ok(written), Err)
    }
}

impl BindTo for &mut WriteBatch {
    fn bind<'v>(self, value: impl BindValue<'v>) -> Self {
        WriteBatch::bind(self, value)
    }
}

/// One statement of several, each time the same for the same ones, so that it is prepared once.
fn text_of(statements: &[&'static str]) -> &'static str {
    let mut known = TEXTS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = known.get(statements) {
        return text;
    }
    let text: &'static str = String::leak(joined(statements));
    known.insert(statements.to_vec(), text);
    text
}

fn joined(statements: &[&str]) -> String {
    let (mut text, mut counts) = (String::from("WITH "), String::new());
    let mut bound = 0;
    for (at, statement) in statements.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        let returning = if statement.contains(" RETURNING ") { "" } else { " RETURNING 1" };
        let previous = format!("write_{}", at.wrapping_sub(1));
        let (numbered, values) = renumbered(&statement.replace(PREVIOUS, &previous), bound);
        text += &format!("{comma}write_{at} AS ({numbered}{returning})");
        counts += &format!("{comma}(SELECT count(*) FROM write_{at})");
        bound += values;
    }
    text + " SELECT " + &counts
}

/// A statement whose `$1` stands behind so many values of others, and how many it has itself.
fn renumbered(statement: &str, before: usize) -> (String, usize) {
    let mut parts = statement.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut most = 0;
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let number: usize = part[..digits].parse().unwrap_or_default();
        most = most.max(number);
        text += &format!("${}{}", before + number, &part[digits..]);
    }
    (text, most)
}

#[cfg(test)]
mod tests;
