//! Calls with an `Idempotency-Key`: who makes them, what they made, and what they were answered with.
//!
//! A run that was taken over can neither mark what it makes, nor answer, nor let the key go: each of these holds
//! only where the row still names it. Nothing here waits: whoever wants the answer of another run asks again.

use domain::{
    idempotency::{KEY_LIFE, KnownKey, LOST_AFTER},
    ids::CustomerId,
};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, row::Row, store::Store, ts::Ts, write_batch::WriteBatch};

/// Rows of one transaction of the sweep.
const CHUNK: i64 = 500;

/// The digest of a caller, a method, a path and a key.
pub type KeyName = [u8; 32];

/// One run of a call with a key, by a random name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRun {
    pub key: KeyName,
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

const READ: &str = "SELECT name, body, run, begun_at, expires_at, status, content_type, answer \
    FROM idempotency_keys WHERE name = $1";
const BEGIN: &str = "INSERT INTO idempotency_keys (name, run, body, begun_at, expires_at, customer_id) \
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO UPDATE SET run = excluded.run \
    WHERE idempotency_keys.run = excluded.run";
const BEGIN_EXPIRED: &str = "UPDATE idempotency_keys SET run = $2, body = $3, begun_at = $4, expires_at = $5, \
    made = NULL, status = NULL, content_type = NULL, answer = NULL, customer_id = $7 \
    WHERE name = $1 AND run = $6 AND expires_at <= $4";
const TAKE_OVER: &str = "UPDATE idempotency_keys SET run = $2, begun_at = $3 \
    WHERE name = $1 AND run = $4 AND status IS NULL RETURNING made";
const MARK: &str =
    "UPDATE idempotency_keys SET made = $3 WHERE name = $1 AND run = $2 AND made IS NULL AND status IS NULL";
/// The same of a run that made an account: what it is answered with is the account's from then on.
const MARK_ACCOUNT: &str = "UPDATE idempotency_keys SET made = $3, customer_id = $4 \
    WHERE name = $1 AND run = $2 AND made IS NULL AND status IS NULL";
const ANSWER: &str = "UPDATE idempotency_keys SET status = $3, content_type = $4, answer = $5 \
    WHERE name = $1 AND run = $2 AND (status IS NULL OR (status = $3 AND answer = $5))";
const GO: &str = "DELETE FROM idempotency_keys WHERE name = $1 AND run = $2 AND made IS NULL AND status IS NULL";
const LOSE: &str = "UPDATE idempotency_keys SET begun_at = $3 WHERE name = $1 AND run = $2 AND status IS NULL";
const GO_WITH_ACCOUNT: &str = "DELETE FROM idempotency_keys WHERE customer_id = $1";
const SWEEP: &str = "DELETE FROM idempotency_keys WHERE name IN \
    (SELECT name FROM idempotency_keys WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) AND expires_at <= $1";

/// The keys of a store.
#[derive(Debug, Clone, Copy)]
pub struct IdempotencyKeyStore<'s>(&'s Store);

impl Store {
    /// The keys that calls came with.
    #[must_use]
    pub fn idempotency_keys(&self) -> IdempotencyKeyStore<'_> {
        IdempotencyKeyStore(self)
    }
}

impl IdempotencyKeyStore<'_> {
    /// What is known of a key.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_name(self, key: &KeyName) -> Result<Option<KeptKey>, StoreError> {
        let row = self.0.read(key, |conn, key| Box::pin(conn.query(READ).bind(&key[..]).fetch_optional())).await?;
        row.as_ref().map(kept_key).transpose()
    }

    /// Begins the first run of a key, of a call by this account; false where somebody else has begun one.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn begin(
        self,
        run: KeyRun,
        body: [u8; 32],
        owner: Option<CustomerId>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0.write_one(move |conn| Box::pin(begin(conn, run, body, owner, now))).await
    }

    /// Begins a run of a key that counts no more, in the place of its last one; false where somebody else did.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn begin_expired(
        self,
        run: KeyRun,
        last: KeyRun,
        body: [u8; 32],
        owner: Option<CustomerId>,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(begin_expired(conn, run, last, body, owner, now))).await
    }

    /// Takes a key over from a run whose answer is lost; none where that run has answered after all, or somebody else
    /// took over.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn take_over(self, run: KeyRun, lost: KeyRun, now: Timestamp) -> Result<Option<TakenOver>, StoreError> {
        self.0.write(move |conn| Box::pin(take_over(conn, run, lost, now))).await
    }

    /// Marks what a run has made, where that needs no transaction with it; false where the run has lost its key, or has
    /// made something before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn mark_made(self, run: KeyRun, made: String) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(mark_made(conn, run, made))).await
    }

    /// Keeps what a run was answered with; false where it has lost its key.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn keep_answer(self, run: KeyRun, answer: KeptAnswer) -> Result<bool, StoreError> {
        self.0.write_one(move |conn| Box::pin(keep_answer(conn, run, answer.clone()))).await
    }

    /// Lets a key go whose call has failed, so that it may come again. Where something was made under it, whoever comes next
    /// takes the key over at once, and answers from that.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn release(self, run: KeyRun, now: Timestamp) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(release(conn, run, now))).await
    }

    /// Takes keys away that count no more. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, now))).await
    }
}

/// Writes what a run made, with what is made. All of it fails where the run has lost the key, or has made something before.
pub(crate) fn add_mark(batch: &mut WriteBatch, run: KeyRun, made: String) {
    batch.query(MARK).bind(&run.key[..]).bind(&run.run[..]).bind(made);
    batch.or(StoreError::unavailable("another run has taken the call over"));
}

/// The same by itself. Gives whether it was written: where not, the transaction has to fail.
pub(crate) async fn mark_made(conn: &mut Conn<'_>, run: KeyRun, made: String) -> Result<bool, StoreError> {
    Ok(conn.query(MARK).bind(&run.key[..]).bind(&run.run[..]).bind(made).execute().await? == 1)
}

/// Says that a call was done, with what it does; all of it fails where another run has taken the call over.
pub(crate) async fn mark_done(conn: &mut Conn<'_>, run: Option<KeyRun>) -> Result<(), StoreError> {
    let Some(run) = run else { return Ok(()) };
    let is_marked = mark_made(conn, run, "done".to_owned()).await?;
    if is_marked { Ok(()) } else { Err(StoreError::unavailable("another run has taken the call over")) }
}

/// The same of an account that was made.
pub(crate) async fn mark_account_made(conn: &mut Conn<'_>, run: KeyRun, account: i64) -> Result<bool, StoreError> {
    let query = conn.query(MARK_ACCOUNT).bind(&run.key[..]).bind(&run.run[..]).bind(account.to_string());
    Ok(query.bind(account).execute().await? == 1)
}

/// Takes away what calls of an account were answered with.
pub(crate) async fn forget_account(conn: &mut Conn<'_>, account: i64) -> Result<(), StoreError> {
    conn.query(GO_WITH_ACCOUNT).bind(account).execute().await.map(drop)
}

async fn begin(
    conn: &mut Conn<'_>,
    run: KeyRun,
    body: [u8; 32],
    owner: Option<CustomerId>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let query =
        conn.query(BEGIN).bind(&run.key[..]).bind(&run.run[..]).bind(&body[..]).bind(Ts::new(now)).bind(end_of(now)?);
    Ok(query.bind(owner.map(|owner| owner.0)).execute().await? == 1)
}

async fn begin_expired(
    conn: &mut Conn<'_>,
    run: KeyRun,
    last: KeyRun,
    body: [u8; 32],
    owner: Option<CustomerId>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let query = conn
        .query(BEGIN_EXPIRED)
        .bind(&run.key[..])
        .bind(&run.run[..])
        .bind(&body[..])
        .bind(Ts::new(now))
        .bind(end_of(now)?)
        .bind(&last.run[..])
        .bind(owner.map(|owner| owner.0));
    Ok(query.execute().await? == 1)
}

async fn take_over(
    conn: &mut Conn<'_>,
    run: KeyRun,
    lost: KeyRun,
    now: Timestamp,
) -> Result<Option<TakenOver>, StoreError> {
    let query = conn.query(TAKE_OVER).bind(&run.key[..]).bind(&run.run[..]).bind(Ts::new(now)).bind(&lost.run[..]);
    Ok(query.optional_scalar().await?.map(|made| TakenOver { made }))
}

async fn keep_answer(conn: &mut Conn<'_>, run: KeyRun, answer: KeptAnswer) -> Result<bool, StoreError> {
    let status = i16::try_from(answer.status).map_err(StoreError::other)?;
    let query = conn
        .query(ANSWER)
        .bind(&run.key[..])
        .bind(&run.run[..])
        .bind(status)
        .bind(answer.content_type)
        .bind(answer.sealed);
    Ok(query.execute().await? == 1)
}

async fn release(conn: &mut Conn<'_>, run: KeyRun, now: Timestamp) -> Result<(), StoreError> {
    let lost = now.checked_sub(LOST_AFTER).map(Ts::new).map_err(StoreError::other)?;
    // What is made at this moment is seen by the second: the first has waited for it.
    conn.query(GO).bind(&run.key[..]).bind(&run.run[..]).execute().await?;
    conn.query(LOSE).bind(&run.key[..]).bind(&run.run[..]).bind(lost).execute().await?;
    Ok(())
}

async fn sweep(conn: &mut Conn<'_>, now: Timestamp) -> Result<u64, StoreError> {
    conn.query(SWEEP).bind(Ts::new(now)).bind(CHUNK).execute().await
}

fn kept_key(row: &Row) -> Result<KeptKey, StoreError> {
    let row = row.of("idempotency_keys", "begun_at");
    let key = row.parse("name", |name: Vec<u8>| name.try_into().ok())?;
    let run = row.parse("run", |run: Vec<u8>| run.try_into().ok())?;
    let status = row.parse_optional("status", |status: i16| u16::try_from(status).ok())?;
    let content_type = row.get("content_type")?;
    let answer = status.zip(row.get("answer")?);
    Ok(KeptKey {
        run: KeyRun { key, run },
        body: row.get("body")?,
        begun_at: row.get::<Ts>("begun_at")?.get(),
        expires_at: row.get::<Ts>("expires_at")?.get(),
        answer: answer.map(|(status, sealed)| KeptAnswer { status, content_type, sealed }),
    })
}

fn end_of(now: Timestamp) -> Result<Ts, StoreError> {
    now.checked_add(KEY_LIFE).map(Ts::new).map_err(StoreError::other)
}
