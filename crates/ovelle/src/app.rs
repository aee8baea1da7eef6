//! The wiring: from a configuration to a running node.

mod http;
mod outside;
mod start_error;

use std::{collections::HashSet, net::SocketAddr, sync::Arc, time::Duration};

use bus::Bus;
use deps::{Benefits, Callers, Chance, Commits, Deps, NoBenefits, SharedClock, SystemClock};
use dispatch::{ConfiguredKeys, DispatchKeys};
use domain::{key::Secrets, restaurant::Restaurant};
use metrics::Metrics;
use ordering::Restaurants;
use orders::Orders;
use outbox::OutboxFigures;
use payments::{Timings, sweep};
use prometheus_client::registry::Registry;
use server::{
    accept::{self, AcceptLimits},
    idempotency::Idempotency,
    origin::AllowedOrigins,
    security::SecurityLog,
};
pub use start_error::StartError;
use store::{Store, StoreConfig, StoreError};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracking::{Hub, Limits, staff::StaffToken};

use crate::{
    Config,
    app::{
        http::{accept_limits, api, listen, router},
        outside::{bus_of, post_of, providers_of, signature_of},
    },
    callers::NodeCallers,
    capabilities::{Capabilities, CapabilityParts, MakeProvider},
    clock,
    config::{ConfigError, TestPayments},
    content::{self, LoadedContent},
    figures,
    operations::{self, ClientConfig, Operations, RunningOrders},
    pages::Pages,
    readiness::Writes,
    retention::Retention,
    secret,
};

/// What a node takes from its surroundings besides its configuration.
#[derive(Clone)]
pub struct Environment {
    /// The time of day; none: that of the configuration.
    pub clock: Option<SharedClock>,
    pub chance: Chance,
    /// Its place on a bus; none: that of the configuration.
    pub bus: Option<Arc<dyn Bus>>,
    /// Who calls; none: the staff and the keys of the configuration and the database.
    pub callers: Option<Arc<dyn Callers>>,
    /// What people own of the loyalty programme: nothing, until there is one.
    pub benefits: Arc<dyn Benefits>,
    /// Who takes the money, made of the embedded provider; none: that one itself.
    pub payment_provider: Option<MakeProvider>,
    /// Bounds, before the configuration is laid over them.
    pub limits: Limits,
    /// The running orders of the demo's city; none outside the demo.
    pub demo: Option<RunningOrders>,
}

impl Environment {
    /// The machine's own chance, and what the configuration says.
    #[must_use]
    pub fn of_this_machine(limits: Limits) -> Self {
        let (chance, benefits) = (Chance::from_system(), Arc::new(NoBenefits));
        Self { clock: None, chance, bus: None, callers: None, benefits, payment_provider: None, limits, demo: None }
    }
}

/// A running node.
pub struct App {
    address: SocketAddr,
    public_url: Arc<str>,
    store: Store,
    content: LoadedContent,
    hub: Hub,
    orders: Orders,
    restaurants: Restaurants,
    idempotency: Idempotency,
    commits: Commits,
    retention: Retention,
    stop: CancellationToken,
    servers: Vec<JoinHandle<()>>,
    /// How long it serves at least after it has said that it is leaving.
    notice: Duration,
}

impl App {
    /// Opens the database, makes the hub, and listens. When this answers, the node serves.
    ///
    /// # Errors
    /// [`StartError`] says what is wrong, by the name of the setting where it is one.
    pub async fn start(config: &Config, environment: Environment) -> Result<Self, StartError> {
        let (keys, redis) = (config.keys()?, config.redis()?);
        let read = content::read(config.content.as_deref())?;
        let (geocoder, drives) = providers_of(config)?;
        let listener = listen(config.listen)?;
        let address = listener.local_addr().map_err(|source| StartError::Listen { address: config.listen, source })?;
        let public_url: Arc<str> = config.public_url(address)?.into();

        let store = Store::open(&StoreConfig::new(&config.database_url)).await?;
        #[cfg(debug_assertions)]
        config.failpoint.iter().for_each(|place| store.failpoints().arm(place));
        require_known(&keys, &read.chain.restaurants(), &store).await?;
        let secrets = secret::find(config.secret.as_deref(), &config.database_url, &store, &environment.chance).await?;
        warn_of_weak_settings(config, &secrets, &public_url);
        if store.is_shared() && redis.is_none() && environment.bus.is_none() {
            tracing::warn!(
                "REDIS_URL is not set, so this node must be the only one on its database: another one would take its cars \
                 for silent, and it theirs"
            );
        }
        let wall_clock: SharedClock = environment.clock.clone().unwrap_or_else(|| Arc::new(SystemClock));
        let stories = ::content::Stories::read(config.stories());
        let content =
            LoadedContent::start(config.content.clone(), read, stories, store.clone(), Arc::clone(&wall_clock)).await?;

        let mut registry = Registry::default();
        registry.register_collector(Box::new(operations::Tasks(tokio::runtime::Handle::current())));
        let metrics = Arc::new(Metrics::register(&mut registry));
        let outbox_figures = OutboxFigures::register(&mut registry);
        let answers = figures::register(&mut registry);
        let security = SecurityLog::register(&mut registry);
        let bus = match environment.bus {
            Some(bus) => bus,
            None => bus_of(redis, store.installation(), &environment.chance, &metrics.bus).await,
        };
        let limits = environment.limits;
        let stop = CancellationToken::new();
        let mut servers = Vec::new();
        let (clock, following) = clock::choose(environment.clock, config.clock, &store, &mut registry).await?;
        servers.extend(following.map(|following| tokio::spawn(following.run(store.clone(), stop.clone()))));
        let keys = DispatchKeys::new(keys, store.clone());
        let staff_token = config.staff_token().map(StaffToken::new);
        let callers = environment.callers.unwrap_or_else(|| {
            let (store, clock) = (store.clone(), Arc::clone(&clock));
            Arc::new(NodeCallers { store, clock, keys: keys.clone(), staff_token: staff_token.clone() })
        });
        let post = post_of(config, &store, &clock)?;
        let deps = Deps {
            store: store.clone(),
            clock,
            chance: environment.chance,
            secrets,
            callers,
            commits: Commits::default(),
        };
        let Capabilities { hub, orders, tracking, dispatch, staff, ordering } = Capabilities::start(CapabilityParts {
            deps: deps.clone(),
            chain: content.current().clone(),
            wall_clock,
            bus,
            metrics,
            limits: limits.clone(),
            keys,
            staff_token,
            geocoder: Arc::new(geocoder.with_book(content.addresses().clone())),
            drives: Arc::new(drives),
            origins: origins_of(config, &public_url),
            public_url: Arc::clone(&public_url),
            test_payments: signature_of(config, &deps.secrets),
            has_provider: config.test_payments == TestPayments::On,
            post,
            outbox_figures,
            security: security.clone(),
            benefits: environment.benefits,
            payment_provider: environment.payment_provider,
            unpaid_ttl: config.unpaid_ttl(),
            orders_per_address: config.orders_per_address,
            rate_factor: config.rate_factor,
            is_demo: environment.demo.is_some(),
        })
        .await?;
        let timings: Arc<dyn Timings> = Arc::new(ordering.restaurants.clone());
        servers.push(tokio::spawn(sweep::run(ordering.payments.clone(), timings, stop.clone())));
        servers.push(tokio::spawn(ordering.payments.outbox.clone().run(stop.clone())));
        let (restaurants, idempotency) = (ordering.restaurants.clone(), ordering.idempotency.clone());
        let is_demo = environment.demo.is_some();
        let told = ::content::ContentState {
            stories: content.stories().clone(),
            chain: content.current().clone(),
            searches: ::content::FaqSearches::new(ordering.rate_limits.clone()),
        };
        let pages = Pages::new(told.clone(), Arc::clone(&public_url), Arc::clone(&deps.clock));
        let (writes, asking) = Writes::start(&deps, stop.clone()).await;
        servers.push(asking);
        let operations = Operations {
            version: pages.version().into(),
            hub: hub.clone(),
            writes,
            registry: Arc::new(registry),
            config: ClientConfig::new(is_demo, config.tile_url.clone(), config.tile_attribution.clone()),
            demo: environment.demo,
        };

        let registry = Arc::clone(&operations.registry);
        let mut api = api(tracking, dispatch, staff, ordering, operations).merge(::content::routes::router(told));
        match config.metrics_listen {
            None => api = api.merge(operations::local_metrics_router(registry)),
            Some(address) => {
                let (listener, limits) = (listen(address)?, AcceptLimits::default());
                let router = operations::metrics_router(registry);
                servers.push(tokio::spawn(accept::serve(listener, router, limits, stop.clone())));
            }
        }
        let router = router(config, &public_url, api, pages, answers, security.clone());
        let bounds = accept_limits(config, &limits, security);
        servers.push(tokio::spawn(accept::serve(listener, router, bounds, stop.clone())));
        let retention = Retention::new(&deps, config.retention());
        servers.push(tokio::spawn(retention.clone().run(stop.clone())));
        let is_behind_a_proxy = !config.trusted_proxies.is_empty();
        let notice = if is_behind_a_proxy { NOTICE.min(limits.live.drain) } else { Duration::ZERO };
        Ok(Self {
            address,
            public_url,
            store,
            content,
            hub,
            orders,
            restaurants,
            idempotency,
            commits: deps.commits.clone(),
            retention,
            stop,
            servers,
            notice,
        })
    }

    /// The address that is listened on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What absolute links begin with.
    #[must_use]
    pub fn public_url(&self) -> &str {
        &self.public_url
    }

    /// The hub, for tests that look inside.
    #[must_use]
    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// The chain's data.
    #[must_use]
    pub fn content(&self) -> &LoadedContent {
        &self.content
    }

    /// The store, for tests that look inside.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What is committed and announced, for tests that look inside.
    #[must_use]
    pub fn commits(&self) -> &Commits {
        &self.commits
    }

    /// Takes away what is known of people for too long, and sessions that have ended, as happens each
    /// hour; for tests that do not wait so long. Returns how many orders it was.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn forget(&self) -> Result<usize, StoreError> {
        self.retention.forget().await
    }

    /// Leaves: watchers are sent away over the drain while other calls are still served; then what
    /// was taken in is finished, and the database closed.
    pub async fn leave(self) {
        tokio::join!(self.hub.connections().drain(), tokio::time::sleep(self.notice));
        self.stop.cancel();
        for server in self.servers {
            // A server that panicked has ended too.
            let _ended = tokio::time::timeout(LAST_CALLS, server).await;
        }
        // Calls whose callers have gone, and what they began.
        let _ended = tokio::time::timeout(LAST_CALLS, self.idempotency.finish()).await;
        let _ended = tokio::time::timeout(LAST_CALLS, self.commits.finish()).await;
        let _ended = tokio::time::timeout(LAST_CALLS, self.orders.stop()).await;
        self.restaurants.stop().await;
        self.hub.stop().await;
        self.store.close().await;
    }
}

/// How long a node goes on serving for its proxies' sake, also where nobody watches: they must have seen that it is no
/// longer ready before it closes their connections, or a call would fail on one of them. Ours asks twice in 1.5 s.
const NOTICE: Duration = Duration::from_secs(3);
/// How long the last calls may take after the watchers have gone.
const LAST_CALLS: Duration = Duration::from_secs(10);

/// Checks that the configured keys are bound to restaurants of the content, or such as an older content has left.
async fn require_known(keys: &ConfiguredKeys, content: &[Restaurant], store: &Store) -> Result<(), StartError> {
    let known: HashSet<_> = content.iter().chain(&store.restaurants().all().await?).map(|known| known.id).collect();
    Ok(keys.require_known(|restaurant| known.contains(&restaurant)).map_err(ConfigError::from)?)
}

/// From where browsers may call, and where they may be sent.
fn origins_of(config: &Config, public_url: &str) -> AllowedOrigins {
    let named = config.allowed_origins.iter().cloned();
    match &config.public_url {
        Some(_) => AllowedOrigins::new(named.chain([public_url.to_owned()])),
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
