//! What happens a thousand times a second is logged now and then.

use std::{
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// How far apart two lines of the log are.
const APART: Duration = Duration::from_secs(10);

/// Says when it is time again.
#[derive(Debug, Default)]
pub(super) struct Seldom(Mutex<Option<Instant>>);

impl Seldom {
    /// True the first time, and then once in ten seconds at most.
    pub(super) fn is_due(&self) -> bool {
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
        let (seldom, start) = (Seldom::default(), Instant::now());
        let due = [0, 0, 9, 10, 11, 20].map(|second| seldom.is_due_at(start + Duration::from_secs(second)));
        assert_eq!(due, [true, false, false, true, false, true]);
    }
}
