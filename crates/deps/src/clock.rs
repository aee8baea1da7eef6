//! The time of day, passed in so that tests can set it.

use std::sync::Arc;

use jiff::Timestamp;

/// A source of the time of day. Deadlines use the runtime's monotonic clock instead.
pub trait Clock: Send + Sync + 'static {
    /// The current time in whole microseconds, the precision that the databases store.
    fn now(&self) -> Timestamp;
}

/// A shared clock.
pub type SharedClock = Arc<dyn Clock>;

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
        let now = Timestamp::now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}
