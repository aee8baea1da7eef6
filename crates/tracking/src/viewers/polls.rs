//! Customers who poll: each poll counts until the next one should have come.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use domain::ids::OrderId;
use fastpath::Shrink;
use jiff::{SignedDuration, Timestamp};

/// For how long a poll counts. A page without a connection polls every 30 s.
const COUNTS_FOR: SignedDuration = SignedDuration::from_secs(45);
/// Orders that are remembered at a time: some 5 MB. Those beyond are answered, and count as not
/// watched.
const MOST: usize = 100_000;

/// Until when each order's last poll counts.
#[derive(Debug, Default)]
pub(crate) struct Polls(Mutex<HashMap<OrderId, Timestamp>>);

impl Polls {
    fn lock(&self) -> MutexGuard<'_, HashMap<OrderId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An order was polled; whether that is news.
    pub(crate) fn note(&self, order: OrderId, now: Timestamp) -> bool {
        let mut polls = self.lock();
        if polls.len() >= MOST && !polls.contains_key(&order) {
            return false;
        }
        let until = now.saturating_add(COUNTS_FOR).unwrap_or(now);
        polls.insert(order, until).is_none_or(|until| until <= now)
    }

    /// Whether an order is being polled.
    pub(crate) fn has(&self, order: OrderId, now: Timestamp) -> bool {
        self.lock().get(&order).is_some_and(|until| *until > now)
    }

    /// The orders that are being polled. The others are forgotten.
    pub(crate) fn all(&self, now: Timestamp) -> HashSet<OrderId> {
        let mut polls = self.lock();
        polls.retain(|_, until| *until > now);
        polls.shrink_if_sparse();
        polls.keys().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn a_poll_counts_for_a_while() {
        let polls = Polls::default();
        let order = OrderId(1);
        assert!(polls.note(order, second(0)));
        assert!(polls.has(order, second(44)) && !polls.has(order, second(45)) && !polls.has(OrderId(2), second(0)));
        assert!(!polls.note(order, second(30)), "it was known");
        assert_eq!(polls.all(second(74)), HashSet::from([order]));
        assert_eq!(polls.all(second(75)), HashSet::new());
        assert!(polls.note(order, second(76)), "it is news again");
    }
}
