//! The configuration: one struct, read from flags and the environment, checked at start. Nothing
//! else reads the environment.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use bus::{BadRedisUrl, RedisUrl};
use clap::Args;
use jiff::SignedDuration;
use server::address::TrustedProxies;
use tracking::{Limits, dispatch::ConfiguredKeys};

/// Everything that can be set. Each flag has an environment variable of the same name.
#[derive(Debug, Clone, Args)]
pub struct Config {
    /// Address and port to listen on; port 0 picks one and logs it.
    #[arg(long, alias = "ovelle-listen", env = "OVELLE_LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// What absolute links begin with [default: the address that is listened on].
    #[arg(long, alias = "ovelle-public-url", env = "OVELLE_PUBLIC_URL")]
    pub public_url: Option<String>,

    /// More origins from which a browser may open the live socket, comma separated.
    #[arg(long, alias = "ovelle-allowed-origins", env = "OVELLE_ALLOWED_ORIGINS", value_delimiter = ',')]
    pub allowed_origins: Vec<String>,

    /// `sqlite:PATH` (made if absent) or `postgres://…`.
    #[arg(long, env = "DATABASE_URL", default_value = "sqlite:ovelle-data/ovelle.db", hide_env_values = true)]
    pub database_url: String,

    /// The bus between nodes, `redis://[[user]:password@]host[:port]` (`rediss://` with TLS), the same on all of them
    /// [default: none, for a node that is alone].
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,

    /// Signs keys; required with PostgreSQL, the same on all nodes; else made and kept beside the
    /// SQLite file. `v2:…,v1:…` rotates: the first signs, all verify.
    #[arg(long, alias = "ovelle-secret", env = "OVELLE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,

    /// Dispatch keys, comma separated: `[NAME=]KEY`, or `[NAME=]KEY@12+14` bound to restaurants.
    #[arg(
        long,
        alias = "ovelle-dispatch-keys",
        env = "OVELLE_DISPATCH_KEYS",
        default_value = "",
        hide_env_values = true
    )]
    pub dispatch_keys: String,

    /// A bearer token that is taken for a user of the call centre, for machines and tests.
    #[arg(long, alias = "ovelle-staff-token", env = "OVELLE_STAFF_TOKEN", hide_env_values = true)]
    pub staff_token: Option<String>,

    /// Folder with restaurants and menu [default: the built-in demo chain].
    #[arg(long, alias = "ovelle-content", env = "OVELLE_CONTENT")]
    pub content: Option<PathBuf>,

    /// How long after its end an order can still be tracked.
    #[arg(long, alias = "ovelle-tracking-ttl", env = "OVELLE_TRACKING_TTL", default_value = "24h", value_parser = duration)]
    pub tracking_ttl: Duration,

    /// Live sockets on this node; 0 = no limit. Capped by the descriptor limit.
    #[arg(long, alias = "ovelle-max-sockets", env = "OVELLE_MAX_SOCKETS", default_value_t = 50_000)]
    pub max_sockets: usize,

    /// Live sockets from one address (IPv6: one /64); 0 = no limit.
    #[arg(
        long,
        alias = "ovelle-max-sockets-per-address",
        env = "OVELLE_MAX_SOCKETS_PER_ADDRESS",
        default_value_t = 1_000
    )]
    pub max_sockets_per_address: usize,

    /// Live sockets that watch one order; 0 = no limit.
    #[arg(long, alias = "ovelle-max-sockets-per-order", env = "OVELLE_MAX_SOCKETS_PER_ORDER", default_value_t = 50)]
    pub max_sockets_per_order: usize,

    /// Proxies whose forwarded address, host and scheme are believed: addresses or networks, comma
    /// separated.
    #[arg(long, alias = "ovelle-trusted-proxies", env = "OVELLE_TRUSTED_PROXIES", default_value = "")]
    pub trusted_proxies: TrustedProxies,

    /// Where `/metrics` answers [default: as --listen].
    #[arg(long, alias = "ovelle-metrics-listen", env = "OVELLE_METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,

    /// Tile server of the map, as `https://host/{z}/{x}/{y}.png` [default: the built-in map].
    #[arg(long, alias = "ovelle-tile-url", env = "OVELLE_TILE_URL")]
    pub tile_url: Option<String>,

    /// Whom the tiles are to be credited to.
    #[arg(long, alias = "ovelle-tile-attribution", env = "OVELLE_TILE_ATTRIBUTION")]
    pub tile_attribution: Option<String>,

    /// A Pelias-compatible geocoder [default: the built-in addresses].
    #[arg(long, alias = "ovelle-geocoder-url", env = "OVELLE_GEOCODER_URL", hide_env_values = true)]
    pub geocoder_url: Option<String>,

    /// An OSRM router [default: the built-in streets; elsewhere distance and a usual speed].
    #[arg(long, alias = "ovelle-router-url", env = "OVELLE_ROUTER_URL", hide_env_values = true)]
    pub router_url: Option<String>,

    /// Whose time of day counts where several nodes share a database: what is over and what has expired must not depend on
    /// the node that is asked. With SQLite the two are one.
    #[arg(long, alias = "ovelle-clock", env = "OVELLE_CLOCK", default_value = "database")]
    pub clock: ClockSource,

    /// How long what is known of people is kept after their order has ended.
    #[arg(long, alias = "ovelle-retention", env = "OVELLE_RETENTION", default_value = "90d", value_parser = duration)]
    pub retention: Duration,

    /// How long an order of the shop waits for its money.
    #[arg(long, alias = "ovelle-unpaid-ttl", env = "OVELLE_UNPAID_TTL", default_value = "30m", value_parser = unpaid_ttl)]
    pub unpaid_ttl: Duration,

    /// Orders of the shop that may be placed from one address in a minute; 0 = no limit.
    #[arg(long, alias = "ovelle-orders-per-address", env = "OVELLE_ORDERS_PER_ADDRESS", default_value_t = 600)]
    pub orders_per_address: u32,

    /// What the notifications of the embedded payment provider are signed with [default: made of the secret].
    #[arg(long, alias = "ovelle-test-payment-secret", env = "OVELLE_TEST_PAYMENT_SECRET", hide_env_values = true)]
    pub test_payment_secret: Option<String>,

    /// Over how long watchers are sent away at SIGTERM.
    #[arg(long, alias = "ovelle-drain", env = "OVELLE_DRAIN", default_value = "20s", value_parser = duration)]
    pub drain: Duration,

    /// What is logged, in tracing's filter syntax.
    #[arg(long, env = "RUST_LOG", default_value = "info,memory_serve=warn")]
    pub log: String,
}

/// Whose time of day counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockSource {
    /// The database's.
    Database,
    /// That of the machine that the node runs on.
    Machine,
}

/// What is wrong with the configuration, by the name of the setting.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The keys do not parse.
    #[error("OVELLE_DISPATCH_KEYS: {0}")]
    DispatchKeys(#[from] tracking::dispatch::BadKeys),
    /// One token would make two callers.
    #[error("OVELLE_STAFF_TOKEN is one of OVELLE_DISPATCH_KEYS as well: give the staff a token of their own")]
    SameToken,
    /// There is no such Redis.
    #[error("REDIS_URL")]
    Redis(#[from] BadRedisUrl),
    /// No `http` or `https` address.
    #[error("OVELLE_PUBLIC_URL must begin with http:// or https://")]
    PublicUrl,
}

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

    /// How long what is known of people is kept after their order has ended.
    #[must_use]
    pub fn retention(&self) -> SignedDuration {
        SignedDuration::try_from(self.retention).unwrap_or(SignedDuration::MAX)
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
            live: live::Limits {
                sockets,
                sockets_per_address: self.max_sockets_per_address,
                drain: self.drain,
                ..live::Limits::default()
            },
            orders: orders::Limits { tracking_ttl, ..orders::Limits::default() },
            sockets_per_order: self.max_sockets_per_order,
            ..Limits::default()
        }
    }
}

/// Descriptors that are kept for the database, files and calls.
const KEPT_DESCRIPTORS: usize = 256;

fn host_of(address: SocketAddr) -> String {
    if address.is_ipv6() { format!("[{}]", address.ip()) } else { address.ip().to_string() }
}

/// Reads `500ms`, `20s`, `5m`, `24h`, `90d`; a bare number means seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| format!("`{text}` is no length of time such as 20s or 24h"))?;
    let millis = match &text[digits.len()..] {
        "ms" => Some(1),
        "" | "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    };
    let millis = millis.and_then(|unit: u64| number.checked_mul(unit));
    millis.map(Duration::from_millis).ok_or_else(|| format!("`{text}`: use ms, s, m, h or d"))
}

/// Reads a length of time of at least a second.
fn unpaid_ttl(text: &str) -> Result<Duration, String> {
    let length = duration(text)?;
    if length >= Duration::from_secs(1) { Ok(length) } else { Err(format!("`{text}`: at least 1s")) }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

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
        assert_eq!(config.orders_per_address, 600);
        assert_eq!((config.unpaid_ttl(), config.test_payment_secret()), (SignedDuration::from_mins(30), None));
        let limits = config.limits(1_000_000);
        assert_eq!(
            (limits.live.sockets, limits.live.sockets_per_address, limits.sockets_per_order),
            (50_000, 1_000, 50)
        );
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

    #[test]
    fn lengths_of_time() {
        assert_eq!(unpaid_ttl("1s"), Ok(Duration::from_secs(1)));
        assert!(unpaid_ttl("999ms").is_err());
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("90d"), Ok(Duration::from_secs(90 * 86_400)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert!(duration("1y").is_err() && duration("h").is_err() && duration("99999999999999999d").is_err());
    }
}
