//! What an earlier run of the same city has left at the server.

use std::time::Duration;

use tracing::info;

use super::{CityError, Run, given_up, guests::LEFT};
use crate::{
    customer::Exchange,
    texts,
    wire::{OpenOrder, StatusRequest, WireOrderType},
};

/// Breaks between two orders that are ended, so that those that are alive do not wait for them.
const BREATH: Duration = Duration::from_millis(20);

impl Run {
    /// Ends the orders that earlier runs have left open: else they would stay on the board for two days, and nobody
    /// brings them any more. Each takes the shortest path on which it is over.
    pub(super) async fn tidy(&self, restaurants: &[String]) -> Result<(), CityError> {
        let mut backoff = self.city.backoff(u64::MAX / 2);
        let mut ended = 0;
        for restaurant in restaurants {
            let open = match self.city.api.open_orders(restaurant, &mut backoff).await {
                Ok(open) => open,
                Err(refusal) => {
                    given_up(&refusal, restaurant)?;
                    continue;
                }
            };
            for order in open.iter().filter(|order| self.is_left(order)) {
                let status = ends_at(order);
                let (event_id, note) =
                    (format!("{}-ended", self.name), (status == 13).then_some(texts::ENDED_WITH_ITS_CITY));
                let update =
                    StatusRequest { status, event_id: &event_id, note, staff_note: Some(texts::ENDED_FOR_STAFF) };
                match self.city.api.set_status(&order.order_id, &update, &mut backoff).await {
                    Ok(_) => ended += 1,
                    Err(refusal) => given_up(&refusal, &order.order_id)?,
                }
                tokio::time::sleep(BREATH).await;
            }
        }
        if ended > 0 {
            info!(ended, "orders of an earlier run are over");
        }
        Ok(())
    }

    /// Whether an order is of this city, and not of this run. Those that were bought in the shop have no name there: their
    /// customers' telephones tell, and when they were placed. Of a guest's the car is gone; what is still to be made is made.
    fn is_left(&self, order: &OpenOrder) -> bool {
        let Some(name) = order.external_id.as_deref() else {
            let phone = order.customer.phone.as_deref().unwrap_or_default();
            let was_before = order.placed_at.is_some_and(|placed_at| placed_at < self.opened_at);
            let is_ours = phone.starts_with(&Exchange::of(&self.city.prefix()).prefix());
            return was_before && (is_ours || (self.city.options.serves_guests && order.status >= LEFT));
        };
        let of = |run: &str| name.strip_prefix(run).is_some_and(|rest| rest.starts_with('-'));
        of(&self.city.prefix()) && !of(&self.name)
    }
}

/// The status with which an order is over: what was begun was made and brought, the rest is cancelled.
fn ends_at(order: &OpenOrder) -> i16 {
    match order.status {
        9 => 10,
        ..=1 => 13,
        // A delivery that nobody tracks was over at 4.
        _ if order.order_type == WireOrderType::Delivery => 11,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::OpenCustomer;

    #[test]
    fn each_order_ends_on_its_shortest_way() {
        let ends = |order_type, status| {
            let (order_id, external_id, customer) = ("1".to_owned(), None, OpenCustomer::default());
            let (placed_at, pre_order_time) = (None, None);
            ends_at(&OpenOrder { order_id, external_id, order_type, status, placed_at, pre_order_time, customer })
        };
        assert_eq!([0, 1, 2, 4, 8, 9].map(|status| ends(WireOrderType::Delivery, status)), [13, 13, 11, 11, 11, 10]);
        assert_eq!([0, 1, 2, 3].map(|status| ends(WireOrderType::Eatin, status)), [13, 13, 4, 4]);
    }
}
