//! What an earlier run of the same city has left at the server.

use std::time::Duration;

use tracing::info;

use super::{CityError, Run, given_up};
use crate::{
    texts,
    wire::{OpenOrder, OrderType, SetStatus},
};

/// Breaks between two orders that are ended, so that those that are alive do not wait for them.
const BREATH: Duration = Duration::from_millis(20);

impl Run {
    /// Ends the orders that earlier runs have left open: else they would stay on the board for two days, and nobody
    /// brings them any more. Each takes the shortest way on which it is over.
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
                let press = SetStatus { status, event_id: &event_id, note, staff_note: Some(texts::ENDED_FOR_STAFF) };
                match self.city.api.press(&order.order_id, &press, &mut backoff).await {
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

    /// Whether an order is of this city, and not of this run.
    fn is_left(&self, order: &OpenOrder) -> bool {
        let name = order.external_id.as_deref().unwrap_or_default();
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
        _ if order.order_type == OrderType::Delivery => 11,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_ends_on_its_shortest_way() {
        let ends = |order_type, status| {
            let (order_id, external_id) = ("1".to_owned(), None);
            ends_at(&OpenOrder { order_id, external_id, order_type, status })
        };
        assert_eq!([0, 1, 2, 4, 8, 9].map(|status| ends(OrderType::Delivery, status)), [13, 13, 11, 11, 11, 10]);
        assert_eq!([0, 1, 2, 3].map(|status| ends(OrderType::Eatin, status)), [13, 13, 4, 4]);
    }
}
