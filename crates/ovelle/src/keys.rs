//! `ovelle key …`: dispatch keys in the database. The key itself is shown once and never kept.

use clap::Subcommand;
use deps::{Chance, Clock, SystemClock};
use domain::{
    ids::RestaurantId,
    key::fingerprint,
    order::Source,
    words::{HiddenCharacter, Lines, Words},
};
use store::{AddKeyError, NewDispatchKey, Store, StoreConfig, StoreError};

use crate::{
    Config,
    known_restaurants::{self, BindError},
};

/// What to do with the keys.
#[derive(Debug, Subcommand)]
pub enum KeyAction {
    /// Make a key and print it, this once.
    Add {
        /// Its name.
        #[arg(value_parser = words)]
        name: String,
        /// Restaurants that it is bound to [default: the whole chain].
        #[arg(long, value_delimiter = ',')]
        restaurants: Vec<RestaurantId>,
        /// Who reports with it: shop, kitchen, dispatch, driver or staff [default: kitchen where bound,
        /// else dispatch].
        #[arg(long, value_parser = source)]
        source: Option<Source>,
    },
    /// List the keys' names, restaurants and state.
    List,
    /// End a key; nodes notice within 5 s.
    Revoke {
        /// Its name.
        name: String,
    },
    /// Put a new key in the place of a key, and print it, this once.
    Renew {
        /// Its name.
        name: String,
    },
}

/// Why it could not be done.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key was not added.
    #[error(transparent)]
    Add(#[from] AddKeyError),
    /// It was to be bound to what the chain does not have.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// There is no such key.
    #[error("there is no key named {0}")]
    Unknown(String),
}

/// A name or a reason on one line; what hides in it is refused.
pub(crate) fn words(text: &str) -> Result<String, String> {
    match Words::read(text, Lines::One) {
        Ok(Some(words)) => Ok(words.into()),
        Ok(None) => Err("nothing of it can be seen".to_owned()),
        Err(HiddenCharacter) => Err("it has a control or format character".to_owned()),
    }
}

fn source(text: &str) -> Result<Source, String> {
    Source::parse(text).ok_or_else(|| "use shop, kitchen, dispatch, driver or staff".to_owned())
}

/// Does it, and says what is to be printed.
///
/// # Errors
/// [`KeyError`].
pub async fn run(config: &Config, action: KeyAction) -> Result<String, KeyError> {
    let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
    let done = carry_out(&store, config, action).await;
    store.close().await;
    done
}

async fn carry_out(store: &Store, config: &Config, action: KeyAction) -> Result<String, KeyError> {
    match action {
        KeyAction::Add { name, restaurants, source } => {
            known_restaurants::require(store, config, &restaurants).await?;
            let key = new_key();
            let usual = if restaurants.is_empty() { Source::Dispatch } else { Source::Kitchen };
            let new = NewDispatchKey {
                name,
                sha256: fingerprint(&key),
                restaurants,
                source: source.unwrap_or(usual),
                created_at: SystemClock.now(),
            };
            store.dispatch_keys().add(new).await?;
            Ok(key)
        }
        KeyAction::List => Ok(list(store).await?),
        KeyAction::Revoke { name } => {
            let known = store.dispatch_keys().revoke(&name, SystemClock.now()).await?;
            if known { Ok(format!("{name} is revoked")) } else { Err(KeyError::Unknown(name)) }
        }
        KeyAction::Renew { name } => {
            let key = new_key();
            let known = store.dispatch_keys().renew(&name, fingerprint(&key)).await?;
            if known { Ok(key) } else { Err(KeyError::Unknown(name)) }
        }
    }
}

async fn list(store: &Store) -> Result<String, StoreError> {
    let rows = store.dispatch_keys().all().await?.into_iter().map(|key| {
        let bound: Vec<String> = key.restaurants.iter().map(RestaurantId::to_string).collect();
        let reach = if bound.is_empty() { "all restaurants".to_owned() } else { bound.join("+") };
        let state = if key.revoked_at.is_some() { "revoked" } else { "in use" };
        format!("{}\t{}\t{reach}\t{state}", key.name, key.source.as_str())
    });
    let rows: Vec<String> = rows.collect();
    Ok(if rows.is_empty() { "there are no keys".to_owned() } else { rows.join("\n") })
}

/// 256 random bits, in hexadecimal.
pub(crate) fn new_key() -> String {
    Chance::from_system().bytes::<32>().iter().map(|byte| format!("{byte:02x}")).collect()
}
