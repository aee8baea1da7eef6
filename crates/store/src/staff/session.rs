//! Sessions: made at sign-in, alive while they are used and their person's rights stand. A change of
//! rights or password takes the row away, so that whoever finds a row finds somebody with these rights.

use std::{collections::HashSet, fmt};

use domain::{
    Reach,
    ids::RestaurantId,
    staff::{Email, Roles, SESSION_IDLE, SESSION_LONGEST},
};
use jiff::{SignedDuration, Timestamp};
use sqlx::types::Json;

use super::person::{Staff, roles};
use crate::{
    backend::Backend,
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

/// Sessions that one person may have; the oldest ends where another begins.
const MOST_SESSIONS: i64 = 20;
/// A call later than this after the last one noted is noted: not each one costs a write.
const NOTED_AFTER: SignedDuration = SignedDuration::from_mins(5);

/// A session to be begun.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Whose it is, as they were when their password was checked.
    pub staff: &'a Staff,
    /// SHA-256 of its token.
    pub sha256: [u8; 32],
    /// The present moment.
    pub now: Timestamp,
}

/// Somebody who is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct StaffSession {
    /// The session's number; never given again.
    pub session_id: i64,
    /// The person's number; what logs know them by.
    pub staff_id: i64,
    /// By what they signed in.
    pub email: Email,
    /// The restaurants of which they may see what they have.
    pub reach: Reach,
    /// What they are there for.
    pub roles: Roles,
    /// Whether they are to choose a password of their own.
    pub must_change: bool,
}

impl fmt::Debug for StaffSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaffSession({} of {})", self.session_id, self.staff_id)
    }
}

macro_rules! session_sql {
    ($rest:literal) => {
        concat!(
            "SELECT s.id, s.staff_id, t.email, t.restaurants, t.roles, t.must_change, \
             s.last_seen_at FROM staff_sessions s JOIN staff t ON t.id = s.staff_id \
             WHERE t.removed_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3 AND ",
            $rest
        )
    };
}
pub(super) const BY_ID: &str = session_sql!("s.id = $1");

row! {
    struct SessionRow of "staff_sessions" by "id" named "" {
        id: i64,
        staff_id: i64,
        email: String,
        restaurants: Json<Vec<i64>>,
        roles: Json<Vec<String>>,
        must_change: bool,
        last_seen_at: Ts,
    }
}

impl SessionRow {
    pub(super) fn session(self) -> Result<StaffSession, StoreError> {
        let restaurants: Vec<RestaurantId> = self.restaurants.0.into_iter().map(RestaurantId).collect();
        let place = Place::new("staff", self.staff_id);
        Ok(StaffSession {
            session_id: self.id,
            staff_id: self.staff_id,
            email: place.sound("email", self.email.parse().ok())?,
            reach: Reach::bound_to(&restaurants),
            roles: roles(&self.roles.0),
            must_change: self.must_change,
        })
    }
}

/// A session that was last seen before this has ended.
pub(super) fn idle_since(now: Timestamp) -> Result<Ts, StoreError> {
    before(now, SESSION_IDLE)
}

fn before(now: Timestamp, length: SignedDuration) -> Result<Ts, StoreError> {
    now.checked_sub(length).map(Ts::new).map_err(StoreError::other)
}

impl Store {
    /// Begins a session. None where the person was removed or got another password since theirs was
    /// checked.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_session(&self, new: NewSession<'_>) -> Result<Option<i64>, StoreError> {
        const SQL: &str = "INSERT INTO staff_sessions (sha256, staff_id, created_at, last_seen_at, expires_at) \
            SELECT $1, id, $3, $3, $4 FROM staff WHERE id = $2 AND password_hash = $5 AND removed_at IS NULL \
            RETURNING id";
        const END_OLDEST: &str = "DELETE FROM staff_sessions WHERE staff_id = $1 AND id NOT IN \
            (SELECT id FROM staff_sessions WHERE staff_id = $1 ORDER BY id DESC LIMIT $2)";
        let ends = new.now.checked_add(SESSION_LONGEST).map_err(StoreError::other)?;
        let (staff, password_hash) = (new.staff.id, new.staff.password_hash.clone());
        let (sha256, now) = (new.sha256.to_vec(), Ts::new(new.now));
        writing!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(SQL)
                .bind(sha256)
                .bind(staff)
                .bind(now)
                .bind(Ts::new(ends))
                .bind(password_hash);
            let id = query.fetch_optional(&mut *connection).await?;
            if id.is_some() {
                sqlx::query(END_OLDEST).bind(staff).bind(MOST_SESSIONS).execute(connection).await?;
            }
            Ok::<Option<i64>, StoreError>(id)
        })
    }

    /// The session of a token, where it still stands; the call counts as its use.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn session(&self, sha256: &[u8; 32], now: Timestamp) -> Result<Option<StaffSession>, StoreError> {
        const SQL: &str = session_sql!("s.sha256 = $1");
        let idle_since = idle_since(now)?;
        let row: Option<SessionRow> = reading!(self, connection => {
            let query = sqlx::query(SQL).bind(sha256.to_vec()).bind(Ts::new(now)).bind(idle_since);
            row::maybe(query.fetch_optional(connection).await?.as_ref())
        })?;
        let Some(row) = row else { return Ok(None) };
        if row.last_seen_at < before(now, NOTED_AFTER)? {
            match self.note_sessions(&HashSet::from([row.id]), now).await {
                // Whoever only reads does so while the database takes no writes.
                Err(error) if error.is_unavailable() => tracing::debug!(%error, "a session's use was not noted"),
                noted => noted?,
            }
        }
        row.session().map(Some)
    }

    /// Notes that sessions are in use; never back in time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn note_sessions(&self, ids: &HashSet<i64>, now: Timestamp) -> Result<(), StoreError> {
        macro_rules! note_sql {
            ($ids:literal) => {
                concat!(
                    "UPDATE staff_sessions SET last_seen_at = $2 WHERE last_seen_at < $2 AND id IN (SELECT ",
                    $ids,
                    ")"
                )
            };
        }
        if ids.is_empty() {
            return Ok(());
        }
        let sql = match self.backend() {
            Backend::Sqlite(_) => note_sql!("value FROM json_each($1)"),
            Backend::Postgres(_) => note_sql!("value::bigint FROM jsonb_array_elements_text($1::jsonb)"),
        };
        let ids = serde_json::to_string(ids).map_err(StoreError::other)?;
        writing!(self, connection => {
            sqlx::query(sql).bind(ids).bind(Ts::new(now)).execute(connection).await?;
            Ok::<(), StoreError>(())
        })
    }

    /// Those of these sessions that still stand: neither ended nor run out, their people neither
    /// removed nor given other rights.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn live_sessions(&self, ids: &[i64], now: Timestamp) -> Result<HashSet<i64>, StoreError> {
        macro_rules! alive_sql {
            ($ids:literal) => {
                concat!(
                    "SELECT s.id FROM staff_sessions s JOIN staff t ON t.id = s.staff_id WHERE t.removed_at IS NULL \
                     AND s.expires_at > $2 AND s.last_seen_at > $3 AND s.id IN (SELECT ",
                    $ids,
                    ")"
                )
            };
        }
        if ids.is_empty() {
            return Ok(HashSet::new());
        }
        let sql = match self.backend() {
            Backend::Sqlite(_) => alive_sql!("value FROM json_each($1)"),
            Backend::Postgres(_) => alive_sql!("value::bigint FROM jsonb_array_elements_text($1::jsonb)"),
        };
        let ids = serde_json::to_string(ids).map_err(StoreError::other)?;
        let idle_since = idle_since(now)?;
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(sql).bind(&ids).bind(Ts::new(now)).bind(idle_since);
            Ok(query.fetch_all(connection).await?.into_iter().collect())
        })
    }

    /// Ends a session; one that has ended already stays so.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end_session(&self, id: i64) -> Result<(), StoreError> {
        writing!(self, connection => {
            sqlx::query("DELETE FROM staff_sessions WHERE id = $1").bind(id).execute(connection).await?;
            Ok::<(), StoreError>(())
        })
    }

    /// Takes away sessions and live tokens that have run out. Returns how many sessions.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_sessions(&self, now: Timestamp) -> Result<u64, StoreError> {
        const TOKENS: &str = "DELETE FROM live_tokens WHERE expires_at <= $1";
        const SESSIONS: &str = "DELETE FROM staff_sessions WHERE expires_at <= $1 OR last_seen_at <= $2";
        let idle_since = idle_since(now)?;
        writing!(self, connection => {
            sqlx::query(TOKENS).bind(Ts::new(now)).execute(&mut *connection).await?;
            let query = sqlx::query(SESSIONS).bind(Ts::new(now)).bind(idle_since);
            Ok::<u64, StoreError>(query.execute(connection).await?.rows_affected())
        })
    }
}
