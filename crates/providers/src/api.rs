//! One GET against a JSON service: bounded in time and size.

use std::time::Duration;

use reqwest::{Client, Response, Url};
use serde::de::DeserializeOwned;

use crate::ProviderError;

/// More than this no geocoder and no router has to say to our questions.
const MAX_ANSWER_BYTES: usize = 256 * 1024;

/// A service outside, by its base address.
#[derive(Debug, Clone)]
pub(crate) struct Api {
    client: Client,
    base: Url,
}

impl Api {
    /// Takes the base address; a query on it (a subscription key) goes along with each call.
    pub(crate) fn new(base: &str, timeout: Duration) -> Result<Self, ProviderError> {
        let base = Url::parse(base).map_err(|_| ProviderError::Address)?;
        if !matches!(base.scheme(), "http" | "https") || base.host().is_none() {
            return Err(ProviderError::Address);
        }
        // Proxies of the environment are left alone: the configuration says where to go.
        let client = Client::builder().timeout(timeout).no_proxy().build().map_err(ProviderError::Client)?;
        Ok(Self { client, base })
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
        let response = self.client.get(url).send().await?;
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
    struct Refusal {
        code: String,
    }
    let status = ProviderError::Status(response.status().as_u16());
    let Ok(body) = read(response).await else { return status };
    match serde_json::from_slice::<Refusal>(&body) {
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
