//! What the settings mean: each read where it is a text, with what it is where it is not set.

use std::net::SocketAddr;

use bus::RedisUrl;
use content::Hosts;
use customers::Recaptcha;
use dispatch::ConfiguredKeys;
use jiff::SignedDuration;
use providers::{DEFAULT_TIMEOUT, captcha::RecaptchaVerifier};
use tracking::Limits;

use super::{Config, ConfigError};

impl Config {
    /// The configured keys.
    ///
    /// # Errors
    /// Where they do not parse, or one of them is the staff's token.
    pub fn keys(&self) -> Result<ConfiguredKeys, ConfigError> {
        let keys: ConfiguredKeys = self.dispatch_keys.parse()?;
        let is_staffs = self.staff_token().is_some_and(|token| keys.contains(token));
        if is_staffs { Err(ConfigError::SameToken) } else { Ok(keys) }
    }

    /// The staff's token; an empty one is none.
    #[must_use]
    pub fn staff_token(&self) -> Option<&str> {
        self.staff_token.as_deref().map(str::trim).filter(|token| !token.is_empty())
    }

    /// What is set of customers' accounts.
    #[must_use]
    pub fn accounts(&self) -> customers::AccountSettings {
        let Self { password_min, loyalty_age, wheel_age, .. } = *self;
        customers::AccountSettings { password_min, loyalty_age, wheel_age }
    }

    /// The provider that is set; an empty one is none.
    #[must_use]
    pub fn oidc_issuer(&self) -> Option<&str> {
        said(self.oidc_issuer.as_ref())
    }

    /// What it calls this shop.
    #[must_use]
    pub fn oidc_client_id(&self) -> Option<&str> {
        said(self.oidc_client_id.as_ref())
    }

    /// By what it knows this shop.
    #[must_use]
    pub fn oidc_client_secret(&self) -> Option<&str> {
        said(self.oidc_client_secret.as_ref())
    }

    /// What its button says.
    #[must_use]
    pub fn oidc_name(&self) -> Option<&str> {
        said(self.oidc_name.as_ref())
    }

    /// What the script of the captcha is loaded with, where it is not the embedded one.
    #[must_use]
    pub fn captcha_site_key(&self) -> Option<&str> {
        said(self.captcha_site_key.as_ref())
    }

    /// The captcha that is set; none where it is the embedded one.
    ///
    /// # Errors
    /// Where one key lacks the other, or there is no such verifier.
    pub fn recaptcha(&self) -> Result<Option<Recaptcha>, ConfigError> {
        let keys = (self.captcha_site_key(), said(self.captcha_secret.as_ref()));
        let (site_key, secret) = match keys {
            (None, None) => return Ok(None),
            (Some(site_key), Some(secret)) => (site_key.to_owned(), secret.to_owned()),
            _ => return Err(ConfigError::CaptchaKeys),
        };
        let verifier = RecaptchaVerifier::new(self.captcha_verify_url.trim(), secret, DEFAULT_TIMEOUT);
        Ok(Some(Recaptcha { verifier: verifier.map_err(ConfigError::CaptchaVerifier)?, site_key }))
    }

    /// How long what is known of people is kept after their order has ended.
    #[must_use]
    pub fn retention(&self) -> SignedDuration {
        SignedDuration::try_from(self.retention).unwrap_or(SignedDuration::MAX)
    }

    /// How long an account is kept that nobody uses.
    #[must_use]
    pub fn account_retention(&self) -> SignedDuration {
        SignedDuration::try_from(self.account_retention).unwrap_or(SignedDuration::MAX)
    }

    /// What stories may load and from where.
    #[must_use]
    pub fn story_hosts(&self) -> Hosts {
        Hosts {
            scripts: hosts(&self.cms_script_hosts),
            frames: hosts(&self.cms_frame_hosts),
            pictures: hosts(&self.cms_picture_hosts),
            own: self.public_url.as_deref().and_then(|url| hosts(&[url.split('/').nth(2)?.to_owned()]).pop()),
        }
    }

    /// What shows drafts; an empty one is none.
    #[must_use]
    pub fn preview_token(&self) -> Option<&str> {
        said(self.cms_preview_token.as_ref())
    }

    /// The address of the CMS that is set, and its token; an empty address is none.
    #[must_use]
    pub fn cms(&self) -> Option<(&str, &str)> {
        Some((said(self.cms_url.as_ref())?, said(self.cms_token.as_ref()).unwrap_or_default()))
    }

    /// Where experiments are, where that is set; an empty setting is none.
    #[must_use]
    pub fn remote_config_url(&self) -> Option<&str> {
        said(self.remote_config_url.as_ref())
    }

    /// What the CMS signs with; an empty one is none.
    #[must_use]
    pub fn cms_webhook_secret(&self) -> Option<&str> {
        said(self.cms_webhook_secret.as_ref())
    }

    /// How long an order of the shop waits for its money.
    #[must_use]
    pub fn unpaid_ttl(&self) -> SignedDuration {
        SignedDuration::try_from(self.unpaid_ttl).unwrap_or(SignedDuration::MAX)
    }

    /// What the embedded payment provider signs with, where it is set; an empty one is none.
    #[must_use]
    pub fn test_payment_secret(&self) -> Option<&str> {
        self.test_payment_secret.as_deref().filter(|secret| !secret.is_empty())
    }

    /// The mail server that is set, with its sender; an empty one is none.
    #[must_use]
    pub fn mail_server(&self) -> Option<(&str, &str)> {
        let url = self.mail_url.as_deref().filter(|url| !url.is_empty())?;
        Some((url, self.mail_from.as_deref().unwrap_or_default()))
    }

    /// Where the bus is, if there is one; an empty setting is none.
    ///
    /// # Errors
    /// Where it does not parse.
    pub fn redis(&self) -> Result<Option<RedisUrl>, ConfigError> {
        let url = self.redis_url.as_deref().filter(|url| !url.is_empty());
        Ok(url.map(str::parse).transpose()?)
    }

    /// What absolute links begin with, given the address that is listened on; no slash at the end.
    ///
    /// # Errors
    /// Where the set address has no scheme.
    pub fn public_url(&self, listening: SocketAddr) -> Result<String, ConfigError> {
        let Some(url) = &self.public_url else {
            let host = if listening.ip().is_unspecified() { "localhost".to_owned() } else { host_of(listening) };
            return Ok(format!("http://{host}:{}", listening.port()));
        };
        let has_scheme = url.starts_with("http://") || url.starts_with("https://");
        if has_scheme { Ok(url.trim_end_matches('/').to_owned()) } else { Err(ConfigError::PublicUrl) }
    }

    /// The hub's bounds; sockets no more than `descriptors` allow.
    #[must_use]
    pub fn limits(&self, descriptors: usize) -> Limits {
        let most = descriptors.saturating_sub(KEPT_DESCRIPTORS).max(1);
        let sockets = if self.max_sockets == 0 { most } else { self.max_sockets.min(most) };
        let tracking_ttl = SignedDuration::try_from(self.tracking_ttl).unwrap_or(SignedDuration::MAX);
        Limits {
            live: live::LiveLimits {
                sockets,
                sockets_per_address: self.max_sockets_per_address,
                drain: self.drain,
                ..live::LiveLimits::default()
            },
            orders: orders::OrderLimits { tracking_ttl, ..orders::OrderLimits::default() },
            sockets_per_order: self.max_sockets_per_order,
            ..Limits::default()
        }
    }
}

/// Descriptors that are kept for the database, files and calls.
const KEPT_DESCRIPTORS: usize = 256;

/// A text that is set; an empty one is none.
fn said(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

fn host_of(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Hosts as they are compared; one that is no host is none.
fn hosts(listed: &[String]) -> Vec<String> {
    let is_host = |byte: u8| byte.is_ascii_alphanumeric() || b".-:".contains(&byte);
    let named = listed.iter().map(|host| host.trim().to_ascii_lowercase());
    named.filter(|host| !host.is_empty() && host.bytes().all(is_host)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use clap::Parser;
    use domain::rate_limit::RateFactor;

    use super::*;
    use crate::config::TestPayments;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        config: Config,
    }

    fn config(flags: &[&str]) -> Config {
        Cli::try_parse_from([&["ovelle"], flags].concat()).map(|cli| cli.config).unwrap()
    }

    #[test]
    fn the_staffs_token_is_no_dispatch_key() {
        let both = |token: &str| config(&["--dispatch-keys", "oven=one-token-of-all", "--staff-token", token]).keys();
        assert!(matches!(both("one-token-of-all"), Err(ConfigError::SameToken)));
        assert!(both("another-token").is_ok());
    }

    #[test]
    fn defaults_are_the_contracts() {
        let config = config(&[]);
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database_url, "sqlite:ovelle-data/ovelle.db");
        assert_eq!((config.tracking_ttl, config.drain), (Duration::from_secs(86_400), Duration::from_secs(20)));
        assert_eq!((config.retention(), config.staff_token()), (SignedDuration::from_hours(90 * 24), None));
        assert_eq!(config.account_retention(), SignedDuration::from_hours(3 * 365 * 24));
        assert_eq!(config.staff_totp, None);
        assert_eq!((config.orders_per_address, config.test_payments), (60, TestPayments::On));
        assert_eq!((config.rate_factor, config.connections_per_address), (RateFactor::default(), 256));
        assert_eq!((config.mail_server(), config.mail_dir.to_str()), (None, Some("ovelle-data/mail")));
        let hosts = config.story_hosts();
        assert_eq!(hosts.frames, ["www.youtube-nocookie.com", "player.vimeo.com"]);
        assert_eq!((hosts.scripts.len(), hosts.pictures.len(), hosts.own), (0, 0, None));
        assert_eq!((config.preview_token(), config.cms(), config.cms_webhook_secret()), (None, None, None));
        assert_eq!(config.remote_config_url(), None);
        assert_eq!((config.unpaid_ttl(), config.test_payment_secret()), (SignedDuration::from_mins(30), None));
        let limits = config.limits(1_000_000);
        assert_eq!(
            (limits.live.sockets, limits.live.sockets_per_address, limits.sockets_per_order),
            (50_000, 1_000, 50)
        );
    }

    #[test]
    fn a_captcha_has_both_its_keys() {
        let set = |flags: &[&str]| config(flags).recaptcha().map(|set| set.is_some());
        assert!(matches!(set(&[]), Ok(false)));
        assert!(matches!(set(&["--captcha-site-key", "", "--captcha-secret", " "]), Ok(false)));
        assert!(matches!(set(&["--captcha-site-key", "site", "--captcha-secret", "secret"]), Ok(true)));
        for alone in [["--captcha-site-key", "site"], ["--captcha-secret", "secret"]] {
            assert!(matches!(set(&alone), Err(ConfigError::CaptchaKeys)), "{alone:?}");
        }
        let elsewhere =
            ["--captcha-site-key", "a", "--captcha-secret", "b", "--captcha-verify-url", "http://a.example"];
        assert!(matches!(set(&elsewhere), Err(ConfigError::CaptchaVerifier(_))));
    }

    #[test]
    fn an_empty_token_opens_nothing() {
        for nothing in ["", "  "] {
            assert_eq!(config(&["--staff-token", nothing]).staff_token(), None);
        }
        assert_eq!(config(&["--staff-token", "a machine's own"]).staff_token(), Some("a machine's own"));
    }

    #[test]
    fn sockets_are_capped_by_the_descriptors() {
        assert_eq!(config(&[]).limits(1024).live.sockets, 768);
        assert_eq!(config(&["--max-sockets", "0"]).limits(1024).live.sockets, 768);
        assert_eq!(config(&["--max-sockets", "10"]).limits(1024).live.sockets, 10);
    }

    #[test]
    fn links_begin_with_what_is_listened_on() {
        let url = |flags: &[&str], listening: &str| config(flags).public_url(listening.parse().unwrap());
        assert_eq!(url(&[], "127.0.0.1:9").unwrap(), "http://127.0.0.1:9");
        assert_eq!(url(&[], "0.0.0.0:9").unwrap(), "http://localhost:9");
        assert_eq!(url(&[], "[::1]:9").unwrap(), "http://[::1]:9");
        assert_eq!(url(&["--public-url", "https://a.example/"], "0.0.0.0:9").unwrap(), "https://a.example");
        assert!(url(&["--public-url", "a.example"], "0.0.0.0:9").is_err());
    }
}
