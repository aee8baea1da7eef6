//! The outbox: what is to be told outside once it stands here. It is written in the transaction that gives the reason for it,
//! and told at least once.
//!
//! Who tries a message holds a lease, which is no more than a later due time: where they are gone, it comes due again. What
//! they have to say of it afterwards counts only while the lease is theirs.

use jiff::Timestamp;
use serde_json::Value;
use sqlx::types::Json;

use crate::{
    backend::Backend,
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
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
    /// The lease.
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

row! {
    struct MessageRow of "outbox" by "id" named "" {
        id: i64,
        kind: String,
        payload: Json<Value>,
        attempts: i64,
        created_at: Ts,
    }
}

impl MessageRow {
    fn message(self, lease: Lease) -> Result<LeasedMessage, StoreError> {
        let Self { id, kind, payload: Json(payload), .. } = self;
        let attempts = Place::new("outbox", id).sound("attempts", u32::try_from(self.attempts).ok())?;
        Ok(LeasedMessage { id, kind, payload, attempts, created_at: self.created_at.get(), lease })
    }
}

macro_rules! due_sql {
    ($kinds:literal, $rest:literal) => {
        concat!(
            "SELECT id FROM outbox WHERE given_up_at IS NULL AND due_at <= $1 AND kind IN (SELECT ",
            $kinds,
            ") ORDER BY due_at, id LIMIT $3",
            $rest
        )
    };
}

struct Sql {
    due: &'static str,
    take: &'static str,
}

macro_rules! sql {
    ($kinds:literal, $lock:literal) => {
        Sql {
            due: due_sql!($kinds, ""),
            take: concat!(
                "WITH due AS (",
                due_sql!($kinds, $lock),
                ") UPDATE outbox SET due_at = $4, lease = $5, attempts = attempts + 1 \
                 WHERE id IN (SELECT id FROM due) RETURNING id, kind, payload, attempts, created_at"
            ),
        }
    };
}
const SQLITE: Sql = sql!("value FROM json_each($2)", "");
/// What another node takes at this moment is passed over. As a `WITH` it is looked for once, and so takes no more than asked.
const POSTGRES: Sql = sql!("jsonb_array_elements_text($2)", " FOR UPDATE SKIP LOCKED");

/// Writes a message, in the transaction that gives the reason for it.
macro_rules! put_message {
    ($connection:expr, $message:expr) => {{
        const SQL: &str = "INSERT INTO outbox (kind, payload, created_at, ready_at, due_at) \
            VALUES ($1, $2, $3, $4, $4)";
        let query = sqlx::query(SQL)
            .bind($message.kind)
            .bind(sqlx::types::Json($message.payload))
            .bind($crate::ts::Ts::new($message.created_at))
            .bind($crate::ts::Ts::new($message.ready_at));
        query.execute($connection).await.map(drop).map_err($crate::error::StoreError::from)
    }};
}
pub(crate) use put_message;

impl Store {
    /// Writes a message whose reason stands already.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn put_message(&self, message: NewMessage) -> Result<(), StoreError> {
        writing!(self, connection => { put_message!(connection, message) })
    }

    /// Takes messages that are due, the longest due first. Of all who ask at once, one gets each.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn take_messages(&self, take: TakeMessages<'_>) -> Result<Vec<LeasedMessage>, StoreError> {
        let sql = self.outbox_sql();
        let kinds: Vec<&str> = take.kinds.to_vec();
        let (now, most) = (Ts::new(take.now), i64::from(take.most));
        // Most looks find nothing; only one that does becomes a write.
        let due: Vec<i64> = reading!(self, connection => {
            let query = sqlx::query_scalar(sql.due).bind(now).bind(Json(&kinds)).bind(1_i64);
            Ok::<Vec<i64>, StoreError>(query.fetch_all(connection).await?)
        })?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let kinds: Vec<String> = kinds.into_iter().map(str::to_owned).collect();
        let (until, lease) = (Ts::new(take.until), take.lease);
        let rows: Vec<MessageRow> = writing!(self, connection => {
            let query = sqlx::query(sql.take).bind(now).bind(Json(kinds)).bind(most).bind(until).bind(lease.to_vec());
            row::all(&query.fetch_all(connection).await?)
        })?;
        let mut messages = rows.into_iter().map(|row| row.message(lease)).collect::<Result<Vec<_>, _>>()?;
        messages.sort_by_key(|message| message.id);
        Ok(messages)
    }

    /// Takes a message away that was told; false where the lease was no longer theirs.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn message_told(&self, message: &LeasedMessage) -> Result<bool, StoreError> {
        const SQL: &str = "DELETE FROM outbox WHERE id = $1 AND lease = $2";
        let (id, lease) = (message.id, message.lease);
        writing!(self, connection => {
            let done = sqlx::query(SQL).bind(id).bind(lease.to_vec()).execute(connection).await?;
            Ok::<bool, StoreError>(done.rows_affected() == 1)
        })
    }

    /// Lets a message come due again; false where the lease was no longer theirs.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn try_message_again(&self, message: &LeasedMessage, due_at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE outbox SET due_at = $3, lease = NULL WHERE id = $1 AND lease = $2";
        let (id, lease) = (message.id, message.lease);
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(id).bind(lease.to_vec()).bind(Ts::new(due_at));
            Ok::<bool, StoreError>(query.execute(connection).await?.rows_affected() == 1)
        })
    }

    /// Gives a message up that can never be told; false where the lease was no longer theirs.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn give_message_up(&self, message: &LeasedMessage, now: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE outbox SET given_up_at = $3, lease = NULL WHERE id = $1 AND lease = $2";
        let (id, lease) = (message.id, message.lease);
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(id).bind(lease.to_vec()).bind(Ts::new(now));
            Ok::<bool, StoreError>(query.execute(connection).await?.rows_affected() == 1)
        })
    }

    /// How the outbox stands.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn outbox_state(&self, now: Timestamp) -> Result<OutboxState, StoreError> {
        const WAITING: &str = "SELECT count(*), min(ready_at) FROM outbox WHERE given_up_at IS NULL AND ready_at <= $1";
        const GIVEN_UP: &str = "SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL";
        let (waiting, oldest, given_up): (i64, Option<Ts>, i64) = reading!(self, connection => {
            let query = sqlx::query_as::<_, (i64, Option<Ts>)>(WAITING).bind(Ts::new(now));
            let (waiting, oldest) = query.fetch_one(&mut *connection).await?;
            let given_up = sqlx::query_scalar(GIVEN_UP).fetch_one(connection).await?;
            Ok::<(i64, Option<Ts>, i64), StoreError>((waiting, oldest, given_up))
        })?;
        let (waiting, given_up) = (waiting.unsigned_abs(), given_up.unsigned_abs());
        Ok(OutboxState { waiting, oldest: oldest.map(Ts::get), given_up })
    }

    /// Forgets messages that were given up before a moment: they say something of people. Returns how many.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn forget_messages(&self, given_up_before: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "DELETE FROM outbox WHERE given_up_at < $1";
        writing!(self, connection => {
            let done = sqlx::query(SQL).bind(Ts::new(given_up_before)).execute(connection).await?;
            Ok::<u64, StoreError>(done.rows_affected())
        })
    }

    fn outbox_sql(&self) -> Sql {
        match self.backend() {
            Backend::Sqlite(_) => SQLITE,
            Backend::Postgres(_) => POSTGRES,
        }
    }
}
