//! What stands in a database of what was bought in the shop.

use sqlx::{Connection, PgConnection, SqliteConnection};

use crate::checker::BoughtOrder;

/// Charges are those in the embedded provider's own book.
const SQL: &str = "SELECT c.id, COALESCE(c.contact ->> 'email', ''), \
    (SELECT count(*) FROM test_payments p WHERE p.order_id = c.id AND p.status = 'Authorised'), \
    (SELECT count(*) FROM refunds r WHERE r.order_id = c.id), \
    (SELECT count(*) FROM orders o WHERE o.id = c.id) FROM checkouts c";

type OrderSums = (i64, String, i64, i64, i64);

/// All orders of the shop, read over a connection of its own.
///
/// # Panics
/// Where the database does not answer.
pub async fn bought(url: &str) -> Vec<BoughtOrder> {
    let rows: Result<Vec<OrderSums>, sqlx::Error> = if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query_as(SQL).fetch_all(&mut connection).await
    } else {
        let mut connection = PgConnection::connect(url).await.expect("the tests' PostgreSQL answers");
        sqlx::query_as(SQL).fetch_all(&mut connection).await
    };
    let row = |(order, email, charges, refunds, received): OrderSums| BoughtOrder {
        order,
        email,
        charges,
        refunds,
        is_received: received == 1,
    };
    rows.expect("the shop's orders").into_iter().map(row).collect()
}
