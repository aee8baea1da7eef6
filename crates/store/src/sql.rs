//! The texts of statements.
//!
//! Most serve both databases as they are: each takes `$1`, `RETURNING` and `ON CONFLICT`. Where a part differs, the
//! statement is an [`Sql`], written once with what the [`SqlDialect`] says there.

use std::sync::OnceLock;

use domain::Reach;

/// Which database a statement is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SqlDialect {
    Sqlite,
    Postgres,
}

impl SqlDialect {
    /// The present moment: that of the statement, not of its transaction.
    pub(crate) fn now(self) -> &'static str {
        match self {
            Self::Sqlite => "CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)",
            Self::Postgres => "clock_timestamp()",
        }
    }

    /// The numbers of a JSON list that is bound as a text, for an `IN`.
    pub(crate) fn numbers(self, list: &str) -> String {
        match self {
            Self::Sqlite => format!("(SELECT value FROM json_each({list}))"),
            Self::Postgres => format!("(SELECT value::bigint FROM jsonb_array_elements_text({list}::jsonb))"),
        }
    }

    /// The texts of a JSON list that is bound as a text, for an `IN`.
    pub(crate) fn texts(self, list: &str) -> String {
        match self {
            Self::Sqlite => format!("(SELECT value FROM json_each({list}))"),
            Self::Postgres => format!("(SELECT jsonb_array_elements_text({list}::jsonb))"),
        }
    }

    /// A clause that locks rows, which SQLite with its one writer needs not.
    pub(crate) fn lock(self, clause: &'static str) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => clause,
        }
    }
}

/// Rows that one transaction of a sweep takes away: so few that nobody who writes beside it waits for long.
const SWEPT_AT_ONCE: u32 = 500;

/// Takes away some rows of a table whose moment is not after `$1`, the longest ago first. Those that another node takes away
/// are passed over.
pub(crate) fn sweep_past(dialect: SqlDialect, table: &str, key: &str, moment: &str) -> String {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} WHERE {moment} <= $1 ORDER BY {moment} \
         LIMIT {SWEPT_AT_ONCE}{lock})"
    )
}

/// The restaurants of a reach as a list for [`SqlDialect::numbers`]; none of the whole chain.
pub(crate) fn restaurant_list(reach: &Reach) -> Option<String> {
    let numbers: Vec<String> = reach.bound()?.iter().map(|id| id.0.to_string()).collect();
    Some(format!("[{}]", numbers.join(",")))
}

/// A statement that is put together, for each database at its first use.
pub(crate) struct Sql {
    write: fn(SqlDialect) -> String,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
}

impl Sql {
    pub(crate) const fn new(write: fn(SqlDialect) -> String) -> Self {
        Self { write, sqlite: OnceLock::new(), postgres: OnceLock::new() }
    }
}

/// What a statement may be given as.
pub(crate) trait SqlText: Copy {
    fn text(self, dialect: SqlDialect) -> &'static str;
}

impl SqlText for &'static str {
    fn text(self, _: SqlDialect) -> &'static str {
        self
    }
}

impl SqlText for &'static Sql {
    fn text(self, dialect: SqlDialect) -> &'static str {
        let text = match dialect {
            SqlDialect::Sqlite => &self.sqlite,
            SqlDialect::Postgres => &self.postgres,
        };
        text.get_or_init(|| (self.write)(dialect))
    }
}
