//! Mails that were not sent yet, or were given up.

use crate::{
    checkout::{ORDER_RECEIPT, ORDER_REFUND},
    conn::Conn,
    error::StoreError,
    sql::{Sql, SqlDialect},
};

/// The kind of messages that are mails as they are sent, with the address in `to`.
const MAIL: &str = "mail";

fn field(dialect: SqlDialect, name: &str) -> String {
    match dialect {
        SqlDialect::Sqlite => format!("(payload ->> '$.{name}')"),
        SqlDialect::Postgres => format!("(payload ->> '{name}')"),
    }
}

static TO_ADDRESSES: Sql = Sql::new(|dialect| {
    let (to, addresses) = (field(dialect, "to"), dialect.texts("$2"));
    format!("DELETE FROM outbox WHERE kind = $1 AND lower({to}) IN {addresses}")
});
// Money that goes back does so though nobody is told of it.
static OF_ORDERS: Sql = Sql::new(|dialect| {
    let (order, kinds, orders) = (field(dialect, "orderId"), dialect.texts("$1"), dialect.texts("$2"));
    format!("DELETE FROM outbox WHERE kind IN {kinds} AND {order} IN {orders}")
});

/// Takes away what is to be mailed to these addresses, and what is to be told of these orders.
pub(super) async fn drop_unsent(conn: &mut Conn<'_>, emails: &[String], orders: &[i64]) -> Result<(), StoreError> {
    let lowered: Vec<String> = emails.iter().map(|email| email.to_ascii_lowercase()).collect();
    let addresses = serde_json::to_string(&lowered).map_err(StoreError::other)?;
    conn.query(&TO_ADDRESSES).bind(MAIL).bind(addresses).execute().await?;
    let kinds = serde_json::to_string(&[ORDER_RECEIPT, ORDER_REFUND]).map_err(StoreError::other)?;
    let orders = serde_json::to_string(orders).map_err(StoreError::other)?;
    conn.query(&OF_ORDERS).bind(kinds).bind(orders).execute().await.map(drop)
}
