//! A database of its own for each test, on SQLite and on PostgreSQL.
//!
//! SQLite: a file in a folder that goes with the test. PostgreSQL: a clone of a template that is
//! migrated once, in the server that `TEST_POSTGRES_URL` names; without it that half says so and
//! passes, or fails where `REQUIRE_SERVICES=1`.
//!
//! ```text
//! store_contract!(a_new_store_has_no_orders, |db| async move {
//!     assert!(!db.has_orders().await.unwrap());
//! });
//! ```

mod bought;
mod dump;
mod no_writes;
mod postgres;

use std::{fmt, future::Future, ops::Deref, str::FromStr, sync::Arc, time::Duration};

use sqlx::{ConnectOptions, Connection, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions};
use store::{Store, StoreConfig};
use tempfile::TempDir;

pub use bought::bought;
pub use dump::DumpedRow;
pub use no_writes::NoWrites;

use crate::proxy::Proxy;

/// How long a test's store, and that of its server, waits for a connection and for a statement: tests share a machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseKind {
    /// A file.
    Sqlite,
    /// A database in the server of `TEST_POSTGRES_URL`.
    Postgres,
}

/// A migrated, empty database and a store on it, for which it stands in: `db.orders().append(…)`. Cheap to
/// clone; all clones are one.
#[derive(Clone)]
pub struct TestDb(Arc<TestDbInner>);

struct TestDbInner {
    store: Store,
    url: String,
    place: TestDbHome,
}

enum TestDbHome {
    Folder(#[expect(dead_code, reason = "held for its end: it takes the file along")] TempDir),
    Server(postgres::TestDatabase),
}

impl TestDb {
    /// Makes one; none where there is no PostgreSQL to make it in, which was said on stderr.
    ///
    /// # Panics
    /// Where it cannot be made, or `REQUIRE_SERVICES=1` and there is no PostgreSQL.
    pub async fn new(kind: DatabaseKind) -> Option<Self> {
        let (url, place) = match kind {
            DatabaseKind::Sqlite => file(),
            DatabaseKind::Postgres => {
                let database = postgres::TestDatabase::create().await?;
                (database.url(), TestDbHome::Server(database))
            }
        };
        let store = open(&url).await;
        Some(Self(Arc::new(TestDbInner { store, url, place })))
    }

    /// Which database it is.
    #[must_use]
    pub fn kind(&self) -> DatabaseKind {
        match self.0.place {
            TestDbHome::Folder(_) => DatabaseKind::Sqlite,
            TestDbHome::Server(_) => DatabaseKind::Postgres,
        }
    }

    /// Its URL, as `DATABASE_URL` takes it.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.0.url
    }

    /// The store on it.
    #[must_use]
    pub fn store(&self) -> Store {
        self.0.store.clone()
    }

    /// Another store on the same database, as another node has it.
    pub async fn another(&self) -> Store {
        open(&self.0.url).await
    }

    /// Lets it take no writes for a while, from anybody.
    ///
    /// # Panics
    /// Where it does not answer.
    pub async fn take_no_writes(&self) -> NoWrites {
        NoWrites::begin(&self.0.url).await
    }

    /// What a question of the test's own is answered with, over a connection of its own.
    ///
    /// # Panics
    /// Where it is not answered, with texts.
    pub async fn texts(&self, sql: &'static str) -> Vec<String> {
        let texts = match self.kind() {
            DatabaseKind::Sqlite => {
                let mut connection = SqliteConnection::connect(self.url()).await.expect("a file of SQLite's");
                sqlx::query_scalar(sql).fetch_all(&mut connection).await
            }
            DatabaseKind::Postgres => {
                let mut connection = PgConnection::connect(self.url()).await.expect("the tests' PostgreSQL answers");
                sqlx::query_scalar(sql).fetch_all(&mut connection).await
            }
        };
        texts.expect("a question of the test's own")
    }

    /// `table.column` of all its tables but the migrations' own.
    ///
    /// # Panics
    /// Where it does not answer.
    pub async fn columns(&self) -> Vec<String> {
        dump::columns(self.url()).await
    }

    /// All that stands in it.
    ///
    /// # Panics
    /// Where it does not answer.
    pub async fn dump(&self) -> Vec<DumpedRow> {
        dump::rows(self.url()).await
    }

    /// A path to a database of PostgreSQL whose weather the test makes, and the URL that leads over it.
    ///
    /// # Panics
    /// Where it is none of PostgreSQL, or is not reached over TCP.
    pub async fn path(&self, seed: u64) -> (Proxy, String) {
        path_to(&self.0.url, seed).await
    }

    /// Lets the database go. Whoever calls [`run`] or [`each`] has this done for them.
    pub async fn finish(self) {
        self.0.store.close().await;
        if let TestDbHome::Server(database) = &self.0.place {
            database.drop().await;
        }
    }
}

/// A database as an older version left it, not brought up to date yet.
pub struct OlderDb {
    url: String,
    place: TestDbHome,
}

impl OlderDb {
    /// Makes one of `sql`, which makes its tables and fills them, and is run as it stands; none where there is no
    /// PostgreSQL to make it in, which was said on stderr.
    ///
    /// # Panics
    /// Where it cannot be made, or `REQUIRE_SERVICES=1` and there is no PostgreSQL.
    pub async fn new(kind: DatabaseKind, sql: &'static str) -> Option<Self> {
        match kind {
            DatabaseKind::Sqlite => {
                let (url, place) = file();
                run_on_file(&url, sql).await;
                Some(Self { url, place })
            }
            DatabaseKind::Postgres => {
                let database = postgres::TestDatabase::create_empty().await?;
                postgres::run(&database.url(), sql).await;
                Some(Self { url: database.url(), place: TestDbHome::Server(database) })
            }
        }
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Opens a store on it, which brings its tables up to date.
    pub async fn open(self) -> TestDb {
        let Self { url, place } = self;
        let store = open(&url).await;
        TestDb(Arc::new(TestDbInner { store, url, place }))
    }
}

impl Deref for TestDb {
    type Target = Store;
    fn deref(&self) -> &Store {
        &self.0.store
    }
}

impl fmt::Debug for OlderDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OlderDb")
    }
}

impl fmt::Debug for TestDb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TestDb({:?})", self.kind())
    }
}

/// A path to a database of PostgreSQL whose weather the test makes, and the URL that leads over it.
///
/// # Panics
/// Where it is none of PostgreSQL, or is not reached over TCP.
pub async fn path_to(url: &str, seed: u64) -> (Proxy, String) {
    let server = postgres::address(url);
    let upstream = tokio::net::lookup_host(&server).await.expect("the server's address").next();
    let path = Proxy::start(upstream.expect("an address"), seed).await;
    let url = url.replacen(&server, &path.address().to_string(), 1);
    (path, url)
}

/// For how long the longest of the connections to a database of PostgreSQL has been idle in a transaction, as its own
/// list says.
///
/// # Panics
/// Where it does not answer.
pub async fn idle_in_transaction(url: &str) -> Duration {
    Duration::from_secs_f64(postgres::idle_in_transaction(url).await)
}

/// Ends every connection to a database of PostgreSQL, as an operator does.
///
/// # Panics
/// Where it does not answer.
pub async fn end_connections(url: &str) {
    postgres::end_connections(url).await;
}

/// What SQLite says of its own file at this URL: `ok` where it is whole.
///
/// # Panics
/// Where it does not answer.
pub async fn integrity(url: &str) -> String {
    let mut connection = SqliteConnection::connect(url).await.expect("a file of SQLite's");
    let said = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await;
    said.expect("it looks at itself")
}

/// The orders of a database, locked against all who read or write them. Whoever asks for one waits, and so does the
/// connection that they ask on.
#[derive(Debug)]
pub struct LockedOrders(PgConnection);

impl LockedOrders {
    /// Locks those of a database of PostgreSQL.
    ///
    /// # Panics
    /// Where it does not answer.
    pub async fn lock(url: &str) -> Self {
        Self(postgres::lock_orders(url).await)
    }

    /// Lets them go.
    ///
    /// # Panics
    /// Where the database does not answer.
    pub async fn release(self) {
        self.0.close().await.expect("a connection that can be closed");
    }
}

/// A file that is not there yet, in a folder of its own.
fn file() -> (String, TestDbHome) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    (format!("sqlite:{}", folder.path().join("test.db").display()), TestDbHome::Folder(folder))
}

/// Runs statements as they stand on a file, which is made where it is not there.
async fn run_on_file(url: &str, sql: &'static str) {
    let options = SqliteConnectOptions::from_str(url).expect("a URL of SQLite's").create_if_missing(true);
    let mut connection = options.connect().await.expect("a file that can be made");
    sqlx::raw_sql(sql).execute(&mut connection).await.expect("what an older version left");
    connection.close().await.expect("a file that can be closed");
}

/// Few connections, because many tests share one server; and patience, because they share a machine.
async fn open(url: &str) -> Store {
    let config = StoreConfig {
        max_connections: 4,
        acquire_timeout: PATIENCE,
        statement_timeout: PATIENCE,
        ..StoreConfig::new(url)
    };
    Store::open(&config).await.expect("a test's database opens")
}

/// Runs a test on a database of this kind, on a runtime of its own, and lets the database go however
/// the test ends.
///
/// # Panics
/// Where the test does, or where its database cannot be made.
pub fn run<F, T>(kind: DatabaseKind, test: F)
where
    F: FnOnce(TestDb) -> T,
    T: Future<Output = ()> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(run_here(kind, test));
}

/// Runs a test on both kinds, one after the other, inside the caller's runtime.
///
/// # Panics
/// Where the test does, or where a database cannot be made.
pub async fn each<F, T>(test: F)
where
    F: Fn(TestDb) -> T,
    T: Future<Output = ()> + Send + 'static,
{
    run_here(DatabaseKind::Sqlite, &test).await;
    run_here(DatabaseKind::Postgres, &test).await;
}

async fn run_here<F, T>(kind: DatabaseKind, test: F)
where
    F: FnOnce(TestDb) -> T,
    T: Future<Output = ()> + Send + 'static,
{
    let Some(db) = TestDb::new(kind).await else { return };
    // In a task, so that a test that panics still lets its database go.
    let outcome = tokio::spawn(test(db.clone())).await;
    db.finish().await;
    if let Err(error) = outcome {
        std::panic::resume_unwind(error.into_panic());
    }
}

/// Makes the tests `$name::sqlite` and `$name::postgres` of one body that is given a
/// [`TestDb`](crate::db::TestDb).
#[macro_export]
macro_rules! store_contract {
    ($(#[$meta:meta])* $name:ident, |$db:ident| $body:expr) => {
        $(#[$meta])*
        mod $name {
            use super::*;

            fn test($db: $crate::db::TestDb) -> impl std::future::Future<Output = ()> + Send + 'static {
                $body
            }

            #[test]
            fn sqlite() {
                $crate::db::run($crate::db::DatabaseKind::Sqlite, test);
            }

            #[test]
            fn postgres() {
                $crate::db::run($crate::db::DatabaseKind::Postgres, test);
            }
        }
    };
}
