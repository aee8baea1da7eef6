//! What limits have counted, by the name of a limit and its subject: judged and written in one transaction, so that of any
//! number of callers on any node no more are let through than the limit says.

use domain::rate_limit::RateLog;
use jiff::{SignedDuration, Timestamp};

use crate::{
    conn::Conn,
    error::StoreError,
    row::ValueLocation,
    sql::{Sql, SqlDialect},
    store::Store,
    ts::{Ts, cut},
    write_batch::WriteBatch,
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
static HOLD: Sql = Sql::new(|dialect| match dialect {
    SqlDialect::Sqlite => "SELECT entries FROM rate_logs WHERE name = $1 AND $2 IS NOT NULL".to_owned(),
    SqlDialect::Postgres => "INSERT INTO rate_logs (name, entries, ends_at) VALUES ($1, '', $2) \
        ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING entries"
        .to_owned(),
});
const WRITE: &str = "INSERT INTO rate_logs (name, entries, ends_at) VALUES ($1, $2, $3) \
    ON CONFLICT (name) DO UPDATE SET entries = excluded.entries, ends_at = excluded.ends_at";
const SWEEP: &str = "DELETE FROM rate_logs WHERE name IN \
    (SELECT name FROM rate_logs WHERE ends_at <= $1 ORDER BY ends_at LIMIT $2) AND ends_at <= $1";

/// The logs of a store.
#[derive(Debug, Clone, Copy)]
pub struct RateLogStore<'s>(&'s Store);

impl Store {
    /// What limits have counted.
    #[must_use]
    pub fn rate_logs(&self) -> RateLogStore<'_> {
        RateLogStore(self)
    }
}

impl RateLogStore<'_> {
    /// Lets `judge` see what logs hold now, and change it. Nobody else changes them meanwhile.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read; nothing was written then.
    pub async fn change<T, J>(self, names: Vec<RateLogName>, now: Timestamp, judge: J) -> Result<T, StoreError>
    where
        T: Send + 'static,
        J: FnOnce(&mut [RateLog]) -> T + Send + 'static,
    {
        self.0.write(move |conn| Box::pin(change(conn, names, cut(now), judge))).await
    }

    /// What logs hold now.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn read(self, names: &[RateLogName], now: Timestamp) -> Result<Vec<RateLog>, StoreError> {
        let kept = self.0.read(names, |conn, &names| {
            Box::pin(async move {
                let mut kept = Vec::with_capacity(names.len());
                for of in names {
                    let entries = conn.query(READ).bind(&of.name[..]).optional_scalar::<Vec<u8>>().await?;
                    kept.push(entries.unwrap_or_default());
                }
                Ok(kept)
            })
        });
        read_all(&kept.await?, names, now)
    }

    /// Takes logs away that hold nothing any more. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, now))).await
    }
}

async fn change<T>(
    conn: &mut Conn<'_>,
    names: Vec<RateLogName>,
    now: Timestamp,
    judge: impl FnOnce(&mut [RateLog]) -> T,
) -> Result<T, StoreError> {
    // All who hold several hold them in this order.
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_unstable_by_key(|at| names[*at].name);
    let mut kept = vec![Vec::new(); names.len()];
    for at in order {
        let query = conn.query(&HOLD).bind(&names[at].name[..]).bind(Ts::new(now));
        kept[at] = query.optional_scalar().await?.unwrap_or_default();
    }
    let mut logs = read_all(&kept, &names, now)?;
    let outcome = judge(&mut logs);
    let mut batch = WriteBatch::new(conn);
    for ((log, kept), of) in logs.iter().zip(kept).zip(&names) {
        let entries = log.to_bytes();
        if entries != kept {
            let ends_at = Ts::new(log.ends_at(of.window).unwrap_or(now));
            batch.query(WRITE).bind(&of.name[..]).bind(entries).bind(ends_at);
        }
    }
    batch.execute(conn).await?;
    Ok(outcome)
}

async fn sweep(conn: &mut Conn<'_>, now: Timestamp) -> Result<u64, StoreError> {
    conn.query(SWEEP).bind(Ts::new(now)).bind(CHUNK).execute().await
}

/// The logs, without what counts no more.
fn read_all(kept: &[Vec<u8>], names: &[RateLogName], now: Timestamp) -> Result<Vec<RateLog>, StoreError> {
    let read = |(kept, of): (&Vec<u8>, &RateLogName)| {
        let mut log = ValueLocation::new("rate_logs", "one").sound("entries", RateLog::from_bytes(kept))?;
        log.forget(now, of.window);
        Ok(log)
    };
    kept.iter().zip(names).map(read).collect()
}
