//! Lengths of time, counted in classes that are 1.6 % wide, so that counting costs the same however many there are.

/// Classes in each doubling.
const PARTS: u64 = 64;
const DOUBLINGS: u64 = 40;

/// Lengths of time in microseconds.
#[derive(Debug, Clone)]
pub(crate) struct Histogram {
    counts: Vec<u32>,
    total: u64,
    sum: f64,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; usize::try_from(PARTS * DOUBLINGS).unwrap_or(0)], total: 0, sum: 0.0 }
    }
}

impl Histogram {
    /// Counts one; what is below zero counts as zero.
    #[expect(clippy::cast_precision_loss, reason = "lengths of time are far below 2^52 µs")]
    pub(crate) fn count(&mut self, micros: i64) {
        let micros = u64::try_from(micros).unwrap_or(0);
        let class = usize::try_from(class(micros)).unwrap_or(usize::MAX).min(self.counts.len() - 1);
        self.counts[class] += 1;
        self.total += 1;
        self.sum += micros as f64;
    }

    /// Counts what another has counted.
    pub(crate) fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(&other.counts).for_each(|(count, more)| *count += more);
        self.total += other.total;
        self.sum += other.sum;
    }

    /// How many were counted.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The mean, in microseconds.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
    pub(crate) fn mean(&self) -> f64 {
        self.sum / self.total.max(1) as f64
    }

    /// The length that this share of all does not exceed, in microseconds: the upper end of its class.
    #[expect(clippy::cast_precision_loss, reason = "lengths of time are far below 2^52 µs")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a count is one")]
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let wanted = ((self.total as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        for (class, count) in (0..).zip(&self.counts) {
            seen += u64::from(*count);
            if seen >= wanted {
                return upper_end(class) as f64;
            }
        }
        0.0
    }
}

fn class(micros: u64) -> u64 {
    if micros < PARTS {
        return micros;
    }
    let doubling = u64::from(micros.ilog2()) - u64::from(PARTS.ilog2());
    PARTS * doubling + (micros >> doubling)
}

fn upper_end(class: u64) -> u64 {
    if class < 2 * PARTS {
        return class;
    }
    let doubling = class / PARTS - 1;
    ((class - PARTS * doubling + 1) << doubling) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_holds_what_is_counted_in_it() {
        for micros in (0..5_000).chain([65_535, 65_536, 1_000_000, 30_000_000]) {
            let end = upper_end(class(micros));
            assert!(end >= micros && end - micros <= micros / 64, "{micros} is told as {end}");
        }
    }

    #[test]
    fn shares_of_what_was_counted() {
        let mut histogram = Histogram::default();
        (1..=100).for_each(|micros| histogram.count(micros));
        assert_eq!((histogram.quantile(0.5), histogram.quantile(0.99), histogram.quantile(1.0)), (50.0, 99.0, 100.0));
        assert_eq!((histogram.total(), histogram.mean()), (100, 50.5));
        assert_eq!(Histogram::default().quantile(0.5), 0.0);
    }
}
