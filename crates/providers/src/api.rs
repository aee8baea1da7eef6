//! One call to a JSON service: bounded in time, size and number.

use std::{sync::Arc, time::Duration};

use reqwest::{Client, RequestBuilder, Response, Url, redirect::Policy};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::{ProviderError, safe_address::is_safe};

/// More than this no geocoder, router or captcha has to say to our questions.
const MAX_ANSWER_BYTES: usize = 256 * 1024;
/// Calls to one service that are under way at a time (docs/spec/ordering.md, "Outside calls").
const AT_ONCE: usize = 16;

/// A service outside, by its base address.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    client: Client,
    base: Url,
    timeout: Duration,
    /// How large an answer may be.
    most_bytes: usize,
    /// One for each call that is under way.
    places: Arc<Semaphore>,
}

impl Api {
    /// Takes the base address; a query on it (a subscription key) goes along with each call.
    pub(crate) fn new(base: &str, timeout: Duration) -> Result<Self, ProviderError> {
        let base = Url::parse(base).map_err(|_| ProviderError::Address)?;
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(ProviderError::Address);
        }
        // The configuration says where to go: neither a proxy of the environment nor an answer that leads elsewhere.
        let client = Client::builder().timeout(timeout).no_proxy().redirect(Policy::none());
        let client = client.build().map_err(ProviderError::Client)?;
        let places = Arc::new(Semaphore::new(AT_ONCE));
        Ok(Self { client, base, timeout, most_bytes: MAX_ANSWER_BYTES, places })
    }

    /// The same for a service that must be called by TLS, unless it is this machine: who asks says a secret.
    pub(crate) fn secret(base: &str, timeout: Duration) -> Result<Self, ProviderError> {
        let api = Self::new(base, timeout)?;
        if is_safe(&api.base) { Ok(api) } else { Err(ProviderError::Address) }
    }

    /// With answers of so many bytes at most.
    pub(crate) fn with_most_bytes(self, most_bytes: usize) -> Self {
        Self { most_bytes, ..self }
    }

    /// Asks `path` (with its leading slash) and reads the JSON answer.
    ///
    /// # Errors
    /// [`ProviderError`] names the first thing that went wrong.
    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        path: &str,
        query: &[(&str, &str)],
    ) -> Result<T, ProviderError> {
        self.answer(self.client.get(self.url(path, query))).await
    }

    /// Asks the base address itself and reads the JSON answer.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub(crate) async fn get_base<T: DeserializeOwned>(&self) -> Result<T, ProviderError> {
        self.answer(self.client.get(self.base.clone())).await
    }

    /// Sends a form to the base address itself and reads the JSON answer.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub(crate) async fn post_form<T: DeserializeOwned>(&self, form: &impl Serialize) -> Result<T, ProviderError> {
        self.answer(self.client.post(self.base.clone()).form(form)).await
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ProviderError> {
        let _place = self.place().await?;
        let response = request.send().await?;
        if !response.status().is_success() {
            return Err(refusal(response).await);
        }
        self.json(response).await
    }

    /// One of the places for calls that are under way, while it is held.
    pub(crate) async fn place(&self) -> Result<SemaphorePermit<'_>, ProviderError> {
        let waited = tokio::time::timeout(self.timeout, self.places.acquire()).await;
        waited.ok().and_then(Result::ok).ok_or(ProviderError::Timeout)
    }

    /// The address of `path` with a query.
    pub(crate) fn url(&self, path: &str, query: &[(&str, &str)]) -> Url {
        let mut url = self.base.clone();
        let path = format!("{}{path}", url.path().trim_end_matches('/'));
        url.set_path(&path);
        url.query_pairs_mut().extend_pairs(query);
        url
    }

    /// Asks an address of [`Self::url`], in a place of [`Self::place`].
    pub(crate) async fn send(&self, url: Url) -> Result<Response, ProviderError> {
        Ok(self.client.get(url).send().await?)
    }

    /// Reads an answer.
    pub(crate) async fn json<T: DeserializeOwned>(&self, response: Response) -> Result<T, ProviderError> {
        let body = read(response, self.most_bytes).await?;
        serde_json::from_slice(&body).map_err(|error| ProviderError::Garbage(error.to_string()))
    }
}

/// OSRM says "no route" with status 400 and a code in the body; every other refusal is its status.
async fn refusal(response: Response) -> ProviderError {
    #[derive(serde::Deserialize)]
    struct ProviderRefusal {
        code: String,
    }
    let status = ProviderError::Status(response.status().as_u16());
    let Ok(body) = read(response, MAX_ANSWER_BYTES).await else { return status };
    match serde_json::from_slice::<ProviderRefusal>(&body) {
        Ok(refusal) if refusal.code == "NoRoute" || refusal.code == "NoSegment" => ProviderError::NoRoute,
        _ => status,
    }
}

async fn read(mut response: Response, most_bytes: usize) -> Result<Vec<u8>, ProviderError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > most_bytes {
            return Err(ProviderError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
