//! Live tokens: what a signed-in page opens a subscription with, once.

use domain::staff::LIVE_TOKEN_LIFE;
use jiff::Timestamp;

use super::{
    StaffStore,
    session::{StaffSession, by_id, session},
};
use crate::{conn::Conn, error::StoreError, row::Row, ts::Ts};

/// Tokens of one session that may wait for their use; the oldest goes where another is made.
const MOST_WAITING: i64 = 64;

const ADD: &str = "INSERT INTO live_tokens (sha256, session_id, expires_at) \
    SELECT $1, id, $3 FROM staff_sessions WHERE id = $2";
const DROP_OLDEST: &str = "DELETE FROM live_tokens WHERE session_id = $1 AND sha256 NOT IN \
    (SELECT sha256 FROM live_tokens WHERE session_id = $1 ORDER BY expires_at DESC, sha256 LIMIT $2)";
const USE: &str = "DELETE FROM live_tokens WHERE sha256 = $1 AND expires_at > $2 RETURNING session_id";

impl StaffStore<'_> {
    /// Makes a live token for a session; answers until when it may be used. None where the session
    /// has ended meanwhile.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_live_token(
        self,
        session: i64,
        sha256: [u8; 32],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.0.write(move |conn| Box::pin(add(conn, session, sha256, now))).await
    }

    /// Uses a live token: whose session it came from, where that still stands. Of two who come with
    /// the same one at once, one gets it.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn use_live_token(self, sha256: &[u8; 32], now: Timestamp) -> Result<Option<StaffSession>, StoreError> {
        let sha256 = *sha256;
        let row = self.0.write(move |conn| Box::pin(take(conn, sha256, now))).await?;
        row.as_ref().map(session).transpose()
    }
}

async fn add(
    conn: &mut Conn<'_>,
    session: i64,
    sha256: [u8; 32],
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let ends = Ts::new(now.checked_add(LIVE_TOKEN_LIFE).map_err(StoreError::other)?);
    if conn.query(ADD).bind(&sha256[..]).bind(session).bind(ends).execute().await? == 0 {
        return Ok(None);
    }
    conn.query(DROP_OLDEST).bind(session).bind(MOST_WAITING).execute().await?;
    Ok(Some(ends.get()))
}

/// The row of the session.
async fn take(conn: &mut Conn<'_>, sha256: [u8; 32], now: Timestamp) -> Result<Option<Row>, StoreError> {
    match conn.query(USE).bind(&sha256[..]).bind(Ts::new(now)).optional_scalar().await? {
        Some(session) => by_id(conn, session, now).await,
        None => Ok(None),
    }
}
