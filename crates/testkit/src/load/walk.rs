//! Which status is reported next.

use domain::order::{FulfilmentKind, OrderType, Status, may_follow};
use rand::{RngExt, rngs::StdRng};

/// How far an order has come, as its dispatcher knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Walk {
    /// Where it stands.
    pub at: Status,
}

const FULFILMENT: FulfilmentKind = FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: true };

impl Walk {
    /// One that has just begun.
    #[must_use]
    pub fn begin() -> Self {
        Self { at: Status::Received }
    }

    /// A next status that may follow; none at the end. `ends` of a hundred lead towards the end, the others on and
    /// about: in the batch, the car and the street an order may go back and forth for as long as it is reported.
    pub fn next(self, ends: u32, chance: &mut StdRng) -> Option<Status> {
        let may = |status: &Status| may_follow(FULFILMENT, self.at, *status);
        let (last, onward): (Vec<_>, Vec<_>) = Status::ALL.into_iter().filter(may).partition(|status| *status >= LAST);
        let is_last = onward.is_empty() || (chance.random_range(0..100) < ends && !last.is_empty());
        let options = if is_last { last } else { onward };
        (!options.is_empty()).then(|| options[chance.random_range(0..options.len())])
    }
}

/// From here on there is no long way to go.
const LAST: Status = Status::DeliveryFailedBatchCompleted;

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn walks_go_on_and_end_as_they_are_asked_to() {
        let mut chance = StdRng::seed_from_u64(3);
        let mut walk = Walk::begin();
        for _ in 0..1_000 {
            let next = walk.next(0, &mut chance).unwrap();
            assert!(may_follow(FULFILMENT, walk.at, next) && next < LAST);
            walk.at = next;
        }
        let mut steps = 0;
        while let Some(next) = walk.next(100, &mut chance) {
            walk.at = next;
            steps += 1;
        }
        assert!(walk.at.is_final() && steps <= 20);
    }
}
