//! What live connections may watch of restaurants. Orders are all that this crate knows of them: whoever knows the chain
//! hands the rest in.

use std::sync::Arc;

use bus::StateNews;
use domain::{error::Code, order::OrderType};
use live::Connection;

/// Restaurants, as live connections watch them.
pub trait Shops: Send + Sync {
    /// Lets a connection watch whether a restaurant takes orders of a type, beginning with an answer.
    ///
    /// # Errors
    /// The code that the client is told where it may not.
    fn watch_shop(&self, connection: &Arc<dyn Connection>, restaurant: &str, order_type: OrderType)
    -> Result<(), Code>;

    /// Takes that away, as the client asked.
    fn leave_shop(&self, connection: &Arc<dyn Connection>, restaurant: &str, order_type: OrderType);

    /// A restaurant said something through another node.
    fn state_changed(&self, news: StateNews);

    /// What other nodes said may have been lost until now.
    fn catch_up(&self);
}
