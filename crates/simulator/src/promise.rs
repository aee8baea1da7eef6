//! What a shop promises that does not leave it to the server.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::city_time::Seconds;

/// So many are promised in haste, as this share of what the restaurant says: they come later than that.
const HASTY: f64 = 0.08;
const HASTY_SHARE: RangeInclusive<f64> = 0.86..=0.95;
/// What is promised with care has this share of it to spare, and some minutes.
const CAREFUL_SHARE: f64 = 1.2;
const SPARE: u32 = 4;

/// What a shop promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Promise {
    /// Nothing: the server promises for itself.
    Open,
    /// Too early, in so many minutes on the wall from the placing.
    Hasty(u32),
}

impl Promise {
    /// What is promised of an order whose restaurant says so many minutes.
    pub(crate) fn drawn(chance: &mut ChaCha8Rng, minutes: u32) -> Self {
        if !chance.random_bool(HASTY) {
            return Self::Open;
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some minutes, not negative")]
        let promised = (f64::from(minutes) * chance.random_range(HASTY_SHARE)).floor().max(1.0) as u32;
        Self::Hasty(promised)
    }

    /// Whether the order will be late.
    pub(crate) fn is_hasty(self) -> bool {
        matches!(self, Self::Hasty(_))
    }

    /// The minutes to tell a server of an order that was placed before it knew of it, and that has waited for so long.
    pub(crate) fn made_before(self, minutes: u32, waited: Seconds) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some minutes, not negative")]
        let careful = (f64::from(minutes) * CAREFUL_SHARE).ceil() as u32 + SPARE;
        match self {
            Self::Open => careful + u32::try_from(waited.max(0) / 60 + 1).unwrap_or_default(),
            Self::Hasty(promised) => promised,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn most_promises_are_left_to_the_server_and_the_others_come_too_early() {
        let promises = (0..1_000).map(|seed| Promise::drawn(&mut ChaCha8Rng::seed_from_u64(seed), 40));
        let hasty: Vec<Promise> = promises.filter(|promise| promise.is_hasty()).collect();
        assert!((50..110).contains(&hasty.len()), "{}", hasty.len());
        assert!(hasty.iter().all(|promise| (34..=38).contains(&promise.made_before(40, 600))), "{hasty:?}");
    }

    #[test]
    fn what_waits_was_promised_with_its_wait() {
        assert_eq!([0, 90].map(|waited| Promise::Open.made_before(35, waited)), [47, 48]);
    }
}
