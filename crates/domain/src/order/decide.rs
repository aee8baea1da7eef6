//! What a press on a button does to an order.

use jiff::{SignedDuration, Timestamp};

use super::{
    kind::{Course, OrderType},
    lifetime::expires_at,
    status::Status,
    transition::may_follow,
};
use crate::{
    batch::Travel,
    estimate::{self, Estimate, Plan},
    ids::{Rev, Seq},
};

/// Where an order stands, as far as a decision needs it.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// How it reaches its eater.
    pub course: Course,
    /// Its present status.
    pub status: Status,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// When it was placed.
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Minutes that the restaurant planned for it when it was placed.
    pub planned_minutes: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
}

impl Standing {
    /// The estimate of the batch's plan, or the kitchen's, as it would be made now.
    #[must_use]
    pub fn estimate(&self, now: Timestamp) -> Option<Estimate> {
        estimate::planned_estimate(&plan_of(self), self.travel.as_ref(), self.status, now)
    }

    /// What that estimate takes from the batch: minutes to the door, and from when they count, where
    /// that is not the moment at which it is made.
    #[must_use]
    pub fn batch_plan(&self) -> Option<(u32, Option<Timestamp>)> {
        let travel = self.travel.as_ref()?;
        let start = travel.departed_at.filter(|_| self.status == Status::BeingDelivered);
        Some((travel.minutes?, start))
    }
}

/// A report of a new status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// The reported status.
    pub status: Status,
    /// Apply only where the order stands at this number.
    pub if_seq: Option<Seq>,
}

/// What a press comes to.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made and taken apart at once")]
pub enum Decision {
    /// The order moves.
    Apply(Applied),
    /// The order stands there already, or the event is known: nothing is written.
    Nothing,
}

/// The state after an accepted press.
#[derive(Debug, Clone, PartialEq)]
pub struct Applied {
    /// The new status.
    pub status: Status,
    /// Its number.
    pub seq: Seq,
    /// The number of the new state.
    pub rev: Rev,
    /// The estimate made with it; none where nothing can be promised.
    pub estimate: Option<Estimate>,
    /// When the order became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// Its place in its batch; a cancelled order leaves it.
    pub travel: Option<Travel>,
}

/// Why a press is refused. Nothing is written, and nothing remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The order no longer stands where the press believed it to.
    #[error("the order stands at {seq}, not where the press believed")]
    Moved {
        /// Number of the present status.
        seq: Seq,
        /// The present status.
        status: Status,
    },
    /// The new status may not follow the present one.
    #[error("{to:?} may not follow {from:?}")]
    Transition {
        /// The present status.
        from: Status,
        /// The refused one.
        to: Status,
    },
}

/// Decides what a press does. `event_known`: its event id was applied to this order before.
///
/// A known event is looked at first, then `if_seq`, then whether the order stands there already
/// (contract, "Dispatch").
///
/// # Errors
/// [`Refusal`] says why the press cannot be applied.
pub fn decide(
    order: &Standing,
    press: &Press,
    event_known: bool,
    now: Timestamp,
    ttl: SignedDuration,
) -> Result<Decision, Refusal> {
    if event_known {
        return Ok(Decision::Nothing);
    }
    if press.if_seq.is_some_and(|seq| seq != order.seq) {
        return Err(Refusal::Moved { seq: order.seq, status: order.status });
    }
    if press.status == order.status {
        return Ok(Decision::Nothing);
    }
    if !may_follow(order.course, order.status, press.status) {
        return Err(Refusal::Transition { from: order.status, to: press.status });
    }
    Ok(Decision::Apply(apply(order, press.status, now, ttl)))
}

/// The state of an order that takes a status, which may follow the present one.
#[must_use]
pub fn apply(order: &Standing, status: Status, now: Timestamp, ttl: SignedDuration) -> Applied {
    let over_at = status.is_over(order.course).then(|| order.over_at.unwrap_or(now));
    Applied {
        status,
        seq: order.seq.next(),
        rev: order.rev.next(),
        estimate: estimate::planned_estimate(&plan_of(order), order.travel.as_ref(), status, now),
        over_at,
        expires_at: expires_at(order.placed_at, order.promised_at, over_at, ttl),
        travel: order.travel.clone().filter(|_| status != Status::Cancelled),
    }
}

fn plan_of(order: &Standing) -> Plan {
    Plan {
        is_delivery: order.course.order_type == OrderType::Delivery,
        delivery_tracking: order.course.delivery_tracking,
        minutes: order.planned_minutes,
        pre_order_time: order.pre_order_time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DAY: SignedDuration = SignedDuration::from_hours(24);

    fn standing(status: Status, seq: i64) -> Standing {
        Standing {
            course: Course { order_type: OrderType::Delivery, delivery_tracking: true },
            status,
            seq: Seq(seq),
            rev: Rev(seq + 3),
            placed_at: Timestamp::UNIX_EPOCH,
            promised_at: None,
            pre_order_time: None,
            planned_minutes: 30,
            over_at: None,
            travel: None,
        }
    }

    fn press(status: Status, if_seq: Option<i64>) -> Press {
        Press { status, if_seq: if_seq.map(Seq) }
    }

    fn now() -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(5)
    }

    #[test]
    fn a_press_moves_the_order_by_one() {
        let decision = decide(&standing(Status::InMaking, 2), &press(Status::InOven, None), false, now(), DAY);
        let Ok(Decision::Apply(applied)) = decision else { panic!("{decision:?}") };
        assert_eq!((applied.status, applied.seq, applied.rev), (Status::InOven, Seq(3), Rev(6)));
        assert!(applied.estimate.is_some());
        assert_eq!(applied.over_at, None);
    }

    #[test]
    fn the_event_is_looked_at_before_the_seq_and_the_seq_before_the_status() {
        let order = standing(Status::InOven, 3);
        let run = |p: Press, known| decide(&order, &p, known, now(), DAY);
        assert_eq!(run(press(Status::Accepted, Some(0)), true), Ok(Decision::Nothing));
        assert_eq!(
            run(press(Status::InOven, Some(2)), false),
            Err(Refusal::Moved { seq: Seq(3), status: Status::InOven })
        );
        assert_eq!(run(press(Status::InOven, Some(3)), false), Ok(Decision::Nothing));
        assert_eq!(
            run(press(Status::Accepted, Some(3)), false),
            Err(Refusal::Transition { from: Status::InOven, to: Status::Accepted })
        );
    }

    #[test]
    fn the_end_is_noted_once() {
        let mut order = standing(Status::BeingDelivered, 5);
        let Ok(Decision::Apply(delivered)) = decide(&order, &press(Status::Delivered, None), false, now(), DAY) else {
            panic!("a delivery may end")
        };
        assert_eq!(delivered.over_at, Some(now()));
        assert_eq!(delivered.expires_at, now() + DAY);
        (order.status, order.over_at) = (Status::Delivered, delivered.over_at);
        let later = now() + SignedDuration::from_mins(10);
        let Ok(Decision::Apply(feedback)) = decide(&order, &press(Status::ShowFeedback, None), false, later, DAY)
        else {
            panic!("feedback follows delivery")
        };
        assert_eq!(feedback.over_at, Some(now()));
    }

    #[test]
    fn a_cancelled_order_leaves_its_batch_and_no_other_does() {
        let travel = Travel {
            batch: "A".parse().unwrap(),
            car: "1".parse().unwrap(),
            stop: 0,
            stops_before: 0,
            minutes: Some(12),
            updated_at: now(),
            departed_at: Some(now()),
        };
        let order = Standing { travel: Some(travel.clone()), ..standing(Status::BeingDelivered, 8) };
        for status in [Status::WaitingForDelivery, Status::DeliveryFailed, Status::Delivered, Status::Cancelled] {
            let Ok(Decision::Apply(applied)) = decide(&order, &press(status, None), false, now(), DAY) else {
                panic!("{status:?} may follow")
            };
            assert_eq!(applied.travel.as_ref(), (status != Status::Cancelled).then_some(&travel), "{status:?}");
        }
        // Only on its way does it count from the departure.
        assert_eq!(order.batch_plan(), Some((12, Some(now()))));
        let waiting = Standing { status: Status::WaitingForDelivery, ..order };
        assert_eq!(waiting.batch_plan(), Some((12, None)));
    }

    proptest! {
        #[test]
        fn seq_counts_exactly_the_applied(presses in prop::collection::vec((0..15usize, prop::option::of(0..6i64)), 0..60)) {
            let mut order = standing(Status::Received, 0);
            let mut applied = 0;
            for (index, if_seq) in presses {
                let before = order.clone();
                match decide(&order, &press(Status::ALL[index], if_seq), false, now(), DAY) {
                    Ok(Decision::Apply(next)) => {
                        applied += 1;
                        prop_assert!(next.rev > before.rev);
                        (order.status, order.seq, order.rev, order.over_at) =
                            (next.status, next.seq, next.rev, next.over_at);
                    }
                    Ok(Decision::Nothing) | Err(_) => prop_assert_eq!(&order, &before),
                }
            }
            prop_assert_eq!(order.seq, Seq(applied));
        }
    }
}
