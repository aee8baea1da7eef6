//! Which of the two databases it is.

use crate::{postgres::Postgres, sqlite::Sqlite};

/// Which database it is.
pub(crate) enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

impl Backend {
    /// The question what time it is: the moment of the question, not of its transaction.
    pub(crate) fn time(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SELECT CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER)",
            Self::Postgres(_) => "SELECT clock_timestamp()",
        }
    }
}
