//! Slowing down those who guess: after some failures each further try has to wait, longer and longer up to a bound. Never
//! a lock: whoever waits as long as they are told may try again (docs/spec/people.md, "Sign-in failures").

use jiff::{SignedDuration, Timestamp};

use crate::rate_limit::RateLog;

/// How many failures are free, and what the others cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlowDown {
    /// Failures that cost nothing, while they count.
    pub free: u32,
    /// The first wait; each failure doubles it.
    pub first: SignedDuration,
    /// The longest wait.
    pub longest: SignedDuration,
}

impl SlowDown {
    /// How long the next try has to wait after these failures, the newest of them the last; none where it may be now. Of
    /// a log that was just made to forget.
    #[must_use]
    pub fn wait(self, failures: &RateLog, now: Timestamp) -> Option<SignedDuration> {
        let doublings = failures.count().checked_sub(self.free)?;
        let doubled = 1_i32.checked_shl(doublings).filter(|times| *times > 0);
        let whole = doubled.and_then(|times| self.first.checked_mul(times));
        let whole = whole.map_or(self.longest, |wait| wait.min(self.longest));
        let left = whole - failures.since_newest(now).unwrap_or(SignedDuration::MAX).min(whole);
        left.is_positive().then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOW_DOWN: SlowDown =
        SlowDown { free: 3, first: SignedDuration::from_secs(2), longest: SignedDuration::from_secs(10) };
    const WINDOW: SignedDuration = SignedDuration::from_mins(15);

    #[test]
    fn further_failures_cost_longer_and_longer_up_to_a_bound() {
        let (mut failures, mut now) = (RateLog::default(), Timestamp::UNIX_EPOCH);
        for mark in 0..3 {
            assert_eq!(SLOW_DOWN.wait(&failures, now), None);
            failures.add(now, mark);
        }
        for (mark, seconds) in (3..).zip([2, 4, 8, 10, 10]) {
            let wait = SignedDuration::from_secs(seconds);
            assert_eq!(SLOW_DOWN.wait(&failures, now), Some(wait));
            now += wait - SignedDuration::from_millis(1);
            assert_eq!(SLOW_DOWN.wait(&failures, now), Some(SignedDuration::from_millis(1)));
            now += SignedDuration::from_millis(1);
            assert_eq!(SLOW_DOWN.wait(&failures, now), None, "whoever waits may try");
            failures.add(now, mark);
        }
        now += WINDOW;
        failures.forget(now, WINDOW);
        assert_eq!(SLOW_DOWN.wait(&failures, now), None, "what is long ago counts no more");
    }

    #[test]
    fn however_many_failures_there_were_nobody_waits_longer() {
        let (mut failures, now) = (RateLog::default(), Timestamp::UNIX_EPOCH);
        for mark in 0..2_000 {
            failures.add(now, mark);
            assert!(SLOW_DOWN.wait(&failures, now).is_none_or(|wait| wait <= SLOW_DOWN.longest), "{mark}");
        }
        assert_eq!(SLOW_DOWN.wait(&failures, now), Some(SLOW_DOWN.longest));
    }
}
