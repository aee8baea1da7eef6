//! Several statements of one step of a transaction, none of which needs what another finds.
//!
//! PostgreSQL takes them as one: each becomes a `WITH` of one statement, in one round trip. They see what stood before
//! them and not each other, so none may change or read what another writes: [`are_apart`] refuses such ones. SQLite does
//! one after the other, on the thread of its writer.

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
    /// What PostgreSQL would be sent; where it is SQLite, in debug builds alone.
    texts: Vec<&'static str>,
    /// Why all of it fails where a statement writes nothing.
    failures: Vec<Option<StoreError>>,
}

enum Statements {
    Sqlite(Vec<BoundStatement>),
    Postgres(Result<PgArguments, sqlx::Error>),
}

impl WriteBatch {
    /// Begins one for such a connection.
    pub(crate) fn new(conn: &Conn<'_>) -> Self {
        let statements = match conn.dialect() {
            SqlDialect::Sqlite => Statements::Sqlite(Vec::new()),
            SqlDialect::Postgres => Statements::Postgres(Ok(PgArguments::default())),
        };
        Self { statements, texts: Vec::new(), failures: Vec::new() }
    }

    /// Adds a statement that writes. Its values follow.
    pub(crate) fn query(&mut self, sql: impl SqlText) -> &mut Self {
        if let Statements::Sqlite(all) = &mut self.statements {
            all.push(BoundStatement::new(sql.text(SqlDialect::Sqlite).into()));
        }
        if cfg!(debug_assertions) || matches!(self.statements, Statements::Postgres(_)) {
            self.texts.push(sql.text(SqlDialect::Postgres));
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
            Statements::Postgres(arguments) => {
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
        let Self { statements, texts, failures } = self;
        if failures.is_empty() {
            return Ok(Vec::new());
        }
        let written: Vec<u64> = match (statements, conn) {
            (Statements::Sqlite(all), Conn::SqliteWriter(connection)) => {
                if cfg!(debug_assertions) {
                    text_of(&texts)?;
                }
                let run = |statement: BoundStatement| {
                    count_statement(SqlDialect::Sqlite, statement.text());
                    Ok(connection.run(statement, 0)?.written)
                };
                all.into_iter().map(run).collect::<Result<_, StoreError>>()?
            }
            (Statements::Postgres(arguments), Conn::Postgres(connection)) => {
                let text = text_of(&texts)?;
                count_statement(SqlDialect::Postgres, text);
                let row = sqlx::query_with(text, arguments?).fetch_one(&mut **connection).await?;
                let row = Row::Postgres(row);
                let count = |at| Ok(row.at::<i64>(at)?.cast_unsigned());
                (0..texts.len()).map(count).collect::<Result<_, StoreError>>()?
            }
            _ => return Err(StoreError::refused("a connection that reads was to write")),
        };
        let vain = written.iter().zip(failures).find_map(|(rows, failure)| failure.filter(|_| *rows == 0));
        vain.map_or(Ok(written), Err)
    }
}

impl BindTo for &mut WriteBatch {
    fn bind<'v>(self, value: impl BindValue<'v>) -> Self {
        WriteBatch::bind(self, value)
    }
}

/// One statement of several, each time the same for the same ones, so that it is prepared once.
fn text_of(statements: &[&'static str]) -> Result<&'static str, StoreError> {
    let mut known = TEXTS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = known.get(statements) {
        return Ok(text);
    }
    if !are_apart(statements) {
        return Err(StoreError::refused("statements of a batch change or read what another of it writes"));
    }
    let text: &'static str = String::leak(joined(statements));
    known.insert(statements.to_vec(), text);
    Ok(text)
}

/// Whether statements that do not see each other come to what they would come to one after the other: a table that one of
/// them changes rows of, or reads, no other one writes. Rows that they insert may meet: that fails, or is what they ask for.
fn are_apart(statements: &[&str]) -> bool {
    let targets: Vec<_> = statements.iter().map(|statement| target(statement)).collect();
    let is_apart = |(at, statement): (usize, &&str)| {
        let Some((own, changes)) = targets[at] else { return false };
        let mut others = targets.iter().enumerate().filter(|(other, _)| *other != at).filter_map(|(_, target)| *target);
        others.all(|(table, _)| !(changes && table == own) && reads(statement).all(|read| read != table))
    };
    statements.iter().enumerate().all(is_apart)
}

/// The table that a statement writes, and whether it changes rows that stand there; none where it writes otherwise.
fn target(statement: &str) -> Option<(&str, bool)> {
    let mut words = words(statement);
    match (words.next()?, words.next()?) {
        ("UPDATE", table) => Some((table, true)),
        ("DELETE", "FROM") => Some((words.next()?, true)),
        ("INSERT", "INTO") => Some((words.next()?, false)),
        _ => None,
    }
}

/// The tables that a statement reads.
fn reads(statement: &str) -> impl Iterator<Item = &str> {
    let is_before = |word| matches!(word, "FROM" | "JOIN" | "USING");
    words(statement).zip(words(statement).skip(1)).filter(move |(word, _)| is_before(*word)).map(|(_, table)| table)
}

fn words(statement: &str) -> impl Iterator<Item = &str> {
    statement.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
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
