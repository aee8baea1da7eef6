//! A clock that stands until a test turns it.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use deps::Clock;
use jiff::{SignedDuration, Timestamp};

/// A clock that begins on a Saturday noon in Helsinki.
#[derive(Debug, Clone)]
pub struct FakeClock(Arc<AtomicI64>);

impl Default for FakeClock {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(crate::order::noon().as_microsecond())))
    }
}

impl FakeClock {
    /// Turns it to a moment, forth or back.
    pub fn turn_to(&self, moment: Timestamp) {
        self.0.store(moment.as_microsecond(), Ordering::SeqCst);
    }

    /// Turns it by this much, forth or back.
    pub fn turn(&self, by: SignedDuration) {
        let micros = i64::try_from(by.as_micros()).expect("a test turns its clock by a life's time at most");
        self.0.fetch_add(micros, Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).expect("a moment within reach")
    }
}
