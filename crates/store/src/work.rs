//! How much the databases of this process were asked: what an operation costs beside what it answers.

use std::{
    ops::Sub,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use crate::sql::SqlDialect;

static STATEMENTS: AtomicU64 = AtomicU64::new(0);
static TRANSACTIONS: AtomicU64 = AtomicU64::new(0);

/// What the databases of this process were asked since it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DatabaseWork {
    /// Statements, without those that begin and end transactions.
    pub statements: u64,
    /// Transactions that write. A statement that is sent outside one is none.
    pub transactions: u64,
}

impl DatabaseWork {
    /// What they were asked until now.
    #[must_use]
    pub fn so_far() -> Self {
        Self { statements: STATEMENTS.load(Relaxed), transactions: TRANSACTIONS.load(Relaxed) }
    }
}

impl Sub for DatabaseWork {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            statements: self.statements - earlier.statements,
            transactions: self.transactions - earlier.transactions,
        }
    }
}

/// Counts a statement that is sent; whoever wants to see its text traces it.
pub(crate) fn count_statement(dialect: SqlDialect, sql: &str) {
    STATEMENTS.fetch_add(1, Relaxed);
    tracing::trace!(target: "store::statements", ?dialect, sql);
}

/// The text of a statement that is sent to PostgreSQL.
pub(crate) fn counted(sql: &'static str) -> &'static str {
    count_statement(SqlDialect::Postgres, sql);
    sql
}

pub(crate) fn count_transaction() {
    TRANSACTIONS.fetch_add(1, Relaxed);
}
