//! How much the databases of this process were asked: what an operation costs beside what it answers.

use std::{
    ops::Sub,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

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

pub(crate) fn count_statement() {
    STATEMENTS.fetch_add(1, Relaxed);
}

/// The text of a statement that is sent.
pub(crate) fn counted(sql: &'static str) -> &'static str {
    count_statement();
    sql
}

pub(crate) fn count_transaction() {
    TRANSACTIONS.fetch_add(1, Relaxed);
}
