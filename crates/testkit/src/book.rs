//! Holds the shop's book against its orders, the payment provider's book, and what codes and gift cards say: whatever
//! happened, no order is doubled or lost, and no cent is.

use sqlx::{Connection, PgConnection, Row, SqliteConnection};

/// What must be nowhere, each as a question for the orders at which it is. States of payment: 2 paid, 3 refunded.
const RULES: [(&str, &str); 15] = [
    (
        "an order that was made is no order of the kitchen, or the other way round",
        "SELECT c.id FROM checkouts c LEFT JOIN orders o ON o.id = c.id \
         WHERE (c.stage IN ('waiting', 'ended')) <> (o.id IS NULL)",
    ),
    (
        "an order stands in the kitchen that nobody placed",
        "SELECT o.id FROM orders o LEFT JOIN checkouts c ON c.id = o.id \
         WHERE o.actor_kind IN ('guest', 'customer') AND c.id IS NULL",
    ),
    (
        "what was sold is not what the order costs",
        "SELECT c.id FROM checkouts c LEFT JOIN ledger l ON l.order_id = c.id AND l.fact = 'sold' \
         WHERE c.stage NOT IN ('waiting', 'ended') \
         AND coalesce(l.gross - l.discounts + l.shipping + l.services, -1) <> c.grand_total",
    ),
    (
        "something was sold that was never made",
        "SELECT c.id FROM checkouts c JOIN ledger l ON l.order_id = c.id AND l.fact IN ('sold', 'unsold') \
         WHERE c.stage IN ('waiting', 'ended')",
    ),
    (
        "a cancelled order is a sale still, or one that stands is none",
        "SELECT c.id FROM checkouts c LEFT JOIN ledger l ON l.order_id = c.id AND l.fact = 'unsold' \
         WHERE (c.stage = 'rejected') <> (l.id IS NOT NULL)",
    ),
    (
        "the taxes of a cancelled order stand",
        "SELECT l.order_id AS id FROM ledger l JOIN ledger_vat v ON v.entry_id = l.id \
         JOIN checkouts c ON c.id = l.order_id WHERE c.stage = 'rejected' GROUP BY l.order_id, v.rate HAVING SUM(v.amount) <> 0",
    ),
    (
        "what came in is not what the tries paid",
        "SELECT c.id FROM checkouts c WHERE \
         coalesce((SELECT SUM(paid) FROM ledger WHERE order_id = c.id AND fact <> 'paid by gift card'), 0) <> \
         coalesce((SELECT SUM(amount) FROM payment_tries WHERE order_id = c.id AND standing IN (2, 3)), 0)",
    ),
    (
        "what the provider took is not what came in",
        "SELECT c.id FROM checkouts c WHERE \
         coalesce((SELECT SUM(paid) FROM ledger WHERE order_id = c.id AND fact <> 'paid by gift card'), 0) <> \
         coalesce((SELECT SUM(amount) FROM test_payments WHERE order_id = c.id AND status IN ('Authorised', 'Refunded')), 0)",
    ),
    (
        "what the provider sent back is not what went back",
        "SELECT c.id FROM checkouts c WHERE \
         coalesce((SELECT SUM(amount) FROM refunds WHERE order_id = c.id AND session_id IS NOT NULL), 0) <> \
         coalesce((SELECT SUM(b.amount) FROM test_refunds b JOIN test_payments p ON p.session_id = b.session_id \
         WHERE p.order_id = c.id), 0)",
    ),
    (
        "what went back is not what is booked",
        "SELECT c.id FROM checkouts c WHERE \
         coalesce((SELECT SUM(refunded) FROM ledger WHERE order_id = c.id), 0) <> \
         coalesce((SELECT SUM(amount) FROM refunds WHERE order_id = c.id), 0)",
    ),
    ("money is still to go back", "SELECT order_id AS id FROM refunds WHERE done_at IS NULL"),
    (
        "the shop keeps another sum than the order asked for",
        "SELECT c.id FROM checkouts c WHERE \
         coalesce((SELECT SUM(paid - refunded) FROM ledger WHERE order_id = c.id), 0) <> \
         CASE WHEN c.stage = 'paid' THEN c.payable - coalesce((SELECT SUM(r.amount) FROM refunds r \
         LEFT JOIN payment_tries t ON t.session_id = r.session_id \
         WHERE r.order_id = c.id AND (t.number IS NULL OR t.number = c.paid_by)), 0) ELSE 0 END",
    ),
    (
        "a code is counted otherwise than it is used",
        "SELECT MIN(u.uses) AS id FROM code_uses u WHERE u.uses <> \
         (SELECT COUNT(*) FROM checkout_codes k WHERE k.code = u.code AND k.given_back_at IS NULL) HAVING MIN(u.uses) IS NOT NULL",
    ),
    (
        "a gift card is counted otherwise than it is used",
        "SELECT MIN(g.gone) AS id FROM gift_cards g WHERE g.gone <> coalesce((SELECT SUM(h.amount) FROM gift_card_holds h \
         WHERE h.card = g.card AND h.given_back_at IS NULL), 0) HAVING MIN(g.gone) IS NOT NULL",
    ),
    (
        "an order is paid by two tries",
        "SELECT t.order_id AS id FROM payment_tries t JOIN checkouts c ON c.id = t.order_id \
         WHERE t.standing = 2 GROUP BY t.order_id HAVING COUNT(*) > 1",
    ),
];

/// What does not agree in a database at rest, in words; nothing where all does.
///
/// # Panics
/// Where the database does not answer.
pub async fn disagreements(url: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (words, sql) in RULES {
        let ids = ids(url, sql).await;
        if !ids.is_empty() {
            found.push(format!("{words}: {ids:?}"));
        }
    }
    found
}

/// Waits until all agrees, as it does when everything has come to rest.
///
/// # Panics
/// Where it still does not after so many seconds, or the database does not answer.
pub async fn settles(url: &str, seconds: u64) {
    let until = tokio::time::Instant::now() + std::time::Duration::from_secs(seconds);
    loop {
        let found = disagreements(url).await;
        if found.is_empty() {
            return;
        }
        assert!(tokio::time::Instant::now() < until, "{found:#?}");
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
}

/// What each order costs and where its payment stands, the cheapest first.
///
/// # Panics
/// Where the database does not answer.
pub async fn orders(url: &str) -> Vec<(i64, String)> {
    const SQL: &str = "SELECT grand_total, stage FROM checkouts ORDER BY grand_total, stage, id";
    if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query_as(SQL).fetch_all(&mut connection).await.expect("orders")
    } else {
        let mut connection = PgConnection::connect(url).await.expect("a database of PostgreSQL");
        sqlx::query_as(SQL).fetch_all(&mut connection).await.expect("orders")
    }
}

async fn ids(url: &str, sql: &'static str) -> Vec<i64> {
    if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        let rows = sqlx::query(sql).fetch_all(&mut connection).await.expect(sql);
        connection.close().await.expect("a connection that can be closed");
        rows.iter().map(|row| row.get::<i64, _>(0)).collect()
    } else {
        let mut connection = PgConnection::connect(url).await.expect("a database of PostgreSQL");
        let rows = sqlx::query(sql).fetch_all(&mut connection).await.expect(sql);
        connection.close().await.expect("a connection that can be closed");
        rows.iter().map(|row| row.get::<i64, _>(0)).collect()
    }
}

/// Where a database names tries to pay, each name once.
///
/// # Panics
/// Where the database does not answer.
pub async fn names_of_tries(url: &str) -> Vec<String> {
    const SQL: &str = "SELECT session_id FROM payment_tries UNION SELECT session_id FROM test_payments \
        UNION SELECT session_id FROM payment_events UNION SELECT event_id FROM payment_events \
        UNION SELECT session_id FROM refunds WHERE session_id IS NOT NULL UNION SELECT session_id FROM test_refunds \
        UNION SELECT made FROM idempotency_keys WHERE made IS NOT NULL ORDER BY 1";
    if url.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
        sqlx::query_scalar(SQL).fetch_all(&mut connection).await.expect("names")
    } else {
        let mut connection = PgConnection::connect(url).await.expect("a database of PostgreSQL");
        sqlx::query_scalar(SQL).fetch_all(&mut connection).await.expect("names")
    }
}
