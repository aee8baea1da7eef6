//! What a request works on: one version of everything, at one moment.

use std::{collections::HashMap, sync::Arc};

use chain::{
    Chain, Shop,
    hours::{Question, RestaurantState},
};
use domain::{error::Code, ids::RestaurantId, order::OrderType};
use jiff::Timestamp;
use server::ApiError;

use crate::stock::Stock;

/// One version of the chain's files, what its restaurants said of themselves until then, and the time of the request.
#[derive(Debug, Clone)]
pub struct ChainView {
    chain: Arc<Chain>,
    states: Arc<HashMap<RestaurantId, RestaurantState>>,
    now: Timestamp,
}

impl ChainView {
    #[must_use]
    pub(crate) fn new(chain: Arc<Chain>, states: Arc<HashMap<RestaurantId, RestaurantState>>, now: Timestamp) -> Self {
        Self { chain, states, now }
    }

    /// The chain's files.
    #[must_use]
    pub fn chain(&self) -> &Arc<Chain> {
        &self.chain
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
        self.chain.shops().iter().find(|shop| shop.shop_external_id == external_id)
    }

    fn find(&self, id: &str) -> Option<&Shop> {
        self.chain.shop(id.parse().ok()?)
    }

    /// Who bakes for a restaurant: itself, or the one that its deliveries go to (contract ordering, "Selector status").
    #[must_use]
    pub fn kitchen_of<'v>(&'v self, shop: &'v Shop, order_type: OrderType) -> &'v Shop {
        let elsewhere = shop.delivery_redirection.filter(|_| order_type == OrderType::Delivery);
        elsewhere.and_then(|id| self.chain.shop(id)).unwrap_or(shop)
    }

    /// What a kitchen says of itself.
    #[must_use]
    pub fn state_of(&self, kitchen: RestaurantId) -> &RestaurantState {
        self.states.get(&kitchen).unwrap_or(RestaurantState::SILENT)
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
            settings: self.chain.settings(),
            order_type,
            pre_order_time,
            now: self.now,
        }
    }

    /// What a kitchen is out of, by the files and by its own word.
    #[must_use]
    pub fn stock_of(&self, kitchen: RestaurantId) -> Stock {
        Stock::of_files(self.chain.out_of_stock(kitchen))
    }
}
