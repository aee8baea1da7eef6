//! The keys that kitchens, dispatchers and other shops come with. Only their hashes are kept.

use std::collections::HashSet;

use domain::{ids::RestaurantId, order::Source};
use jiff::Timestamp;
use sqlx::types::Json;

use crate::{
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

/// A key to be added.
#[derive(Debug, Clone)]
pub struct NewDispatchKey {
    /// Its name, which history and idempotency refer to.
    pub name: String,
    /// SHA-256 of the key.
    pub sha256: [u8; 32],
    /// Restaurants that it reaches; empty: the whole chain.
    pub restaurants: Vec<RestaurantId>,
    /// Who reports with it.
    pub source: Source,
    /// The present moment.
    pub created_at: Timestamp,
}

/// A key that was added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatchKey {
    /// Its name.
    pub name: String,
    /// Restaurants that it reaches; empty: the whole chain.
    pub restaurants: Vec<RestaurantId>,
    /// Who reports with it.
    pub source: Source,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was revoked, if it was.
    pub revoked_at: Option<Timestamp>,
}

/// Why a key was not added.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AddKeyError {
    /// There is one of this name, in use or revoked.
    #[error("there is a key of this name already")]
    NameTaken,
    /// The database failed.
    #[error("the key could not be kept")]
    Store(#[from] StoreError),
}

macro_rules! key_sql {
    ($rest:literal) => {
        concat!("SELECT name, restaurants, source, created_at, revoked_at FROM dispatch_keys ", $rest)
    };
}

row! {
    struct KeyRow of "dispatch_keys" by "name" named "" {
        name: String,
        restaurants: Json<Vec<i64>>,
        source: String,
        created_at: Ts,
        revoked_at: Option<Ts>,
    }
}

row! {
    struct PrintRow of "dispatch_keys" by "name" named "" {
        name: String,
        sha256: Vec<u8>,
    }
}

impl KeyRow {
    fn key(self) -> Result<DispatchKey, StoreError> {
        let source = Place::new("dispatch_keys", &self.name).sound("source", Source::parse(&self.source))?;
        Ok(DispatchKey {
            name: self.name,
            restaurants: self.restaurants.0.into_iter().map(RestaurantId).collect(),
            source,
            created_at: self.created_at.get(),
            revoked_at: self.revoked_at.map(Ts::get),
        })
    }
}

impl Store {
    /// Adds a key.
    ///
    /// # Errors
    /// [`AddKeyError`].
    pub async fn add_dispatch_key(&self, key: NewDispatchKey) -> Result<(), AddKeyError> {
        const SQL: &str = "INSERT INTO dispatch_keys (name, sha256, restaurants, source, created_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING";
        let restaurants: Vec<i64> = key.restaurants.iter().map(|id| id.0).collect();
        writing!(self, connection => {
            let query = sqlx::query(SQL)
                .bind(key.name)
                .bind(key.sha256.to_vec())
                .bind(Json(restaurants))
                .bind(key.source.as_str())
                .bind(Ts::new(key.created_at));
            let done = query.execute(connection).await.map_err(StoreError::from)?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(AddKeyError::NameTaken) }
        })
    }

    /// The key with this hash, unless it was revoked.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn dispatch_key(&self, sha256: &[u8; 32]) -> Result<Option<DispatchKey>, StoreError> {
        const SQL: &str = key_sql!("WHERE sha256 = $1 AND revoked_at IS NULL");
        let row: Option<KeyRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(sha256.to_vec()).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(KeyRow::key).transpose()
    }

    /// The hashes of all keys that are in use.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn dispatch_keys_in_use(&self) -> Result<HashSet<[u8; 32]>, StoreError> {
        const SQL: &str = "SELECT name, sha256 FROM dispatch_keys WHERE revoked_at IS NULL";
        let rows: Vec<PrintRow> = reading!(self, connection => {
            row::all(&sqlx::query(SQL).fetch_all(connection).await?)
        })?;
        let print = |row: PrintRow| {
            Place::new("dispatch_keys", &row.name).sound("sha256", row.sha256.as_slice().try_into().ok())
        };
        rows.into_iter().map(print).collect()
    }

    /// All keys by name, the revoked ones too.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn dispatch_keys(&self) -> Result<Vec<DispatchKey>, StoreError> {
        const SQL: &str = key_sql!("ORDER BY name");
        let rows: Vec<KeyRow> = reading!(self, connection => {
            row::all(&sqlx::query(SQL).fetch_all(connection).await?)
        })?;
        rows.into_iter().map(KeyRow::key).collect()
    }

    /// Revokes a key; false where none of this name is in use.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn revoke_dispatch_key(&self, name: &str, at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE dispatch_keys SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL";
        let name = name.to_owned();
        writing!(self, connection => {
            let done = sqlx::query(SQL).bind(name).bind(Ts::new(at)).execute(connection).await?;
            Ok::<bool, StoreError>(done.rows_affected() == 1)
        })
    }

    /// Gives a name a new key: the old one ends at once, and a revoked name is in use again. False
    /// where there is no such name.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn renew_dispatch_key(&self, name: &str, sha256: [u8; 32]) -> Result<bool, StoreError> {
        const SQL: &str = "UPDATE dispatch_keys SET sha256 = $2, revoked_at = NULL WHERE name = $1";
        let name = name.to_owned();
        writing!(self, connection => {
            let done = sqlx::query(SQL).bind(name).bind(sha256.to_vec()).execute(connection).await?;
            Ok::<bool, StoreError>(done.rows_affected() == 1)
        })
    }
}
