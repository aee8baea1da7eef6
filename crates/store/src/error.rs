//! What can go wrong with a database, told apart by what the caller can do about it.

use std::{error::Error, sync::Arc};

use sqlx::{error::DatabaseError, migrate::MigrateError};

/// What stood behind a failure; shared, because one failed commit answers many callers.
pub type Cause = Arc<dyn Error + Send + Sync>;

/// Why the store could not do what was asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum StoreError {
    /// The database cannot answer now: no connection, a lock, a full disk, a time-out. It passes by
    /// itself; what was to be written may or may not stand.
    #[error("the database is not available")]
    Unavailable(#[source] Cause),
    /// A value in the database is none that this program could have written.
    #[error("{table}.{column} of row {row} cannot be read")]
    Corrupt {
        table: &'static str,
        column: &'static str,
        /// The row's key.
        row: String,
    },
    /// Anything else: a fault of ours, of the set-up or of the database.
    #[error("the database refused")]
    Other(#[source] Cause),
}

impl StoreError {
    /// Whether the same call may succeed a moment later (the caller answers 503).
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unavailable(_))
    }

    /// A failure that passes by itself, in words.
    pub(crate) fn unavailable(what: &'static str) -> Self {
        Self::Unavailable(Arc::new(ErrorText(what)))
    }

    pub(crate) fn other(cause: impl Error + Send + Sync + 'static) -> Self {
        Self::Other(Arc::new(cause))
    }

    /// A failure that does not pass by itself, in words.
    pub(crate) fn refused(what: &'static str) -> Self {
        Self::Other(Arc::new(ErrorText(what)))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct ErrorText(&'static str);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if passes(&error) { Self::Unavailable(Arc::new(error)) } else { Self::Other(Arc::new(error)) }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let code = error.sqlite_error().map(|error| error.extended_code.cast_unsigned());
        let passes = code.is_some_and(sqlite_passes);
        if passes { Self::Unavailable(Arc::new(error)) } else { Self::Other(Arc::new(error)) }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) => error.into(),
            error => Self::Other(Arc::new(error)),
        }
    }
}

const SQLITE_BUSY: u32 = 5;

fn passes(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(error) => database_passes(error.as_ref()),
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        // The stream of a connection that was cut in the middle of a message.
        | sqlx::Error::Protocol(_) => true,
        _ => false,
    }
}

fn database_passes(error: &dyn DatabaseError) -> bool {
    let Some(code) = error.code() else { return false };
    match code.parse::<u32>() {
        // PostgreSQL's codes have five characters; some are all digits.
        Ok(number) if code.len() < 5 => sqlite_passes(number),
        _ => postgres_passes(&code),
    }
}

/// Whether another process holds an embedded database.
pub(crate) fn is_locked(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.and_then(|code| code.parse::<u32>().ok()).is_some_and(|code| code & 0xff == SQLITE_BUSY)
}

/// The low byte of SQLite's result codes.
fn sqlite_passes(code: u32) -> bool {
    const NOMEM: u32 = 7;
    const READONLY: u32 = 8;
    const IOERR: u32 = 10;
    const FULL: u32 = 13;
    const CANTOPEN: u32 = 14;
    const PROTOCOL: u32 = 15;
    const LOCKED: u32 = 6;
    matches!(code & 0xff, SQLITE_BUSY | LOCKED | NOMEM | READONLY | IOERR | FULL | CANTOPEN | PROTOCOL)
}

/// By class: connection, resources, operator intervention, system error, rolled back for another;
/// and singly: lock not available, read-only (a standby), idle in a transaction, the database itself
/// away (a backup is being restored).
fn postgres_passes(code: &str) -> bool {
    ["08", "53", "57", "58", "40"].iter().any(|class| code.starts_with(class))
        || ["55P03", "25006", "25P02", "25P03", "3D000"].contains(&code)
}

/// What a failure says of the connection that it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It can be used again.
    Sound,
    /// Its session takes no writes.
    ReadOnly,
    /// It is dead, or nobody knows what it is in the middle of.
    Broken,
}

impl Fate {
    /// Looks through what stands behind an error.
    pub(crate) fn of(error: &(dyn Error + 'static)) -> Self {
        let mut error = Some(error);
        while let Some(here) = error {
            let cause = here.downcast_ref::<Cause>().and_then(|cause| cause.downcast_ref());
            if let Some(found) = cause.or_else(|| here.downcast_ref::<sqlx::Error>()) {
                return Self::of_connection(found);
            }
            error = here.source();
        }
        Self::Sound
    }

    fn of_connection(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => Self::of_code(error.code().as_deref().unwrap_or_default()),
            sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::Protocol(_) => Self::Broken,
            _ => Self::Sound,
        }
    }

    /// By PostgreSQL's code: read-only; in a transaction that has failed, or was idle for too long; the
    /// server or the session ended, or the connection did.
    fn of_code(code: &str) -> Self {
        match code {
            "25006" => Self::ReadOnly,
            "25P02" | "25P03" => Self::Broken,
            _ if code.starts_with("57P0") || code.starts_with("08") => Self::Broken,
            _ => Self::Sound,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_what_passes_by_itself() {
        assert!(sqlite_passes(5) && sqlite_passes(261) && sqlite_passes(13) && sqlite_passes(1034));
        assert!(!sqlite_passes(2067) && !sqlite_passes(1) && !sqlite_passes(787));
        assert!(postgres_passes("57014") && postgres_passes("57P01") && postgres_passes("53100"));
        assert!(postgres_passes("40001") && postgres_passes("08006"));
        assert!(!postgres_passes("23505") && !postgres_passes("42703"));
    }

    #[test]
    fn tells_what_becomes_of_the_connection() {
        assert_eq!(Fate::of_code("25006"), Fate::ReadOnly);
        for code in ["25P02", "25P03", "57P01", "57P02", "57P03", "08006"] {
            assert_eq!(Fate::of_code(code), Fate::Broken, "{code}");
        }
        // A statement that took too long, and a constraint.
        assert!(["57014", "23505"].iter().all(|code| Fate::of_code(code) == Fate::Sound));
    }

    /// As the operations have them.
    #[derive(Debug, thiserror::Error)]
    enum OfOperation {
        #[error("it could not be done")]
        Said(#[source] StoreError),
        #[error(transparent)]
        Transparent(StoreError),
        #[error("the rules refuse it")]
        Refused,
    }

    #[test]
    fn finds_the_cause_behind_the_errors_of_operations() {
        let lost = || StoreError::from(sqlx::Error::Protocol("cut".to_owned()));
        assert_eq!(Fate::of(&lost()), Fate::Broken);
        assert_eq!(Fate::of(&OfOperation::Said(lost())), Fate::Broken);
        assert_eq!(Fate::of(&OfOperation::Transparent(lost())), Fate::Broken);
        assert_eq!(Fate::of(&OfOperation::Refused), Fate::Sound);
        assert_eq!(Fate::of(&StoreError::refused("a value")), Fate::Sound);
    }

    #[test]
    fn a_pool_without_connections_is_unavailable() {
        assert!(StoreError::from(sqlx::Error::PoolTimedOut).is_unavailable());
        assert!(!StoreError::from(sqlx::Error::RowNotFound).is_unavailable());
    }
}
