//! What a provider says of itself, read when it is first needed, and its keys, read anew for one that is not known.

use std::{pin::Pin, sync::Arc};

use deps::SharedClock;
use jiff::{SignedDuration, Timestamp};
use openidconnect::{
    IssuerUrl, JsonWebKeySet,
    core::{CoreJsonWebKey, CoreProviderMetadata},
};
use tokio::sync::Mutex;

use super::fetch::IdentityFetch;
use crate::ProviderError;

/// For how long what a provider says of itself counts.
const METADATA_COUNTS: SignedDuration = SignedDuration::from_hours(1);
/// Keys are read anew at most once in this time, whoever asks with whatever key.
const KEYS_PAUSE: SignedDuration = SignedDuration::from_mins(1);
/// After it was away nobody asks again for so long: whoever signs in need not wait for it one after the other.
const AWAY_PAUSE: SignedDuration = SignedDuration::from_secs(2);

/// What a provider says of itself.
#[derive(Debug)]
pub(super) struct KnownProvider {
    pub(super) metadata: CoreProviderMetadata,
    pub(super) keys: JsonWebKeySet<CoreJsonWebKey>,
    read_at: Timestamp,
    keys_read_at: Timestamp,
}

/// A provider, as far as it is known.
pub(super) struct ProviderDiscovery {
    issuer: IssuerUrl,
    fetch: IdentityFetch,
    clock: SharedClock,
    known: Mutex<DiscoveryState>,
}

#[derive(Default)]
struct DiscoveryState {
    provider: Option<Arc<KnownProvider>>,
    away_since: Option<Timestamp>,
}

/// Something that is being read; of a named kind, since the compiler loses what is inside between threads.
type Fetching<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

impl ProviderDiscovery {
    pub(super) fn new(issuer: IssuerUrl, fetch: IdentityFetch, clock: SharedClock) -> Self {
        Self { issuer, fetch, clock, known: Mutex::default() }
    }

    /// The provider; of many who ask at once one reads it.
    ///
    /// # Errors
    /// Where it cannot be read, or is another than it says.
    pub(super) async fn provider(&self) -> Result<Arc<KnownProvider>, ProviderError> {
        let mut known = self.known.lock().await;
        let now = self.clock.now();
        if let Some(provider) = known.provider.as_ref().filter(|one| now.duration_since(one.read_at) < METADATA_COUNTS)
        {
            return Ok(Arc::clone(provider));
        }
        if known.away_since.is_some_and(|since| now.duration_since(since) < AWAY_PAUSE) {
            return Err(ProviderError::Timeout);
        }
        let read = self.read(now).await;
        known.away_since = read.is_err().then_some(now);
        let read = Arc::new(read?);
        known.provider = Some(Arc::clone(&read));
        Ok(read)
    }

    /// The provider with its keys read anew, where that was not done a moment ago.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub(super) async fn with_new_keys(&self) -> Result<Arc<KnownProvider>, ProviderError> {
        let before = self.provider().await?;
        let mut known = self.known.lock().await;
        let now = self.clock.now();
        let present = known.provider.clone().unwrap_or(before);
        if now.duration_since(present.keys_read_at) < KEYS_PAUSE {
            return Ok(present);
        }
        let keys = self.keys(&present.metadata).await?;
        let (metadata, read_at) = (present.metadata.clone(), present.read_at);
        let read = Arc::new(KnownProvider { metadata, keys, read_at, keys_read_at: now });
        known.provider = Some(Arc::clone(&read));
        Ok(read)
    }

    fn read(&self, now: Timestamp) -> Fetching<'_, KnownProvider> {
        Box::pin(async move {
            let read = CoreProviderMetadata::discover_async(self.issuer.clone(), &self.fetch).await;
            let metadata = read.map_err(misread)?;
            let keys = metadata.jwks().clone();
            Ok(KnownProvider { metadata, keys, read_at: now, keys_read_at: now })
        })
    }

    fn keys<'a>(&'a self, metadata: &'a CoreProviderMetadata) -> Fetching<'a, JsonWebKeySet<CoreJsonWebKey>> {
        Box::pin(async move { JsonWebKeySet::fetch_async(metadata.jwks_uri(), &self.fetch).await.map_err(misread) })
    }
}

/// What went wrong, without what was answered.
fn misread(error: openidconnect::DiscoveryError<ProviderError>) -> ProviderError {
    match error {
        openidconnect::DiscoveryError::Request(error) => error,
        openidconnect::DiscoveryError::Response(status, ..) => ProviderError::Status(status.as_u16()),
        openidconnect::DiscoveryError::Validation(_) => ProviderError::Garbage("another issuer".to_owned()),
        _ => ProviderError::Garbage("no document of OpenID Connect".to_owned()),
    }
}
