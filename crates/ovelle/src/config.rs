//! The configuration: one struct, read from flags and the environment, checked at start. Nothing
//! else reads the environment.

mod error;
mod length;
mod meaning;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::Args;
use domain::rate_limit::RateFactor;
pub use error::ConfigError;
use server::address::TrustedProxies;

use self::length::{duration, long_duration, unpaid_ttl};

/// Where the videos of stories play.
pub(crate) const FRAME_HOSTS: &str = "www.youtube-nocookie.com,player.vimeo.com";

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

    /// Whether everybody of the staff needs a second factor [default: those who set one up].
    #[arg(long, alias = "ovelle-staff-totp", env = "OVELLE_STAFF_TOTP")]
    pub staff_totp: Option<TotpRequirement>,

    /// An OpenID Connect provider by which customers may sign in, by its issuer's `https` address; `embedded`: a stand-in on
    /// this machine that checks nobody [default: none].
    #[arg(long, alias = "ovelle-oidc-issuer", env = "OVELLE_OIDC_ISSUER")]
    pub oidc_issuer: Option<String>,

    /// What the provider calls this shop; needed where there is one.
    #[arg(long, alias = "ovelle-oidc-client-id", env = "OVELLE_OIDC_CLIENT_ID")]
    pub oidc_client_id: Option<String>,

    /// By what the provider knows it [default: none; the proof of the code alone].
    #[arg(long, alias = "ovelle-oidc-client-secret", env = "OVELLE_OIDC_CLIENT_SECRET", hide_env_values = true)]
    pub oidc_client_secret: Option<String>,

    /// What the button calls the provider [default: its host].
    #[arg(long, alias = "ovelle-oidc-name", env = "OVELLE_OIDC_NAME")]
    pub oidc_name: Option<String>,

    /// What reCAPTCHA's script is loaded with on the sign-in pages [default: none, and the embedded captcha].
    #[arg(long, alias = "ovelle-captcha-site-key", env = "OVELLE_CAPTCHA_SITE_KEY")]
    pub captcha_site_key: Option<String>,

    /// By what reCAPTCHA's verifier knows this shop; needed with the site's key.
    #[arg(long, alias = "ovelle-captcha-secret", env = "OVELLE_CAPTCHA_SECRET", hide_env_values = true)]
    pub captcha_secret: Option<String>,

    /// Where tokens of captchas are judged.
    #[arg(
        long,
        alias = "ovelle-captcha-verify-url",
        env = "OVELLE_CAPTCHA_VERIFY_URL",
        default_value = providers::captcha::RECAPTCHA_VERIFY_URL
    )]
    pub captcha_verify_url: String,

    /// The fewest characters of a customer's password; staff always need 8.
    #[arg(long, alias = "ovelle-password-min", env = "OVELLE_PASSWORD_MIN", default_value_t = 6)]
    pub password_min: usize,

    /// The age that somebody has passed who joins the loyalty programme, in years.
    #[arg(long, alias = "ovelle-loyalty-age", env = "OVELLE_LOYALTY_AGE", default_value_t = 13)]
    pub loyalty_age: u8,

    /// The age from which members may spin the wheel, in years.
    #[arg(long, alias = "ovelle-wheel-age", env = "OVELLE_WHEEL_AGE", default_value_t = 15)]
    pub wheel_age: u8,

    /// Folder with restaurants and menu [default: the built-in demo chain].
    #[arg(long, alias = "ovelle-content", env = "OVELLE_CONTENT")]
    pub content: Option<PathBuf>,

    /// A headless CMS that speaks Storyblok's Content Delivery API v2, asked at `URL/v2/cdn/stories/…` [default: stories are
    /// files].
    #[arg(long, alias = "ovelle-cms-url", env = "OVELLE_CMS_URL")]
    pub cms_url: Option<String>,

    /// What reads the CMS's stories, drafts too.
    #[arg(long, alias = "ovelle-cms-token", env = "OVELLE_CMS_TOKEN", hide_env_values = true)]
    pub cms_token: Option<String>,

    /// What the CMS signs its webhook with [default: nothing is believed, changes show within 10 minutes].
    #[arg(long, alias = "ovelle-cms-webhook-secret", env = "OVELLE_CMS_WEBHOOK_SECRET", hide_env_values = true)]
    pub cms_webhook_secret: Option<String>,

    /// What shows editors the drafts of stories, in `X-Ovelle-Preview` [default: nobody sees them].
    #[arg(long, alias = "ovelle-cms-preview-token", env = "OVELLE_CMS_PREVIEW_TOKEN", hide_env_values = true)]
    pub cms_preview_token: Option<String>,

    /// Hosts whose frames stories may show, comma separated.
    #[arg(
        long,
        alias = "ovelle-cms-frame-hosts",
        env = "OVELLE_CMS_FRAME_HOSTS",
        default_value = FRAME_HOSTS,
        value_delimiter = ','
    )]
    pub cms_frame_hosts: Vec<String>,

    /// Hosts whose scripts stories may load, comma separated [default: none].
    #[arg(
        long,
        alias = "ovelle-cms-script-hosts",
        env = "OVELLE_CMS_SCRIPT_HOSTS",
        default_value = "",
        value_delimiter = ','
    )]
    pub cms_script_hosts: Vec<String>,

    /// Hosts whose pictures and films stories may show, beside our own, comma separated [default: none].
    #[arg(
        long,
        alias = "ovelle-cms-picture-hosts",
        env = "OVELLE_CMS_PICTURE_HOSTS",
        default_value = "",
        value_delimiter = ','
    )]
    pub cms_picture_hosts: Vec<String>,

    /// A document with experiments in the place of `people/experiments.json`, asked for every 12 hours.
    #[arg(long, alias = "ovelle-remote-config-url", env = "OVELLE_REMOTE_CONFIG_URL", hide_env_values = true)]
    pub remote_config_url: Option<String>,

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

    /// Connections from one address that are no live sockets (IPv6: one /64); 0 = no limit. Trusted proxies are not counted.
    #[arg(
        long,
        alias = "ovelle-connections-per-address",
        env = "OVELLE_CONNECTIONS_PER_ADDRESS",
        default_value_t = 256
    )]
    pub connections_per_address: usize,

    /// Proxies whose forwarded address, host and scheme are believed: addresses or networks, comma
    /// separated.
    #[arg(long, alias = "ovelle-trusted-proxies", env = "OVELLE_TRUSTED_PROXIES", default_value = "")]
    pub trusted_proxies: TrustedProxies,

    /// Where `/metrics` answers [default: as --listen, to callers on this machine that come by no proxy].
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

    /// How long an account is kept that nobody signs in to or orders with; its owner is told 30 days before.
    #[arg(long, alias = "ovelle-account-retention", env = "OVELLE_ACCOUNT_RETENTION", default_value = "3y", value_parser = long_duration)]
    pub account_retention: Duration,

    /// How long an order of the shop waits for its money.
    #[arg(long, alias = "ovelle-unpaid-ttl", env = "OVELLE_UNPAID_TTL", default_value = "30m", value_parser = unpaid_ttl)]
    pub unpaid_ttl: Duration,

    /// Orders of the shop that may be placed from one address in a minute; 0 = no limit.
    #[arg(long, alias = "ovelle-orders-per-address", env = "OVELLE_ORDERS_PER_ADDRESS", default_value_t = 60)]
    pub orders_per_address: u32,

    /// Whether the embedded payment provider, which moves no money, stands in for a real one. `off`: its page, its
    /// notifications and the means of payment of a provider are not there, and people pay at the counter.
    #[arg(long, alias = "ovelle-test-payments", env = "OVELLE_TEST_PAYMENTS", default_value = "on")]
    pub test_payments: TestPayments,

    /// What all counted limits are multiplied with; 0 = no limits.
    #[arg(long, alias = "ovelle-rate-factor", env = "OVELLE_RATE_FACTOR", default_value = "1")]
    pub rate_factor: RateFactor,

    /// What the notifications of the embedded payment provider are signed with [default: made of the secret].
    #[arg(long, alias = "ovelle-test-payment-secret", env = "OVELLE_TEST_PAYMENT_SECRET", hide_env_values = true)]
    pub test_payment_secret: Option<String>,

    /// The server that mails go to, as `smtp://user:password@host:587?tls=required` or `smtps://…` [default: none; each mail
    /// becomes a file].
    #[arg(long, alias = "ovelle-mail-url", env = "OVELLE_MAIL_URL", hide_env_values = true)]
    pub mail_url: Option<String>,

    /// Who mails are from, as `Ovelle <kuitit@ovelle.example>`; needed where mails go to a server.
    #[arg(long, alias = "ovelle-mail-from", env = "OVELLE_MAIL_FROM")]
    pub mail_from: Option<String>,

    /// The folder of mails that go to no server; made with the first one.
    #[arg(long, alias = "ovelle-mail-dir", env = "OVELLE_MAIL_DIR", default_value = "ovelle-data/mail")]
    pub mail_dir: PathBuf,

    /// Over how long watchers are sent away at SIGTERM.
    #[arg(long, alias = "ovelle-drain", env = "OVELLE_DRAIN", default_value = "20s", value_parser = duration)]
    pub drain: Duration,

    /// The place at which a test kills this node; see [`store::Failpoints`].
    #[cfg(debug_assertions)]
    #[arg(long, env = "OVELLE_FAILPOINT", hide = true)]
    pub failpoint: Option<String>,

    /// What is logged, in tracing's filter syntax.
    #[arg(long, env = "RUST_LOG", default_value = "info,memory_serve=warn")]
    pub log: String,
}

/// Whether the embedded payment provider is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TestPayments {
    On,
    Off,
}

/// Of whom of the staff a second factor is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum TotpRequirement {
    /// Of everybody.
    Required,
}

/// Whose time of day counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ClockSource {
    /// The database's.
    Database,
    /// That of the machine that the node runs on.
    Machine,
}
