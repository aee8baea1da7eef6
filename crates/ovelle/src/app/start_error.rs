//! Why a node does not start.

use std::net::SocketAddr;

use chain::Faults;

use crate::{config::ConfigError, secret};

/// Why a node does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A setting is wrong.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The chain's data cannot be used.
    #[error("the content cannot be used")]
    Content(#[from] Faults),
    /// There is no secret.
    #[error(transparent)]
    Secret(#[from] secret::SecretError),
    /// The database cannot be opened.
    #[error("the database cannot be opened")]
    Store(#[from] store::StoreError),
    /// A service outside is set wrongly.
    #[error("{setting}")]
    Provider {
        /// The setting's name.
        setting: &'static str,
        /// What is wrong.
        #[source]
        source: providers::ProviderError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        address: SocketAddr,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}
