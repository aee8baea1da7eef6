//! The capabilities of a node, each handed what it works with.

use std::sync::Arc;

use ::staff::{Attempts, StaffState};
use bus::Bus;
use chain::CurrentChain;
use deps::{Benefits, Deps, SharedClock};
use dispatch::{Dispatch, DispatchKeys};
use domain::rate_limit::RateFactor;
use jiff::SignedDuration;
use mail::{MailDelivery, Post};
use metrics::Metrics;
use ordering::{
    CardAttempts, CodeAttempts, DoorFinder, Ordering, OrderingParts, PlaceCalls, Restaurants, RestaurantsParts,
    delivery::RangeLog,
    mails::{MailParts, ReceiptMails, RefundMails},
    menu::MenuCache,
    shops::ShopListCache,
};
use orders::{Orders, OrdersParts};
use outbox::{Outbox, OutboxDelivery, OutboxFigures};
use payments::{CancelledOrders, Payments, PaymentsParts, RefundCalls};
use providers::{
    Geocoder, Router as Drives,
    payment::{PaymentProvider, ProviderSignature, TestProvider},
};
use server::{
    idempotency::Idempotency,
    order_keys::{KeyLimits, OrderKeys},
    origin::AllowedOrigins,
    password::Passwords,
    rate::AddressCalls,
    rate_limits::{NamedLimit, RateLimits},
    security::SecurityLog,
    session::SessionCookie,
    turns::Turns,
};
use store::StoreError;
use tracking::{Hub, HubParts, Limits, routes::Tracking, staff::StaffToken};

use crate::watched_restaurants::{WatchedKitchens, WatchedShops};

/// Makes a payment provider of the embedded one.
pub type MakeProvider = Arc<dyn Fn(TestProvider) -> Arc<dyn PaymentProvider> + Send + Sync>;

/// What the capabilities of a node are made of.
pub(crate) struct CapabilityParts {
    pub(crate) deps: Deps,
    pub(crate) chain: CurrentChain,
    /// The process's own time of day.
    pub(crate) wall_clock: SharedClock,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) limits: Limits,
    pub(crate) keys: DispatchKeys,
    pub(crate) staff_token: Option<StaffToken>,
    pub(crate) geocoder: Arc<Geocoder>,
    pub(crate) drives: Arc<Drives>,
    /// From where browsers may call.
    pub(crate) origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub(crate) public_url: Arc<str>,
    /// What the embedded payment provider signs with.
    pub(crate) test_payments: ProviderSignature,
    /// Whether the embedded payment provider is turned on; there is no other yet.
    pub(crate) has_provider: bool,
    /// Who takes mails.
    pub(crate) post: Arc<dyn Post>,
    pub(crate) outbox_figures: OutboxFigures,
    pub(crate) security: SecurityLog,
    /// What people own of the loyalty programme.
    pub(crate) benefits: Arc<dyn Benefits>,
    /// Who takes the money; none: the embedded provider.
    pub(crate) payment_provider: Option<MakeProvider>,
    /// Orders that may be placed from one address in a minute; 0: as many as people like.
    pub(crate) orders_per_address: u32,
    /// Whether all who order are one city on one machine: what a stranger may owe is not counted then.
    pub(crate) is_demo: bool,
    /// What counted limits are multiplied with.
    pub(crate) rate_factor: RateFactor,
    /// How long an order of the shop waits for its money.
    pub(crate) unpaid_ttl: SignedDuration,
}

/// The capabilities, started.
pub(crate) struct Capabilities {
    pub(crate) hub: Hub,
    pub(crate) orders: Orders,
    pub(crate) tracking: Tracking,
    pub(crate) dispatch: Dispatch,
    pub(crate) staff: StaffState,
    pub(crate) ordering: Ordering,
}

impl Capabilities {
    /// Starts the hub and the orders, and makes what their routes and those of the staff work on.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn start(parts: CapabilityParts) -> Result<Self, StoreError> {
        let CapabilityParts { deps, chain, wall_clock, bus, metrics, limits, keys, .. } = parts;
        let CapabilityParts { staff_token, geocoder, drives, origins, public_url, test_payments, unpaid_ttl, .. } =
            parts;
        let (orders_per_address, post, outbox_figures) = (parts.orders_per_address, parts.post, parts.outbox_figures);
        let rate_limits = RateLimits::new(&deps, parts.rate_factor);
        let restaurants = Restaurants::start(RestaurantsParts {
            store: deps.store.clone(),
            commits: deps.commits.clone(),
            bus: Arc::clone(&bus),
            chain: chain.clone(),
            wall_clock: Arc::clone(&wall_clock),
            shops_per_connection: limits.shops_per_connection,
            sweep: limits.sweep,
            unwatched: limits.unwatched,
        })
        .await?;
        let key_limits = KeyLimits { reads: limits.key_reads, wrong_per_minute: limits.wrong_keys_per_minute };
        let order_keys = OrderKeys::new(deps.clone(), rate_limits.clone(), key_limits);
        let hub = Hub::start(HubParts {
            deps: deps.clone(),
            bus: Arc::clone(&bus),
            limits: limits.clone(),
            metrics: Arc::clone(&metrics),
            staff_token,
            shops: Arc::new(WatchedShops(restaurants.clone())),
            rate_limits: rate_limits.clone(),
            order_keys: order_keys.clone(),
        });
        let orders = Orders::start(OrdersParts {
            deps: deps.clone(),
            bus,
            subscribers: Arc::new(hub.clone()),
            drives: Arc::clone(&drives),
            geocoder: Arc::clone(&geocoder),
            metrics,
            limits: limits.orders,
        });
        let places = |name| {
            let of = NamedLimit { name, most: limits.places_per_minute, window: SignedDuration::from_mins(1) };
            Arc::new(AddressCalls::new(rate_limits.clone(), of))
        };
        let cookie = SessionCookie::new(&public_url);
        let tracking = Tracking {
            hub: hub.clone(),
            orders: orders.clone(),
            geocoder: Arc::clone(&geocoder),
            drives: Arc::clone(&drives),
            origins: origins.clone(),
            geocodings: places("geocodings"),
            estimates: places("estimated drives"),
        };
        let dispatch = Dispatch {
            orders: orders.clone(),
            keys,
            kitchens: Arc::new(WatchedKitchens { hub: hub.clone(), restaurants: restaurants.clone() }),
            connections: hub.connections().clone(),
            limits: dispatch::DispatchLimits::default(),
            cookie,
            origins: origins.clone(),
            public_url: Arc::clone(&public_url),
        };
        let (store, clock) = (deps.store.clone(), Arc::clone(&deps.clock));
        let test = TestProvider::new(store, clock, test_payments, Arc::clone(&public_url));
        let provider = match parts.payment_provider {
            Some(make) => make(test.clone()),
            None => Arc::new(test.clone()) as Arc<dyn PaymentProvider>,
        };
        let (mail_deps, mail_chain) = (deps.clone(), chain.clone());
        let mails = MailParts { deps: mail_deps, chain: mail_chain, public_url: Arc::clone(&public_url), post };
        let deliveries: Vec<Arc<dyn OutboxDelivery>> = vec![
            Arc::new(MailDelivery::new(Arc::clone(&mails.post))),
            Arc::new(ReceiptMails(mails.clone())),
            Arc::new(RefundMails(mails)),
            Arc::new(RefundCalls { deps: deps.clone(), provider: Arc::clone(&provider) }),
        ];
        let outbox = Outbox::new(&deps, deliveries, outbox_figures);
        let (has_provider, security) = (parts.has_provider, parts.security);
        let payments = Payments::from(PaymentsParts {
            orders: orders.clone(),
            provider,
            test,
            has_provider,
            unpaid_ttl,
            outbox,
            security,
            turns: Turns::default(),
            placings: Turns::default(),
        });
        orders.tell_of_cancellations(Arc::new(CancelledOrders::of(&payments)));
        let ordering = Ordering::from(OrderingParts {
            deps: deps.clone(),
            chain,
            wall_clock,
            menus: MenuCache::default(),
            shops: ShopListCache::of_all(),
            shop_summaries: ShopListCache::of_summaries(),
            restaurants,
            doors: DoorFinder::new(Arc::clone(&geocoder)),
            geocoder,
            drives,
            payments,
            order_keys,
            idempotency: Idempotency::new(&deps),
            rate_limits: rate_limits.clone(),
            fraud_factor: if parts.is_demo { RateFactor::NONE } else { parts.rate_factor },
            orders_per_address,
            public_url: Arc::clone(&public_url),
            place_calls: Arc::new(PlaceCalls::new(&rate_limits)),
            cookie,
            origins: origins.clone(),
            code_attempts: CodeAttempts::new(rate_limits.clone()),
            card_attempts: CardAttempts::new(rate_limits.clone()),
            range_log: RangeLog::default(),
            benefits: parts.benefits,
        });
        let staff = StaffState {
            presence: Arc::new(hub.clone()),
            passwords: Passwords::new(deps.chance.clone()),
            attempts: Attempts::new(rate_limits, deps.chance.clone()),
            deps,
            cookie,
            origins,
            public_url,
        };
        Ok(Self { hub, orders, tracking, dispatch, staff, ordering })
    }
}
