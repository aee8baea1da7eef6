//! From a commit to its announcement: to this node's subscribers at once, and over the bus to the other nodes.

use std::sync::Arc;

use bus::{Announcement, Bus, BusMessage, CheckoutNews, OrderOutlook, RowNews, StatusNews, Topic};
use domain::{batch::Travel, ids::CarId, order::Status};
use metrics::Metrics;
use store::{Appended, Changed};

use crate::{OrdersParts, Subscribers};

/// Announces what was committed.
#[derive(Clone)]
pub(crate) struct Announcer {
    bus: Arc<dyn Bus>,
    subscribers: Arc<dyn Subscribers>,
    metrics: Arc<Metrics>,
}

impl Announcer {
    pub(crate) fn new(parts: &OrdersParts) -> Self {
        let OrdersParts { bus, subscribers, metrics, .. } = parts;
        Self { bus: Arc::clone(bus), subscribers: Arc::clone(subscribers), metrics: Arc::clone(metrics) }
    }

    /// Announces what an append came to: its status, and the orders that it changed beside its own.
    pub(crate) fn appended(&self, appended: &Appended) {
        if let Some(event) = &appended.applied {
            self.metrics.statuses.inc();
            let news = StatusNews {
                status: event.status,
                at: event.at,
                source: event.source,
                note: event.note.clone(),
                outlook: OrderOutlook::new(appended.estimate, appended.travel.as_ref()),
            };
            let news = Announcement::status(appended.order, appended.restaurant_id, event.seq, appended.rev, news);
            let car = car_of(event.status, appended.travel.as_ref());
            self.publish(news.showing(car, true));
        }
        self.changed(&appended.changed);
    }

    /// Announces orders that changed without a new status, and whose customers may see another part of their car's way from
    /// now on.
    pub(crate) fn changed(&self, changed: &[Changed]) {
        for changed in changed {
            self.publish(change(changed).showing(car_of(changed.status, changed.travel.as_ref()), true));
        }
    }

    /// Announces a new estimate, with which nothing else changed.
    pub(crate) fn estimate(&self, changed: &Changed) {
        self.publish(change(changed).showing(car_of(changed.status, changed.travel.as_ref()), false));
    }

    /// Announces a change of an order.
    pub(crate) fn publish(&self, news: Announcement) {
        let row = RowNews::new(news.order(), news.restaurant(), news.rev());
        self.subscribers.order_changed(&news);
        self.bus.publish(&Topic::Order(row.order()), &BusMessage::Order(news));
        self.row(row);
    }

    /// Announces to those who wait for an order's money.
    pub(crate) fn settled(&self, news: CheckoutNews) {
        self.subscribers.checkout_settled(&news);
        self.bus.publish(&Topic::Order(news.order()), &BusMessage::Checkout(news));
    }

    /// Announces to those who show the orders of a restaurant.
    pub(crate) fn row(&self, row: RowNews) {
        self.subscribers.row_changed(&row);
        self.bus.publish(&Topic::Restaurant(row.restaurant()), &BusMessage::Row(row));
    }
}

fn change(changed: &Changed) -> Announcement {
    let outlook = OrderOutlook::new(changed.estimate, changed.travel.as_ref());
    Announcement::change(changed.order, changed.restaurant_id, changed.seq, changed.rev, Some(outlook))
}

/// The car that may be shown of an order.
fn car_of(status: Status, travel: Option<&Travel>) -> Option<CarId> {
    travel.filter(|_| status == Status::BeingDelivered).map(|travel| travel.car.clone())
}
