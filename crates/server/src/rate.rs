//! Counting calls by address.

use std::{net::IpAddr, time::Duration};

use tokio::time::Instant;

use crate::{address::limit_unit, bounded_table::BoundedTable};

/// At most `limit` calls by one address in each window.
#[derive(Debug)]
pub struct RateTable {
    limit: u32,
    window: Duration,
    addresses: BoundedTable<IpAddr>,
}

impl RateTable {
    /// A table for `limit` calls by each address in each `window`.
    #[must_use]
    pub fn new(limit: u32, window: Duration) -> Self {
        Self { limit, window, addresses: BoundedTable::new(window) }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// Over the limit: how long until the window ends.
    pub fn count(&self, address: IpAddr) -> Result<(), Duration> {
        let now = Instant::now();
        self.addresses.change(limit_unit(address), now, |entry| {
            if entry.count >= self.limit {
                return Err(self.window.saturating_sub(now.duration_since(entry.since)));
            }
            entry.count += 1;
            Ok(())
        })
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

    #[tokio::test(start_paused = true)]
    async fn no_address_pays_for_anothers() {
        let table = RateTable::new(30, Duration::from_secs(60));
        for n in 0..4_000_u32 {
            let address = IpAddr::V4((0x0a00_0000 + n * 97).into());
            assert_eq!((0..40).filter(|_| table.count(address).is_ok()).count(), 30, "{address}");
        }
    }
}
