//! The orders that are under way, for whoever wants to show them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

use crate::WireOrderType;

/// More are never listed; the oldest make room.
const MAX_LISTED: usize = 64;

/// An order of the city, from its registration until nothing can follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningOrder {
    /// Its number at the server.
    pub order_id: String,
    /// How it reaches its eater.
    pub order_type: WireOrderType,
    /// Who bakes it.
    pub restaurant_name: String,
    /// The status that the server answered last, −1…13.
    pub status: i16,
    /// The time asked for, of a preorder.
    pub pre_order_time: Option<Timestamp>,
    /// The page on which it can be followed; its key is in it.
    pub tracking_url: String,
    /// When the city has planned that it is there, at the door or at the counter; none until that is known.
    pub arrives_at: Option<Timestamp>,
    /// Whether it is the one with which the city opened: on its way to a door nearby, and there in two minutes.
    pub is_to_be_followed: bool,
}

/// A list that the city keeps and others read. A clone is the same list.
#[derive(Debug, Clone, Default)]
pub struct OrdersUnderWay(Arc<Mutex<VecDeque<RunningOrder>>>);

impl OrdersUnderWay {
    /// What is under way, newest first; at most 64.
    #[must_use]
    pub fn list(&self) -> Vec<RunningOrder> {
        self.lock().iter().cloned().collect()
    }

    pub(crate) fn add(&self, order: RunningOrder) {
        let mut orders = self.lock();
        orders.retain(|known| known.order_id != order.order_id);
        orders.push_front(order);
        orders.truncate(MAX_LISTED);
    }

    pub(crate) fn set_status(&self, order_id: &str, status: i16) {
        if let Some(order) = self.lock().iter_mut().find(|order| order.order_id == order_id) {
            order.status = status;
        }
    }

    pub(crate) fn set_arrival(&self, order_id: &str, arrives_at: Timestamp) {
        if let Some(order) = self.lock().iter_mut().find(|order| order.order_id == order_id) {
            order.arrives_at = Some(arrives_at);
        }
    }

    pub(crate) fn remove(&self, order_id: &str) {
        self.lock().retain(|order| order.order_id != order_id);
    }

    /// No holder of the lock can leave the list half changed, so a poisoned one is as good as any.
    fn lock(&self) -> MutexGuard<'_, VecDeque<RunningOrder>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(id: u32) -> RunningOrder {
        RunningOrder {
            order_id: id.to_string(),
            order_type: WireOrderType::Pickup,
            restaurant_name: "Ovelle Kluuvi".to_owned(),
            status: 0,
            pre_order_time: None,
            arrives_at: None,
            tracking_url: format!("http://localhost/tilaus/{id}?orderKey=k"),
            is_to_be_followed: false,
        }
    }

    fn listed(orders: &OrdersUnderWay) -> Vec<(String, i16)> {
        orders.list().into_iter().map(|order| (order.order_id, order.status)).collect()
    }

    #[test]
    fn newest_comes_first_and_what_ended_goes() {
        let orders = OrdersUnderWay::default();
        let city = orders.clone();
        (1..=3).for_each(|id| city.add(order(id)));
        city.set_status("2", 3);
        city.remove("1");
        city.set_status("1", 9);
        assert_eq!(listed(&orders), [("3".to_owned(), 0), ("2".to_owned(), 3)]);
        city.add(order(2));
        assert_eq!(listed(&orders), [("2".to_owned(), 0), ("3".to_owned(), 0)]);
    }

    #[test]
    fn it_is_bounded() {
        let orders = OrdersUnderWay::default();
        (0..200).for_each(|id| orders.add(order(id)));
        assert_eq!(orders.list().len(), MAX_LISTED);
        assert_eq!(orders.list()[0].order_id, "199");
    }
}
