//! What a node opens before its capabilities start: the listener, the database, the content, the clock, the bus.

use std::{collections::HashSet, net::SocketAddr, sync::Arc, time::Duration};

use analytics::PageFigures;
use bus::{Bus, RedisUrl};
use deps::{Callers, Chance, Commits, Deps, SharedClock, SystemClock};
use dispatch::{ConfiguredKeys, DispatchKeys};
use domain::{key::Secrets, restaurant::Restaurant};
use mail::Post;
use metrics::Metrics;
use outbox::OutboxFigures;
use prometheus_client::registry::Registry;
use providers::{Geocoder, Router as Drives};
use server::{origin::AllowedOrigins, password::Passwords, security::SecurityLog};
use store::{Store, StoreConfig};
use tokio::{net::TcpListener, task::JoinHandle};
use tokio_util::sync::CancellationToken;
use tracking::staff::StaffToken;

use super::{
    Environment, StartError,
    http::listen,
    outside::{bus_of, post_of, providers_of, signature_of, stories_of},
};
use crate::{
    Config,
    callers::NodeCallers,
    capabilities::CapabilityParts,
    clock,
    config::{ConfigError, TestPayments},
    content::{self, LoadedContent},
    figures::{self, AnswerCounters},
    identity::identity_of,
    operations, secret,
};

/// What runs beside the calls until the node leaves.
#[derive(Default)]
pub(super) struct BackgroundTasks {
    pub(super) stop: CancellationToken,
    pub(super) handles: Vec<JoinHandle<()>>,
}

impl BackgroundTasks {
    pub(super) fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.handles.push(tokio::spawn(task));
    }
}

/// What a node counts, registered.
pub(super) struct NodeMetrics {
    pub(super) registry: Registry,
    pub(super) metrics: Arc<Metrics>,
    pub(super) outbox: OutboxFigures,
    pub(super) answers: AnswerCounters,
    pub(super) page: PageFigures,
    pub(super) passwords: Passwords,
    pub(super) security: SecurityLog,
}

impl NodeMetrics {
    fn register(chance: Chance) -> Self {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(operations::Tasks(tokio::runtime::Handle::current())));
        Self {
            metrics: Arc::new(Metrics::register(&mut registry)),
            outbox: OutboxFigures::register(&mut registry),
            answers: figures::register(&mut registry),
            page: PageFigures::register(&mut registry),
            passwords: Passwords::register(&mut registry, chance),
            security: SecurityLog::register(&mut registry),
            registry,
        }
    }
}

/// What is opened, and what capabilities are handed of it.
pub(super) struct NodeResources {
    pub(super) listener: TcpListener,
    pub(super) address: SocketAddr,
    /// What absolute links begin with.
    pub(super) public_url: Arc<str>,
    pub(super) content: LoadedContent,
    pub(super) metrics: NodeMetrics,
    pub(super) deps: Deps,
    /// The process's own time of day.
    wall_clock: SharedClock,
    bus: Arc<dyn Bus>,
    keys: DispatchKeys,
    staff_token: Option<StaffToken>,
    post: Arc<dyn Post>,
    geocoder: Geocoder,
    drives: Drives,
}

impl NodeResources {
    /// Opens all of it.
    ///
    /// # Errors
    /// [`StartError`] says what is wrong, by the name of the setting where it is one.
    pub(super) async fn open(
        config: &Config,
        environment: &Environment,
        tasks: &mut BackgroundTasks,
    ) -> Result<Self, StartError> {
        let (keys, redis) = (config.keys()?, config.redis()?);
        let read = content::read(config.content.as_deref())?;
        let (geocoder, drives) = providers_of(config)?;
        let stories = stories_of(config)?;
        let listener = listen(config.listen)?;
        let address = listener.local_addr().map_err(|source| StartError::Listen { address: config.listen, source })?;
        let public_url: Arc<str> = config.public_url(address)?.into();

        let store = open_store(config, environment.database_patience).await?;
        require_known(&keys, &read.chain.restaurants(), &store).await?;
        let chance = environment.chance.clone();
        let secrets = secret::find(config.secret.as_deref(), &config.database_url, &store, &chance).await?;
        warn_of_weak_settings(config, &secrets, &public_url);
        warn_of_a_missing_bus(&store, redis.as_ref(), environment);
        let wall_clock: SharedClock = environment.clock.clone().unwrap_or_else(|| Arc::new(SystemClock));
        let (folder, clock, wheel_age) = (config.content.clone(), Arc::clone(&wall_clock), config.wheel_age);
        let content = LoadedContent::start(folder, read, stories, store.clone(), clock, wheel_age).await?;

        let mut metrics = NodeMetrics::register(chance.clone());
        let bus = match &environment.bus {
            Some(bus) => Arc::clone(bus),
            None => bus_of(redis, store.installation(), &chance, &metrics.metrics.bus).await,
        };
        let given = environment.clock.clone();
        let (clock, following) = clock::choose(given, config.clock, &store, &mut metrics.registry).await?;
        if let Some(following) = following {
            tasks.spawn(following.run(store.clone(), tasks.stop.clone()));
        }
        let keys = DispatchKeys::new(keys, store.clone());
        let staff_token = config.staff_token().map(StaffToken::new);
        let callers: Arc<dyn Callers> = Arc::new(NodeCallers {
            store: store.clone(),
            clock: Arc::clone(&clock),
            keys: keys.clone(),
            staff_token: staff_token.clone(),
            is_totp_required: config.staff_totp.is_some(),
        });
        let post = post_of(config, &store, &clock)?;
        let deps = Deps { store, clock, chance, secrets, callers, commits: Commits::default() };
        Ok(Self {
            listener,
            address,
            public_url,
            content,
            metrics,
            deps,
            wall_clock,
            bus,
            keys,
            staff_token,
            post,
            geocoder,
            drives,
        })
    }

    /// What the capabilities of this node are made of.
    ///
    /// # Errors
    /// [`StartError`] where nobody could sign in with what is set.
    pub(super) fn capability_parts(
        &self,
        config: &Config,
        environment: &Environment,
    ) -> Result<CapabilityParts, StartError> {
        let Self { content, metrics, deps, public_url, .. } = self;
        let is_demo = environment.demo.is_some();
        Ok(CapabilityParts {
            deps: deps.clone(),
            chain: content.current().clone(),
            wall_clock: Arc::clone(&self.wall_clock),
            bus: Arc::clone(&self.bus),
            metrics: Arc::clone(&metrics.metrics),
            limits: environment.limits.clone(),
            keys: self.keys.clone(),
            staff_token: self.staff_token.clone(),
            geocoder: Arc::new(self.geocoder.clone().with_book(content.addresses().clone())),
            drives: Arc::new(self.drives.clone()),
            origins: origins_of(config, public_url),
            public_url: Arc::clone(public_url),
            test_payments: signature_of(config, &deps.secrets),
            has_provider: config.test_payments == TestPayments::On,
            post: Arc::clone(&self.post),
            outbox_figures: metrics.outbox.clone(),
            passwords: metrics.passwords.clone(),
            security: metrics.security.clone(),
            payment_provider: environment.payment_provider.clone(),
            unpaid_ttl: config.unpaid_ttl(),
            orders_per_address: config.orders_per_address,
            rate_factor: config.rate_factor,
            is_demo,
            accounts: config.accounts(),
            identity: identity_of(config, deps, self.address, public_url, is_demo)?,
            recaptcha: config.recaptcha()?,
            is_totp_required: config.staff_totp.is_some(),
        })
    }
}

async fn open_store(config: &Config, patience: Option<Duration>) -> Result<Store, StartError> {
    let usual = StoreConfig::new(&config.database_url);
    let store = Store::open(&match patience {
        Some(patience) => StoreConfig { acquire_timeout: patience, statement_timeout: patience, ..usual },
        None => usual,
    })
    .await?;
    #[cfg(debug_assertions)]
    config.failpoint.iter().for_each(|place| store.failpoints().arm(place));
    Ok(store)
}

/// Checks that the configured keys are bound to restaurants of the content, or such as an older content has left.
async fn require_known(keys: &ConfiguredKeys, content: &[Restaurant], store: &Store) -> Result<(), StartError> {
    let known: HashSet<_> = content.iter().chain(&store.restaurants().all().await?).map(|known| known.id).collect();
    Ok(keys.require_known(|restaurant| known.contains(&restaurant)).map_err(ConfigError::from)?)
}

/// From where browsers may call, and where they may be sent.
pub(super) fn origins_of(config: &Config, public_url: &str) -> AllowedOrigins {
    let named = config.allowed_origins.iter().cloned();
    match &config.public_url {
        Some(_) => AllowedOrigins::new(public_url, named),
        None => AllowedOrigins::listening(named, public_url),
    }
}

/// Says in the log what is set less safely than it could be.
fn warn_of_weak_settings(config: &Config, secrets: &Secrets, public_url: &str) {
    if secrets.is_weak() {
        tracing::warn!("OVELLE_SECRET is short enough to be guessed; use 32 random characters");
    }
    if config.staff_token().is_some_and(|token| token.len() < Secrets::STRONG_LENGTH) {
        tracing::warn!("OVELLE_STAFF_TOKEN is short enough to be guessed; use 32 random characters");
    }
    if !public_url.starts_with("https://") {
        tracing::info!("the public address is plain http, so session cookies are not `Secure`");
    }
}

/// Says in the log that nodes on one database need a bus between them.
fn warn_of_a_missing_bus(store: &Store, redis: Option<&RedisUrl>, environment: &Environment) {
    if store.is_shared() && redis.is_none() && environment.bus.is_none() {
        tracing::warn!(
            "REDIS_URL is not set, so this node must be the only one on its database: another one would take its cars \
             for silent, and it theirs"
        );
    }
}
