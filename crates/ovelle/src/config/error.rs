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
    /// No such provider can be asked.
    #[error("OVELLE_OIDC_ISSUER")]
    OidcIssuer(#[source] providers::ProviderError),
    /// Nobody can ask a provider without a name.
    #[error("OVELLE_OIDC_CLIENT_ID is needed where OVELLE_OIDC_ISSUER is set")]
    OidcClient,
    /// The stand-in would let anybody in.
    #[error(
        "OVELLE_OIDC_ISSUER=embedded checks nobody: it needs a loopback OVELLE_LISTEN (or `ovelle demo`) and no OVELLE_TRUSTED_PROXIES"
    )]
    OidcStandIn,
    /// One of a captcha's two keys is there without the other.
    #[error("OVELLE_CAPTCHA_SITE_KEY and OVELLE_CAPTCHA_SECRET belong together: set both, or none")]
    CaptchaKeys,
    /// No such verifier can be asked.
    #[error("OVELLE_CAPTCHA_VERIFY_URL")]
    CaptchaVerifier(#[source] providers::ProviderError),
    /// No `http` or `https` address.
    #[error("OVELLE_PUBLIC_URL must begin with http:// or https://")]
    PublicUrl,
}
