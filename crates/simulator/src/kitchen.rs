//! A kitchen has so many pairs of hands and an oven with so many places; who comes later waits.

use crate::city_time::Seconds;

/// When an order has waited so long for hands, somebody is called in to help.
const LONGEST_WAIT_FOR_HANDS: Seconds = 2 * 60;
/// When it has waited so long for the oven, it is squeezed in.
const LONGEST_WAIT_FOR_THE_OVEN: Seconds = 30;

/// What a kitchen of a quiet city has; a city with more orders has larger ones.
const HANDS: f64 = 2.0;
const OVEN: f64 = 5.0;

/// The queues of one kitchen.
#[derive(Debug, Clone)]
pub(crate) struct KitchenQueues {
    hands: Places,
    oven: Places,
}

/// When an order is made and when it is put into the oven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KitchenSlot {
    pub(crate) making_at: Seconds,
    pub(crate) baking_at: Seconds,
    /// How long it waited for both.
    pub(crate) waited: Seconds,
}

impl KitchenQueues {
    /// A kitchen of a city with so many times the orders of the usual one. It has had nothing to do since ever.
    pub(crate) fn for_times_the_orders(times: f64) -> Self {
        Self { hands: Places::new(HANDS * times), oven: Places::new(OVEN * times) }
    }

    /// Takes an order that can be begun at `ready`, is `making` in hands and `baking` in the oven.
    pub(crate) fn take(&mut self, ready: Seconds, making: Seconds, baking: Seconds) -> KitchenSlot {
        let making_at = self.hands.take(ready, making, LONGEST_WAIT_FOR_HANDS);
        let made_at = making_at + making;
        let baking_at = self.oven.take(made_at, baking, LONGEST_WAIT_FOR_THE_OVEN);
        KitchenSlot { making_at, baking_at, waited: making_at - ready + baking_at - made_at }
    }
}

/// Places, each with the moment from which it is free.
#[derive(Debug, Clone)]
struct Places(Vec<Seconds>);

impl Places {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small number, at least one")]
    fn new(count: f64) -> Self {
        Self(vec![Seconds::MIN; count.ceil().clamp(1.0, 1000.0) as usize])
    }

    /// Takes the place that is free first, for so long; answers from when on.
    fn take(&mut self, ready: Seconds, lasts: Seconds, longest_wait: Seconds) -> Seconds {
        let Some(free_at) = self.0.iter_mut().min() else { return ready };
        let start = (*free_at).clamp(ready, ready + longest_wait);
        *free_at = (*free_at).max(start + lasts);
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual() -> KitchenQueues {
        KitchenQueues::for_times_the_orders(1.0)
    }

    #[test]
    fn orders_wait_for_hands() {
        let mut kitchen = usual();
        let turn = |making_at, waited| KitchenSlot { making_at, baking_at: making_at + 100, waited };
        assert_eq!(kitchen.take(-500, 100, 50), turn(-500, 0));
        assert_eq!(kitchen.take(-480, 100, 50), turn(-480, 0));
        assert_eq!(kitchen.take(-450, 100, 50), turn(-400, 50));
        assert_eq!(kitchen.take(5_000, 100, 50), turn(5_000, 0));
    }

    #[test]
    fn what_is_made_waits_for_a_place_in_the_oven() {
        let mut kitchen = usual();
        let turns: Vec<KitchenSlot> = (0..7).map(|_| kitchen.take(0, 10, 30)).collect();
        assert_eq!(turns.iter().map(|turn| turn.baking_at).collect::<Vec<_>>(), [10, 10, 20, 20, 30, 40, 40]);
        assert_eq!(turns[6].waited, 30);
    }

    #[test]
    fn nobody_waits_for_ever() {
        let mut kitchen = usual();
        let worst = (0..50).map(|_| kitchen.take(0, 200, 400).waited).max();
        assert_eq!(worst, Some(LONGEST_WAIT_FOR_HANDS + LONGEST_WAIT_FOR_THE_OVEN));
    }

    #[test]
    fn a_larger_city_has_larger_kitchens() {
        let mut kitchen = KitchenQueues::for_times_the_orders(2.2);
        let begun_at_once = (0..10).filter(|_| kitchen.take(0, 100, 100).making_at == 0).count();
        assert_eq!(begun_at_once, 5);
    }
}
