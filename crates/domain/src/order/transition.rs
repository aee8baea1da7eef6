//! Which status may follow which (docs/spec/hub.md, "Statuses").

use super::{kind::FulfilmentKind, status::Status};

/// Whether `to` may follow `from` on this fulfilment, whoever reports it and whenever: an undo ([`super::is_undo`])
/// is none of these. A status does not follow itself.
#[must_use]
pub fn may_follow(fulfilment: FulfilmentKind, from: Status, to: Status) -> bool {
    if from.is_final() || from == to {
        return false;
    }
    match to {
        Status::Cancelled => from < Status::DeliveryFailed,
        Status::ShowFeedback => ends_with_feedback(fulfilment, from),
        _ if to.is_on_the_way() && fulfilment.order_type != super::OrderType::Delivery => false,
        _ if to < from => is_step_back(from, to),
        Status::Delivered => from != Status::DeliveryFailedBatchCompleted,
        _ => true,
    }
}

fn ends_with_feedback(fulfilment: FulfilmentKind, from: Status) -> bool {
    match from {
        Status::Finished => !fulfilment.is_tracked_delivery(),
        Status::DeliveryFailedBatchCompleted | Status::Delivered => true,
        _ => false,
    }
}

fn is_step_back(from: Status, to: Status) -> bool {
    matches!(
        (from, to),
        (Status::InCar, Status::InBatch)
            | (Status::WaitingForDelivery, Status::InCar)
            | (Status::BeingDelivered, Status::WaitingForDelivery)
            | (Status::DeliveryFailed, Status::BeingDelivered)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::{OrderType, is_undo};
    use proptest::prelude::*;

    const DELIVERY: FulfilmentKind = FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: true };
    const UNTRACKED: FulfilmentKind = FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: false };
    const PICKUP: FulfilmentKind = FulfilmentKind { order_type: OrderType::Pickup, delivery_tracking: true };
    const EATIN: FulfilmentKind = FulfilmentKind { order_type: OrderType::Eatin, delivery_tracking: true };

    fn status(number: i64) -> Status {
        Status::try_from(number).unwrap()
    }

    /// Walks the numbers; "ok", or the first step that is refused.
    fn check(fulfilment: FulfilmentKind, walk: &str, expected: &str) {
        let numbers: Vec<i64> = walk.split(' ').map(|n| n.parse().unwrap()).collect();
        let refused = numbers.windows(2).find(|step| !may_follow(fulfilment, status(step[0]), status(step[1])));
        let got = refused.map_or("ok".to_owned(), |step| format!("{} → {} refused", step[0], step[1]));
        assert_eq!(got, expected, "{walk}");
    }

    #[test]
    fn walks_of_deliveries() {
        check(DELIVERY, "-1 0 1 2 3 4 5 6 7 8 11 12", "ok");
        check(DELIVERY, "0 1 3 8 9 8 11", "ok");
        check(DELIVERY, "0 8 9 10 12", "ok");
        check(DELIVERY, "0 5 6 5 6 7 6 7 8 7 8 9 8 9 11", "ok");
        check(DELIVERY, "0 4 12", "4 → 12 refused");
        check(UNTRACKED, "0 4 12", "ok");
        check(DELIVERY, "0 10 11", "10 → 11 refused");
        check(DELIVERY, "0 8 12", "8 → 12 refused");
        check(DELIVERY, "0 3 2", "3 → 2 refused");
        check(DELIVERY, "0 5 4", "5 → 4 refused");
        check(DELIVERY, "0 8 6", "8 → 6 refused");
        check(DELIVERY, "0 9 7", "9 → 7 refused");
        check(DELIVERY, "0 -1", "0 → -1 refused");
        check(DELIVERY, "0 3 3", "3 → 3 refused");
    }

    #[test]
    fn walks_of_pickups_and_eatins() {
        check(PICKUP, "0 1 2 3 4 12", "ok");
        check(EATIN, "0 4 12", "ok");
        check(PICKUP, "0 8", "0 → 8 refused");
        check(EATIN, "0 4 5", "4 → 5 refused");
        check(PICKUP, "0 11", "0 → 11 refused");
    }

    #[test]
    fn cancelling_is_open_until_the_delivery_failed() {
        for from in Status::ALL {
            assert_eq!(may_follow(DELIVERY, from, Status::Cancelled), from < Status::DeliveryFailed, "{from:?}");
        }
    }

    fn any_status() -> impl Strategy<Value = Status> {
        prop::sample::select(Status::ALL.to_vec())
    }

    fn any_fulfilment() -> impl Strategy<Value = FulfilmentKind> {
        prop::sample::select(vec![DELIVERY, UNTRACKED, PICKUP, EATIN])
    }

    proptest! {
        #[test]
        fn nothing_follows_a_final_status(fulfilment in any_fulfilment(), to in any_status()) {
            prop_assert!(!may_follow(fulfilment, Status::ShowFeedback, to));
            prop_assert!(!may_follow(fulfilment, Status::Cancelled, to));
        }

        #[test]
        fn only_a_delivery_takes_the_road(from in any_status(), to in any_status()) {
            if may_follow(PICKUP, from, to) && from <= Status::Finished {
                prop_assert!(!to.is_on_the_way());
            }
        }

        #[test]
        fn a_walk_back_ends(
            walk in prop::collection::vec((any_status(), any::<bool>()), 0..200), fulfilment in any_fulfilment(),
        ) {
            // Whatever is reported, and by whom: an order goes back one step at a time, within the kitchen's steps or
            // within the road's, never from where it is over, and so no more than four times on end.
            let (mut at, mut back) = (Status::Received, 0);
            for (to, may_undo) in walk {
                if !(may_follow(fulfilment, at, to) || may_undo && is_undo(fulfilment, at, to)) {
                    continue;
                }
                back = if to > at { 0 } else { back + 1 };
                if to < at {
                    prop_assert!(is_step_back(at, to) || is_undo(fulfilment, at, to));
                    prop_assert_eq!((at.number() - to.number(), at.is_on_the_way()), (1, to.is_on_the_way()));
                    prop_assert!(!at.is_over(fulfilment) && to >= Status::Accepted && back <= 4);
                }
                at = to;
            }
        }
    }
}
