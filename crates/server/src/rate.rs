//! Counting calls by address, in a table of fixed size.

use std::{
    hash::{BuildHasher, RandomState},
    net::IpAddr,
    sync::Mutex,
    time::Duration,
};

use tokio::time::Instant;

use crate::address::limit_unit;

/// Slots of a table. Two addresses that fall into one share its count: a stranger can at worst cost
/// an honest caller a wait, and memory stays what it is.
const SLOTS: usize = 4096;

/// At most `limit` calls by one address in each window.
#[derive(Debug)]
pub struct RateTable {
    limit: u32,
    window: Duration,
    hasher: RandomState,
    slots: Mutex<Box<[Slot]>>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    since: Instant,
    count: u32,
}

impl RateTable {
    /// A table for `limit` calls by each address in each `window`.
    #[must_use]
    pub fn new(limit: u32, window: Duration) -> Self {
        let slot = Slot { since: Instant::now(), count: 0 };
        Self { limit, window, hasher: RandomState::new(), slots: Mutex::new(vec![slot; SLOTS].into()) }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// Over the limit: how long until the window ends.
    pub fn count(&self, address: IpAddr) -> Result<(), Duration> {
        let hash = self.hasher.hash_one(limit_unit(address));
        let index = usize::try_from(hash % SLOTS as u64).unwrap_or(0);
        let mut slots = self.slots.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let slot = &mut slots[index];
        let now = Instant::now();
        if now.duration_since(slot.since) >= self.window {
            *slot = Slot { since: now, count: 0 };
        }
        if slot.count >= self.limit {
            return Err(self.window.saturating_sub(now.duration_since(slot.since)));
        }
        slot.count += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn counts_by_address_and_window() {
        let table = RateTable::new(2, Duration::from_secs(60));
        let (one, two): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        assert!(table.count(one).is_ok());
        assert!(table.count(one).is_ok());
        assert_eq!(table.count(one), Err(Duration::from_secs(60)));
        assert!(table.count(two).is_ok());
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(table.count(one).is_ok());
    }
}
