//! One call to a JSON service: bounded in time, size and number.

use std::{sync::Arc, time::Duration};

use reqwest::{Client, RequestBuilder, Response, Url, redirect::Policy};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::Semaphore;

use crate::ProviderError;

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
        Ok(Self { client, base, timeout, places: Arc::new(Semaphore::new(AT_ONCE)) })
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
        let mut url = self.base.clone();
        let path = format!("{}{path}", url.path().trim_end_matches('/'));
        url.set_path(&path);
        url.query_pairs_mut().extend_pairs(query);
        self.answer(self.client.get(url)).await
    }

    /// Sends a form to the base address itself and reads the JSON answer.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub(crate) async fn post_form<T: DeserializeOwned>(&self, form: &impl Serialize) -> Result<T, ProviderError> {
        self.answer(self.client.post(self.base.clone()).form(form)).await
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ProviderError> {
        let waited = tokio::time::timeout(self.timeout, self.places.acquire()).await;
        let _place = waited.ok().and_then(Result::ok).ok_or(ProviderError::Timeout)?;
        let response = request.send().await?;
        if !response.status().is_success() {
            return Err(refusal(response).await);
        }
        let body = read(response).await?;
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
    let Ok(body) = read(response).await else { return status };
    match serde_json::from_slice::<ProviderRefusal>(&body) {
        Ok(refusal) if refusal.code == "NoRoute" || refusal.code == "NoSegment" => ProviderError::NoRoute,
        _ => status,
    }
}

async fn read(mut response: Response) -> Result<Vec<u8>, ProviderError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if body.len() + chunk.len() > MAX_ANSWER_BYTES {
            return Err(ProviderError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
