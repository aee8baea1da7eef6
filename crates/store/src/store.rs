//! The store: opened, closed, asked whether it answers.

use std::{error::Error, sync::Arc};

use jiff::Timestamp;

use crate::{
    backend::Backend,
    config::StoreConfig,
    conn::{Conn, ConnFuture},
    deadline::in_time,
    error::StoreError,
    failpoints::Failpoints,
    postgres::Postgres,
    sql::Sql,
    sqlite::Sqlite,
    ts::Ts,
};

static NOW: Sql = Sql::new(|dialect| format!("SELECT {}", dialect.now()));
const ANY_ORDER: &str = "SELECT id FROM orders UNION ALL SELECT id FROM checkouts LIMIT 1";

/// What time it is by the database: the moment of the question, not of its transaction.
pub(crate) async fn now(conn: &mut Conn<'_>) -> Result<Timestamp, StoreError> {
    Ok(conn.query(&NOW).scalar::<Ts>().await?.get())
}

/// The database of an installation. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Store(Arc<StoreInner>);

struct StoreInner {
    backend: Backend,
    installation: String,
    failpoints: Failpoints,
}

impl Store {
    /// Opens the database, making it where it is an absent SQLite file, and brings its tables up to
    /// date. Migrations have no time-out; other nodes wait for them.
    ///
    /// # Errors
    /// Unavailable where the database does not answer; other where the URL is neither `sqlite:` nor
    /// `postgres:`, or where its tables are newer than this program or were changed by hand.
    pub async fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        let (backend, installation) = if config.url.starts_with("sqlite:") {
            let (sqlite, installation) = Sqlite::open(config).await?;
            (Backend::Sqlite(sqlite), installation)
        } else if config.url.starts_with("postgres:") || config.url.starts_with("postgresql:") {
            let (postgres, installation) = Postgres::open(config).await?;
            (Backend::Postgres(postgres), installation)
        } else {
            return Err(StoreError::refused("the database's URL begins neither with sqlite: nor with postgres:"));
        };
        Ok(Self(Arc::new(StoreInner { backend, installation, failpoints: Failpoints::default() })))
    }

    /// Commits what was asked so far, then lets the database go. Calls after it are unavailable.
    pub async fn close(&self) {
        match self.backend() {
            Backend::Sqlite(sqlite) => sqlite.close().await,
            Backend::Postgres(postgres) => postgres.close().await,
        }
    }

    /// What time it is by the database, as exactly as the answer is quick.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn time(&self) -> Result<Timestamp, StoreError> {
        self.read((), |conn, ()| Box::pin(now(conn))).await
    }

    /// Whether other nodes, on other machines, may use the same database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend(), Backend::Postgres(_))
    }

    /// The random name of this installation: made with its tables, the same for all its nodes.
    #[must_use]
    pub fn installation(&self) -> &str {
        &self.0.installation
    }

    /// Whether any order was ever registered. A database that has orders is not started without the secret that their
    /// links were made with (docs/spec/hub.md, "Starting the server").
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn has_orders(&self) -> Result<bool, StoreError> {
        let any = self.read((), |conn, ()| Box::pin(conn.query(ANY_ORDER).fetch_optional())).await?;
        Ok(any.is_some())
    }

    /// The places at which tests let this node die.
    #[must_use]
    pub fn failpoints(&self) -> &Failpoints {
        &self.0.failpoints
    }

    /// Reads, with a connection that stands outside every transaction. Where that turns out to be dead, the work is done
    /// again on another; what it needs to know is lent to it each time.
    pub(crate) async fn read<A, T, F>(&self, asked: A, work: F) -> Result<T, StoreError>
    where
        F: for<'a, 'c> Fn(&'a mut Conn<'c>, &'a A) -> ConnFuture<'a, Result<T, StoreError>>,
    {
        match self.backend() {
            Backend::Sqlite(database) => {
                let reading = async {
                    let mut held = database.readers.acquire().await?;
                    work(&mut Conn::Sqlite(&mut held), &asked).await
                };
                in_time(database.limit, reading).await
            }
            Backend::Postgres(database) => {
                let reading = async {
                    let mut lost = 0;
                    loop {
                        let mut held = database.pool.lend().await?;
                        let outcome = work(&mut Conn::Postgres(&mut held), &asked).await;
                        if !held.loses(&outcome, &mut lost) {
                            break outcome;
                        }
                    }
                };
                in_time(database.limit, reading).await
            }
        }
    }

    /// Writes, in a transaction: what the work wrote stands only if its outcome is `Ok`. A task of the store's own does it
    /// to its end, whether or not the caller waits.
    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> ConnFuture<'a, Result<T, E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Error + Send + 'static,
    {
        match self.backend() {
            Backend::Sqlite(database) => {
                let written = database.writer.run(work);
                in_time(database.limit, written).await
            }
            Backend::Postgres(database) => {
                database
                    .write(move |connection| Box::pin(async move { work(&mut Conn::Postgres(connection)).await }))
                    .await
            }
        }
    }

    /// Writes with one statement, which a transaction would only surround. It has to be one that may be sent twice: where
    /// the connection turns out to be dead while its caller waits, it is sent again on another.
    pub(crate) async fn write_one<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        F: for<'a, 'c> Fn(&'a mut Conn<'c>) -> ConnFuture<'a, Result<T, StoreError>> + Send + Sync + 'static,
        T: Send + 'static,
    {
        match self.backend() {
            Backend::Sqlite(database) => {
                let written = database.writer.run(move |conn| work(conn));
                in_time(database.limit, written).await
            }
            Backend::Postgres(database) => database.write_one(work).await,
        }
    }

    pub(crate) fn backend(&self) -> &Backend {
        &self.0.backend
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let kind = match self.backend() {
            Backend::Sqlite(_) => "SQLite",
            Backend::Postgres(_) => "PostgreSQL",
        };
        write!(f, "Store({kind}, installation {})", self.installation())
    }
}
