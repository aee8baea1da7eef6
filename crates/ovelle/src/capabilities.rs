//! The capabilities of a node, each handed what it works with.

use std::sync::Arc;

use ::staff::StaffState;
use bus::Bus;
use chain::CurrentChain;
use customers::{Captcha, Customers, CustomersParts, EmbeddedCaptcha, Recaptcha};
use deps::{Deps, SharedClock};
use dispatch::{Dispatch, DispatchKeys};
use domain::rate_limit::RateFactor;
use jiff::SignedDuration;
use loyalty::{LoyaltyProgramme, LoyaltyProgrammeParts};
use mail::{MailDelivery, Post};
use metrics::Metrics;
use ordering::{
    CardAttempts, CodeAttempts, DoorFinder, Ordering, OrderingParts, PlaceCalls, PriceSearches, Restaurants,
    RestaurantsParts,
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
    second_factor::SecondFactor,
    security::SecurityLog,
    session::SessionCookie,
    sign_in_attempts::SignInAttempts,
    turns::Turns,
};
use store::StoreError;
use tracking::{Hub, HubParts, Limits, routes::Tracking, staff::StaffToken};

use crate::{
    identity::IdentityParts,
    watched_restaurants::{WatchedKitchens, WatchedShops},
};

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
    pub(crate) passwords: Passwords,
    pub(crate) security: SecurityLog,
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
    /// What is set of customers' accounts.
    pub(crate) accounts: customers::AccountSettings,
    /// Where customers may sign in besides.
    pub(crate) identity: IdentityParts,
    /// None: the embedded captcha.
    pub(crate) recaptcha: Option<Recaptcha>,
    /// Whether everybody of the staff needs a second factor.
    pub(crate) is_totp_required: bool,
}

/// The capabilities, started.
pub(crate) struct Capabilities {
    pub(crate) hub: Hub,
    pub(crate) orders: Orders,
    pub(crate) tracking: Tracking,
    pub(crate) dispatch: Dispatch,
    pub(crate) staff: StaffState,
    pub(crate) ordering: Ordering,
    pub(crate) customers: Customers,
    pub(crate) loyalty: LoyaltyProgramme,
}

impl Capabilities {
    /// Starts the hub and the orders, and makes what their routes and those of the staff work on.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn start(parts: &CapabilityParts) -> Result<Self, StoreError> {
        let shared = parts.share().await?;
        let payments = parts.payments(&shared);
        shared.orders.tell_of_cancellations(Arc::new(CancelledOrders::of(&payments)));
        Ok(Self {
            tracking: parts.tracking(&shared),
            dispatch: parts.dispatch(&shared),
            staff: parts.staff(&shared),
            customers: parts.customers(&shared, payments.clone()),
            ordering: parts.ordering(&shared, payments),
            hub: shared.hub,
            orders: shared.orders,
            loyalty: shared.loyalty,
        })
    }
}

/// What more than one capability works with.
struct SharedParts {
    rate_limits: RateLimits,
    restaurants: Restaurants,
    order_keys: OrderKeys,
    hub: Hub,
    orders: Orders,
    idempotency: Idempotency,
    attempts: SignInAttempts,
    second_factor: SecondFactor,
    cookie: SessionCookie,
    loyalty: LoyaltyProgramme,
}

impl CapabilityParts {
    async fn share(&self) -> Result<SharedParts, StoreError> {
        let Self { deps, bus, limits, metrics, .. } = self;
        let rate_limits = RateLimits::new(deps, self.rate_factor);
        let restaurants = Restaurants::start(RestaurantsParts {
            store: deps.store.clone(),
            commits: deps.commits.clone(),
            bus: Arc::clone(bus),
            chain: self.chain.clone(),
            wall_clock: Arc::clone(&self.wall_clock),
            shops_per_connection: limits.shops_per_connection,
            sweep: limits.sweep,
            unwatched: limits.unwatched,
        })
        .await?;
        let key_limits = KeyLimits { reads: limits.key_reads, wrong_per_minute: limits.wrong_keys_per_minute };
        let order_keys = OrderKeys::new(deps.clone(), rate_limits.clone(), key_limits);
        let hub = Hub::start(HubParts {
            deps: deps.clone(),
            bus: Arc::clone(bus),
            limits: limits.clone(),
            metrics: Arc::clone(metrics),
            staff_token: self.staff_token.clone(),
            shops: Arc::new(WatchedShops(restaurants.clone())),
            rate_limits: rate_limits.clone(),
            order_keys: order_keys.clone(),
        });
        let orders = Orders::start(OrdersParts {
            deps: deps.clone(),
            bus: Arc::clone(bus),
            subscribers: Arc::new(hub.clone()),
            drives: Arc::clone(&self.drives),
            geocoder: Arc::clone(&self.geocoder),
            metrics: Arc::clone(metrics),
            limits: limits.orders.clone(),
        });
        let cookie = SessionCookie::new(&self.public_url);
        let idempotency = Idempotency::new(deps);
        Ok(SharedParts {
            loyalty: self.loyalty(cookie, &idempotency, &rate_limits),
            idempotency,
            attempts: SignInAttempts::new(rate_limits.clone(), deps, cookie),
            second_factor: SecondFactor::new(deps, self.is_totp_required),
            rate_limits,
            restaurants,
            order_keys,
            hub,
            orders,
            cookie,
        })
    }

    fn loyalty(&self, cookie: SessionCookie, idempotency: &Idempotency, rate_limits: &RateLimits) -> LoyaltyProgramme {
        let minute = SignedDuration::from_mins(1);
        let calls = NamedLimit { name: "slices of tracked orders", most: 60, window: minute };
        LoyaltyProgramme::from(LoyaltyProgrammeParts {
            deps: self.deps.clone(),
            chain: self.chain.clone(),
            wheel_age: self.accounts.wheel_age,
            cookie,
            origins: self.origins.clone(),
            idempotency: idempotency.clone(),
            rate_limits: rate_limits.clone(),
            slice_calls: AddressCalls::new(rate_limits.clone(), calls),
        })
    }

    fn tracking(&self, shared: &SharedParts) -> Tracking {
        let places = |name| {
            let of = NamedLimit { name, most: self.limits.places_per_minute, window: SignedDuration::from_mins(1) };
            Arc::new(AddressCalls::new(shared.rate_limits.clone(), of))
        };
        Tracking {
            hub: shared.hub.clone(),
            orders: shared.orders.clone(),
            geocoder: Arc::clone(&self.geocoder),
            drives: Arc::clone(&self.drives),
            origins: self.origins.clone(),
            geocodings: places("geocodings"),
            estimates: places("estimated drives"),
        }
    }

    fn dispatch(&self, shared: &SharedParts) -> Dispatch {
        let (hub, restaurants) = (shared.hub.clone(), shared.restaurants.clone());
        Dispatch {
            orders: shared.orders.clone(),
            keys: self.keys.clone(),
            connections: hub.connections().clone(),
            kitchens: Arc::new(WatchedKitchens { hub, restaurants }),
            limits: dispatch::DispatchLimits::default(),
            cookie: shared.cookie,
            origins: self.origins.clone(),
            public_url: Arc::clone(&self.public_url),
        }
    }

    fn payments(&self, shared: &SharedParts) -> Payments {
        let (store, clock) = (self.deps.store.clone(), Arc::clone(&self.deps.clock));
        let test = TestProvider::new(store, clock, self.test_payments.clone(), Arc::clone(&self.public_url));
        let provider = match &self.payment_provider {
            Some(make) => make(test.clone()),
            None => Arc::new(test.clone()) as Arc<dyn PaymentProvider>,
        };
        Payments::from(PaymentsParts {
            orders: shared.orders.clone(),
            outbox: self.outbox(&provider),
            provider,
            test,
            has_provider: self.has_provider,
            unpaid_ttl: self.unpaid_ttl,
            security: self.security.clone(),
            turns: Turns::default(),
            placings: Turns::default(),
        })
    }

    fn outbox(&self, provider: &Arc<dyn PaymentProvider>) -> Outbox {
        let mails = MailParts {
            deps: self.deps.clone(),
            chain: self.chain.clone(),
            public_url: Arc::clone(&self.public_url),
            post: Arc::clone(&self.post),
        };
        let deliveries: Vec<Arc<dyn OutboxDelivery>> = vec![
            Arc::new(MailDelivery::new(Arc::clone(&mails.post))),
            Arc::new(ReceiptMails(mails.clone())),
            Arc::new(RefundMails(mails)),
            Arc::new(RefundCalls { deps: self.deps.clone(), provider: Arc::clone(provider) }),
        ];
        Outbox::new(&self.deps, deliveries, self.outbox_figures.clone())
    }

    fn ordering(&self, shared: &SharedParts, payments: Payments) -> Ordering {
        let Self { deps, geocoder, .. } = self;
        let rate_limits = &shared.rate_limits;
        Ordering::from(OrderingParts {
            deps: deps.clone(),
            chain: self.chain.clone(),
            wall_clock: Arc::clone(&self.wall_clock),
            menus: MenuCache::default(),
            shops: ShopListCache::of_all(),
            shop_summaries: ShopListCache::of_summaries(),
            restaurants: shared.restaurants.clone(),
            doors: DoorFinder::new(Arc::clone(geocoder)),
            geocoder: Arc::clone(geocoder),
            drives: Arc::clone(&self.drives),
            payments,
            order_keys: shared.order_keys.clone(),
            idempotency: shared.idempotency.clone(),
            rate_limits: rate_limits.clone(),
            fraud_factor: if self.is_demo { RateFactor::NONE } else { self.rate_factor },
            orders_per_address: self.orders_per_address,
            public_url: Arc::clone(&self.public_url),
            place_calls: Arc::new(PlaceCalls::new(rate_limits)),
            cookie: shared.cookie,
            origins: self.origins.clone(),
            code_attempts: CodeAttempts::new(rate_limits.clone()),
            card_attempts: CardAttempts::new(rate_limits.clone()),
            price_searches: PriceSearches::default(),
            range_log: RangeLog::default(),
            benefits: Arc::new(shared.loyalty.clone()),
        })
    }

    fn customers(&self, shared: &SharedParts, payments: Payments) -> Customers {
        let Self { deps, identity, .. } = self;
        let attempts = shared.attempts.clone();
        Customers::from(CustomersParts {
            deps: deps.clone(),
            chain: self.chain.clone(),
            settings: self.accounts.clone(),
            passwords: self.passwords.clone(),
            captcha: self.captcha(&attempts),
            identity: identity.client.clone(),
            stand_in: identity.stand_in.clone(),
            attempts,
            second_factor: shared.second_factor.clone(),
            cookie: shared.cookie,
            origins: self.origins.clone(),
            public_url: Arc::clone(&self.public_url),
            payments,
            post: Arc::clone(&self.post),
            order_keys: shared.order_keys.clone(),
            security: self.security.clone(),
            idempotency: shared.idempotency.clone(),
            rate_limits: shared.rate_limits.clone(),
            loyalty: shared.loyalty.clone(),
            turns: Turns::default(),
        })
    }

    /// The captcha that is set, or the embedded one.
    fn captcha(&self, attempts: &SignInAttempts) -> Captcha {
        let Self { deps, rate_factor: factor, .. } = self;
        match &self.recaptcha {
            Some(set) => Arc::new(set.clone()),
            None => Arc::new(EmbeddedCaptcha { deps: deps.clone(), attempts: attempts.clone(), factor: *factor }),
        }
    }

    fn staff(&self, shared: &SharedParts) -> StaffState {
        StaffState {
            presence: Arc::new(shared.hub.clone()),
            passwords: self.passwords.clone(),
            attempts: shared.attempts.clone(),
            second_factor: shared.second_factor.clone(),
            deps: self.deps.clone(),
            cookie: shared.cookie,
            origins: self.origins.clone(),
            public_url: Arc::clone(&self.public_url),
        }
    }
}
