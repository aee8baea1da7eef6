//! Calls of an address that are counted over all nodes. While the database takes no writes each node counts for itself:
//! what only reads is answered all the same.

use std::{fmt, net::IpAddr, time::Duration};

use domain::{error::Code, rate_limit::RateLimit};
use jiff::SignedDuration;
use tokio::time::Instant;

use crate::{
    ApiError,
    address::limit_unit,
    bounded_table::BoundedTable,
    rate_limits::{NamedLimit, RateLimits},
};

/// Of a call, so many by each address in a time.
pub struct AddressCalls {
    limits: RateLimits,
    of: NamedLimit,
    /// What is counted while the database takes no writes.
    meanwhile: Meanwhile,
}

/// The calls of addresses as one node knows them.
#[derive(Debug)]
struct Meanwhile {
    window: Duration,
    addresses: BoundedTable<IpAddr>,
}

impl fmt::Debug for AddressCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AddressCalls({})", self.of.name)
    }
}

impl AddressCalls {
    /// Counted as this limit says.
    #[must_use]
    pub fn new(limits: RateLimits, of: NamedLimit) -> Self {
        Self { limits, of, meanwhile: Meanwhile::new(of.window) }
    }

    /// Counts one call.
    ///
    /// # Errors
    /// 429 over the limit.
    pub async fn count(&self, address: IpAddr) -> Result<(), ApiError> {
        let unit = limit_unit(address);
        let Some(limit) = self.limits.limit(self.of) else { return Ok(()) };
        let taken = match self.limits.take(self.of, &unit.to_string()).await {
            Ok(taken) => taken.map_err(|wait| Duration::try_from(wait).unwrap_or_default()),
            Err(error) => {
                tracing::debug!(%error, limit = self.of.name, "counted on this node alone");
                self.meanwhile.take(limit, unit)
            }
        };
        taken.map_err(|wait| ApiError::new(Code::TooMany).retry_after(wait))
    }
}

impl Meanwhile {
    fn new(window: SignedDuration) -> Self {
        let window = Duration::try_from(window).unwrap_or_default();
        Self { window, addresses: BoundedTable::new(window) }
    }

    fn take(&self, limit: RateLimit, address: IpAddr) -> Result<(), Duration> {
        let now = Instant::now();
        self.addresses.change(address, now, |entry| {
            if entry.count >= limit.most {
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

    const LIMIT: RateLimit = RateLimit { most: 2, window: SignedDuration::from_mins(1) };
    const MINUTE: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn counts_by_address_and_window_meanwhile() {
        let calls = Meanwhile::new(LIMIT.window);
        let (one, two): (IpAddr, IpAddr) = ("10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap());
        assert_eq!((calls.take(LIMIT, one), calls.take(LIMIT, one)), (Ok(()), Ok(())));
        assert_eq!(calls.take(LIMIT, one), Err(MINUTE));
        assert_eq!(calls.take(LIMIT, two), Ok(()));
        tokio::time::advance(MINUTE).await;
        assert_eq!(calls.take(LIMIT, one), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn no_address_pays_for_anothers() {
        let calls = Meanwhile::new(LIMIT.window);
        for n in 0..4_000_u32 {
            let address = IpAddr::V4((0x0a00_0000 + n * 97).into());
            assert_eq!((0..5).filter(|_| calls.take(LIMIT, address).is_ok()).count(), 2, "{address}");
        }
    }
}
