//! What can be wrong with the configuration.

use bus::BadRedisUrl;
use mail::BadSmtp;

/// What is wrong with the configuration, by the name of the setting.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The keys do not parse.
    #[error("OVELLE_DISPATCH_KEYS: {0}")]
    DispatchKeys(#[from] dispatch::BadKeys),
    /// One token would make two callers.
    #[error("OVELLE_STAFF_TOKEN is one of OVELLE_DISPATCH_KEYS as well: give the staff a token of their own")]
    SameToken,
    /// There is no such Redis.
    #[error("REDIS_URL")]
    Redis(#[from] BadRedisUrl),
    /// There is no such mail server, or no sender for it.
    #[error("{setting}")]
    Mail {
        /// The setting's name.
        setting: &'static str,
        /// What is wrong.
        #[source]
        source: BadSmtp,
    },
    /// No `http` or `https` address.
    #[error("OVELLE_PUBLIC_URL must begin with http:// or https://")]
    PublicUrl,
}
