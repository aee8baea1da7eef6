//! The keys that kitchens, dispatchers and other shops come with. Only their hashes are kept.

use std::collections::HashSet;

use domain::{ids::RestaurantId, order::Source};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, json::JsonColumn, row::Row, sql::Sql, store::Store, ts::Ts};

/// The keys of a store.
#[derive(Debug, Clone, Copy)]
pub struct DispatchKeyStore<'s>(&'s Store);

impl Store {
    /// The keys that kitchens, dispatchers and other shops come with.
    #[must_use]
    pub fn dispatch_keys(&self) -> DispatchKeyStore<'_> {
        DispatchKeyStore(self)
    }
}

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

const KEYS: &str = "SELECT name, restaurants, source, created_at, revoked_at FROM dispatch_keys";
static BY_HASH: Sql = Sql::new(|_| format!("{KEYS} WHERE sha256 = $1 AND revoked_at IS NULL"));
static ALL: Sql = Sql::new(|_| format!("{KEYS} ORDER BY name"));
const HASHES: &str = "SELECT name, sha256 FROM dispatch_keys WHERE revoked_at IS NULL";
const ADD: &str = "INSERT INTO dispatch_keys (name, sha256, restaurants, source, created_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO NOTHING";
const REVOKE: &str = "UPDATE dispatch_keys SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL";
const RENEW: &str = "UPDATE dispatch_keys SET sha256 = $2, revoked_at = NULL WHERE name = $1";

impl DispatchKeyStore<'_> {
    /// Adds a key.
    ///
    /// # Errors
    /// [`AddKeyError`].
    pub async fn add(self, key: NewDispatchKey) -> Result<(), AddKeyError> {
        let is_added = self.0.write(move |conn| Box::pin(add(conn, key))).await?;
        if is_added { Ok(()) } else { Err(AddKeyError::NameTaken) }
    }

    /// The key with this hash, unless it was revoked.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_hash(self, sha256: &[u8; 32]) -> Result<Option<DispatchKey>, StoreError> {
        let row = self
            .0
            .read(sha256, |conn, sha256| Box::pin(conn.query(&BY_HASH).bind(&sha256[..]).fetch_optional()))
            .await?;
        row.as_ref().map(key).transpose()
    }

    /// The hashes of all keys that are in use.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn hashes_in_use(self) -> Result<HashSet<[u8; 32]>, StoreError> {
        let rows = self.0.read((), |conn, ()| Box::pin(conn.query(HASHES).fetch_all())).await?;
        let hash = |row: &Row| row.of("dispatch_keys", "name").parse("sha256", |hash: Vec<u8>| hash.try_into().ok());
        rows.iter().map(hash).collect()
    }

    /// All keys by name, the revoked ones too.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn all(self) -> Result<Vec<DispatchKey>, StoreError> {
        let rows = self.0.read((), |conn, ()| Box::pin(conn.query(&ALL).fetch_all())).await?;
        rows.iter().map(key).collect()
    }

    /// Revokes a key; false where none of this name is in use.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn revoke(self, name: &str, at: Timestamp) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.0.write(move |conn| Box::pin(revoke(conn, name, at))).await
    }

    /// Gives a name a new key: the old one ends at once, and a revoked name is in use again. False
    /// where there is no such name.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn renew(self, name: &str, sha256: [u8; 32]) -> Result<bool, StoreError> {
        let name = name.to_owned();
        self.0.write(move |conn| Box::pin(renew(conn, name, sha256))).await
    }
}

async fn add(conn: &mut Conn<'_>, key: NewDispatchKey) -> Result<bool, StoreError> {
    let restaurants: Vec<i64> = key.restaurants.iter().map(|id| id.0).collect();
    let query = conn
        .query(ADD)
        .bind(key.name)
        .bind(&key.sha256[..])
        .bind(JsonColumn(restaurants))
        .bind(key.source.as_str())
        .bind(Ts::new(key.created_at));
    Ok(query.execute().await? == 1)
}

async fn revoke(conn: &mut Conn<'_>, name: String, at: Timestamp) -> Result<bool, StoreError> {
    Ok(conn.query(REVOKE).bind(name).bind(Ts::new(at)).execute().await? == 1)
}

async fn renew(conn: &mut Conn<'_>, name: String, sha256: [u8; 32]) -> Result<bool, StoreError> {
    Ok(conn.query(RENEW).bind(name).bind(&sha256[..]).execute().await? == 1)
}

fn key(row: &Row) -> Result<DispatchKey, StoreError> {
    let row = row.of("dispatch_keys", "name");
    let JsonColumn(restaurants): JsonColumn<Vec<i64>> = row.get("restaurants")?;
    Ok(DispatchKey {
        name: row.get("name")?,
        restaurants: restaurants.into_iter().map(RestaurantId).collect(),
        source: row.parse("source", |name: String| Source::parse(&name))?,
        created_at: row.get::<Ts>("created_at")?.get(),
        revoked_at: row.get::<Option<Ts>>("revoked_at")?.map(Ts::get),
    })
}
