//! What the log says where no price range could be given.

use std::time::Duration;

use domain::ids::RestaurantId;
use server::bounded_table::BoundedTable;
use tokio::time::Instant;

/// The shortest time between two log lines of one restaurant.
const APART: Duration = Duration::from_secs(10);

/// Logs of which restaurants no price range could be given: of each once in ten seconds, since anybody can ask.
#[derive(Debug)]
pub struct RangeLog(BoundedTable<RestaurantId>);

impl Default for RangeLog {
    fn default() -> Self {
        Self(BoundedTable::new(APART))
    }
}

impl RangeLog {
    /// Says that a restaurant's usual fee stood in for the range. Where somebody lives is not said.
    pub fn note(&self, restaurant: RestaurantId) {
        if self.is_due(restaurant, Instant::now()) {
            tracing::warn!(restaurant = restaurant.0, "no delivery price range, so its usual fee was answered");
        }
    }

    fn is_due(&self, restaurant: RestaurantId, now: Instant) -> bool {
        self.0.change(restaurant, now, |entry| {
            entry.count = entry.count.saturating_add(1);
            entry.count == 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_restaurant_is_named_once_in_ten_seconds() {
        let (log, start) = (RangeLog::default(), Instant::now());
        let due = |restaurant, second| log.is_due(RestaurantId(restaurant), start + Duration::from_secs(second));
        let asked = [(12, 0), (12, 1), (14, 1), (12, 9), (12, 10), (14, 10), (14, 11)];
        let due: Vec<_> = asked.into_iter().map(|(restaurant, second)| due(restaurant, second)).collect();
        assert_eq!(due, [true, false, true, false, true, false, true]);
    }
}
