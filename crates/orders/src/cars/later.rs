//! Cars whose arrivals are left to be looked at a little later.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Notify;

/// When a car's arrivals are to be looked at that reports now.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ArrivalCheck {
    /// At once.
    Now,
    /// Later, as is noted: by the next position, or by whoever takes those that were left. With how often that was done.
    Later(u64),
}

/// What is left for later.
#[derive(Default)]
pub(super) struct LeftForLater {
    /// Rings when something is.
    pub(super) rings: Notify,
    /// How often all that was due was taken.
    taken: AtomicU64,
}

impl LeftForLater {
    /// Leaves a car for later; under the lock of the cars, as [`Self::take`].
    pub(super) fn leave(&self, is_left: &mut bool) -> ArrivalCheck {
        if !std::mem::replace(is_left, true) {
            self.rings.notify_one();
        }
        ArrivalCheck::Later(self.taken.load(Ordering::Relaxed))
    }

    /// What was left is taken now, and after that its positions are asked for: so whoever keeps one later than that finds
    /// it counted here.
    pub(super) fn take(&self) {
        self.taken.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a position that is kept by now is still to be looked at. One that was left for later is, if cars were taken
    /// since: perhaps this one was, before its position was there to be seen.
    pub(super) fn is_due(&self, check: ArrivalCheck) -> bool {
        match check {
            ArrivalCheck::Now => true,
            ArrivalCheck::Later(taken) => self.taken.load(Ordering::Relaxed) != taken,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_before_its_position_was_kept_is_looked_at() {
        let (later, mut is_left) = (LeftForLater::default(), false);
        let check = later.leave(&mut is_left);
        assert!(is_left && !later.is_due(check), "whoever takes it sees the position");
        later.take();
        assert!(later.is_due(check) && later.is_due(ArrivalCheck::Now));
        assert!(!later.is_due(later.leave(&mut is_left)));
    }
}
