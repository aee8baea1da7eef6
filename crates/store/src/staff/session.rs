//! Sessions: made at sign-in, alive while they are used and their person's rights stand. A change of
//! rights or password takes the row away, so that whoever finds a row finds somebody with these rights.

use std::{collections::HashSet, fmt};

use domain::{
    Reach,
    customer::SessionChannel,
    ids::RestaurantId,
    staff::{Email, Roles, SESSION_IDLE, SESSION_LONGEST},
};
use jiff::{SignedDuration, Timestamp};

use super::{
    StaffStore,
    person::{StaffMember, roles},
};
use crate::{conn::Conn, error::StoreError, json::JsonColumn, row::Row, sql::Sql, ts::Ts};

/// Sessions that one person may have of each way, by cookie and by bearer; the longest unused ends where another begins.
const MOST_SESSIONS: i64 = 20;

/// A session to be begun.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Whose it is, as they were when their password was checked.
    pub staff: &'a StaffMember,
    /// SHA-256 of its token.
    pub sha256: [u8; 32],
    pub channel: SessionChannel,
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
    /// Whether they have a second factor.
    pub has_totp: bool,
}

impl fmt::Debug for StaffSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StaffSession({} of {})", self.session_id, self.staff_id)
    }
}

const ALIVE: &str = "SELECT s.id, s.staff_id, t.email, t.restaurants, t.roles, t.must_change, \
    t.totp_secret IS NOT NULL AS has_totp, s.last_seen_at \
    FROM staff_sessions s JOIN staff t ON t.id = s.staff_id \
    WHERE t.removed_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3";
static BY_ID: Sql = Sql::new(|_| format!("{ALIVE} AND s.id = $1"));
static AMONG: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "SELECT s.id FROM staff_sessions s JOIN staff t ON t.id = s.staff_id WHERE t.removed_at IS NULL \
         AND s.expires_at > $2 AND s.last_seen_at > $3 AND s.id IN {ids}"
    )
});
const ADD: &str = "INSERT INTO staff_sessions (sha256, staff_id, created_at, last_seen_at, expires_at, is_bearer) \
    SELECT $1, id, $3, $3, $4, $6 FROM staff WHERE id = $2 AND password_hash = $5 AND removed_at IS NULL RETURNING id";
const END_LONGEST_UNUSED: &str = "DELETE FROM staff_sessions WHERE staff_id = $1 AND is_bearer = $3 AND id NOT IN \
    (SELECT id FROM staff_sessions WHERE staff_id = $1 AND is_bearer = $3 ORDER BY last_seen_at DESC, id DESC LIMIT $2)";
/// Holds a person's row until the transaction ends, so that of those who sign in at once none counts without the others.
static LOCK: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE");
    format!("SELECT totp_secret FROM staff WHERE id = $1 AND removed_at IS NULL{lock}")
});
static NOTE: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("UPDATE staff_sessions SET last_seen_at = $2 WHERE last_seen_at < $2 AND id IN {ids}")
});
const END: &str = "DELETE FROM staff_sessions WHERE id = $1";
const END_ALL: &str = "DELETE FROM staff_sessions WHERE staff_id = $1";
const SWEEP_TOKENS: &str = "DELETE FROM live_tokens WHERE expires_at <= $1";
const SWEEP: &str = "DELETE FROM staff_sessions WHERE expires_at <= $1 OR last_seen_at <= $2";

impl StaffStore<'_> {
    /// Begins a session. None where the person was removed, or got another password or second factor since theirs were
    /// checked.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_session(self, new: NewSession<'_>) -> Result<Option<i64>, StoreError> {
        let (staff, sha256, is_bearer, now) =
            (new.staff.clone(), new.sha256, new.channel == SessionChannel::Bearer, new.now);
        self.0.write(move |conn| Box::pin(add(conn, staff, sha256, is_bearer, now))).await
    }

    /// Notes that sessions are in use; never back in time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn note_sessions(self, ids: &HashSet<i64>, now: Timestamp) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let ids = serde_json::to_string(ids).map_err(StoreError::other)?;
        self.0.write(move |conn| Box::pin(note(conn, ids, now))).await
    }

    /// Those of these sessions that still stand: neither ended nor run out, their people neither
    /// removed nor given other rights.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn live_sessions(self, ids: &[i64], now: Timestamp) -> Result<HashSet<i64>, StoreError> {
        if ids.is_empty() {
            return Ok(HashSet::new());
        }
        let ids = serde_json::to_string(ids).map_err(StoreError::other)?;
        let idle_since = idle_since(now)?;
        let live = self.0.read((ids.as_str(), now, idle_since), |conn, &(ids, now, idle_since)| {
            Box::pin(conn.query(&AMONG).bind(ids).bind(Ts::new(now)).bind(idle_since).scalars::<i64>())
        });
        Ok(live.await?.into_iter().collect())
    }

    /// Ends a session; one that has ended already stays so.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end_session(self, id: i64) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(end(conn, id))).await
    }

    /// Ends all sessions of somebody.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end_all_sessions(self, staff: i64) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(end_all(conn, staff))).await
    }

    /// Takes away sessions and live tokens that have run out. Returns how many sessions.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_sessions(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, now))).await
    }
}

async fn add(
    conn: &mut Conn<'_>,
    staff: StaffMember,
    sha256: [u8; 32],
    is_bearer: bool,
    now: Timestamp,
) -> Result<Option<i64>, StoreError> {
    let ends = now.checked_add(SESSION_LONGEST).map_err(StoreError::other)?;
    // Whoever got a second factor meanwhile has shown none.
    let secret = staff.totp.map(|totp| totp.secret);
    if lock_staff(conn, staff.id).await? != Some(secret) {
        return Ok(None);
    }
    let query = conn
        .query(ADD)
        .bind(&sha256[..])
        .bind(staff.id)
        .bind(Ts::new(now))
        .bind(Ts::new(ends))
        .bind(staff.password_hash)
        .bind(is_bearer);
    let id = query.optional_scalar().await?;
    if id.is_some() {
        conn.query(END_LONGEST_UNUSED).bind(staff.id).bind(MOST_SESSIONS).bind(is_bearer).execute().await?;
    }
    Ok(id)
}

/// Holds a person's row until the transaction ends: the sealed secret of their second factor; none where they were removed.
pub(super) async fn lock_staff(conn: &mut Conn<'_>, staff: i64) -> Result<Option<Option<Vec<u8>>>, StoreError> {
    conn.query(&LOCK).bind(staff).optional_scalar().await
}

/// The session of a number, where it still stands.
pub(super) async fn by_id(conn: &mut Conn<'_>, id: i64, now: Timestamp) -> Result<Option<Row>, StoreError> {
    conn.query(&BY_ID).bind(id).bind(Ts::new(now)).bind(idle_since(now)?).fetch_optional().await
}

async fn note(conn: &mut Conn<'_>, ids: String, now: Timestamp) -> Result<(), StoreError> {
    conn.query(&NOTE).bind(ids).bind(Ts::new(now)).execute().await?;
    Ok(())
}

async fn end(conn: &mut Conn<'_>, id: i64) -> Result<(), StoreError> {
    conn.query(END).bind(id).execute().await?;
    Ok(())
}

async fn end_all(conn: &mut Conn<'_>, staff: i64) -> Result<(), StoreError> {
    conn.query(END_ALL).bind(staff).execute().await?;
    Ok(())
}

async fn sweep(conn: &mut Conn<'_>, now: Timestamp) -> Result<u64, StoreError> {
    conn.query(SWEEP_TOKENS).bind(Ts::new(now)).execute().await?;
    conn.query(SWEEP).bind(Ts::new(now)).bind(idle_since(now)?).execute().await
}

pub(crate) fn session(row: &Row) -> Result<StaffSession, StoreError> {
    let row = row.of("staff", "staff_id");
    let JsonColumn(restaurants): JsonColumn<Vec<i64>> = row.get("restaurants")?;
    let restaurants: Vec<RestaurantId> = restaurants.into_iter().map(RestaurantId).collect();
    Ok(StaffSession {
        session_id: row.get("id")?,
        staff_id: row.get("staff_id")?,
        email: row.parse("email", |email: String| email.parse().ok())?,
        reach: Reach::bound_to(&restaurants),
        roles: roles(&row.get::<JsonColumn<Vec<String>>>("roles")?.0),
        must_change: row.get("must_change")?,
        has_totp: row.get("has_totp")?,
    })
}

/// A session that was last seen before this has ended.
fn idle_since(now: Timestamp) -> Result<Ts, StoreError> {
    before(now, SESSION_IDLE)
}

fn before(now: Timestamp, length: SignedDuration) -> Result<Ts, StoreError> {
    now.checked_sub(length).map(Ts::new).map_err(StoreError::other)
}
