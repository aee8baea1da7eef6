//! The wiring: from a configuration to a running node.

mod http;
mod outside;
mod resources;
mod start_error;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use ::content::{CmsWebhook, ContentState, ExperimentSource, FaqSearches, Preview};
use analytics::Analytics;
use axum::Router;
use bus::Bus;
use deps::{Chance, Commits, SharedClock};
use loyalty::LoyaltyProgramme;
use ordering::Restaurants;
use orders::Orders;
use payments::{Timings, sweep};
use prometheus_client::registry::Registry;
use server::{
    accept::{self, AcceptLimits},
    idempotency::Idempotency,
    rate_limits::RateLimits,
};
pub use start_error::StartError;
use store::{Store, StoreError};
use tracking::{Hub, Limits};

use crate::{
    Config,
    app::{
        http::{accept_limits, api, listen, router},
        outside::experiments_of,
        resources::{BackgroundTasks, NodeMetrics, NodeResources, origins_of},
    },
    capabilities::{Capabilities, MakeProvider},
    content::LoadedContent,
    operations::{self, ClientConfig, Operations, RunningOrders},
    pages::{Pages, ROUTES},
    readiness::Writes,
    retention::{AccountRetention, Retention},
};

/// What a node takes from its surroundings besides its configuration.
#[derive(Clone)]
pub struct Environment {
    /// The time of day; none: that of the configuration.
    pub clock: Option<SharedClock>,
    pub chance: Chance,
    /// Its place on a bus; none: that of the configuration.
    pub bus: Option<Arc<dyn Bus>>,
    /// Who takes the money, made of the embedded provider; none: that one itself.
    pub payment_provider: Option<MakeProvider>,
    /// Bounds, before the configuration is laid over them.
    pub limits: Limits,
    /// How long a call waits for a connection to the database and again for a statement; none: as the store says.
    pub database_patience: Option<Duration>,
    /// The running orders of the demo's city; none outside the demo.
    pub demo: Option<RunningOrders>,
}

impl Environment {
    /// The machine's own chance, and what the configuration says.
    #[must_use]
    pub fn of_this_machine(limits: Limits) -> Self {
        Self {
            clock: None,
            chance: Chance::from_system(),
            bus: None,
            payment_provider: None,
            limits,
            database_patience: None,
            demo: None,
        }
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
    loyalty: LoyaltyProgramme,
    idempotency: Idempotency,
    commits: Commits,
    retention: Retention,
    router: Router,
    tasks: BackgroundTasks,
    /// How long it serves at least after it has said that it is leaving.
    notice: Duration,
}

impl App {
    /// Opens the database, makes the hub, and listens. When this answers, the node serves.
    ///
    /// # Errors
    /// [`StartError`] says what is wrong, by the name of the setting where it is one.
    pub async fn start(config: &Config, environment: Environment) -> Result<Self, StartError> {
        let mut tasks = BackgroundTasks::default();
        let resources = Box::pin(NodeResources::open(config, &environment, &mut tasks)).await?;
        let Capabilities { hub, orders, tracking, dispatch, staff, ordering, customers, loyalty } =
            Box::pin(Capabilities::start(&resources.capability_parts(config, &environment)?)).await?;
        let NodeResources { listener, address, public_url, content, metrics, deps, .. } = resources;
        let NodeMetrics { registry, answers, page: page_figures, security, .. } = metrics;
        let stop = tasks.stop.clone();
        let timings: Arc<dyn Timings> = Arc::new(ordering.restaurants.clone());
        tasks.spawn(sweep::run(ordering.payments.clone(), timings, stop.clone()));
        tasks.spawn(ordering.payments.outbox.clone().run(stop.clone()));
        tasks.spawn(loyalty::sweep::run(loyalty.clone(), stop.clone()));
        let (restaurants, idempotency) = (ordering.restaurants.clone(), ordering.idempotency.clone());
        let told = told(config, &content, &ordering.rate_limits, &mut tasks)?;
        let origins = origins_of(config, &public_url);
        let reports = Analytics::new(page_figures, &ROUTES, origins, ordering.rate_limits.clone());
        let pages = Pages::new(told.clone(), Arc::clone(&public_url), Arc::clone(&deps.clock));
        let (writes, asking) = Writes::start(&deps, stop.clone()).await;
        tasks.handles.push(asking);
        let is_demo = environment.demo.is_some();
        let operations = Operations {
            version: pages.version().into(),
            hub: hub.clone(),
            writes,
            registry: Arc::new(registry),
            config: ClientConfig::new(is_demo, config.tile_url.clone(), config.tile_attribution.clone()),
            demo: environment.demo,
        };

        let accounts = AccountRetention { customers: customers.clone(), keep: config.account_retention() };
        let registry = Arc::clone(&operations.registry);
        let api = api(tracking, dispatch, staff, ordering, customers, loyalty.clone(), operations)
            .merge(::content::routes::router(told))
            .merge(analytics::routes::router(reports));
        let api = with_metrics(api, config, registry, &mut tasks)?;
        let router = router(config, &public_url, api, pages, answers, security.clone(), Arc::clone(&deps.callers));
        let bounds = accept_limits(config, &environment.limits, security);
        tasks.spawn(accept::serve(listener, router.clone(), bounds, stop.clone()));
        let retention = Retention::new(&deps, config.retention(), accounts);
        tasks.spawn(retention.clone().run(stop));
        let is_behind_a_proxy = !config.trusted_proxies.is_empty();
        let notice = if is_behind_a_proxy { NOTICE.min(environment.limits.live.drain) } else { Duration::ZERO };
        Ok(Self {
            address,
            public_url,
            store: deps.store,
            content,
            hub,
            orders,
            restaurants,
            loyalty,
            idempotency,
            commits: deps.commits,
            retention,
            router,
            tasks,
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

    /// The loyalty programme, for tests that look inside.
    #[must_use]
    pub fn loyalty(&self) -> &LoyaltyProgramme {
        &self.loyalty
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

    /// What answers calls, for tests that give one up at a moment of theirs.
    pub fn router(&self) -> Router {
        self.router.clone()
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
        self.tasks.stop.cancel();
        for task in self.tasks.handles {
            // One that panicked has ended too.
            let _ended = tokio::time::timeout(LAST_CALLS, task).await;
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

/// Metrics on a port of their own where one is set, else beside the other calls, for this machine alone.
fn with_metrics(
    api: Router,
    config: &Config,
    registry: Arc<Registry>,
    tasks: &mut BackgroundTasks,
) -> Result<Router, StartError> {
    let Some(address) = config.metrics_listen else {
        return Ok(api.merge(operations::local_metrics_router(registry)));
    };
    let (listener, limits) = (listen(address)?, AcceptLimits::default());
    tasks.spawn(accept::serve(listener, operations::metrics_router(registry), limits, tasks.stop.clone()));
    Ok(api)
}

/// What editors and whoever asks what they say are answered from.
fn told(
    config: &Config,
    content: &LoadedContent,
    limits: &RateLimits,
    tasks: &mut BackgroundTasks,
) -> Result<ContentState, StartError> {
    let experiments = experiments_of(config, content.current())?;
    if let ExperimentSource::Remote(remote) = experiments.clone() {
        let stop = tasks.stop.clone();
        tasks.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = remote.follow() => {}
            }
        });
    }
    Ok(ContentState {
        stories: content.stories().clone(),
        chain: content.current().clone(),
        searches: FaqSearches::new(limits.clone()),
        preview: Preview::new(config.preview_token(), limits.clone()),
        experiments,
        webhook: CmsWebhook::new(config.cms_webhook_secret()),
    })
}
