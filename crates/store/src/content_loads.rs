//! When the chain's files came into force.

use domain::{ids::Rev, live_state::rev_of};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, sql::SqlDialect, store::Store};

/// What restaurants said before new files came is older than those.
const SAID: &str = "SELECT COALESCE(MAX(rev), 0) FROM restaurant_states";
/// Nodes that read the same new files at once agree on one moment.
const LOCK_POSTGRES: &str = "LOCK TABLE content_loads IN SHARE ROW EXCLUSIVE MODE";
const NEWEST: &str = "SELECT version, rev FROM content_loads ORDER BY rev DESC LIMIT 1";
const SAVE: &str =
    "INSERT INTO content_loads (version, rev) VALUES ($1, $2) ON CONFLICT (version) DO UPDATE SET rev = excluded.rev";

impl Store {
    /// Since when a version of the chain's files is in force: from now on, unless it was the newest already. Files that
    /// come back after others are in force anew.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn content_in_force(&self, version: &str, now: Timestamp) -> Result<Rev, StoreError> {
        let version = version.to_owned();
        self.write(move |conn| Box::pin(in_force(conn, version, now))).await
    }
}

async fn in_force(conn: &mut Conn<'_>, version: String, now: Timestamp) -> Result<Rev, StoreError> {
    if conn.dialect() == SqlDialect::Postgres {
        conn.query(LOCK_POSTGRES).execute().await?;
    }
    let mut before = Rev(0);
    if let Some(newest) = conn.query(NEWEST).fetch_optional().await? {
        before = Rev(newest.get("rev")?);
        if newest.get::<String>("version")? == version {
            return Ok(before);
        }
    }
    let said = Rev(conn.query(SAID).scalar().await?);
    let since = rev_of(now).max(before.max(said).next());
    conn.query(SAVE).bind(version).bind(since.0).execute().await?;
    Ok(since)
}
