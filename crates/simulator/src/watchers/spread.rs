//! How long something took, over very many times: counted in steps, so that it takes no more room the longer it runs.

use std::time::Duration;

/// The first step ends here, seconds; each is a tenth longer than the one before.
const FIRST: f64 = 0.000_1;
const GROWTH: f64 = 1.1;
/// The last step begins at about a minute, and has no end.
const STEPS: usize = 140;

/// Counts of durations.
#[derive(Debug, Clone)]
pub(super) struct DurationCounts {
    counts: [u64; STEPS],
}

impl Default for DurationCounts {
    fn default() -> Self {
        Self { counts: [0; STEPS] }
    }
}

impl DurationCounts {
    pub(super) fn add(&mut self, took: Duration) {
        self.counts[step(took)] += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, others)| *count += others);
    }

    /// What this share (0…1) took no longer than, to a tenth; none where nothing was counted.
    pub(super) fn quantile(&self, share: f64) -> Option<Duration> {
        let all: u64 = self.counts.iter().sum();
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "far fewer than 2^53 are counted"
        )]
        let wanted = ((all as f64 * share).ceil() as u64).max(1);
        let mut so_far = 0;
        let reached = self.counts.iter().position(|count| {
            so_far += count;
            so_far >= wanted
        });
        reached.map(|step| Duration::from_secs_f64(FIRST * GROWTH.powi(i32::try_from(step).unwrap_or(i32::MAX))))
    }
}

/// The step that a duration falls into.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of steps, not negative")]
fn step(took: Duration) -> usize {
    let steps = (took.as_secs_f64() / FIRST).max(1.0).ln() / GROWTH.ln();
    (steps.ceil() as usize).min(STEPS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_right_to_a_tenth() {
        let (mut spread, mut others) = (DurationCounts::default(), DurationCounts::default());
        assert_eq!(spread.quantile(0.5), None);
        (1..=90).for_each(|millis| spread.add(Duration::from_millis(millis)));
        (91..=100).for_each(|millis| others.add(Duration::from_millis(millis)));
        spread.merge(&others);
        for (share, exactly) in [(0.5, 0.050), (0.99, 0.099), (0.0, 0.001), (1.0, 0.100)] {
            let quantile = spread.quantile(share).unwrap().as_secs_f64();
            assert!((exactly..=exactly * 1.1001).contains(&quantile), "{share}: {quantile}");
        }
    }

    #[test]
    fn what_is_out_of_bounds_is_counted_at_them() {
        let mut spread = DurationCounts::default();
        spread.add(Duration::ZERO);
        assert_eq!(spread.quantile(1.0), Some(Duration::from_micros(100)));
        spread.add(Duration::from_secs(4_000));
        assert!(spread.quantile(1.0).unwrap() > Duration::from_secs(55));
    }
}
