//! How long a message that failed waits.

use deps::Chance;
use jiff::SignedDuration;

/// The pause after the first failure, in seconds; each further one doubles it.
const FIRST: i64 = 5;
/// The longest pause, in seconds.
const LONGEST: i64 = 3600;

/// How long after so many tries a message is tried again: up to a quarter more than the pause proper, so that what
/// failed together does not come again together.
#[must_use]
pub fn pause_after(attempts: u32, chance: &Chance) -> SignedDuration {
    let doublings = attempts.saturating_sub(1).min(30);
    let pause = FIRST.checked_shl(doublings).unwrap_or(LONGEST).clamp(FIRST, LONGEST);
    let spread = chance.below(pause.unsigned_abs() * 250);
    SignedDuration::from_secs(pause) + SignedDuration::from_millis(i64::try_from(spread).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour() {
        let chance = Chance::seeded(7);
        for (attempts, seconds) in [(1, 5), (2, 10), (3, 20), (10, 2560), (11, 3600), (31, 3600), (u32::MAX, 3600)] {
            let pause = pause_after(attempts, &chance);
            let longest = SignedDuration::from_millis(seconds * 1250);
            assert!(pause >= SignedDuration::from_secs(seconds) && pause < longest, "{attempts}: {pause:?}");
        }
    }
}
