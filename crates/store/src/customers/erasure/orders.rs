//! The people of orders, and that their keys open nothing any more.

use domain::ids::{OrderId, RestaurantId, Rev, Seq};
use jiff::Timestamp;

use super::ErasedOrder;
use crate::{
    conn::Conn,
    error::StoreError,
    retention::{FORGET_CHECKOUTS, FORGET_ORDERS, forget_beside},
    row::Row,
    sql::{Sql, SqlDialect},
    ts::Ts,
};

// Orders, then checkouts, each by number, as whoever forgets the people of ended orders takes them.
const HOLD_ORDERS: &str = "SELECT o.id FROM orders o JOIN checkouts c ON c.id = o.id WHERE c.customer_id = $1 \
    ORDER BY o.id FOR UPDATE OF o";
static HOLD_CHECKOUTS: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE");
    format!("SELECT id FROM checkouts WHERE customer_id = $1 ORDER BY id{lock}")
});

/// One whose time to be paid is over is ended first: until then its money might still come.
const OPEN: &str = "SELECT c.id FROM checkouts c LEFT JOIN orders o ON o.id = c.id WHERE c.customer_id = $1 \
    AND (c.stage = 'waiting' OR (o.over_at IS NULL AND o.expires_at > $2)) LIMIT 1";

/// What goes with every order in time, and where it went, and that it can be tracked.
static CLOSE: Sql = Sql::new(|dialect| {
    let (ids, now) = (dialect.numbers("$1"), dialect.now());
    format!(
        "{FORGET_ORDERS}, city = NULL, postal_code = NULL, \
         expires_at = CASE WHEN expires_at > $2 THEN $2 ELSE expires_at END, rev = rev + 1, changed_at = {now} \
         WHERE id IN {ids} RETURNING id, restaurant_id, seq, rev"
    )
});

/// The same of its placing, and the digest of what was ordered, by whom and to where, by which the same order is known again
/// for some seconds.
static FORGET_PLACING: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("{FORGET_CHECKOUTS}, content = $2 WHERE id IN {ids}")
});

/// Holds all orders of an account, whose row is held: nothing happens to one, and no new one is made.
pub(super) async fn hold_all(conn: &mut Conn<'_>, customer: i64) -> Result<Vec<i64>, StoreError> {
    if conn.dialect() == SqlDialect::Postgres {
        conn.query(HOLD_ORDERS).bind(customer).execute().await?;
    }
    conn.query(&HOLD_CHECKOUTS).bind(customer).scalars().await
}

/// Whether one of them is neither over nor expired, or waits for its money.
pub(super) async fn any_open(conn: &mut Conn<'_>, customer: i64, now: Timestamp) -> Result<bool, StoreError> {
    Ok(conn.query(OPEN).bind(customer).bind(Ts::new(now)).fetch_optional().await?.is_some())
}

/// Forgets the people of orders that are held. Gives those that a kitchen knew.
pub(super) async fn forget(
    conn: &mut Conn<'_>,
    orders: &[i64],
    now: Timestamp,
) -> Result<Vec<ErasedOrder>, StoreError> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let list = serde_json::to_string(orders).map_err(StoreError::other)?;
    forget_beside(conn, &list).await?;
    let none: &[u8] = &[];
    conn.query(&FORGET_PLACING).bind(list.as_str()).bind(none).execute().await?;
    let rows = conn.query(&CLOSE).bind(list).bind(Ts::new(now)).fetch_all().await?;
    rows.iter().map(erased).collect()
}

fn erased(row: &Row) -> Result<ErasedOrder, StoreError> {
    Ok(ErasedOrder {
        order: OrderId(row.get("id")?),
        restaurant: RestaurantId(row.get("restaurant_id")?),
        seq: Seq(row.get("seq")?),
        rev: Rev(row.get("rev")?),
    })
}
