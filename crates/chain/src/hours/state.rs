//! What restaurants say of themselves while the node runs.

use domain::order::OrderType;
use jiff::Timestamp;

/// Pauses and delays of a restaurant, by its own word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RestaurantState {
    /// Order types that are not taken until a moment.
    pub pauses: Vec<(OrderType, Timestamp)>,
    /// Minutes more than estimated, while it is busy.
    pub busy_minutes: u32,
}

impl RestaurantState {
    /// Until when a type is paused; none where it is not.
    #[must_use]
    pub fn paused_until(&self, order_type: OrderType, now: Timestamp) -> Option<Timestamp> {
        let pauses = self.pauses.iter().filter(|(paused, until)| *paused == order_type && now < *until);
        pauses.map(|(_, until)| *until).max()
    }
}
