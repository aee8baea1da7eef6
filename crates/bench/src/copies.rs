//! Placed orders as the databases write them by themselves: rows copied from one that the product wrote, each order in a
//! transaction of its own, or hundreds of thousands at once.

use std::sync::Arc;

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqliteConnection, postgres::PgPool};
use tokio::time::Instant;

use crate::{
    sql::{WRITERS, block_on, postgres_pool, sqlite_connection},
    trouble::{Trouble, Trying},
};

/// What an order writes that need not be paid before, and the column that holds its number; beside them its taxes, and the
/// receipt that is to be sent.
const TABLES: [(&str, &str); 5] = [
    ("checkouts", "id"),
    ("orders", "id"),
    ("order_events", "order_id"),
    ("order_search", "order_id"),
    ("ledger", "order_id"),
];
/// The taxes of the entries of other orders, as they are in those of order `$1`.
const TAXES: &str = "INSERT INTO ledger_vat (entry_id, rate, amount) SELECT copy.id, vat.rate, vat.amount \
    FROM ledger copy JOIN ledger entry ON entry.order_id = $1 AND entry.fact = copy.fact \
    JOIN ledger_vat vat ON vat.entry_id = entry.id WHERE copy.order_id ";
/// The order that is copied.
const TEMPLATE: &str = "SELECT max(id) FROM orders";

/// Orders per second of one connection to an embedded database that nobody else has open, with full synchronisation.
pub(crate) fn sqlite_by_hand(url: &str, seconds: f64) -> Result<f64, Trouble> {
    block_on(async {
        let mut connection = sqlite_connection(url).await?;
        let template: i64 = sqlx::query_scalar(TEMPLATE).fetch_one(&mut connection).await.trying("an order")?;
        let mut statements = sqlite_statements(&mut connection, |_, column| column.to_owned(), "$2", "").await?;
        statements.extend([format!("{TAXES} = $2"), receipt("json_object")]);
        let (began, mut written) = (Instant::now(), 0_u32);
        while began.elapsed().as_secs_f64() < seconds {
            let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.trying("a transaction")?;
            written += 1;
            for statement in &statements {
                let copy = sqlx::query(AssertSqlSafe(statement.as_str())).bind(template);
                copy.bind(template + i64::from(written)).execute(&mut *transaction).await.trying(statement)?;
            }
            transaction.commit().await.trying("a commit")?;
        }
        Ok(f64::from(written) / began.elapsed().as_secs_f64())
    })
}

/// Copies an order so often that this many more are stored, all of them over.
pub(crate) fn fill_sqlite(url: &str, more: i64) -> Result<(), Trouble> {
    block_on(async {
        let mut connection = sqlite_connection(url).await?;
        let template: i64 = sqlx::query_scalar(TEMPLATE).fetch_one(&mut connection).await.trying("an order")?;
        let over = |table: &str, column: &str| match (table, column) {
            ("orders", "status") => "12".to_owned(),
            ("orders", "over_at") => "placed_at".to_owned(),
            // Of other people and other food.
            ("checkouts", "content") => "randomblob(length(content))".to_owned(),
            ("order_search", "phone") => "CAST(abs(random() % 1000000000) AS TEXT)".to_owned(),
            _ => column.to_owned(),
        };
        let numbers = format!(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {more}) "
        );
        let mut statements = sqlite_statements(&mut connection, over, "$1 + number", &numbers).await?;
        statements.push(format!("{TAXES} > $1"));
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await.trying("a transaction")?;
        for statement in &statements {
            let copy = sqlx::query(AssertSqlSafe(statement.as_str())).bind(template);
            copy.execute(&mut *transaction).await.trying(statement)?;
        }
        transaction.commit().await.trying("a commit")?;
        connection.execute("ANALYZE").await.trying("ANALYZE")?;
        connection.close().await.trying("the database")
    })
}

async fn sqlite_statements(
    connection: &mut SqliteConnection,
    value: impl Fn(&str, &str) -> String,
    number: &str,
    numbers: &str,
) -> Result<Vec<String>, Trouble> {
    let mut statements = Vec::new();
    for (table, key) in TABLES {
        let columns = sqlite_columns(connection, table).await?;
        statements.push(copy_of((table, key), &columns, &value, number, numbers, ""));
    }
    Ok(statements)
}

/// The columns of a table.
pub(crate) async fn sqlite_columns(connection: &mut SqliteConnection, table: &str) -> Result<Vec<String>, Trouble> {
    let columns = sqlx::query_scalar("SELECT name FROM pragma_table_info($1)").bind(table);
    columns.fetch_all(connection).await.trying("the columns of a table")
}

/// The same of PostgreSQL.
pub(crate) async fn postgres_columns(connection: &mut PgConnection, table: &str) -> Result<Vec<String>, Trouble> {
    let columns = "SELECT column_name::text FROM information_schema.columns \
         WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'";
    sqlx::query_scalar(columns).bind(table).fetch_all(connection).await.trying("the columns of a table")
}

/// Orders per second of 64 writers that share as many connections as the product has.
pub(crate) fn postgres_by_hand(url: &str, seconds: f64) -> Result<f64, Trouble> {
    block_on(async {
        let pool = postgres_pool(url).await?;
        let template: i64 = sqlx::query_scalar(TEMPLATE).fetch_one(&pool).await.trying("an order")?;
        let mut statements = Vec::new();
        for table in TABLES {
            let columns = postgres_columns(&mut *pool.acquire().await.trying("PostgreSQL")?, table.0).await?;
            statements.push(copy_of(
                table,
                &columns,
                &|_, column| column.to_owned(),
                "$2",
                "",
                " OVERRIDING SYSTEM VALUE",
            ));
        }
        statements.extend([format!("{TAXES} = $2"), receipt("jsonb_build_object")]);
        let (statements, began) = (Arc::new(statements), Instant::now());
        let writers: Vec<_> = (1..=WRITERS as i64)
            .map(|first| tokio::spawn(write_postgres(pool.clone(), Arc::clone(&statements), template, first, seconds)))
            .collect();
        let mut written = 0;
        for writer in writers {
            written += writer.await.trying("a writer")?.trying("a transaction")?;
        }
        let rate = f64::from(written) / began.elapsed().as_secs_f64();
        pool.close().await;
        Ok(rate)
    })
}

async fn write_postgres(
    pool: PgPool,
    statements: Arc<Vec<String>>,
    template: i64,
    first: i64,
    seconds: f64,
) -> sqlx::Result<u32> {
    let (began, mut written) = (Instant::now(), 0_u32);
    while began.elapsed().as_secs_f64() < seconds {
        let mut transaction = pool.begin().await?;
        let number = template + first + i64::from(written) * WRITERS as i64;
        for statement in statements.iter() {
            let copy = sqlx::query(AssertSqlSafe(statement.as_str())).bind(template).bind(number);
            copy.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        written += 1;
    }
    Ok(written)
}

/// The receipt of order `$2`, to be sent; the function makes its payload.
fn receipt(object: &str) -> String {
    format!(
        "INSERT INTO outbox (kind, payload, created_at, ready_at, due_at) \
         SELECT 'order-receipt', {object}('orderId', id), placed_at, placed_at, placed_at FROM checkouts \
         WHERE id = $2 AND $2 > $1"
    )
}

/// Copies the rows of order `$1` in a table, under another number; `value` says what stands in each other column, and
/// `system` that the number is no other's to give. Rows with a number of their own get a new one.
pub(crate) fn copy_of(
    (table, key): (&str, &str),
    columns: &[String],
    value: &impl Fn(&str, &str) -> String,
    number: &str,
    numbers: &str,
    system: &str,
) -> String {
    let columns: Vec<&str> =
        columns.iter().map(String::as_str).filter(|column| *column != "id" || key == "id").collect();
    let values = columns.iter().map(|column| if *column == key { number.to_owned() } else { value(table, column) });
    let (names, values) = (columns.join(", "), values.collect::<Vec<_>>().join(", "));
    let from = if numbers.is_empty() { table.to_owned() } else { format!("{table}, numbers") };
    format!("INSERT INTO {table} ({names}){system} {numbers}SELECT {values} FROM {from} WHERE {table}.{key} = $1")
}
