//! Restaurants as connections watch them: the shop, the hub and dispatch do not know each other.

use std::sync::Arc;

use async_trait::async_trait;
use bus::StateNews;
use dispatch::KitchenTopics;
use domain::{error::Code, ids::RestaurantId, order::OrderType};
use live::{Connection, Frame};
use ordering::Restaurants;
use tracking::{Hub, Shops};

/// Restaurants, as customers watch them.
pub(crate) struct WatchedShops(pub(crate) Restaurants);

impl Shops for WatchedShops {
    fn watch_shop(
        &self,
        connection: &Arc<dyn Connection>,
        restaurant: &str,
        order_type: OrderType,
    ) -> Result<(), Code> {
        self.0.watch_shop(connection, restaurant, order_type)
    }

    fn leave_shop(&self, connection: &Arc<dyn Connection>, restaurant: &str, order_type: OrderType) {
        self.0.leave_shop(connection, restaurant, order_type);
    }

    fn state_changed(&self, news: StateNews) {
        self.0.state_changed(&news);
    }

    fn catch_up(&self) {
        self.0.catch_up();
    }
}

/// Restaurants, as their kitchens watch them.
pub(crate) struct WatchedKitchens {
    /// Who knows the orders.
    pub(crate) hub: Hub,
    /// Who knows what restaurants say of themselves.
    pub(crate) restaurants: Restaurants,
}

#[async_trait]
impl KitchenTopics for WatchedKitchens {
    async fn watch(
        &self,
        restaurant: RestaurantId,
        connection: &Arc<dyn Connection>,
        answer: &Frame,
    ) -> Result<(), Code> {
        self.hub.watch_kitchen(restaurant, connection, answer).await?;
        self.restaurants.watch_state(connection, restaurant);
        Ok(())
    }

    fn leave(&self, connection: &Arc<dyn Connection>) {
        self.hub.leave_boards(connection);
    }
}
