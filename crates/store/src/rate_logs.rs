//! What limits have counted, by the name of a limit and its subject: judged and written in one transaction, so that of any
//! number of callers on any node no more are let through than the limit says.

use domain::rate_limit::RateLog;
use jiff::{SignedDuration, Timestamp};

use crate::{
    backend::Backend,
    connection::{reading, writing},
    error::StoreError,
    row::Place,
    store::Store,
    ts::{Ts, cut},
};

/// Rows of one transaction of the sweep.
const CHUNK: i64 = 500;

/// A log, and for how long what stands in it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLogName {
    /// The digest of a limit and its subject.
    pub name: [u8; 32],
    /// The limit's window.
    pub window: SignedDuration,
}

const READ: &str = "SELECT entries FROM rate_logs WHERE name = $1";
/// Reads a log so that who reads it next waits for the end of this transaction; SQLite has one writer.
const HOLD_SQLITE: &str = "SELECT entries FROM rate_logs WHERE name = $1 AND $2 IS NOT NULL";
const HOLD_POSTGRES: &str = "INSERT INTO rate_logs (name, entries, ends_at) VALUES ($1, '', $2) \
    ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING entries";
const WRITE: &str = "INSERT INTO rate_logs (name, entries, ends_at) VALUES ($1, $2, $3) \
    ON CONFLICT (name) DO UPDATE SET entries = excluded.entries, ends_at = excluded.ends_at";

impl Store {
    /// Lets `judge` see what logs hold now, and change it. Nobody else changes them meanwhile.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read; nothing was written then.
    pub async fn change_rate_logs<T, J>(
        &self,
        names: Vec<RateLogName>,
        now: Timestamp,
        judge: J,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        J: FnOnce(&mut [RateLog]) -> T + Send + 'static,
    {
        let hold = match self.backend() {
            Backend::Sqlite(_) => HOLD_SQLITE,
            Backend::Postgres(_) => HOLD_POSTGRES,
        };
        let now = cut(now);
        // All who hold several hold them in this order.
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_unstable_by_key(|at| names[*at].name);
        writing!(self, connection => {
            let mut kept = vec![Vec::new(); names.len()];
            for at in order {
                let query = sqlx::query_scalar::<_, Vec<u8>>(hold).bind(names[at].name.to_vec()).bind(Ts::new(now));
                kept[at] = query.fetch_optional(&mut *connection).await?.unwrap_or_default();
            }
            let mut logs = read_all(&kept, &names, now)?;
            let outcome = judge(&mut logs);
            for ((log, kept), of) in logs.iter().zip(kept).zip(&names) {
                let entries = log.to_bytes();
                if entries != kept {
                    let ends_at = Ts::new(log.ends_at(of.window).unwrap_or(now));
                    let query = sqlx::query(WRITE).bind(of.name.to_vec()).bind(entries).bind(ends_at);
                    query.execute(&mut *connection).await?;
                }
            }
            Ok::<T, StoreError>(outcome)
        })
    }

    /// What logs hold now.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn rate_logs(&self, names: &[RateLogName], now: Timestamp) -> Result<Vec<RateLog>, StoreError> {
        reading!(self, connection => {
            let mut kept = Vec::with_capacity(names.len());
            for of in names {
                let query = sqlx::query_scalar::<_, Vec<u8>>(READ).bind(of.name.to_vec());
                kept.push(query.fetch_optional(&mut *connection).await?.unwrap_or_default());
            }
            read_all(&kept, names, now)
        })
    }

    /// Takes logs away that hold nothing any more. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_rate_logs(&self, now: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "DELETE FROM rate_logs WHERE name IN \
            (SELECT name FROM rate_logs WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2) AND ends_at <= $1";
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(Ts::new(now)).bind(CHUNK);
            Ok::<u64, StoreError>(query.execute(connection).await?.rows_affected())
        })
    }
}

/// The logs, without what counts no more.
fn read_all(kept: &[Vec<u8>], names: &[RateLogName], now: Timestamp) -> Result<Vec<RateLog>, StoreError> {
    let read = |(kept, of): (&Vec<u8>, &RateLogName)| {
        let mut log = Place::new("rate_logs", "one").sound("entries", RateLog::from_bytes(kept))?;
        log.forget(now, of.window);
        Ok(log)
    };
    kept.iter().zip(names).map(read).collect()
}
