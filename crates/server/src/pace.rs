//! Slowing down those who guess: after some failures each further try has to wait, longer and longer
//! up to a bound. Never a lock: whoever waits as long as they are told may try again.

use std::{
    hash::{BuildHasher, Hash, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

/// Slots of a table. Two who fall into one share its count: a stranger can at worst cost somebody a
/// wait, and memory stays what it is.
const SLOTS: usize = 4096;

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

/// Failures by key, in a table of fixed size.
#[derive(Debug)]
pub struct Pace {
    steps: Steps,
    hasher: RandomState,
    slots: Mutex<Box<[Slot]>>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    since: Instant,
    failures: u32,
    open_at: Instant,
}

impl Pace {
    /// An empty table.
    #[must_use]
    pub fn new(steps: Steps) -> Self {
        let now = Instant::now();
        let slot = Slot { since: now, failures: 0, open_at: now };
        Self { steps, hasher: RandomState::new(), slots: Mutex::new(vec![slot; SLOTS].into()) }
    }

    /// Begins a try, which counts as a failure until it is taken back: so that of many at once only
    /// the free ones go through.
    ///
    /// # Errors
    /// How long to wait before the next one.
    pub fn begin(&self, key: impl Hash) -> Result<(), Duration> {
        let index = self.index(key);
        let mut slots = self.lock();
        let slot = &mut slots[index];
        let now = Instant::now();
        if now.duration_since(slot.since) >= self.steps.window {
            *slot = Slot { since: now, failures: 0, open_at: now };
        }
        if now < slot.open_at {
            return Err(slot.open_at - now);
        }
        slot.failures = slot.failures.saturating_add(1);
        slot.open_at = now + self.wait(slot.failures);
        Ok(())
    }

    /// The try has failed: its wait begins now, when its answer is known.
    pub fn failed(&self, key: impl Hash) {
        let index = self.index(key);
        let mut slots = self.lock();
        let slot = &mut slots[index];
        slot.open_at = Instant::now() + self.wait(slot.failures);
    }

    /// The try was none: it counts no more.
    pub fn take_back(&self, key: impl Hash) {
        let index = self.index(key);
        let mut slots = self.lock();
        let slot = &mut slots[index];
        slot.failures = slot.failures.saturating_sub(1);
        slot.open_at = Instant::now();
    }

    /// Nothing that came before counts any more.
    pub fn forget(&self, key: impl Hash) {
        let index = self.index(key);
        let now = Instant::now();
        self.lock()[index] = Slot { since: now, failures: 0, open_at: now };
    }

    fn wait(&self, failures: u32) -> Duration {
        let Some(steps) = failures.checked_sub(self.steps.free) else { return Duration::ZERO };
        let doubled = 1_u32.checked_shl(steps).and_then(|times| self.steps.first.checked_mul(times));
        doubled.map_or(self.steps.longest, |wait| wait.min(self.steps.longest))
    }

    fn index(&self, key: impl Hash) -> usize {
        usize::try_from(self.hasher.hash_one(key) % SLOTS as u64).unwrap_or(0)
    }

    fn lock(&self) -> MutexGuard<'_, Box<[Slot]>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
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
}
