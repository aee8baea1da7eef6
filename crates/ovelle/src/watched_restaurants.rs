//! Restaurants as the hub lets connections watch them: the shop and the hub do not know each other.

use std::sync::Arc;

use bus::StateNews;
use domain::{error::Code, ids::RestaurantId, order::OrderType};
use live::Connection;
use ordering::Restaurants;
use tracking::Shops;

/// The restaurants of the shop.
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

    fn watch_state(&self, connection: &Arc<dyn Connection>, restaurant: RestaurantId) {
        self.0.watch_state(connection, restaurant);
    }

    fn state_changed(&self, news: StateNews) {
        self.0.state_changed(&news);
    }

    fn catch_up(&self) {
        self.0.catch_up();
    }
}
