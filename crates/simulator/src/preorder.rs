//! Orders for later.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    city_time::{Seconds, in_the_city},
    lifecycle::StageDurations,
    parameters::CityParameters,
};

/// A preorder is to be there so long before the time asked for, seconds on the wall.
const IN_GOOD_TIME: Seconds = 3 * 60;
/// And its kitchen may be a little slower than usual.
const SLOWER: f64 = 1.03;
/// How far ahead of its making a preorder for soon is placed.
const SOON: std::ops::RangeInclusive<Seconds> = 35 * 60..=75 * 60;
/// Nobody asks for a time that is nearer, seconds on the wall.
const NEAREST: Seconds = 150 * 60;
const DAY: Seconds = 24 * 60 * 60;
const MINUTE: Seconds = 60;
/// When people want to eat, seconds since midnight.
const MEALS: [Seconds; 6] = [11 * 3600, 11 * 3600 + 1800, 12 * 3600, 17 * 3600, 18 * 3600, 19 * 3600];

/// A preorder's times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Preorder {
    /// When its kitchen begins.
    pub(crate) making_at: Seconds,
    /// The time asked for.
    pub(crate) asked: Seconds,
}

/// For which time people order ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PreorderHorizon {
    /// As soon as preorders are taken.
    Soon,
    /// For a meal later today or tomorrow, by the clock on the wall.
    Later,
}

impl PreorderHorizon {
    /// The times of a preorder that is placed at `at` and takes what it `needs`.
    pub(crate) fn times(
        self,
        chance: &mut ChaCha8Rng,
        at: Seconds,
        durations: StageDurations,
        parameters: &CityParameters,
    ) -> Preorder {
        let lead = lead(durations, parameters.speed);
        let making_at = match self {
            Self::Soon => at + chance.random_range(SOON),
            // Until the city is open nobody knows what the wall will show: it is counted from there.
            Self::Later => {
                let known = at.max(parameters.opens_at);
                known + parameters.in_the_city(until_a_meal(chance, parameters.wall_at(known).time_of_day())) - lead
            }
        };
        Preorder { making_at, asked: making_at + lead }
    }
}

/// How long before the time asked for a kitchen begins, in a city of this speed.
///
/// Servers count that on the wall, also in a city that lives faster. So a kitchen begins as early as both ask: else each
/// preorder would look late there once it is begun.
pub(crate) fn lead(durations: StageDurations, speed: f64) -> Seconds {
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "some minutes")]
    let needed = (durations.after_making_begins() as f64 * SLOWER) as Seconds;
    (needed + in_the_city(IN_GOOD_TIME, speed)).max(in_the_city(needed + MINUTE, speed))
}

/// Seconds on the wall until some meal of the next day or so.
fn until_a_meal(chance: &mut ChaCha8Rng, now: Seconds) -> Seconds {
    let meals = MEALS.iter().flat_map(|meal| [meal - now, meal + DAY - now]);
    let ahead: Vec<Seconds> = meals.filter(|ahead| (NEAREST..=DAY).contains(ahead)).collect();
    // Of a whole day some meal is always left.
    ahead.choose(chance).copied().unwrap_or(DAY) + MINUTE * 5 * chance.random_range(0..6)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;

    use super::*;

    proptest! {
        #[test]
        fn a_meal_is_at_mealtime_and_not_too_near(seed: u64, now in 0..DAY) {
            let ahead = until_a_meal(&mut ChaCha8Rng::seed_from_u64(seed), now);
            prop_assert!((NEAREST..=DAY + 1800).contains(&ahead));
            let hour = (now + ahead) % DAY / 3600;
            prop_assert!((11..=12).contains(&hour) || (17..=19).contains(&hour), "{}", hour);
        }
    }

    #[test]
    fn a_kitchen_begins_so_early_that_it_is_there_in_good_time() {
        let lead = |speed, minutes, is_delivery| {
            let parameters = CityParameters { speed, ..CityParameters::usual(1) };
            let durations = StageDurations::of(minutes, is_delivery);
            let times = PreorderHorizon::Soon.times(&mut ChaCha8Rng::seed_from_u64(3), 0, durations, &parameters);
            (times.asked - times.making_at) / MINUTE
        };
        assert_eq!(lead(1.0, 35, true), 33, "85 % of its minutes, and a little more");
        assert_eq!(lead(1.0, 12, false), 12);
        assert_eq!(lead(4.0, 15, false), 50);
    }

    #[test]
    fn a_preorder_for_later_keeps_to_the_clock_on_the_wall() {
        for (seed, opens_at) in (0..50).zip([0, 7_000].into_iter().cycle()) {
            let parameters = CityParameters { speed: 4.0, opens_at, ..CityParameters::usual(seed) };
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let times = PreorderHorizon::Later.times(&mut chance, 600, StageDurations::of(35, true), &parameters);
            let asked = parameters.wall_at(times.asked).time_of_day();
            assert!([11, 12, 17, 18, 19].contains(&(asked / 3600)), "{asked}");
            assert!(times.making_at > opens_at.max(600));
        }
    }
}
