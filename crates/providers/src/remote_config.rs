//! A document of settings that somebody else keeps, at one address.

use std::time::Duration;

use serde::de::DeserializeOwned;
use tracing::warn;

use crate::{ProviderError, api::Api};

/// Asks for the document. Cheap to clone.
#[derive(Debug, Clone)]
pub struct RemoteConfig(Api);

impl RemoteConfig {
    /// At this address, which may have a query.
    ///
    /// # Errors
    /// [`ProviderError::Address`] where `url` is no http(s) URL, [`ProviderError::Client`] where no client can be made.
    pub fn new(url: &str, timeout: Duration) -> Result<Self, ProviderError> {
        Ok(Self(Api::new(url, timeout)?))
    }

    /// What it says now.
    ///
    /// # Errors
    /// Where the address gave no usable answer. It has been logged.
    pub async fn read<T: DeserializeOwned>(&self) -> Result<T, ProviderError> {
        let read = self.0.get_base().await;
        read.inspect_err(|error| warn!(provider = "remote config", %error, "it did not come"))
    }
}
