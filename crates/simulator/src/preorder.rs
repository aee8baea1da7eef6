//! Orders for later.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    plan::{Seconds, Terms},
    wire::OrderType,
};

/// How long before its time a preorder is begun at least: for a door, for a counter.
const DELIVERY_LEAD: Seconds = 26 * 60;
const COUNTER_LEAD: Seconds = 11 * 60;
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
pub(crate) enum Ahead {
    /// As soon as preorders are taken.
    Soon,
    /// For a meal later today or tomorrow, by the clock on the wall.
    Later,
}

impl Ahead {
    /// The times of a preorder that is placed at `at`, where the restaurant says that it needs so many minutes.
    ///
    /// It says so on the wall, also in a city that lives faster than that. So a kitchen begins as early as both ask:
    /// what it needs itself, and what its restaurant says. Else each preorder would look late once it is begun.
    pub(crate) fn times(
        self,
        chance: &mut ChaCha8Rng,
        at: Seconds,
        order_type: OrderType,
        minutes: u32,
        terms: &Terms,
    ) -> Preorder {
        let needed = if order_type == OrderType::Delivery { DELIVERY_LEAD } else { COUNTER_LEAD };
        let lead = needed.max(terms.in_the_city((Seconds::from(minutes) + 1) * MINUTE));
        let making_at = match self {
            Self::Soon => at + chance.random_range(SOON),
            Self::Later => at + terms.in_the_city(until_a_meal(chance, terms.wall_at(at).time_of_day())) - lead,
        };
        Preorder { making_at, asked: making_at + lead }
    }
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
    fn a_kitchen_begins_as_early_as_its_restaurant_says() {
        let times = |speed, order_type, minutes| {
            let terms = Terms { speed, ..Terms::usual(1) };
            let times = Ahead::Soon.times(&mut ChaCha8Rng::seed_from_u64(3), 0, order_type, minutes, &terms);
            (times.asked - times.making_at) / MINUTE
        };
        assert_eq!(times(1.0, OrderType::Delivery, 20), 26, "it knows better");
        assert_eq!(times(1.0, OrderType::Delivery, 35), 36);
        assert_eq!(times(4.0, OrderType::Pickup, 15), 64);
    }

    #[test]
    fn a_preorder_for_later_keeps_to_the_clock_on_the_wall() {
        for seed in 0..50 {
            let terms = Terms { speed: 4.0, ..Terms::usual(seed) };
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let times = Ahead::Later.times(&mut chance, 600, OrderType::Delivery, 35, &terms);
            let asked = terms.wall_at(times.asked).time_of_day();
            assert!([11, 12, 17, 18, 19].contains(&(asked / 3600)), "{asked}");
            assert!(times.making_at > 600);
        }
    }
}
