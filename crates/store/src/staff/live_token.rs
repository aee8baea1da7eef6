//! Live tokens: what a signed-in page opens a subscription with, once.

use domain::staff::LIVE_TOKEN_LIFE;
use jiff::Timestamp;

use super::session::{BY_ID, SessionRow, StaffSession, idle_since};
use crate::{connection::writing, error::StoreError, row, store::Store, ts::Ts};

/// Tokens of one session that may wait for their use; the oldest goes where another is made.
const MOST_WAITING: i64 = 64;

impl Store {
    /// Makes a live token for a session; answers until when it may be used. None where the session
    /// has ended meanwhile.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_live_token(
        &self,
        session: i64,
        sha256: [u8; 32],
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        const SQL: &str = "INSERT INTO live_tokens (sha256, session_id, expires_at) \
            SELECT $1, id, $3 FROM staff_sessions WHERE id = $2";
        const DROP_OLDEST: &str = "DELETE FROM live_tokens WHERE session_id = $1 AND sha256 NOT IN \
            (SELECT sha256 FROM live_tokens WHERE session_id = $1 ORDER BY expires_at DESC, sha256 LIMIT $2)";
        let ends = Ts::new(now.checked_add(LIVE_TOKEN_LIFE).map_err(StoreError::other)?);
        writing!(self, connection => {
            let query = sqlx::query(SQL).bind(sha256.to_vec()).bind(session).bind(ends);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                return Ok(None);
            }
            sqlx::query(DROP_OLDEST).bind(session).bind(MOST_WAITING).execute(connection).await?;
            Ok::<Option<Timestamp>, StoreError>(Some(ends.get()))
        })
    }

    /// Uses a live token: whose session it came from, where that still stands. Of two who come with
    /// the same one at once, one gets it.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn use_live_token(&self, sha256: &[u8; 32], now: Timestamp) -> Result<Option<StaffSession>, StoreError> {
        const SQL: &str = "DELETE FROM live_tokens WHERE sha256 = $1 AND expires_at > $2 RETURNING session_id";
        let idle_since = idle_since(now)?;
        let (sha256, now) = (sha256.to_vec(), Ts::new(now));
        let row: Option<SessionRow> = writing!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(SQL).bind(sha256).bind(now);
            let Some(session) = query.fetch_optional(&mut *connection).await? else { return Ok(None) };
            let query = sqlx::query(BY_ID).bind(session).bind(now).bind(idle_since);
            row::maybe(query.fetch_optional(connection).await?.as_ref())
        })?;
        row.map(SessionRow::session).transpose()
    }
}
