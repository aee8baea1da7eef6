//! Calls with an `Idempotency-Key`: who makes them, what they made, and what they were answered with.
//!
//! A run that was taken over can neither mark what it makes, nor answer, nor let the key go: each of these holds
//! only where the row still names it. Nothing here waits: whoever wants the answer of another run asks again.

use domain::idempotency::{KEY_LIFE, KnownKey, LOST_AFTER};
use jiff::Timestamp;

use crate::{
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

/// Rows of one transaction of the sweep.
const CHUNK: i64 = 500;

/// The digest of a caller, a method, a path and a key.
pub type KeyName = [u8; 32];

/// One run of a call with a key, by a random name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRun {
    /// The key.
    pub key: KeyName,
    /// The run.
    pub run: [u8; 16],
}

/// A key that came before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptKey {
    /// The run that may answer.
    pub run: KeyRun,
    /// A keyed digest of the body that it came with.
    pub body: Vec<u8>,
    /// When this run began.
    pub begun_at: Timestamp,
    /// Until when the key counts.
    pub expires_at: Timestamp,
    /// What the call was answered with, where it was.
    pub answer: Option<KeptAnswer>,
}

/// An answer as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptAnswer {
    /// Its status.
    pub status: u16,
    /// Its content type, where it has a body.
    pub content_type: Option<String>,
    /// Its body, sealed.
    pub sealed: Vec<u8>,
}

/// A run that has taken a key over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenOver {
    /// What the lost run made, where it made anything.
    pub made: Option<String>,
}

impl KeptKey {
    /// What the rules ask of it, for a call with the same body or another.
    #[must_use]
    pub fn known(&self, is_same_body: bool) -> KnownKey {
        let (begun_at, expires_at) = (self.begun_at, self.expires_at);
        KnownKey { is_same_body, is_answered: self.answer.is_some(), begun_at, expires_at }
    }
}

row! {
    struct KeyRow of "idempotency_keys" by "begun_at" named "" {
        name: Vec<u8>,
        body: Vec<u8>,
        run: Vec<u8>,
        begun_at: Ts,
        expires_at: Ts,
        status: Option<i16>,
        content_type: Option<String>,
        answer: Option<Vec<u8>>,
    }
}

impl KeyRow {
    fn key(self) -> Result<KeptKey, StoreError> {
        let place = Place::new("idempotency_keys", self.begun_at.micros());
        let key = place.sound("name", self.name.try_into().ok())?;
        let run = place.sound("run", self.run.try_into().ok())?;
        let answer = match (self.status, self.answer) {
            (Some(status), Some(sealed)) => {
                let status = place.sound("status", u16::try_from(status).ok())?;
                Some(KeptAnswer { status, content_type: self.content_type, sealed })
            }
            _ => None,
        };
        let (begun_at, expires_at) = (self.begun_at.get(), self.expires_at.get());
        Ok(KeptKey { run: KeyRun { key, run }, body: self.body, begun_at, expires_at, answer })
    }
}

/// Writes what a run made, in the transaction that makes it. Gives whether that run still has the key, and has made
/// nothing yet: where not, the transaction has to fail.
macro_rules! mark_made {
    ($connection:expr, $run:expr, $made:expr) => {{
        const SQL: &str = "UPDATE idempotency_keys SET made = $3 \
            WHERE name = $1 AND run = $2 AND made IS NULL AND status IS NULL";
        let query = sqlx::query(SQL).bind($run.key.to_vec()).bind($run.run.to_vec()).bind($made);
        query.execute($connection).await.map(|done| done.rows_affected() == 1).map_err($crate::error::StoreError::from)
    }};
}

pub(crate) use mark_made;

impl Store {
    /// What is known of a key.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn idempotency_key(&self, key: &KeyName) -> Result<Option<KeptKey>, StoreError> {
        const SQL: &str = "SELECT name, body, run, begun_at, expires_at, status, content_type, answer \
            FROM idempotency_keys WHERE name = $1";
        let row: Option<KeyRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(key.to_vec()).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(KeyRow::key).transpose()
    }

    /// Begins the first run of a key; false where somebody else has begun one.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn begin_key(&self, run: KeyRun, body: [u8; 32], now: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "INSERT INTO idempotency_keys (name, run, body, begun_at, expires_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING";
        let expires_at = end_of(now)?;
        writing!(self, connection => {
            let query = sqlx::query(SQL)
                .bind(run.key.to_vec())
                .bind(run.run.to_vec())
                .bind(body.to_vec())
                .bind(Ts::new(now))
                .bind(expires_at);
            Ok::<bool, StoreError>(query.execute(connection).await?.rows_affected() == 1)
        })
    }

    /// Begins a run of a key that counts no more, in the place of its last one; false where somebody else did.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn begin_expired_key(
        &self,
        run: KeyRun,
        last: KeyRun,
        body: [u8; 32],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE idempotency_keys SET run = $2, body = $3, begun_at = $4, expires_at = $5, \
            made = NULL, status = NULL, content_type = NULL, answer = NULL \
            WHERE name = $1 AND run = $6 AND expires_at <= $4";
        let expires_at = end_of(now)?;
        writing!(self, connection => {
            let query = sqlx::query(SQL)
                .bind(run.key.to_vec())
                .bind(run.run.to_vec())
                .bind(body.to_vec())
                .bind(Ts::new(now))
                .bind(expires_at)
                .bind(last.run.to_vec());
            Ok::<bool, StoreError>(query.execute(connection).await?.rows_affected() == 1)
        })
    }

    /// Takes a key over from a run whose answer is lost; none where that run has answered after all, or somebody else
    /// took over.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn take_key_over(
        &self,
        run: KeyRun,
        lost: KeyRun,
        now: Timestamp,
    ) -> Result<Option<TakenOver>, StoreError> {
        const SQL: &str = "UPDATE idempotency_keys SET run = $2, begun_at = $3 \
            WHERE name = $1 AND run = $4 AND status IS NULL RETURNING made";
        writing!(self, connection => {
            let query = sqlx::query_scalar::<_, Option<String>>(SQL)
                .bind(run.key.to_vec())
                .bind(run.run.to_vec())
                .bind(Ts::new(now))
                .bind(lost.run.to_vec());
            let made = query.fetch_optional(connection).await?;
            Ok::<Option<TakenOver>, StoreError>(made.map(|made| TakenOver { made }))
        })
    }

    /// Marks what a run has made, where that needs no transaction with it; false where the run has lost its key, or has
    /// made something before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn mark_made(&self, run: KeyRun, made: String) -> Result<bool, StoreError> {
        writing!(self, connection => { mark_made!(connection, run, made) })
    }

    /// Keeps what a run was answered with; false where it has lost its key.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn keep_answer(&self, run: KeyRun, answer: KeptAnswer) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE idempotency_keys SET status = $3, content_type = $4, answer = $5 \
            WHERE name = $1 AND run = $2 AND status IS NULL";
        let status = i16::try_from(answer.status).map_err(StoreError::other)?;
        writing!(self, connection => {
            let query = sqlx::query(SQL)
                .bind(run.key.to_vec())
                .bind(run.run.to_vec())
                .bind(status)
                .bind(answer.content_type)
                .bind(answer.sealed);
            Ok::<bool, StoreError>(query.execute(connection).await?.rows_affected() == 1)
        })
    }

    /// Lets a key go whose call has failed, so that it may come again. Where something was made under it, whoever comes next
    /// takes the key over at once, and answers from that.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn release_key(&self, run: KeyRun, now: Timestamp) -> Result<(), StoreError> {
        const GO: &str = "DELETE FROM idempotency_keys \
            WHERE name = $1 AND run = $2 AND made IS NULL AND status IS NULL";
        const LOSE: &str = "UPDATE idempotency_keys SET begun_at = $3 WHERE name = $1 AND run = $2 AND status IS NULL";
        let lost = now.checked_sub(LOST_AFTER).map(Ts::new).map_err(StoreError::other)?;
        writing!(self, connection => {
            let (key, run) = (run.key.to_vec(), run.run.to_vec());
            // What is made at this moment is seen by the second: the first has waited for it.
            sqlx::query(GO).bind(key.clone()).bind(run.clone()).execute(&mut *connection).await?;
            sqlx::query(LOSE).bind(key).bind(run).bind(lost).execute(connection).await?;
            Ok::<(), StoreError>(())
        })
    }

    /// Takes keys away that count no more. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_idempotency_keys(&self, now: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "DELETE FROM idempotency_keys WHERE name IN \
            (SELECT name FROM idempotency_keys WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1";
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(Ts::new(now)).bind(CHUNK);
            Ok::<u64, StoreError>(query.execute(connection).await?.rows_affected())
        })
    }
}

fn end_of(now: Timestamp) -> Result<Ts, StoreError> {
    now.checked_add(KEY_LIFE).map(Ts::new).map_err(StoreError::other)
}
