//! Limits how often something is logged that may happen a thousand times a second.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// The shortest time between two log lines.
const APART: Duration = Duration::from_secs(10);

/// Decides whether a log line is due.
#[derive(Debug, Default)]
pub struct LogThrottle(Mutex<Option<Instant>>);

impl LogThrottle {
    /// True the first time, and then at most once in ten seconds.
    pub fn is_due(&self) -> bool {
        self.is_due_at(Instant::now())
    }

    fn is_due_at(&self, now: Instant) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| now.duration_since(last) >= APART);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_time_once_in_ten_seconds() {
        let (throttle, start) = (LogThrottle::default(), Instant::now());
        let due = [0, 0, 9, 10, 11, 20].map(|second| throttle.is_due_at(start + Duration::from_secs(second)));
        assert_eq!(due, [true, false, false, true, false, true]);
    }
}
