//! Databases in a PostgreSQL server, cloned from a migrated template.

use std::str::FromStr;

use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, postgres::PgConnectOptions};
use store::{Store, StoreConfig};

const URL_VARIABLE: &str = "TEST_POSTGRES_URL";
const REQUIRED_VARIABLE: &str = "REQUIRE_SERVICES";
/// Held while the template is looked at or made; any number that is ours alone.
const TEMPLATE_LOCK: i64 = 0x6f76_656c_6c65;

/// A database of one test.
pub(super) struct TestDatabase {
    server: String,
    name: String,
}

impl TestDatabase {
    /// Makes one without any table.
    pub(super) async fn create_empty() -> Option<Self> {
        let server = server()?;
        let mut connection = connect(&server).await;
        let name = create(&mut connection, "template0").await;
        Some(Self { server, name })
    }

    /// Clones the template, making it first where this is the first test to need it.
    pub(super) async fn create() -> Option<Self> {
        let server = server()?;
        let mut connection = connect(&server).await;
        let template = template(&mut connection, &server).await;
        let name = create(&mut connection, &template).await;
        let database = Self { server, name };
        // A clone is an installation of its own: on a shared bus two tests must not hear each other.
        let mut own = connect(&database.url()).await;
        execute(&mut own, "UPDATE installation SET id = replace(gen_random_uuid()::text, '-', '')".to_owned()).await;
        own.close().await.expect("a connection that can be closed");
        Some(database)
    }

    pub(super) fn url(&self) -> String {
        url_of(&self.server, &self.name)
    }

    pub(super) async fn drop(&self) {
        let mut connection = connect(&self.server).await;
        execute(&mut connection, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

/// Makes a database as another is, under a name that nobody has.
async fn create(connection: &mut PgConnection, template: &str) -> String {
    let name: String = scalar(connection, "SELECT 't_' || replace(gen_random_uuid()::text, '-', '')").await;
    execute(connection, format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    name
}

/// Runs statements as they stand.
pub(super) async fn run(url: &str, sql: &'static str) {
    let mut connection = connect(url).await;
    execute(&mut connection, sql.to_owned()).await;
    connection.close().await.expect("a connection that can be closed");
}

/// Says whether new sessions of a database take writes.
pub(super) async fn set_read_only(url: &str, read_only: bool) {
    let name = url_name(url);
    let mut connection = connect(url).await;
    let set = format!("ALTER DATABASE {name} SET default_transaction_read_only = {read_only}");
    execute(&mut connection, format!("BEGIN READ WRITE; {set}; COMMIT")).await;
    connection.close().await.expect("a connection that can be closed");
}

/// Ends every connection to a database but the one that says so.
pub(super) async fn end_connections(url: &str) {
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut connection = connect(url).await;
    execute(&mut connection, others.to_owned()).await;
}

/// For how long the longest of a database's connections has been idle in a transaction, seconds.
pub(super) async fn idle_in_transaction(url: &str) -> f64 {
    let mut connection = connect(url).await;
    let longest = "SELECT COALESCE(max(extract(epoch FROM clock_timestamp() - state_change)), 0)::float8 \
        FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    scalar(&mut connection, longest).await
}

/// Locks the orders of a database against all who read or write them, until what is answered is dropped.
pub(super) async fn lock_orders(url: &str) -> PgConnection {
    let mut connection = connect(url).await;
    execute(&mut connection, "BEGIN".to_owned()).await;
    execute(&mut connection, "LOCK TABLE orders IN ACCESS EXCLUSIVE MODE".to_owned()).await;
    connection
}

/// The database that a URL names.
fn url_name(url: &str) -> &str {
    let address = url.split_once('?').map_or(url, |(address, _)| address);
    address.rsplit_once('/').expect("a URL that names a database").1
}

/// Host and port of a URL, as they stand in it.
pub(super) fn address(url: &str) -> String {
    let (_, rest) = url.split_once("://").expect("a URL");
    let (authority, _) = rest.split_once('/').expect("a URL that names a database");
    authority.rsplit_once('@').map_or(authority, |(_, address)| address).to_owned()
}

/// The server's URL, if there is one.
fn server() -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the tests' services are handed over in the environment")]
    let (url, required) = (std::env::var(URL_VARIABLE), std::env::var(REQUIRED_VARIABLE));
    if let Ok(url) = url {
        return Some(url);
    }
    assert!(required.as_deref() != Ok("1"), "{URL_VARIABLE} is not set, and {REQUIRED_VARIABLE}=1");
    #[expect(clippy::print_stderr, reason = "what is not tested is said")]
    {
        eprintln!("not tested on PostgreSQL: {URL_VARIABLE} is not set");
    }
    None
}

/// The name of the migrated template. It is renamed when it is whole, so that one whose making was
/// cut off is never used.
async fn template(connection: &mut PgConnection, server: &str) -> String {
    let name = format!("ovelle_template_{}", store::migrations_fingerprint());
    execute(connection, format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})")).await;
    let count = format!("SELECT count(*) FROM pg_database WHERE datname = '{name}'");
    if scalar::<i64>(connection, &count).await == 0 {
        let making = format!("{name}_making");
        execute(connection, format!("DROP DATABASE IF EXISTS {making} WITH (FORCE)")).await;
        execute(connection, format!("CREATE DATABASE {making}")).await;
        let store = Store::open(&StoreConfig::new(url_of(server, &making))).await.expect("the template is migrated");
        store.close().await;
        execute(connection, format!("ALTER DATABASE {making} RENAME TO {name}")).await;
    }
    execute(connection, format!("SELECT pg_advisory_unlock({TEMPLATE_LOCK})")).await;
    name
}

/// The same server and parameters, another database.
fn url_of(server: &str, database: &str) -> String {
    let (address, parameters) = server.split_once('?').map_or((server, None), |(a, p)| (a, Some(p)));
    let (host, _) = address.rsplit_once('/').expect("a URL that names a database");
    let parameters = parameters.map(|parameters| format!("?{parameters}")).unwrap_or_default();
    format!("{host}/{database}{parameters}")
}

async fn connect(url: &str) -> PgConnection {
    let options = PgConnectOptions::from_str(url).expect("a PostgreSQL URL");
    options.connect().await.expect("the tests' PostgreSQL answers")
}

async fn execute(connection: &mut PgConnection, sql: String) {
    connection.execute(AssertSqlSafe(sql)).await.expect("a statement of the test's set-up");
}

async fn scalar<T>(connection: &mut PgConnection, sql: &str) -> T
where
    T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
{
    let query = sqlx::query_scalar(AssertSqlSafe(sql));
    query.fetch_one(connection).await.expect("a statement of the test's set-up")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_a_url() {
        assert_eq!(address("postgres://test@127.0.0.1:5432/postgres"), "127.0.0.1:5432");
        assert_eq!(address("postgres://a:b@[::1]:5432/p?sslmode=disable"), "[::1]:5432");
    }

    #[test]
    fn a_url_is_pointed_at_another_database() {
        assert_eq!(url_of("postgres://test@[::1]:5432/postgres", "t_1"), "postgres://test@[::1]:5432/t_1");
        assert_eq!(url_of("postgres://a:b@h/p?sslmode=disable", "t_1"), "postgres://a:b@h/t_1?sslmode=disable");
    }
}
