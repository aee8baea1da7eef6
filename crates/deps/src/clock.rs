//! The time of day, handed in so that tests can turn it.

use std::sync::Arc;

use jiff::Timestamp;

/// A source of the time of day. Deadlines do not come from here: they are measured on the
/// runtime's monotonic clock.
pub trait Clock: Send + Sync + 'static {
    /// The present moment, in whole microseconds, which is what the databases keep.
    fn now(&self) -> Timestamp;
}

/// A clock that many hold.
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
