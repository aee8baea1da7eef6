//! The bounds of an order's life.

use std::time::Duration;

use jiff::SignedDuration;

/// How long an order can be tracked, and how long a car may be silent.
#[derive(Debug, Clone)]
pub struct OrderLimits {
    /// How long after its end an order can still be tracked.
    pub tracking_ttl: SignedDuration,
    /// How often orders are looked for whose car has fallen silent.
    pub silence: Duration,
}

impl Default for OrderLimits {
    fn default() -> Self {
        Self { tracking_ttl: SignedDuration::from_hours(24), silence: Duration::from_secs(5) }
    }
}
