//! An order from its registration until it leaves the kitchen.

use jiff::SignedDuration;
use tokio::time::Instant;

use super::{CityError, Handover, Pressed, Run, given_up};
use crate::{RunningOrder, orders::OrderPlan, wire::Register};

impl Run {
    /// Registers an order and makes its kitchen's presses, each at its time; then hands it over, or sees it end.
    pub(super) async fn cook(&self, order: &OrderPlan, handover: Option<Handover>) -> Result<(), CityError> {
        let Self { city, pace, .. } = self;
        let name = format!("{}-{}", self.name, order.number);
        let mut backoff = city.backoff(order.number + 1);
        let wall = (city.options.clock)();
        let pre_order_time = order.preorder_at.map(|at| pace.asked_time(at, Instant::now(), wall));
        let promised_at = order.promised_minutes.and_then(|minutes| {
            let promised_at = wall.checked_add(SignedDuration::from_mins(minutes.into())).ok()?;
            promised_at.checked_sub(pace.age_at_opening(order.at)).ok()
        });
        let registration = Register {
            external_id: &name,
            order_type: order.order_type,
            restaurant_id: &order.restaurant_id,
            pre_order_time,
            promised_at,
            customer: &order.customer,
            order_items: &order.items,
        };
        let registered = match city.api.register(&registration, &mut backoff).await {
            Ok(registered) => registered,
            Err(refusal) => return given_up(&refusal, &name),
        };
        let order_id = registered.order_id;
        city.watchers.watch(order.number, &order_id, &registered.order_key);
        city.running.add(RunningOrder {
            is_to_be_followed: self.story == Some(order.number),
            order_id: order_id.clone(),
            order_type: order.order_type,
            restaurant_name: order.restaurant_name.clone(),
            status: 0,
            pre_order_time,
            arrives_at: order
                .parcel
                .is_none()
                .then(|| pace.wall(order.done_at, Instant::now(), (city.options.clock)())),
            tracking_url: registered.tracking_url,
        });
        for press in &order.presses {
            if self.press(&order_id, order.number, press, &mut backoff).await? == Pressed::Ended {
                return Ok(());
            }
        }
        match handover {
            // Where nobody takes it any more, the city is closing.
            Some(handover) => drop(handover.send(order_id)),
            None => city.running.remove(&order_id),
        }
        Ok(())
    }
}
