//! The store: opened, closed, asked whether it answers.

use std::sync::Arc;

use jiff::Timestamp;

use crate::{
    backend::Backend, config::StoreConfig, connection::reading, error::StoreError, failpoints::Failpoints,
    postgres::Postgres, sqlite::Sqlite, ts::Ts,
};

/// The database of an installation. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
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
        Ok(Self(Arc::new(Inner { backend, installation, failpoints: Failpoints::default() })))
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
        reading!(self, connection => {
            let at: Ts = sqlx::query_scalar(self.backend().time()).fetch_one(connection).await?;
            Ok(at.get())
        })
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
        reading!(self, connection => {
            let row = sqlx::query("SELECT id FROM orders UNION ALL SELECT id FROM checkouts LIMIT 1").fetch_optional(connection).await?;
            Ok(row.is_some())
        })
    }

    /// The places at which tests let this node die.
    #[must_use]
    pub fn failpoints(&self) -> &Failpoints {
        &self.0.failpoints
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
