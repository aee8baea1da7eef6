//! From a commit to its announcement.

use domain::{batch::Travel, ids::CarId, order::Status};
use store::{Appended, Changed};

use crate::{
    bus::{Announcement, Message, RowNews, Topic},
    hub::{Hub, view::end_of},
    protocol::{EstimateFrame, StatusFrame},
};

/// Announces what an append came to: its status, and the orders that it changed beside its own.
pub(super) fn announce_appended(hub: &Hub, appended: &Appended) {
    if let Some(event) = &appended.applied {
        hub.metrics().statuses.inc();
        let frame = StatusFrame::new(appended.order, event, appended.rev, appended.into());
        let news = Announcement::status(appended.order, appended.restaurant_id, frame, end_of(event.status));
        let car = car_of(event.status, appended.travel.as_ref());
        publish(hub, news.showing(car, true));
    }
    announce_changed(hub, &appended.changed);
}

/// Announces orders that changed without a new status, and whose customers may see another part of
/// their car's way from now on.
pub(super) fn announce_changed(hub: &Hub, changed: &[Changed]) {
    for changed in changed {
        publish(hub, change(changed).showing(car_of(changed.status, changed.travel.as_ref()), true));
    }
}

/// Announces a new estimate, with which nothing else changed.
pub(super) fn announce_estimate(hub: &Hub, changed: &Changed) {
    publish(hub, change(changed).showing(car_of(changed.status, changed.travel.as_ref()), false));
}

fn change(changed: &Changed) -> Announcement {
    let frame = EstimateFrame::new(changed.order, changed.rev, &changed.into());
    Announcement::change(changed.order, changed.restaurant_id, changed.seq, changed.rev, Some(frame))
}

/// The car that may be shown of an order.
fn car_of(status: Status, travel: Option<&Travel>) -> Option<CarId> {
    travel.filter(|_| status == Status::BeingDelivered).map(|travel| travel.car.clone())
}

/// To this node's lines at once, and to the other nodes beside it.
pub(super) fn publish(hub: &Hub, news: Announcement) {
    let row = RowNews::new(news.order(), news.restaurant(), news.rev());
    hub.announce(&news);
    hub.parts().bus.publish(&Topic::Order(row.order()), &Message::Order(news));
    announce_row(hub, row);
}

/// To the boards and kitchens that watch the order's restaurant.
pub(super) fn announce_row(hub: &Hub, row: RowNews) {
    hub.announce_row(&row);
    hub.parts().bus.publish(&Topic::Restaurant(row.restaurant()), &Message::Row(row));
}
