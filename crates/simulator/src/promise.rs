//! What a shop promises while its kitchen cannot keep up.

use std::ops::RangeInclusive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::plan::Seconds;

/// An order that waits for longer than this in its kitchen is one that the shop has promised too early.
const NOTICED: Seconds = 100;
/// Of the others, so many are promised in haste all the same, as this share of what the restaurant says.
const HASTY: f64 = 0.08;
const HASTY_SHARE: RangeInclusive<f64> = 0.2..=0.45;
/// No shop promises less, minutes.
const LEAST: f64 = 4.0;

/// In how many minutes on the wall a shop promises an order that will wait for so long in its kitchen, where its
/// restaurant says that it needs so many `minutes`; none where the server is to promise for itself, as for most.
///
/// In a city that lives faster than the wall, everything comes sooner than a server can guess, so no queue would ever
/// make an order late. A shop that does not know of the queue is what is left: it promises what would hold without it.
pub(crate) fn promised_minutes(chance: &mut ChaCha8Rng, minutes: u32, waited: Seconds) -> Option<u32> {
    let usual = f64::from(minutes);
    let promised = if chance.random_bool(HASTY) {
        usual * chance.random_range(HASTY_SHARE)
    } else if waited >= NOTICED {
        usual - minutes_of(waited) * chance.random_range(0.8..=2.4)
    } else {
        return None;
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "some minutes, not negative")]
    let promised = promised.round().max(LEAST) as u32;
    Some(promised)
}

#[expect(clippy::cast_precision_loss, reason = "a wait is short")]
fn minutes_of(seconds: Seconds) -> f64 {
    seconds as f64 / 60.0
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn the_longer_the_queue_the_more_is_promised_too_early() {
        let mean = |waited| {
            let promises = (0..200).map(|seed| promised_minutes(&mut ChaCha8Rng::seed_from_u64(seed), 35, waited));
            promises.map(|promise| promise.expect("it waits")).sum::<u32>() / 200
        };
        assert!((28..35).contains(&mean(NOTICED)));
        assert!(mean(12 * 60) < mean(NOTICED));
        assert!(mean(600 * 60) < 6);
    }

    #[test]
    fn most_promises_are_left_to_the_server() {
        let hasty: Vec<u32> =
            (0..1_000).filter_map(|seed| promised_minutes(&mut ChaCha8Rng::seed_from_u64(seed), 40, 0)).collect();
        assert!((50..110).contains(&hasty.len()), "{}", hasty.len());
        assert!(hasty.iter().all(|minutes| (8..=18).contains(minutes)));
    }
}
