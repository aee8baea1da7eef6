//! An order as a whole.

use jiff::Timestamp;

use super::{Customer, Feedback, FulfilmentKind, Item, OrderPayment, OrderType, Status, StatusEvent};
use crate::{
    batch::Travel,
    estimate::Estimate,
    ids::{OrderId, Rev, Seq},
    key::Salt,
    restaurant::Restaurant,
};

/// An order with all that belongs to it, as it stood at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant: Restaurant,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Its present status.
    pub status: Status,
    /// Number of the present status; that of the last event in `history`.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Minutes that the restaurant plans for it, from its placing on.
    pub planned_minutes: u32,
    /// The present estimate; none where nothing can be promised.
    pub estimate: Option<Estimate>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// Whether its kitchen got to know it in a pause.
    pub during_pause: bool,
    /// Who ordered.
    pub customer: Customer,
    /// What was ordered.
    pub items: Vec<Item>,
    /// How it was paid.
    pub payment: OrderPayment,
    /// Its name in the system that it was taken in.
    pub external_id: Option<String>,
    /// The random bytes that its key is made of.
    pub key_salt: Salt,
    /// Version of the secret that its key is made with.
    pub key_version: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// What the eater thought of it.
    pub feedback: Option<Feedback>,
    /// All its statuses, the first one first.
    pub history: Vec<StatusEvent>,
}

impl Order {
    /// What decides which statuses it can pass through.
    #[must_use]
    pub fn fulfilment(&self) -> FulfilmentKind {
        FulfilmentKind { order_type: self.order_type, delivery_tracking: !self.restaurant.no_delivery_tracking }
    }

    /// Whether it is over (docs/spec/hub.md, "When an order is over").
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over_at.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::restaurant::tests::kaisaniemi;

    fn order(order_type: OrderType, no_delivery_tracking: bool) -> Order {
        let placed_at = Timestamp::UNIX_EPOCH;
        let restaurant = Restaurant { no_delivery_tracking, ..kaisaniemi() };
        Order {
            id: OrderId(1),
            restaurant,
            order_type,
            status: Status::Received,
            seq: Seq(0),
            rev: Rev(0),
            placed_at,
            promised_at: None,
            pre_order_time: None,
            planned_minutes: 40,
            estimate: None,
            travel: None,
            during_pause: false,
            customer: Customer::default(),
            items: Vec::new(),
            payment: OrderPayment::default(),
            external_id: None,
            key_salt: [0; 16],
            key_version: 1,
            over_at: None,
            expires_at: placed_at,
            feedback: None,
            history: Vec::new(),
        }
    }

    // spec: T-49
    #[test]
    fn a_delivery_is_followed_where_its_restaurant_reports_the_road() {
        let is_followed = |order_type, untracked| order(order_type, untracked).fulfilment().is_tracked_delivery();
        assert!(is_followed(OrderType::Delivery, false) && !is_followed(OrderType::Delivery, true));
        assert!(!is_followed(OrderType::Pickup, false) && !is_followed(OrderType::Eatin, false));
    }

    #[test]
    fn it_is_over_from_the_moment_that_says_so() {
        let order = order(OrderType::Pickup, false);
        assert!(!order.is_over());
        assert!(Order { over_at: Some(order.placed_at), ..order }.is_over());
    }
}
