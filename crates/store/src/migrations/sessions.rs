//! What step 22 asks of SQLite, which makes no digests itself: each try to pay stands under a digest of its token.

use domain::payment::SessionToken;
use sqlx::SqliteConnection;

use crate::error::StoreError;

/// The step.
pub(super) const STEP: i64 = 22;

const TOKENS: &str = "SELECT session_id FROM payment_tries UNION SELECT session_id FROM test_payments";
/// The embedded provider named its events by their token.
const EVENTS: &str = "UPDATE payment_events SET event_id = $2 || substr(event_id, 33) \
    WHERE provider = 'test' AND session_id = $1 AND substr(event_id, 1, 32) = $1";
const NAMES: [&str; 5] = [
    "UPDATE payment_events SET session_id = $2 WHERE session_id = $1",
    "UPDATE refunds SET session_id = $2 WHERE session_id = $1",
    "UPDATE test_refunds SET session_id = $2 WHERE session_id = $1",
    "UPDATE test_payments SET session_id = $2 WHERE session_id = $1",
    "UPDATE payment_tries SET session_id = $2 WHERE session_id = $1",
];

/// Whether a database has had the step.
pub(super) async fn is_done(connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    const HAS_STEPS: &str = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    const HAS_THIS: &str = "SELECT count(*) > 0 FROM _sqlx_migrations WHERE version = $1";
    Ok(sqlx::query_scalar(HAS_STEPS).fetch_one(&mut *connection).await?
        && sqlx::query_scalar(HAS_THIS).bind(STEP).fetch_one(connection).await?)
}

/// Puts digests in the place of tokens.
pub(super) async fn hash(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let tokens: Vec<String> = sqlx::query_scalar(TOKENS).fetch_all(&mut *connection).await?;
    for text in tokens {
        let token: SessionToken = text.parse().map_err(StoreError::other)?;
        let name = token.id().reveal();
        for sql in std::iter::once(EVENTS).chain(NAMES) {
            sqlx::query(sql).bind(&text).bind(&name).execute(&mut *connection).await?;
        }
    }
    Ok(())
}
