//! A headless CMS that speaks the Content Delivery API of Storyblok, version 2.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use reqwest::{Response, StatusCode, Url, header};
use serde::Deserialize;
use serde_json::{Map, Value};
use sha1::Sha1;
use tracing::warn;

use crate::{ProviderError, api::Api};

/// A story is no larger; so is a file of one.
const MAX_STORY_BYTES: usize = 1024 * 1024;
/// By what the CMS tells states of all its stories apart.
const CACHE_VERSION: &str = "cv";

/// Asks a CMS for stories. Cheap to clone.
#[derive(Clone)]
pub struct CmsClient {
    api: Api,
    token: String,
}

/// Which of a story's forms is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CmsVersion {
    Published,
    Draft,
}

/// A story as the CMS has it.
#[derive(Debug, Clone, PartialEq)]
pub struct CmsStory {
    /// When it was changed; none where the CMS does not say.
    pub updated_at: Option<Timestamp>,
    pub content: Map<String, Value>,
}

/// The part of an answer that we read.
#[derive(Deserialize)]
struct CmsAnswer {
    story: CmsStoryForm,
}

#[derive(Deserialize)]
struct CmsStoryForm {
    content: Map<String, Value>,
    #[serde(default)]
    updated_at: Option<Timestamp>,
    #[serde(default)]
    published_at: Option<Timestamp>,
    #[serde(default)]
    created_at: Option<Timestamp>,
}

impl std::fmt::Debug for CmsClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CmsClient(…)")
    }
}

impl CmsClient {
    /// A CMS that is asked at `{base_url}/v2/cdn/stories/…` with a token that may read drafts.
    ///
    /// # Errors
    /// [`ProviderError::Address`] where `base_url` is no `https` URL (`http` on this machine), [`ProviderError::Client`]
    /// where no client can be made.
    pub fn new(base_url: &str, token: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self { api: Api::secret(base_url, timeout)?.with_most_bytes(MAX_STORY_BYTES), token: token.to_owned() })
    }

    /// A story by its slug, which has no characters but those of a path; none: the CMS has no such story.
    ///
    /// # Errors
    /// Where the CMS gave no usable answer. It has been logged.
    pub async fn story(&self, slug: &str, version: CmsVersion) -> Result<Option<CmsStory>, ProviderError> {
        let found = self.ask(slug, version).await;
        found.inspect_err(|error| warn!(provider = "cms", slug, %error, "a story did not come"))
    }

    async fn ask(&self, slug: &str, version: CmsVersion) -> Result<Option<CmsStory>, ProviderError> {
        let _place = self.api.place().await?;
        let path = format!("/v2/cdn/stories/{slug}");
        let version = match version {
            CmsVersion::Published => "published",
            CmsVersion::Draft => "draft",
        };
        let query = [("version", version), ("token", self.token.as_str())];
        let url = self.api.url(&path, &query);
        let mut response = self.api.send(url.clone()).await?;
        // The state in force is named by a redirect to the same address; nobody is followed to another one.
        if let Some(newest) = cache_version(&url, &response) {
            let [version, token] = query;
            response = self.api.send(self.api.url(&path, &[version, token, (CACHE_VERSION, &newest)])).await?;
        }
        match response.status() {
            StatusCode::NOT_FOUND => Ok(None),
            status if status.is_success() => {
                let CmsAnswer { story } = self.api.json(response).await?;
                let updated_at = story.updated_at.or(story.published_at).or(story.created_at);
                Ok(Some(CmsStory { updated_at, content: story.content }))
            }
            status => Err(ProviderError::Status(status.as_u16())),
        }
    }
}

/// The cache version to which an answer redirects whoever asked for an address without one.
fn cache_version(asked: &Url, response: &Response) -> Option<String> {
    if !response.status().is_redirection() {
        return None;
    }
    let location = response.headers().get(header::LOCATION)?.to_str().ok()?;
    let leads = asked.join(location).ok()?;
    let is_same = leads.origin() == asked.origin() && leads.path() == asked.path();
    let named = leads.query_pairs().find(|(name, _)| name == CACHE_VERSION)?.1;
    let is_number = !named.is_empty() && named.len() <= 20 && named.bytes().all(|byte| byte.is_ascii_digit());
    (is_same && is_number).then(|| named.into_owned())
}

/// Whether a signature (hexadecimal HMAC-SHA-1 of the raw body, in `webhook-signature`) is that of a CMS with this secret.
#[must_use]
pub fn signs_webhook(secret: &[u8], body: &[u8], signature: &str) -> bool {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, []) = signature.as_bytes().as_chunks::<2>() else { return false };
    let given: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some((digit(*high)? << 4) | digit(*low)?)).collect();
    let signed = Hmac::<Sha1>::new_from_slice(secret).map(|mac| mac.chain_update(body));
    given.zip(signed.ok()).is_some_and(|(given, signed)| signed.verify_slice(&given).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_hash_of_the_whole_body_with_the_secret() {
        // RFC 2202, test case 2.
        let (secret, body) = (b"Jefe", b"what do ya want for nothing?");
        let signature = "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79";
        assert!(signs_webhook(secret, body, signature));
        assert!(signs_webhook(secret, body, &signature.to_uppercase()));
        for wrong in
            ["", "e", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c78", &signature[2..], &format!("{signature}00"), "äää"]
        {
            assert!(!signs_webhook(secret, body, wrong), "{wrong}");
        }
        assert!(!signs_webhook(b"jefe", body, signature) && !signs_webhook(secret, b"what", signature));
    }
}
