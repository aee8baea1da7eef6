//! What the orders of this node tell the hub.

use std::sync::Arc;

use bus::{Announcement, CheckoutNews, RowNews};
use domain::{car::Sighting, ids::CarId};
use orders::Subscribers;
use tokio::time::Instant;

use super::Hub;

impl Subscribers for Hub {
    fn order_changed(&self, news: &Announcement) {
        self.announce(news);
    }

    fn row_changed(&self, news: &RowNews) {
        self.announce_row(news);
    }

    fn checkout_settled(&self, news: &CheckoutNews) {
        self.announce_settled(news);
    }

    fn cars_seen(&self, sightings: &[Arc<Sighting>], since: Instant) {
        self.see_all(sightings, since);
    }

    fn seen(&self, cars: &[CarId]) -> Vec<Arc<Sighting>> {
        self.seen_here(cars)
    }
}
