//! Who is told of committed changes on this node.

use std::{collections::HashMap, sync::Arc};

use bus::{Announcement, Bus, CheckoutNews, RowNews};
use domain::{car::Sighting, ids::CarId};
use tokio::time::Instant;

/// Whoever wants to know on this node what has become of orders and cars. Orders know no more of them than this.
pub trait Subscribers: Send + Sync + 'static {
    /// An order has changed; comes after its commit.
    fn order_changed(&self, news: &Announcement);

    /// One of a restaurant's orders has changed.
    fn row_changed(&self, news: &RowNews);

    /// An order no longer waits for its money.
    fn checkout_settled(&self, news: &CheckoutNews);

    /// Cars were seen, in this order; news since then.
    fn cars_seen(&self, sightings: &[Arc<Sighting>], since: Instant);

    /// The newest sightings of these cars that were heard on this node.
    fn seen(&self, cars: &[CarId]) -> Vec<Arc<Sighting>>;
}

/// Cars in one question to the bus.
const ASKED_AT_A_TIME: usize = 500;

/// The newest that is known of these cars: what the bus keeps, or what this node has heard where that is newer. Cars that were
/// not seen are left out.
pub async fn newest_sightings(
    bus: &dyn Bus,
    subscribers: &dyn Subscribers,
    cars: &[CarId],
) -> HashMap<CarId, Arc<Sighting>> {
    let mut newest: HashMap<CarId, Arc<Sighting>> = HashMap::new();
    for (turn, chunk) in cars.chunks(ASKED_AT_A_TIME).enumerate() {
        if turn > 0 {
            // Others get their turn between two questions.
            tokio::task::yield_now().await;
        }
        let kept = bus.sightings(chunk).await;
        newest.extend(kept.into_iter().map(|sighting| (sighting.car.clone(), Arc::new(sighting))));
    }
    for seen in subscribers.seen(cars) {
        if newest.get(&seen.car).is_none_or(|kept| seen.version() > kept.version()) {
            newest.insert(seen.car.clone(), seen);
        }
    }
    newest
}
