//! What the databases do by themselves: the same transactions as the product's, without the product around them.

use std::{str::FromStr, time::Duration};

use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, PgPool, Row, SqliteConnection,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use tokio::time::Instant;

use crate::{
    ladder::Ladder,
    trouble::{Trouble, Trying},
};

/// Connections, as the product has.
const CONNECTIONS: u32 = 16;
/// Who writes at a time.
pub(crate) const WRITERS: usize = 64;

const READ: &str = "SELECT o.*, r.* FROM orders o JOIN restaurants r ON r.id = o.restaurant_id WHERE o.id = $1";
const SQLITE_UPDATE: &str = "UPDATE orders SET status = $2, seq = $3, rev = rev + 1, over_at = NULL, \
    expires_at = expires_at, estimate_made_at = $4, estimate_arrival = $4, estimate_earliest = $4, \
    estimate_latest = $4, estimate_basis = 'kitchen', \
    changed_at = CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER) WHERE id = $1";
const SQLITE_INSERT: &str = "INSERT INTO order_events (order_id, seq, status, recorded_at, source, actor_kind, \
    actor_name) VALUES ($1, $3, $2, $4, 'dispatch', 'key', 'bench')";
const POSTGRES_WRITE: &str = "WITH moved AS ( \
    UPDATE orders SET status = $2, seq = $3, rev = rev + 1, over_at = NULL, expires_at = expires_at, \
    estimate_made_at = now(), estimate_arrival = now(), estimate_earliest = now(), estimate_latest = now(), \
    estimate_basis = 'kitchen', changed_at = clock_timestamp() WHERE id = $1 AND seq = $3 - 1 RETURNING id) \
    INSERT INTO order_events (order_id, seq, status, recorded_at, source, actor_kind, actor_name) \
    SELECT id, $3, $2, now(), 'dispatch', 'key', 'bench' FROM moved";

/// Runs what waits for a database in this thread.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().trying("a runtime")?.block_on(work)
}

/// A connection to an embedded database, set as the product's, with full synchronisation.
pub(crate) async fn sqlite_connection(url: &str) -> Result<SqliteConnection, Trouble> {
    let options = SqliteConnectOptions::from_str(url).trying("the database's address")?;
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let options = options.foreign_keys(true).pragma("cache_size", "-16000").disable_statement_logging();
    options.connect().await.trying("the database")
}

/// As many connections as the product has.
pub(crate) async fn postgres_pool(url: &str) -> Result<PgPool, Trouble> {
    let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(Duration::from_secs(10));
    pool.connect(url).await.trying("PostgreSQL")
}

/// Status changes per second of one connection to an embedded database that nobody else has open: each in a transaction of
/// its own, with full synchronisation.
pub(crate) fn bare_sqlite(url: &str, seconds: f64) -> Result<f64, Trouble> {
    block_on(async {
        let mut connection = sqlite_connection(url).await?;
        let orders: Vec<i64> = sqlx::query_scalar("SELECT id FROM orders WHERE seq = 0")
            .fetch_all(&mut connection)
            .await
            .trying("orders")?;
        let mut ladder = Ladder::new(orders.len());
        let (began, mut written) = (Instant::now(), 0_u32);
        while began.elapsed().as_secs_f64() < seconds {
            let step = ladder.step();
            write_sqlite(&mut connection, orders[step.order], step.status, step.seq).await.trying("a transaction")?;
            written += 1;
        }
        let rate = f64::from(written) / began.elapsed().as_secs_f64();
        connection.close().await.trying("the database")?;
        Ok(rate)
    })
}

async fn write_sqlite(connection: &mut SqliteConnection, order: i64, status: i64, seq: i64) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let row = sqlx::query(READ).bind(order).fetch_one(&mut *transaction).await?;
    let recorded: i64 = row.try_get("changed_at")?;
    for sql in [SQLITE_UPDATE, SQLITE_INSERT] {
        sqlx::query(sql).bind(order).bind(status).bind(seq).bind(recorded).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

/// Status changes per second of 64 writers that share as many connections as the product has.
pub(crate) fn bare_postgres(url: &str, seconds: f64) -> Result<f64, Trouble> {
    block_on(async {
        let pool = postgres_pool(url).await?;
        let orders: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM orders WHERE seq = 0").fetch_all(&pool).await.trying("orders")?;
        let share = orders.len() / WRITERS;
        let began = Instant::now();
        let writers: Vec<_> = orders
            .chunks(share.max(1))
            .take(WRITERS)
            .map(|orders| tokio::spawn(write_postgres(pool.clone(), orders.to_vec(), began, seconds)))
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

async fn write_postgres(pool: PgPool, orders: Vec<i64>, began: Instant, seconds: f64) -> sqlx::Result<u32> {
    let mut ladder = Ladder::new(orders.len());
    let mut written = 0;
    while began.elapsed().as_secs_f64() < seconds {
        let step = ladder.step();
        let mut connection = pool.acquire().await?;
        sqlx::query(READ).bind(orders[step.order]).fetch_one(&mut *connection).await?;
        let status = i16::try_from(step.status).unwrap_or(0);
        let write = sqlx::query(POSTGRES_WRITE).bind(orders[step.order]).bind(status).bind(step.seq);
        written += u32::try_from(write.execute(&mut *connection).await?.rows_affected()).unwrap_or(0);
    }
    Ok(written)
}

/// A database of its own in a PostgreSQL server; dropped with this.
pub(crate) struct BenchDatabase {
    server: String,
    name: String,
}

impl BenchDatabase {
    /// Makes it.
    pub(crate) fn create(server: &str, number: usize) -> Result<Self, Trouble> {
        let name = format!("bench_{}_{number}", std::process::id());
        let database = Self { server: server.to_owned(), name };
        block_on(database.execute(&format!("CREATE DATABASE {}", database.name)))?;
        Ok(database)
    }

    /// Its address.
    pub(crate) fn url(&self) -> Result<String, Trouble> {
        let options = PgConnectOptions::from_str(&self.server).trying("PostgreSQL's address")?;
        Ok(options.database(&self.name).to_url_lossy().to_string())
    }

    /// Whether the server waits for the disk at a commit.
    pub(crate) fn syncs(&self) -> Result<bool, Trouble> {
        block_on(async {
            let mut connection = PgConnection::connect(&self.server).await.trying("PostgreSQL")?;
            let setting = "SELECT current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off'";
            sqlx::query_scalar(setting).fetch_one(&mut connection).await.trying("PostgreSQL's settings")
        })
    }

    async fn execute(&self, sql: &str) -> Result<(), Trouble> {
        let mut connection = PgConnection::connect(&self.server).await.trying("PostgreSQL")?;
        connection.execute(AssertSqlSafe(sql.to_owned())).await.trying(sql)?;
        connection.close().await.trying("PostgreSQL")
    }
}

impl Drop for BenchDatabase {
    fn drop(&mut self) {
        // What cannot be dropped is left to whoever owns the server.
        let _left = block_on(self.execute(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)));
    }
}
