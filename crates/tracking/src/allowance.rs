//! How often somebody may do something: so many at once, then one in each span; more wait.

use std::time::Duration;

use tokio::time::Instant;

/// What somebody has left.
#[derive(Debug)]
pub(crate) struct Allowance {
    at_once: u32,
    every: Duration,
    /// When all of it is there again.
    full_at: Instant,
}

impl Allowance {
    /// All of it.
    pub(crate) fn new(at_once: u32, every: Duration, now: Instant) -> Self {
        Self { at_once, every, full_at: now }
    }

    /// Takes one: how long to wait for it.
    pub(crate) fn take(&mut self, now: Instant) -> Duration {
        let from = self.full_at.max(now);
        self.full_at = from + self.every;
        (from - now).saturating_sub(self.every * self.at_once.saturating_sub(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_at_once_and_then_one_in_each_span() {
        let (every, mut now) = (Duration::from_millis(100), Instant::now());
        let mut allowance = Allowance::new(3, every, now);
        let waits =
            |allowance: &mut Allowance, now, count: u32| (0..count).map(|_| allowance.take(now)).collect::<Vec<_>>();
        assert_eq!(waits(&mut allowance, now, 5), [0, 0, 0, 1, 2].map(|spans| every * spans));
        now += every * 2;
        assert_eq!(allowance.take(now), every, "whoever waited for theirs has used it");
        now += every * 100;
        assert_eq!(waits(&mut allowance, now, 4), [0, 0, 0, 1].map(|spans| every * spans), "no more than all of it");
    }
}
