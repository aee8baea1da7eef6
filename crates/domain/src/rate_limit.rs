//! Limits that count: so many of something in so long a time. What was counted lately is a log of moments, so that no
//! span of the window's length ever holds more (docs/spec/ordering.md, "Limits").

use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};

/// So many in so long a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many.
    pub most: u32,
    /// For how long each counts.
    pub window: SignedDuration,
}

/// What all counted limits are multiplied with (`OVELLE_RATE_FACTOR`); 0: there are none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateFactor(f64);

/// Not a factor of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a factor is a number that is not below 0")]
pub struct BadRateFactor;

impl Default for RateFactor {
    fn default() -> Self {
        Self(1.0)
    }
}

impl FromStr for RateFactor {
    type Err = BadRateFactor;

    fn from_str(text: &str) -> Result<Self, BadRateFactor> {
        let factor: f64 = text.trim().parse().map_err(|_| BadRateFactor)?;
        if factor.is_finite() && factor >= 0.0 { Ok(Self(factor)) } else { Err(BadRateFactor) }
    }
}

impl RateFactor {
    /// With which nothing is counted.
    pub const NONE: Self = Self(0.0);

    /// Whether it stands for no limits at all: it is 0, or 1000 and more.
    #[must_use]
    pub fn lifts_limits(self) -> bool {
        self.0 <= 0.0 || self.0 >= 1000.0
    }

    /// So many times as many, one at least; none where either is 0, which stands for no limit.
    #[must_use]
    pub fn times(self, most: u32) -> Option<u32> {
        let product = (f64::from(most) * self.0).round().min(f64::from(u32::MAX));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it lies between 0 and u32::MAX")]
        let product = product as u32;
        (most > 0 && self.0 > 0.0).then_some(product.max(1))
    }
}

/// Entries of a log; what comes beyond them is added to the newest.
const ENTRIES: usize = 512;
/// Bytes of an entry.
const ENTRY: usize = 20;

/// What was counted lately, the oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RateLog(Vec<RateEntry>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct RateEntry {
    /// µs since 1970.
    at: i64,
    /// What tells it from others that are counted with it.
    mark: u64,
    count: u32,
}

impl RateLog {
    /// A log as it was kept; none where it is no log.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (entries, []) = bytes.as_chunks::<ENTRY>() else { return None };
        let entry = |bytes: &[u8; ENTRY]| {
            let (at, rest) = bytes.split_first_chunk()?;
            let (mark, rest) = rest.split_first_chunk()?;
            let count = rest.try_into().ok()?;
            Some(RateEntry {
                at: i64::from_be_bytes(*at),
                mark: u64::from_be_bytes(*mark),
                count: u32::from_be_bytes(count),
            })
        };
        entries.iter().map(entry).collect::<Option<_>>().map(Self)
    }

    /// The log as it is kept.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = |entry: &RateEntry| {
            let count = entry.count.to_be_bytes();
            entry.at.to_be_bytes().into_iter().chain(entry.mark.to_be_bytes()).chain(count).collect::<Vec<_>>()
        };
        self.0.iter().flat_map(bytes).collect()
    }

    /// Forgets what is as old as the window. What lies in the future counts as now: where a clock was put back, nobody
    /// waits longer than the window.
    pub fn forget(&mut self, now: Timestamp, window: SignedDuration) {
        let (now, window) = (now.as_microsecond(), micros(window));
        self.0.retain(|entry| now.saturating_sub(entry.at) < window);
        self.0.iter_mut().for_each(|entry| entry.at = entry.at.min(now));
    }

    /// How much is counted.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().fold(0, |sum, entry| sum.saturating_add(entry.count))
    }

    /// Whether anything with a mark is counted.
    #[must_use]
    pub fn holds(&self, mark: u64) -> bool {
        self.0.iter().any(|entry| entry.mark == mark)
    }

    /// Counts one.
    pub fn add(&mut self, now: Timestamp, mark: u64) {
        let at = now.as_microsecond();
        let full = self.0.len() >= ENTRIES;
        let before = if full { self.0.pop() } else { None };
        let count = before.map_or(0, |newest| newest.count).saturating_add(1);
        self.0.push(RateEntry { at, mark, count });
    }

    /// Counts one with a mark anew: what was counted with it before counts no more.
    pub fn renew(&mut self, now: Timestamp, mark: u64) {
        self.remove(mark);
        self.add(now, mark);
    }

    /// Counts no more what bears a mark.
    pub fn remove(&mut self, mark: u64) {
        self.0.retain(|entry| entry.mark != mark);
    }

    /// How long ago the newest was counted; none where nothing is.
    #[must_use]
    pub fn since_newest(&self, now: Timestamp) -> Option<SignedDuration> {
        let newest = self.0.last()?;
        Some(SignedDuration::from_micros(now.as_microsecond().saturating_sub(newest.at)))
    }

    /// How long until one more may be counted; none where it may be now. Of a log that was just made to forget.
    #[must_use]
    pub fn wait(&self, limit: RateLimit, now: Timestamp) -> Option<SignedDuration> {
        let mut over = self.count().checked_sub(limit.most)?;
        let window = micros(limit.window);
        for entry in &self.0 {
            if over < entry.count {
                let ends = entry.at.saturating_add(window);
                return Some(SignedDuration::from_micros(ends.saturating_sub(now.as_microsecond()).max(0)));
            }
            over -= entry.count;
        }
        Some(limit.window)
    }

    /// Counts one where it is within the limit.
    ///
    /// # Errors
    /// How long until it may be.
    pub fn take(&mut self, limit: RateLimit, now: Timestamp, mark: u64) -> Result<(), SignedDuration> {
        if let Some(wait) = self.wait(limit, now) {
            return Err(wait);
        }
        self.add(now, mark);
        Ok(())
    }

    /// When nothing of it counts any more.
    #[must_use]
    pub fn ends_at(&self, window: SignedDuration) -> Option<Timestamp> {
        let newest = self.0.last()?;
        Timestamp::from_microsecond(newest.at.saturating_add(micros(window))).ok()
    }
}

fn micros(window: SignedDuration) -> i64 {
    i64::try_from(window.as_micros()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMIT: RateLimit = RateLimit { most: 3, window: SignedDuration::from_secs(60) };

    fn at(millis: i64) -> Timestamp {
        Timestamp::from_millisecond(1_800_000_000_000 + millis).unwrap()
    }

    fn take(log: &mut RateLog, limit: RateLimit, millis: i64) -> Result<(), SignedDuration> {
        log.forget(at(millis), limit.window);
        log.take(limit, at(millis), 0)
    }

    #[test]
    fn a_mark_is_held_while_anything_with_it_counts() {
        let mut log = RateLog::default();
        log.add(at(0), 7);
        log.add(at(10_000), 8);
        assert!(log.holds(7) && log.holds(8) && !log.holds(0));
        log.forget(at(60_000), LIMIT.window);
        assert!(!log.holds(7) && log.holds(8));
    }

    #[test]
    fn each_counts_until_it_is_as_old_as_the_window() {
        let mut log = RateLog::default();
        for millis in [0, 10_000, 20_000] {
            assert_eq!(take(&mut log, LIMIT, millis), Ok(()));
        }
        assert_eq!(take(&mut log, LIMIT, 21_000), Err(SignedDuration::from_secs(39)));
        assert_eq!(take(&mut log, LIMIT, 59_999), Err(SignedDuration::from_millis(1)));
        assert_eq!(take(&mut log, LIMIT, 60_000), Ok(()));
        assert_eq!(take(&mut log, LIMIT, 60_000), Err(SignedDuration::from_secs(10)), "one has gone, one has come");
    }

    #[test]
    fn under_a_lower_limit_as_many_must_go_as_are_over_it() {
        let mut log = RateLog::default();
        for millis in [0, 10_000, 20_000] {
            assert_eq!(take(&mut log, LIMIT, millis), Ok(()));
        }
        for (most, seconds) in [(1, 59), (2, 49), (3, 39)] {
            let limit = RateLimit { most, ..LIMIT };
            assert_eq!(log.wait(limit, at(21_000)), Some(SignedDuration::from_secs(seconds)), "{most}");
        }
    }

    #[test]
    fn what_lies_in_the_future_counts_as_now() {
        let mut log = RateLog::default();
        for _ in 0..3 {
            assert_eq!(take(&mut log, LIMIT, 3_600_000), Ok(()));
        }
        // The clock is put back by an hour.
        assert_eq!(take(&mut log, LIMIT, 0), Err(SignedDuration::from_secs(60)));
        assert_eq!(take(&mut log, LIMIT, 60_000), Ok(()));
    }

    #[test]
    fn the_longest_log_has_a_bound() {
        let limit = RateLimit { most: 10_000, ..LIMIT };
        let mut log = RateLog::default();
        let taken = (0..20_000).filter(|millis| take(&mut log, limit, *millis).is_ok()).count();
        assert_eq!((taken, log.count(), log.to_bytes().len()), (10_000, 10_000, ENTRIES * ENTRY));
        assert_eq!(take(&mut log, limit, 80_000), Ok(()));
    }

    #[test]
    fn a_factor_multiplies_and_zero_is_none() {
        let times = |factor: &str, most| factor.parse::<RateFactor>().unwrap().times(most);
        assert_eq!((times("1", 60), times("2.5", 10), times("0.01", 10)), (Some(60), Some(25), Some(1)));
        assert_eq!((times("0", 60), times("1", 0), times("1e30", 60)), (None, None, Some(u32::MAX)));
        for text in ["-1", "NaN", "inf", "x", ""] {
            assert_eq!(text.parse::<RateFactor>(), Err(BadRateFactor), "{text}");
        }
    }

    proptest! {
        /// Whenever they come, and kept between any two of them: no window ever holds more, and whoever waits as long as
        /// they are told is taken.
        #[test]
        fn no_window_holds_more(steps in prop::collection::vec(0..30_000_i64, 1..200), most in 1..20_u32) {
            let limit = RateLimit { most, ..LIMIT };
            let (mut log, mut taken, mut now) = (RateLog::default(), Vec::new(), 0_i64);
            for step in steps {
                now += step / 10;
                match take(&mut log, limit, now) {
                    Ok(()) => taken.push(now),
                    Err(wait) => {
                        let mut later = log.clone();
                        let then = now + i64::try_from(wait.as_millis()).unwrap();
                        prop_assert_eq!(take(&mut later, limit, then), Ok(()));
                    }
                }
                log = RateLog::from_bytes(&log.to_bytes()).unwrap();
            }
            for (first, end) in taken.iter().zip(taken.iter().skip(most as usize)) {
                prop_assert!(end - first >= 60_000);
            }
        }
    }
}
