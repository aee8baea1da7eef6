//! When orders are to be there that their payment makes: by what their restaurants say at that moment.

use chain::hours::Question;
use orders::Timing;
use payments::Timings;
use store::Checkout;

use crate::{chain_view::ChainView, restaurants::Restaurants};

/// Minutes of an order whose restaurant has gone from the files since it was placed.
const USUAL_MINUTES: u32 = 30;

impl Timings for ChainView {
    fn timing(&self, checkout: &Checkout) -> Timing {
        let kitchen = self.chain().shop(checkout.kitchen);
        let shop = self.chain().shop(checkout.shop);
        let question = shop.map(|shop| self.question(shop, checkout.order_type, checkout.pre_order_time));
        Timing {
            order_type: checkout.order_type,
            delivery_tracking: !kitchen.is_some_and(|kitchen| kitchen.restaurant.no_delivery_tracking),
            planned_minutes: question.as_ref().map_or(USUAL_MINUTES, Question::estimate_minutes),
            placed_at: checkout.placed_at,
            pre_order_time: checkout.pre_order_time,
            promised_at: None,
            // It was placed before the pause.
            paused_until: self.state_of(checkout.kitchen).paused_until(checkout.order_type, self.now()),
        }
    }
}

impl Timings for Restaurants {
    fn timing(&self, checkout: &Checkout) -> Timing {
        self.view().timing(checkout)
    }
}
