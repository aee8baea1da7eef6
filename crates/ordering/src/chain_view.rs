//! What a request works on: one version of everything, at one moment.

use std::{collections::HashMap, sync::Arc};

use chain::{
    Chain, InForce, Shop,
    hours::{Question, ServiceState},
};
use domain::{
    error::Code,
    ids::{RestaurantId, Rev},
    live_state::{LiveState, rev_of},
    order::OrderType,
};
use jiff::Timestamp;
use server::ApiError;

use crate::{restaurant_states::KnownState, stock::KitchenStock};

/// One version of the chain's files, what its restaurants said of themselves until then, and the time of the request.
#[derive(Debug, Clone)]
pub struct ChainView {
    in_force: InForce,
    states: Arc<HashMap<RestaurantId, KnownState>>,
    now: Timestamp,
}

impl ChainView {
    #[must_use]
    pub(crate) fn new(in_force: InForce, states: Arc<HashMap<RestaurantId, KnownState>>, now: Timestamp) -> Self {
        Self { in_force, states, now }
    }

    /// Whether another view sees the same files and words, at whatever time.
    #[must_use]
    pub(crate) fn sees_the_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.in_force.chain, &other.in_force.chain) && Arc::ptr_eq(&self.states, &other.states)
    }

    /// The files alone, at a moment: no restaurant has said anything of itself.
    #[must_use]
    pub fn of_files(chain: Arc<Chain>, now: Timestamp) -> Self {
        Self::new(InForce { chain, since: Rev(0) }, Arc::default(), now)
    }

    /// The chain's files.
    #[must_use]
    pub fn chain(&self) -> &Arc<Chain> {
        &self.in_force.chain
    }

    /// The time of the request, by the process's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// A restaurant that a path names.
    ///
    /// # Errors
    /// 404 `shop/not-found`.
    pub fn shop_of_path(&self, id: &str) -> Result<&Shop, ApiError> {
        self.find(id).ok_or_else(|| ApiError::new(Code::ShopNotFound))
    }

    /// A restaurant that a query or a body names.
    ///
    /// # Errors
    /// 422 with the field.
    pub fn shop_of_field(&self, id: &str, field: &str) -> Result<&Shop, ApiError> {
        self.find(id).ok_or_else(|| ApiError::invalid(field))
    }

    /// A restaurant by the number by which payments know it.
    #[must_use]
    pub fn shop_of_payments(&self, external_id: &str) -> Option<&Shop> {
        self.chain().shops().iter().find(|shop| shop.shop_external_id == external_id)
    }

    fn find(&self, id: &str) -> Option<&Shop> {
        self.chain().shop(id.parse().ok()?)
    }

    /// Who bakes for a restaurant: itself, or the one that its deliveries go to (docs/spec/ordering.md, "Selector
    /// status").
    #[must_use]
    pub fn kitchen_of<'v>(&'v self, shop: &'v Shop, order_type: OrderType) -> &'v Shop {
        let elsewhere = shop.delivery_redirection.filter(|_| order_type == OrderType::Delivery);
        elsewhere.and_then(|id| self.chain().shop(id)).unwrap_or(shop)
    }

    /// What a kitchen says of itself.
    #[must_use]
    pub fn state_of(&self, kitchen: RestaurantId) -> &ServiceState {
        self.states.get(&kitchen).map_or(ServiceState::SILENT, |known| &known.hours)
    }

    /// What a restaurant says of itself, as it is kept; none where it never said anything.
    #[must_use]
    pub(crate) fn kept_state(&self, restaurant: RestaurantId) -> Option<&LiveState> {
        self.states.get(&restaurant).map(|known| &known.kept)
    }

    /// Whether a restaurant takes orders of a type, for now or for a time: what the rules of its hours are asked.
    #[must_use]
    pub fn question<'v>(
        &'v self,
        shop: &'v Shop,
        order_type: OrderType,
        pre_order_time: Option<Timestamp>,
    ) -> Question<'v> {
        let delivery_kitchen = self.kitchen_of(shop, OrderType::Delivery);
        Question {
            shop,
            state: self.state_of(shop.id()),
            delivery_kitchen,
            delivery_state: self.state_of(delivery_kitchen.id()),
            settings: self.chain().settings(),
            order_type,
            pre_order_time,
            now: self.now,
        }
    }

    /// What a kitchen is out of, by the files and by its own word.
    #[must_use]
    pub fn stock_of(&self, kitchen: RestaurantId) -> KitchenStock {
        let mut stock = KitchenStock::of_files(self.chain().out_of_stock(kitchen));
        if let Some(state) = self.kept_state(kitchen) {
            stock.take_word(state, self.now);
        }
        stock
    }

    /// The newest number under which anything is said of a restaurant.
    #[must_use]
    pub(crate) fn newest_rev(&self, shop: RestaurantId) -> Rev {
        let types = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];
        let of_types = self.chain().shop(shop).map(|shop| types.map(|order_type| self.rev_of(shop, order_type)));
        of_types.into_iter().flatten().fold(self.in_force.since, Rev::max)
    }

    /// When what is said of a restaurant came about: the newest of what it and its kitchen said, the hours, and the
    /// files (docs/spec/ordering.md, "Live"). It is the same on all nodes, and rises whenever something else is said.
    #[must_use]
    pub fn rev_of(&self, shop: &Shop, order_type: OrderType) -> Rev {
        let kitchen = self.kitchen_of(shop, order_type).id();
        let words = [shop.id(), kitchen].into_iter().filter_map(|id| self.kept_state(id));
        let said = words.map(|state| state.rev_at(self.now)).fold(self.in_force.since, Rev::max);
        let after = Timestamp::from_millisecond(said.0).unwrap_or(Timestamp::MIN);
        let by_hours = self.question(shop, order_type, None).said_since(after);
        by_hours.map_or(said, |at| said.max(rev_of(at)))
    }
}
