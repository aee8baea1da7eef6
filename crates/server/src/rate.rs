//! Counting calls by address on one node: where a call costs a service outside, and another node's count would not matter.

use std::{net::IpAddr, time::Duration};

use domain::{error::Code, rate_limit::RateFactor};
use tokio::time::Instant;

use crate::{ApiError, address::limit_unit, bounded_table::BoundedTable};

const MINUTE: Duration = Duration::from_secs(60);

/// At most so many calls by one address in each minute.
#[derive(Debug)]
pub struct RateTable {
    /// None: as many as come.
    limit: Option<u32>,
    addresses: BoundedTable<IpAddr>,
}

impl RateTable {
    /// A table for so many calls by each address, multiplied.
    #[must_use]
    pub fn new(per_minute: u32, factor: RateFactor) -> Self {
        Self { limit: factor.times(per_minute), addresses: BoundedTable::new(MINUTE) }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// 429 over the limit.
    pub fn count(&self, address: IpAddr) -> Result<(), ApiError> {
        let Some(limit) = self.limit else { return Ok(()) };
        let now = Instant::now();
        let counted = self.addresses.change(limit_unit(address), now, |entry| {
            if entry.count >= limit {
                return Err(MINUTE.saturating_sub(now.duration_since(entry.since)));
            }
            entry.count += 1;
            Ok(())
        });
        counted.map_err(|wait| ApiError::new(Code::TooMany).retry_after(wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn counts_by_address_and_window() {
        let table = RateTable::new(2, RateFactor::default());
        let (one, two): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        assert!(table.count(one).is_ok());
        assert!(table.count(one).is_ok());
        assert_eq!(table.count(one), Err(ApiError::new(Code::TooMany).retry_after(MINUTE)));
        assert!(table.count(two).is_ok());
        tokio::time::advance(MINUTE).await;
        assert!(table.count(one).is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn no_address_pays_for_anothers() {
        let table = RateTable::new(30, RateFactor::default());
        for n in 0..4_000_u32 {
            let address = IpAddr::V4((0x0a00_0000 + n * 97).into());
            assert_eq!((0..40).filter(|_| table.count(address).is_ok()).count(), 30, "{address}");
        }
    }

    #[tokio::test]
    async fn a_factor_of_zero_is_no_limit() {
        let table = RateTable::new(1, RateFactor::NONE);
        assert!((0..100).all(|_| table.count(IpAddr::from([10, 0, 0, 1])).is_ok()));
    }
}
