//! How long to wait before the same call is made again.

use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_secs(15);

/// Pauses that double, each of them drawn from the upper half of its length, so that many do not come back at once.
#[derive(Debug, Clone)]
pub(crate) struct RetryPauses {
    first: Duration,
    next: Duration,
    chance: ChaCha8Rng,
}

impl RetryPauses {
    pub(crate) fn new(first: Duration, chance: ChaCha8Rng) -> Self {
        let first = first.min(LONGEST);
        Self { first, next: first, chance }
    }

    /// The pause before the next try; `asked` is what the server wished for.
    pub(crate) fn pause(&mut self, asked: Option<Duration>) -> Duration {
        let length = self.next;
        self.next = (length * 2).min(LONGEST);
        let drawn = length.mul_f64(self.chance.random_range(0.5..=1.0));
        drawn.max(asked.unwrap_or_default().min(LONGEST))
    }

    /// The server answered: the next failure begins anew.
    pub(crate) fn reset(&mut self) {
        self.next = self.first;
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    fn backoff() -> RetryPauses {
        RetryPauses::new(Duration::from_millis(500), ChaCha8Rng::seed_from_u64(1))
    }

    #[test]
    fn pauses_double_up_to_the_longest() {
        let mut backoff = backoff();
        let pauses: Vec<Duration> = (0..9).map(|_| backoff.pause(None)).collect();
        for (pause, length) in pauses.iter().zip([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 15_000]) {
            let length = Duration::from_millis(length);
            assert!((length / 2..=length).contains(pause), "{pause:?} of {length:?}");
        }
        backoff.reset();
        assert!(backoff.pause(None) <= Duration::from_millis(500));
    }

    #[test]
    fn the_servers_wish_counts_within_reason() {
        assert_eq!(backoff().pause(Some(Duration::from_secs(3))), Duration::from_secs(3));
        assert_eq!(backoff().pause(Some(Duration::from_secs(3_000))), LONGEST);
    }
}
