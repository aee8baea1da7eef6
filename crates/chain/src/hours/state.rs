//! What restaurants say of themselves while the node runs.

use domain::order::OrderType;
use jiff::Timestamp;

/// Pauses and delays of a restaurant, by its own word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ServiceState {
    /// Order types that are not taken until a moment.
    pub pauses: Vec<(OrderType, Timestamp)>,
    /// While it is busy: how many minutes more than estimated its orders take.
    pub busy: Option<KitchenDelay>,
}

/// A delay that ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KitchenDelay {
    pub minutes: u32,
    pub until: Timestamp,
}

impl ServiceState {
    /// What a restaurant says that has said nothing.
    pub const SILENT: &Self = &Self { pauses: Vec::new(), busy: None };

    /// Until when a type is paused; none where it is not.
    #[must_use]
    pub fn paused_until(&self, order_type: OrderType, now: Timestamp) -> Option<Timestamp> {
        let pauses = self.pauses.iter().filter(|(paused, until)| *paused == order_type && now < *until);
        pauses.map(|(_, until)| *until).max()
    }

    /// Minutes more than estimated.
    #[must_use]
    pub fn busy_minutes(&self, now: Timestamp) -> u32 {
        self.busy.filter(|busy| now < busy.until).map_or(0, |busy| busy.minutes)
    }

    /// When something of it ends.
    pub(super) fn ends(&self) -> impl Iterator<Item = Timestamp> {
        self.pauses.iter().map(|(_, until)| *until).chain(self.busy.map(|busy| busy.until))
    }
}
