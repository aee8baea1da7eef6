//! Calls to a provider: bounded in time and size, never redirected, and by TLS unless it is this machine.

use std::{pin::Pin, time::Duration};

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse, http};
use reqwest::{Client, Url, redirect::Policy};

use crate::{ProviderError, safe_address::is_safe};

/// More than this no provider has to say: a large set of keys is a tenth of it.
const MAX_ANSWER_BYTES: usize = 256 * 1024;

/// Who calls a provider.
#[derive(Debug, Clone)]
pub(super) struct IdentityFetch {
    client: Client,
    /// What addresses begin with, and where they are really reached: the stand-in's own node.
    moved: Option<(String, String)>,
}

impl IdentityFetch {
    pub(super) fn new(timeout: Duration, moved: Option<(String, String)>) -> Result<Self, ProviderError> {
        let client = Client::builder().timeout(timeout).no_proxy().redirect(Policy::none());
        Ok(Self { client: client.build().map_err(ProviderError::Client)?, moved })
    }

    async fn answer(&self, request: HttpRequest) -> Result<HttpResponse, ProviderError> {
        let (parts, body) = request.into_parts();
        let said = parts.uri.to_string();
        let moved = self.moved.as_ref().and_then(|(from, to)| Some(format!("{to}{}", said.strip_prefix(from)?)));
        let url = Url::parse(&moved.unwrap_or(said)).map_err(|_| ProviderError::Address)?;
        if !is_safe(&url) {
            return Err(ProviderError::Address);
        }
        let mut response = self.client.request(parts.method, url).headers(parts.headers).body(body).send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_redirection() {
            return Err(ProviderError::Status(status.as_u16()));
        }
        let mut read = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if read.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(ProviderError::TooLarge);
            }
            read.extend_from_slice(&chunk);
        }
        let mut answer = http::Response::new(read);
        *answer.status_mut() = status;
        *answer.headers_mut() = headers;
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for IdentityFetch {
    type Error = ProviderError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, ProviderError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.answer(request))
    }
}
