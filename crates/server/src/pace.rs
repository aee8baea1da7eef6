//! Slowing down those who guess: after some failures each further try has to wait, longer and longer
//! up to a bound. Never a lock: whoever waits as long as they are told may try again.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    time::Duration,
};

use tokio::time::Instant;

use crate::bounded_table::{BoundedTable, Entry};

/// How many failures are free, and what the others cost.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    /// Failures within the window that cost nothing.
    pub free: u32,
    /// How long a failure counts, from the first one on.
    pub window: Duration,
    /// The first wait; each failure doubles it.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
}

/// Failures by key. A key is told apart by a keyed hash: the key itself is not kept.
#[derive(Debug)]
pub struct Pace {
    steps: Steps,
    hasher: RandomState,
    /// Failures, and from when on the next try is let through.
    failures: BoundedTable<u64, Option<Instant>>,
}

impl Pace {
    /// An empty table.
    #[must_use]
    pub fn new(steps: Steps) -> Self {
        Self { steps, hasher: RandomState::new(), failures: BoundedTable::new(steps.window) }
    }

    /// Begins a try, which counts as a failure until it is taken back: so that of many at once only
    /// the free ones go through.
    ///
    /// # Errors
    /// How long to wait before the next one.
    pub fn begin(&self, key: impl Hash) -> Result<(), Duration> {
        let now = Instant::now();
        self.failures.change(self.mark(key), now, |entry| {
            if let Some(open_at) = entry.value.filter(|open_at| now < *open_at) {
                return Err(open_at - now);
            }
            entry.count = entry.count.saturating_add(1);
            entry.value = Some(now + self.wait(entry.count));
            Ok(())
        })
    }

    /// The try has failed: its wait begins now, when its answer is known.
    pub fn failed(&self, key: impl Hash) {
        self.change(key, |entry, now| entry.value = Some(now + self.wait(entry.count)));
    }

    /// The try was none: it counts no more.
    pub fn take_back(&self, key: impl Hash) {
        self.change(key, |entry, _| {
            entry.count = entry.count.saturating_sub(1);
            entry.value = None;
        });
    }

    /// Nothing that came before counts any more.
    pub fn forget(&self, key: impl Hash) {
        self.failures.forget(&self.mark(key), Instant::now());
    }

    /// Changes what is known of a key; of a key that was forgotten nothing is.
    fn change(&self, key: impl Hash, change: impl FnOnce(&mut Entry<Option<Instant>>, Instant)) {
        let now = Instant::now();
        let _known = self.failures.change_known(&self.mark(key), now, |entry| change(entry, now));
    }

    fn mark(&self, key: impl Hash) -> u64 {
        self.hasher.hash_one(key)
    }

    fn wait(&self, failures: u32) -> Duration {
        let Some(steps) = failures.checked_sub(self.steps.free) else { return Duration::ZERO };
        let doubled = 1_u32.checked_shl(steps).and_then(|times| self.steps.first.checked_mul(times));
        doubled.map_or(self.steps.longest, |wait| wait.min(self.steps.longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: Steps = Steps {
        free: 3,
        window: Duration::from_secs(900),
        first: Duration::from_secs(2),
        longest: Duration::from_secs(10),
    };

    fn fail(pace: &Pace, key: &str) -> Result<(), Duration> {
        pace.begin(key).map(|()| pace.failed(key))
    }

    #[tokio::test(start_paused = true)]
    async fn further_failures_cost_longer_and_longer() {
        let pace = Pace::new(STEPS);
        for _ in 0..3 {
            assert_eq!(fail(&pace, "aino"), Ok(()));
        }
        for seconds in [2, 4, 8, 10, 10] {
            let wait = Duration::from_secs(seconds);
            assert_eq!(fail(&pace, "aino"), Err(wait));
            tokio::time::advance(wait).await;
            assert_eq!(fail(&pace, "aino"), Ok(()), "whoever waits may try");
        }
        assert_eq!(fail(&pace, "aapo"), Ok(()), "another key is free");
        tokio::time::advance(Duration::from_secs(900)).await;
        for _ in 0..3 {
            assert_eq!(fail(&pace, "aino"), Ok(()), "what is long ago counts no more");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn of_many_at_once_only_the_free_ones_go_through() {
        let pace = Pace::new(STEPS);
        let through = (0..100).filter(|_| pace.begin("aino").is_ok()).count();
        assert_eq!(through, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn a_success_counts_nothing() {
        let pace = Pace::new(STEPS);
        for _ in 0..10 {
            assert_eq!(pace.begin("10.0.0.1"), Ok(()));
            pace.take_back("10.0.0.1");
        }
        for _ in 0..3 {
            assert_eq!(fail(&pace, "aino"), Ok(()));
        }
        pace.forget("aino");
        assert_eq!(fail(&pace, "aino"), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_anothers_failures() {
        let pace = Pace::new(STEPS);
        for n in 0..4_000 {
            let name = format!("{n}@ovelle.example");
            assert_eq!((0..5).filter(|_| fail(&pace, &name).is_ok()).count(), 3, "{name}");
        }
    }
}
