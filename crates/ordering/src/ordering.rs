//! What the shop's routes work on.

use std::{ops::Deref, sync::Arc};

use axum::{
    extract::FromRef,
    http::{Extensions, HeaderMap},
};
use chain::CurrentChain;
use deps::{Benefits, Caller, Deps, SharedClock};
use domain::rate_limit::RateFactor;
use payments::Payments;
use providers::{Geocoder, Router as Drives};
use server::{
    credentials::caller_of, idempotency::Idempotency, order_keys::OrderKeys, origin::AllowedOrigins,
    rate_limits::RateLimits, session::SessionCookie,
};
use store::StoreError;

use crate::{
    card_attempts::CardAttempts, chain_view::ChainView, code_attempts::CodeAttempts, delivery::RangeLog,
    doors::DoorFinder, menu::MenuCache, places::PlaceCalls, price_searches::PriceSearches, restaurants::Restaurants,
    shops::ShopListCache,
};

/// What the shop's routes work on. A clone is one count: each request makes several.
#[derive(Clone)]
pub struct Ordering(Arc<OrderingParts>);

/// The parts of [`Ordering`].
pub struct OrderingParts {
    pub deps: Deps,
    pub chain: CurrentChain,
    /// The process's clock: hours, lunch, windows and campaigns are judged by it, expiries by that of `deps`
    /// (docs/spec/ordering.md, "The moment").
    pub wall_clock: SharedClock,
    pub menus: MenuCache,
    /// The list of restaurants.
    pub shops: ShopListCache,
    /// The short one.
    pub shop_summaries: ShopListCache,
    /// What restaurants say of themselves.
    pub restaurants: Restaurants,
    pub geocoder: Arc<Geocoder>,
    /// Where carts and orders go.
    pub doors: DoorFinder,
    pub drives: Arc<Drives>,
    pub payments: Payments,
    /// What opens orders.
    pub order_keys: OrderKeys,
    /// Calls that are made once, however often they are sent with one key.
    pub idempotency: Idempotency,
    /// What is counted over all nodes.
    pub rate_limits: RateLimits,
    /// What the counts of the fraud rules are multiplied with.
    pub fraud_factor: RateFactor,
    /// Orders that may be placed from one address in a minute; 0: as many as people like.
    pub orders_per_address: u32,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
    pub place_calls: Arc<PlaceCalls>,
    pub cookie: SessionCookie,
    /// From where browsers may make changing calls.
    pub origins: AllowedOrigins,
    /// Wrong promotion codes, by who tried them.
    pub code_attempts: CodeAttempts,
    /// Wrong gift cards, by who tried them.
    pub card_attempts: CardAttempts,
    /// Searches for the best price.
    pub price_searches: PriceSearches,
    /// What is logged where no price range could be given.
    pub range_log: RangeLog,
    /// What people own of the loyalty programme.
    pub benefits: Arc<dyn Benefits>,
}

impl From<OrderingParts> for Ordering {
    fn from(parts: OrderingParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Ordering {
    type Target = OrderingParts;

    fn deref(&self) -> &OrderingParts {
        &self.0
    }
}

impl OrderingParts {
    /// Who makes a request, by its headers; its extensions have who watches over it.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn caller_of(&self, headers: &HeaderMap, extensions: &Extensions) -> Result<Caller, StoreError> {
        caller_of(&*self.deps.callers, headers, extensions, Some(self.cookie)).await
    }

    /// What a request works on from here to its answer.
    #[must_use]
    pub fn view(&self) -> ChainView {
        self.restaurants.view()
    }
}

impl FromRef<Ordering> for Deps {
    fn from_ref(ordering: &Ordering) -> Self {
        ordering.deps.clone()
    }
}

impl FromRef<Ordering> for SessionCookie {
    fn from_ref(ordering: &Ordering) -> Self {
        ordering.cookie
    }
}

impl FromRef<Ordering> for AllowedOrigins {
    fn from_ref(ordering: &Ordering) -> Self {
        ordering.origins.clone()
    }
}
