//! Taking back a status of the kitchen that was reported by mistake (docs/spec/hub.md, "Statuses").

use jiff::{SignedDuration, Timestamp};

use super::{kind::FulfilmentKind, status::Status};
use crate::actor::Actor;

/// How long after its commit a status of the kitchen can be taken back.
pub const UNDO_WITHIN: SignedDuration = SignedDuration::from_secs(15);

/// Who reported a status, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reported {
    /// Who reported it.
    pub by: Actor,
    /// When it was recorded, whenever it happened.
    pub at: Timestamp,
}

impl Reported {
    /// Whether the status may be taken back by somebody now: by whoever reported it, while it is young.
    #[must_use]
    pub fn may_be_undone(&self, by: &Actor, now: Timestamp) -> bool {
        // Two guests are not known to be one.
        self.by == *by && *by != Actor::Guest && now.duration_since(self.at) <= UNDO_WITHIN
    }
}

/// Whether `to` takes back `from`: 4 → 3, 3 → 2 or 2 → 1, and not from 4 where the order is over by it.
/// [`Reported::may_be_undone`] says who may, and until when.
#[must_use]
pub fn is_undo(fulfilment: FulfilmentKind, from: Status, to: Status) -> bool {
    let is_step = matches!(
        (from, to),
        (Status::Finished, Status::InOven) | (Status::InOven, Status::InMaking) | (Status::InMaking, Status::Accepted)
    );
    is_step && !from.is_over(fulfilment)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ids::{CustomerId, StaffId},
        order::{OrderType, may_follow},
    };

    #[test]
    fn three_steps_can_be_taken_back_and_no_end() {
        let fulfilments = [(OrderType::Delivery, true), (OrderType::Delivery, false), (OrderType::Pickup, true)];
        for (order_type, delivery_tracking) in fulfilments {
            let fulfilment = FulfilmentKind { order_type, delivery_tracking };
            let pairs = Status::ALL.into_iter().flat_map(|from| Status::ALL.map(|to| (from, to)));
            let undone: Vec<_> = pairs.filter(|(from, to)| is_undo(fulfilment, *from, *to)).collect();
            assert!(undone.iter().all(|(from, to)| !may_follow(fulfilment, *from, *to)));
            let numbers: Vec<_> = undone.iter().map(|(from, to)| (from.number(), to.number())).collect();
            let expected: &[_] =
                if fulfilment.is_tracked_delivery() { &[(2, 1), (3, 2), (4, 3)] } else { &[(2, 1), (3, 2)] };
            assert_eq!(numbers, expected, "{fulfilment:?}");
        }
    }

    #[test]
    fn who_reported_it_has_fifteen_seconds() {
        let reported = Reported { by: Actor::key("kallio"), at: Timestamp::UNIX_EPOCH };
        let after = |millis: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_millis(millis);
        // Another node's clock may be a moment behind.
        for (millis, may) in [(-20, true), (0, true), (14_900, true), (15_000, true), (15_001, false), (60_000, false)]
        {
            assert_eq!(reported.may_be_undone(&Actor::key("kallio"), after(millis)), may, "after {millis} ms");
            assert!(!reported.may_be_undone(&Actor::key("töölö"), after(millis)), "another key");
        }
    }

    #[test]
    fn persons_are_told_apart() {
        let kinds = [
            Actor::key("1"),
            Actor::Customer(CustomerId(1)),
            Actor::Staff(StaffId(1)),
            Actor::Staff(StaffId(2)),
            Actor::StaffToken,
            Actor::System("1".into()),
        ];
        let now = Timestamp::UNIX_EPOCH;
        for by in &kinds {
            let reported = Reported { by: by.clone(), at: now };
            let may: Vec<_> = kinds.iter().filter(|other| reported.may_be_undone(other, now)).collect();
            assert_eq!(may, [by]);
        }
        assert!(!Reported { by: Actor::Guest, at: now }.may_be_undone(&Actor::Guest, now));
    }
}
