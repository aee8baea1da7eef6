//! Which of the two databases it is.

use crate::{postgres::Postgres, sqlite::Sqlite};

/// Which database it is.
pub(crate) enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}
