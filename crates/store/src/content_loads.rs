//! When the chain's files came into force.

use domain::{ids::Rev, live_state::rev_of};
use jiff::Timestamp;
use sqlx::Row;

use crate::{backend::Backend, connection::writing, error::StoreError, store::Store};

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
        let lock = match self.backend() {
            Backend::Sqlite(_) => None,
            Backend::Postgres(_) => Some(LOCK_POSTGRES),
        };
        let version = version.to_owned();
        writing!(self, connection => {
            if let Some(lock) = lock {
                sqlx::query(lock).execute(&mut *connection).await?;
            }
            let newest = sqlx::query(NEWEST).fetch_optional(&mut *connection).await?;
            let newest = newest.map(|row| Ok::<_, sqlx::Error>((row.try_get::<String, _>(0)?, Rev(row.try_get(1)?))));
            let before = match newest.transpose()? {
                Some((newest, rev)) if newest == version => return Ok(rev),
                newest => newest.map_or(Rev(0), |(_, rev)| rev),
            };
            let said = Rev(sqlx::query_scalar(SAID).fetch_one(&mut *connection).await?);
            let since = rev_of(now).max(before.max(said).next());
            sqlx::query(SAVE).bind(version).bind(since.0).execute(connection).await?;
            Ok::<Rev, StoreError>(since)
        })
    }
}
