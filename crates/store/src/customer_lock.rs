//! The row of an account, held: all that changes an account does so one after the other.

use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, sql::Sql, ts::Ts};

static LOCK: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE");
    format!("SELECT id FROM customers WHERE id = $1 AND erased_at IS NULL{lock}")
});

const IS_ACTIVE: &str = "UPDATE customers SET active_at = $2, warned_at = NULL WHERE id = $1 AND erased_at IS NULL";

/// Notes that an account is in use, and holds its row until the transaction ends; false where it was erased.
pub(crate) async fn customer_is_active(conn: &mut Conn<'_>, id: i64, now: Timestamp) -> Result<bool, StoreError> {
    Ok(conn.query(IS_ACTIVE).bind(id).bind(Ts::new(now)).execute().await? == 1)
}

/// Holds an account's row until the transaction ends; false where the account was erased: all that changes an account does so
/// one after the other (docs/spec/people.md, "Erasure").
pub(crate) async fn lock_customer(conn: &mut Conn<'_>, id: i64) -> Result<bool, StoreError> {
    Ok(conn.query(&LOCK).bind(id).fetch_optional().await?.is_some())
}
