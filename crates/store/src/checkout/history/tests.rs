//! An account with 1,000 orders among 100,000 of others: how the databases say that they would read them.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use testkit::{
    db::{DatabaseKind, TestDb},
    order::{noon, restaurant},
    store_contract,
};

use super::*;
use crate::{
    Store, StoreConfig,
    sql::{SqlDialect, SqlText},
};

/// Every 101st order is the first account's, others are those of a thousand accounts; all are over.
const ORDERS: &str = "
    INSERT INTO customers (created_at, active_at, first_name, last_name, phone, email, \
        show_loyalty_sign_up, email_marketing, sms_marketing) {numbers} SELECT {noon}, {noon}, '', '', '', '', \
        FALSE, FALSE, FALSE FROM numbers WHERE n <= 1000;
    INSERT INTO orders (id, restaurant_id, order_type, actor_kind, actor_name, status, seq, rev, placed_at, \
        planned_minutes, over_at, expires_at, items, payment, key_salt, key_version) {numbering} {numbers} \
        SELECT n, 12, 'pickup', 'guest', '', 11, 0, 0, {noon}, 15, {noon}, {noon}, '[]', '{}', {salt}, 1 FROM numbers;
    INSERT INTO checkouts (id, shop_id, kitchen_id, order_type, source, actor_kind, actor_name, stage, placed_at, \
        pays_until, method, grand_total, payable, due, has_alcohol, items, payment, price, redirect_url, key_salt, \
        key_version, content, customer_id) {numbers} \
        SELECT n, 12, 12, 'pickup', 'shop', 'guest', '', 'onsite', {noon}, {noon}, 'onsite', 1290, 1290, 1290, FALSE, \
        '[]', '{}', '{}', '', {salt}, 1, {salt}, CASE WHEN n % 101 = 0 THEN 1 ELSE 2 + n % 999 END FROM numbers;
    ANALYZE;";

async fn fill(db: &TestDb) {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let micros = noon().as_microsecond().to_string();
    let moment = format!("to_timestamp({})", noon().as_second());
    let counted = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 101000)";
    let series = "WITH numbers AS (SELECT generate_series(1, 101000) AS n)";
    let with = |numbers, noon: &str, salt, numbering| {
        let sql = ORDERS.replace("{numbers}", numbers).replace("{noon}", noon);
        AssertSqlSafe(sql.replace("{salt}", salt).replace("{numbering}", numbering))
    };
    match db.kind() {
        DatabaseKind::Sqlite => {
            let mut connection = SqliteConnection::connect(db.url()).await.unwrap();
            sqlx::raw_sql(with(counted, &micros, "x'00'", "")).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        DatabaseKind::Postgres => {
            let mut connection = PgConnection::connect(db.url()).await.unwrap();
            let sql = with(series, &moment, r"'\x00'::bytea", "OVERRIDING SYSTEM VALUE");
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
    }
}

/// A statement with what is bound to it behind the account: moments, else numbers.
enum Bound {
    Numbers(&'static [i64]),
    SinceNoon,
    OpenAtNoon,
}

/// How a statement would be read, a step in each line.
async fn plan(store: &Store, statement: impl SqlText + Sync, bound: Bound) -> Vec<String> {
    let read = store.read((statement, bound), |conn, (statement, bound)| {
        Box::pin(async move {
            let (explain, step) = match conn.dialect() {
                SqlDialect::Sqlite => ("EXPLAIN QUERY PLAN", "detail"),
                SqlDialect::Postgres => ("EXPLAIN", "QUERY PLAN"),
            };
            let text = format!("{explain} {}", statement.text(conn.dialect()));
            let query = conn.query_once(text).bind(1_i64);
            let query = match bound {
                Bound::Numbers(numbers) => numbers.iter().fold(query, |query, number| query.bind(*number)),
                Bound::SinceNoon => query.bind(Ts::new(noon())).bind(Status::Cancelled.number()).bind(10_i64),
                Bound::OpenAtNoon => query.bind(Ts::new(noon())).bind(Ts::new(noon() - OPEN_WITHIN)),
            };
            query.fetch_all().await?.iter().map(|row| row.get::<String>(step)).collect()
        })
    });
    let steps: Result<Vec<String>, StoreError> = read.await;
    steps.unwrap()
}

/// Whether orders are found by an index of the account, of one of them or of what is open, and no table of orders is gone
/// through from end to end.
fn is_by_index(steps: &[String]) -> bool {
    let is_any = |words: &[&str]| steps.iter().any(|step| words.iter().any(|word| step.contains(word)));
    let goes_through = ["Seq Scan on checkouts", "Seq Scan on orders", "SCAN c", "SCAN o", "TEMP B-TREE"];
    is_any(&["checkouts_customer", "checkouts_pkey", "USING INTEGER PRIMARY KEY"]) && !is_any(&goes_through)
}

store_contract!(an_accounts_orders_are_read_by_its_index, |db| async move {
    fill(&db).await;
    let store = Store::open(&StoreConfig::new(db.url())).await.unwrap();
    let plans = [
        ("the newest", plan(&store, &BEFORE, Bound::Numbers(&[i64::MAX, 20])).await),
        ("older ones", plan(&store, &BEFORE, Bound::Numbers(&[50_500, 20])).await),
        ("the latest", plan(&store, &SINCE, Bound::SinceNoon).await),
        ("one", plan(&store, &ONE, Bound::Numbers(&[50_500])).await),
        ("whether it is theirs", plan(&store, IS_THEIRS, Bound::Numbers(&[50_500])).await),
        ("how many are open", plan(&store, &OPEN, Bound::OpenAtNoon).await),
    ];
    for (of, steps) in plans {
        assert!(is_by_index(&steps), "{of}: {steps:#?}");
    }
    store.close().await;
});
