//! The keys of kitchens, dispatchers and other shops: who calls, and which restaurants the key reaches.

use std::{
    collections::{HashMap, HashSet},
    future::pending,
    pin::Pin,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use domain::{ids::RestaurantId, key::fingerprint};
use server::dispatch_key::DispatchCaller;
use store::{Store, StoreError};
use tokio::time::Instant;

/// How long a key from the database is believed without asking again: so soon a revoked one ends.
const BELIEVED: Duration = Duration::from_secs(2);
/// How often a key is asked after that somebody holds open.
const RECHECKED: Duration = Duration::from_secs(2);
/// How long the answer serves all who hold one open.
const SHARED: Duration = Duration::from_secs(1);
/// Keys that are remembered at a time.
const REMEMBERED: usize = 1024;

/// Keys given in the configuration: `[NAME=]KEY` or `[NAME=]KEY@12+14`, comma separated.
#[derive(Debug, Clone, Default)]
pub struct ConfiguredKeys(Vec<([u8; 32], DispatchCaller)>);

impl ConfiguredKeys {
    /// Whether a token is one of them.
    #[must_use]
    pub fn contains(&self, token: &str) -> bool {
        let print = fingerprint(token);
        self.0.iter().any(|(known, _)| *known == print)
    }

    /// Checks that each is bound to restaurants which are known alone.
    ///
    /// # Errors
    /// [`BadKeys::NoRestaurant`] names the first one that is not.
    pub fn require_known(&self, is_known: impl Fn(RestaurantId) -> bool) -> Result<(), BadKeys> {
        for (index, (_, key)) in self.0.iter().enumerate() {
            let bound = key.reporter.reach.bound().unwrap_or_default();
            if let Some(unknown) = bound.iter().find(|restaurant| !is_known(**restaurant)) {
                return Err(BadKeys::NoRestaurant(index + 1, *unknown));
            }
        }
        Ok(())
    }
}

/// Why a text is not a list of keys. Does not show the key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadKeys {
    /// A key without a character.
    #[error("dispatch key number {0} is empty")]
    Empty(usize),
    /// What follows `@` is no list of restaurants.
    #[error("dispatch key number {0} is bound to something that is no restaurant's number")]
    Restaurants(usize),
    /// It is bound to a restaurant that the chain does not have.
    #[error("dispatch key number {0} is bound to restaurant {1}, which there is not")]
    NoRestaurant(usize, RestaurantId),
}

impl FromStr for ConfiguredKeys {
    type Err = BadKeys;
    fn from_str(text: &str) -> Result<Self, BadKeys> {
        let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
        parts.enumerate().map(|(index, part)| configured(index + 1, part)).collect::<Result<_, _>>().map(Self)
    }
}

fn configured(number: usize, part: &str) -> Result<([u8; 32], DispatchCaller), BadKeys> {
    let (key, bound) = part.rsplit_once('@').map_or((part, None), |(key, bound)| (key, Some(bound)));
    let restaurants = bound.map_or(Ok(Vec::new()), |bound| bound.split('+').map(str::parse).collect());
    let restaurants = restaurants.map_err(|_| BadKeys::Restaurants(number))?;
    let (name, key) = named(key).map_or((None, key), |(name, key)| (Some(name), key));
    // `NAME=` is a name whose key was forgotten, unless it is long enough to be a key in base64.
    let is_name_alone = key.ends_with('=') && key.len() < SHORTEST_BASE64;
    if key.is_empty() || is_name_alone {
        return Err(BadKeys::Empty(number));
    }
    let print = fingerprint(key);
    // A key without a name is known by its own print, wherever in the list it stands.
    let name = name
        .map_or_else(|| format!("key-{:02x}{:02x}{:02x}{:02x}", print[0], print[1], print[2], print[3]), str::to_owned);
    Ok((print, DispatchCaller::new(&name, None, &restaurants)))
}

/// A text that ends in `=` and is shorter than this is no key.
const SHORTEST_BASE64: usize = 16;

/// `NAME=KEY`; a key may itself end in `=`, as base64 does.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, key) = text.split_once('=')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
    (is_name && key.bytes().any(|byte| byte != b'=')).then_some((name, key))
}

/// A key that somebody holds open.
pub(crate) struct OpenKey {
    pub(crate) key: Arc<DispatchCaller>,
    /// Ends within 5 seconds after the key was revoked.
    pub(crate) revoked: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// All keys: those of the configuration and those of the database.
#[derive(Clone)]
pub struct DispatchKeys(Arc<DispatchKeysInner>);

struct DispatchKeysInner {
    configured: ConfiguredKeys,
    store: Store,
    remembered: Mutex<HashMap<[u8; 32], (Instant, DispatchCaller)>>,
    in_use: tokio::sync::Mutex<Option<(Instant, HashSet<[u8; 32]>)>>,
}

impl DispatchKeys {
    /// Keys of the configuration beside those of the store.
    #[must_use]
    pub fn new(configured: ConfiguredKeys, store: Store) -> Self {
        Self(Arc::new(DispatchKeysInner {
            configured,
            store,
            remembered: Mutex::default(),
            in_use: tokio::sync::Mutex::default(),
        }))
    }

    /// Whose key this is.
    ///
    /// # Errors
    /// Where the database cannot be asked.
    pub async fn find(&self, key: &str) -> Result<Option<DispatchCaller>, StoreError> {
        let print = fingerprint(key);
        let configured = self.0.configured.0.iter().find(|(known, _)| *known == print);
        if let Some((_, key)) = configured {
            return Ok(Some(key.clone()));
        }
        if let Some(key) = self.remembered(&print) {
            return Ok(Some(key));
        }
        let found = self.0.store.dispatch_keys().by_hash(&print).await?.filter(|key| key.revoked_at.is_none());
        let key = found.map(|key| DispatchCaller::new(&key.name, Some(key.source), &key.restaurants));
        if let Some(key) = &key {
            self.remember(print, key.clone());
        }
        Ok(key)
    }

    /// Holds a key open, if somebody has it.
    ///
    /// # Errors
    /// Where the database cannot be asked.
    pub(crate) async fn open(&self, key: &str) -> Result<Option<OpenKey>, StoreError> {
        let found = self.find(key).await?;
        let revoked = Box::pin(self.clone().revoked(fingerprint(key)));
        Ok(found.map(|key| OpenKey { key: Arc::new(key), revoked }))
    }

    /// Ends when a key is no longer in use.
    async fn revoked(self, print: [u8; 32]) {
        if self.0.configured.0.iter().any(|(known, _)| *known == print) {
            return pending().await;
        }
        loop {
            tokio::time::sleep(RECHECKED).await;
            match self.is_in_use(&print).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "it could not be asked whether a key was revoked"),
            }
        }
    }

    /// Whether a key of the database is in use. One question for all who ask at about the same time.
    async fn is_in_use(&self, print: &[u8; 32]) -> Result<bool, StoreError> {
        let mut in_use = self.0.in_use.lock().await;
        let is_fresh = in_use.as_ref().is_some_and(|(since, _)| since.elapsed() < SHARED);
        if !is_fresh {
            let asked = Instant::now();
            *in_use = Some((asked, self.0.store.dispatch_keys().hashes_in_use().await?));
        }
        Ok(in_use.as_ref().is_some_and(|(_, prints)| prints.contains(print)))
    }

    fn remembered(&self, print: &[u8; 32]) -> Option<DispatchCaller> {
        let remembered = self.0.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, key) = remembered.get(print)?;
        (since.elapsed() < BELIEVED).then(|| key.clone())
    }

    fn remember(&self, print: [u8; 32], key: DispatchCaller) {
        let mut remembered = self.0.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= REMEMBERED {
            remembered.retain(|_, (since, _)| since.elapsed() < BELIEVED);
        }
        if remembered.len() < REMEMBERED {
            remembered.insert(print, (Instant::now(), key));
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{Actor, Reach, Reporter, order::Source};

    use super::*;

    fn read(text: &str) -> Vec<([u8; 32], DispatchCaller)> {
        text.parse::<ConfiguredKeys>().unwrap().0
    }

    #[test]
    fn reads_the_forms_of_the_contract() {
        let keys = read("0123456789abcdef, kallio=fedcba9876543210@12+14");
        let Reporter { actor, source, reach } = &keys[0].1.reporter;
        assert!(actor.name().starts_with("key-"));
        assert_eq!((source, reach), (&Source::Dispatch, &Reach::all()));
        let bound = Reach::of([RestaurantId(12), RestaurantId(14)]);
        let kallio = Reporter { actor: Actor::key("kallio"), source: Source::Kitchen, reach: bound };
        assert_eq!(keys[1].1.reporter, kallio);
        assert_eq!(keys[1].0, fingerprint("fedcba9876543210"));
    }

    #[test]
    fn a_key_is_bound_to_restaurants_that_there_are() {
        let keys: ConfiguredKeys = "0123456789abcdef,kallio=fedcba9876543210@12+14".parse().unwrap();
        assert_eq!(keys.require_known(|restaurant| restaurant.0 < 20), Ok(()));
        let unknown = keys.require_known(|restaurant| restaurant == RestaurantId(12));
        assert_eq!(unknown, Err(BadKeys::NoRestaurant(2, RestaurantId(14))));
    }

    #[test]
    fn a_key_may_end_as_base64_does() {
        assert_eq!(read("c2VjcmV0IGtleQ==")[0].0, fingerprint("c2VjcmV0IGtleQ=="));
        let named = read("oven=c2VjcmV0IGtleQ==");
        assert_eq!((named[0].1.reporter.actor.name(), named[0].0), ("oven".into(), fingerprint("c2VjcmV0IGtleQ==")));
    }

    #[test]
    fn refuses_what_is_no_key_without_showing_it() {
        assert_eq!("a=b,@12".parse::<ConfiguredKeys>().unwrap_err(), BadKeys::Empty(2));
        assert_eq!("kallio=@12".parse::<ConfiguredKeys>().unwrap_err(), BadKeys::Empty(1));
        let error = "0123456789abcdef@kallio".parse::<ConfiguredKeys>().unwrap_err();
        assert_eq!(error, BadKeys::Restaurants(1));
        assert!(!error.to_string().contains("0123456789abcdef"));
    }
}
