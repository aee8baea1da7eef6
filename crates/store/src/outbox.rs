//! The outbox: what is to be told outside once it stands here. It is written in the transaction that gives the reason for it,
//! and told at least once.
//!
//! Who tries a message holds a lease, which is no more than a later due time: where they are gone, it comes due again. What
//! they have to say of it afterwards counts only while the lease is theirs.

use jiff::Timestamp;
use serde_json::Value;

use crate::{
    conn::Conn, error::StoreError, json::JsonColumn, row::Row, sql::Sql, store::Store, ts::Ts, write_batch::WriteBatch,
};

/// Something to be told outside.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMessage {
    /// What it is, by which its delivery is found.
    pub kind: &'static str,
    /// What the delivery needs to know.
    pub payload: Value,
    /// From when on it may be told.
    pub ready_at: Timestamp,
    /// The present moment.
    pub created_at: Timestamp,
}

/// A message that is to be tried now, by whoever holds the lease.
#[derive(Debug, Clone, PartialEq)]
pub struct LeasedMessage {
    /// Its number; the same in every try.
    pub id: i64,
    /// What it is.
    pub kind: String,
    /// What its delivery needs to know.
    pub payload: Value,
    /// How often it was tried, this one included.
    pub attempts: u32,
    /// When it was written.
    pub created_at: Timestamp,
    pub lease: Lease,
}

/// The random name of one taking of messages.
pub type Lease = [u8; 16];

/// Which messages somebody takes, and for how long.
#[derive(Debug, Clone, Copy)]
pub struct TakeMessages<'a> {
    /// The kinds that they know how to deliver.
    pub kinds: &'a [&'static str],
    /// How many at most.
    pub most: u32,
    /// By this name.
    pub lease: Lease,
    /// Until when nobody else tries them.
    pub until: Timestamp,
    /// The present moment.
    pub now: Timestamp,
}

/// How the outbox stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutboxState {
    /// Messages that may be told and are not yet, those included that are tried again later.
    pub waiting: u64,
    /// From when on the oldest of them may.
    pub oldest: Option<Timestamp>,
    /// Messages that were given up.
    pub given_up: u64,
}

fn due(kinds: &str) -> String {
    format!(
        "SELECT id FROM outbox WHERE given_up_at IS NULL AND due_at <= $1 AND kind IN {kinds} \
         ORDER BY due_at, id LIMIT $3"
    )
}

static DUE: Sql = Sql::new(|dialect| due(&dialect.texts("$2")));
/// What another node takes at this moment is passed over. As a `WITH` it is looked for once, and so takes no more than asked.
static TAKE: Sql = Sql::new(|dialect| {
    let (due, lock) = (due(&dialect.texts("$2")), dialect.lock(" FOR UPDATE SKIP LOCKED"));
    format!(
        "WITH due AS ({due}{lock}) UPDATE outbox SET due_at = $4, lease = $5, attempts = attempts + 1 \
         WHERE id IN (SELECT id FROM due) RETURNING id, kind, payload, attempts, created_at"
    )
});
const PUT: &str = "INSERT INTO outbox (kind, payload, created_at, ready_at, due_at) VALUES ($1, $2, $3, $4, $4)";
const TOLD: &str = "DELETE FROM outbox WHERE id = $1 AND lease = $2";
const TRY_AGAIN: &str = "UPDATE outbox SET due_at = $3, lease = NULL WHERE id = $1 AND lease = $2";
const GIVE_UP: &str = "UPDATE outbox SET given_up_at = $3, lease = NULL WHERE id = $1 AND lease = $2";
const WAITING: &str =
    "SELECT count(*) AS waiting, min(ready_at) AS oldest FROM outbox WHERE given_up_at IS NULL AND ready_at <= $1";
const GIVEN_UP: &str = "SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL";
const FORGET: &str =
    "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE given_up_at < $1 ORDER BY given_up_at LIMIT 500)";

/// The outbox of a store.
#[derive(Debug, Clone, Copy)]
pub struct OutboxStore<'s>(&'s Store);

impl Store {
    /// What is to be told outside.
    #[must_use]
    pub fn outbox(&self) -> OutboxStore<'_> {
        OutboxStore(self)
    }
}

impl OutboxStore<'_> {
    /// Writes a message whose reason stands already.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn put(self, message: NewMessage) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(put_message(conn, message))).await
    }

    /// Takes messages that are due, the longest due first. Of all who ask at once, one gets each.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn take(self, take: TakeMessages<'_>) -> Result<Vec<LeasedMessage>, StoreError> {
        // Most looks find nothing; only one that does becomes a write.
        let due = self.0.read(take, |conn, take| {
            Box::pin(async move {
                let query = conn.query(&DUE).bind(Ts::new(take.now)).bind(texts(take.kinds)?).bind(1_i64);
                query.fetch_optional().await
            })
        });
        if due.await?.is_none() {
            return Ok(Vec::new());
        }
        let (kinds, TakeMessages { most, lease, until, now, .. }) = (texts(take.kinds)?, take);
        let taken = self.0.write(move |conn| {
            Box::pin(async move {
                let query = conn.query(&TAKE).bind(Ts::new(now)).bind(kinds).bind(i64::from(most));
                query.bind(Ts::new(until)).bind(&lease[..]).fetch_all().await
            })
        });
        let rows: Vec<Row> = taken.await?;
        let mut messages = rows.iter().map(|row| leased(row, lease)).collect::<Result<Vec<_>, _>>()?;
        messages.sort_by_key(|message| message.id);
        Ok(messages)
    }

    /// Takes a message away that was told; false where the lease was no longer theirs, or that was written before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn told(self, message: &LeasedMessage) -> Result<bool, StoreError> {
        let (id, lease) = (message.id, message.lease);
        self.0.write_one(move |conn| Box::pin(told(conn, id, lease))).await
    }

    /// Lets a message come due again; false where the lease was no longer theirs, or that was written before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn try_again(self, message: &LeasedMessage, due_at: Timestamp) -> Result<bool, StoreError> {
        let (id, lease) = (message.id, message.lease);
        self.0.write_one(move |conn| Box::pin(set_moment(conn, TRY_AGAIN, id, lease, due_at))).await
    }

    /// Gives a message up that can never be told; false where the lease was no longer theirs, or that was written before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn give_up(self, message: &LeasedMessage, now: Timestamp) -> Result<bool, StoreError> {
        let (id, lease) = (message.id, message.lease);
        self.0.write_one(move |conn| Box::pin(set_moment(conn, GIVE_UP, id, lease, now))).await
    }

    /// How the outbox stands.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn state(self, now: Timestamp) -> Result<OutboxState, StoreError> {
        self.0
            .read(now, |conn, &now| {
                Box::pin(async move {
                    let row = conn.query(WAITING).bind(Ts::new(now)).fetch_one().await?;
                    let given_up = conn.query(GIVEN_UP).scalar::<i64>().await?;
                    Ok(OutboxState {
                        waiting: row.get::<i64>("waiting")?.unsigned_abs(),
                        oldest: row.get::<Option<Ts>>("oldest")?.map(Ts::get),
                        given_up: given_up.unsigned_abs(),
                    })
                })
            })
            .await
    }

    /// Forgets messages that were given up before a moment: they say something of people. Returns how many; whoever wants
    /// all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn forget(self, given_up_before: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(forget(conn, given_up_before))).await
    }
}

/// Writes a message, in the transaction that gives the reason for it.
pub(crate) async fn put_message(conn: &mut Conn<'_>, message: NewMessage) -> Result<(), StoreError> {
    let mut batch = WriteBatch::new(conn);
    add_message(&mut batch, message);
    batch.execute(conn).await.map(drop)
}

/// Writes a message with other writes.
pub(crate) fn add_message(batch: &mut WriteBatch, message: NewMessage) {
    batch
        .query(PUT)
        .bind(message.kind)
        .bind(JsonColumn(message.payload))
        .bind(Ts::new(message.created_at))
        .bind(Ts::new(message.ready_at));
}

async fn told(conn: &mut Conn<'_>, id: i64, lease: Lease) -> Result<bool, StoreError> {
    Ok(conn.query(TOLD).bind(id).bind(&lease[..]).execute().await? == 1)
}

async fn set_moment(
    conn: &mut Conn<'_>,
    sql: &'static str,
    id: i64,
    lease: Lease,
    moment: Timestamp,
) -> Result<bool, StoreError> {
    Ok(conn.query(sql).bind(id).bind(&lease[..]).bind(Ts::new(moment)).execute().await? == 1)
}

async fn forget(conn: &mut Conn<'_>, given_up_before: Timestamp) -> Result<u64, StoreError> {
    conn.query(FORGET).bind(Ts::new(given_up_before)).execute().await
}

fn leased(row: &Row, lease: Lease) -> Result<LeasedMessage, StoreError> {
    let row = row.of("outbox", "id");
    let JsonColumn(payload): JsonColumn<Value> = row.get("payload")?;
    Ok(LeasedMessage {
        id: row.get("id")?,
        kind: row.get("kind")?,
        payload,
        attempts: row.parse("attempts", |attempts: i64| u32::try_from(attempts).ok())?,
        created_at: row.get::<Ts>("created_at")?.get(),
        lease,
    })
}

fn texts(kinds: &[&str]) -> Result<String, StoreError> {
    serde_json::to_string(kinds).map_err(StoreError::other)
}
