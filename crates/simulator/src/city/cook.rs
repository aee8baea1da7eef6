//! An order from its placing until it leaves the kitchen.

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::{CityError, Handover, OrderProgress, Run, given_up};
use crate::{
    RunningOrder,
    orders::OrderPlan,
    retry::RetryPauses,
    shop::{Bought, CityShopper},
    wire::{Register, RegisterAnswer},
};

impl Run {
    /// Buys an order in the shop, and is answered what came of it. What was placed before the city opened, is for later, or
    /// was promised by somebody else comes from elsewhere.
    async fn buy(&self, order: &OrderPlan, name: &str, backoff: &mut RetryPauses) -> Bought {
        let Self { city, market, .. } = self;
        let is_of_the_shop = order.promised_minutes.is_none() && order.preorder_at.is_none() && market.is_open();
        let Some(external_id) = self.known_to_payments.get(&order.restaurant_id).filter(|_| is_of_the_shop) else {
            return Bought::NotSold;
        };
        let (api, watchers, seed) = (&city.api, &city.watchers, city.options.seed);
        CityShopper { api, watchers, market, plan: order, external_id, name, seed }.buy(backoff).await
    }

    /// Registers an order as one of another shop, asked for and promised at these times; none where that is refused.
    async fn register(
        &self,
        order: &OrderPlan,
        name: &str,
        (pre_order_time, promised_at): (Option<Timestamp>, Option<Timestamp>),
        backoff: &mut RetryPauses,
    ) -> Result<Option<RegisterAnswer>, CityError> {
        let registration = Register {
            external_id: name,
            order_type: order.order_type,
            restaurant_id: &order.restaurant_id,
            pre_order_time,
            promised_at,
            customer: &order.customer,
            order_items: &order.items,
        };
        match self.city.api.register(&registration, backoff).await {
            Ok(registered) => {
                self.city.watchers.watch(order.number, &registered.order_id, &registered.order_key);
                Ok(Some(registered))
            }
            Err(refusal) => given_up(&refusal, name).map(|()| None),
        }
    }

    /// Places an order and makes its kitchen's status updates, each at its time; then hands it over, or sees it end.
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
        let registered = match self.buy(order, &name, &mut backoff).await {
            Bought::Paid(registered) => registered,
            Bought::Left => return Ok(()),
            Bought::NotSold => match self.register(order, &name, (pre_order_time, promised_at), &mut backoff).await? {
                Some(registered) => registered,
                None => return Ok(()),
            },
        };
        let order_id = registered.order_id;
        city.running.add(RunningOrder {
            is_to_be_followed: self.featured == Some(order.number),
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
        for update in &order.updates {
            if self.update_status(&order_id, order.number, update, &mut backoff).await? == OrderProgress::Ended {
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
