//! How long the kitchen says that it needs (docs/spec/people.md, "Restaurant").

use jiff::Timestamp;

use super::{
    decide::{OrderState, StatusRefusal, plan_of},
    status::Status,
};
use crate::{
    estimate::{self, Estimate},
    ids::Rev,
};

/// The state after the kitchen said how much longer, or less, it needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prepared {
    /// The number of the new state.
    pub rev: Rev,
    /// Minutes that the restaurant plans for it from now on.
    pub planned_minutes: u32,
    /// The new estimate.
    pub estimate: Estimate,
}

/// Moves what is expected of an order by so many minutes, and the plan of its later steps with it. What was promised
/// stays. An order that was due already counts from now.
///
/// # Errors
/// [`StatusRefusal::Transition`] where it is not at 1 to 3.
pub fn prepare(
    order: &OrderState,
    present: Option<&Estimate>,
    delta_minutes: i32,
    now: Timestamp,
) -> Result<Prepared, StatusRefusal> {
    let refused = StatusRefusal::Transition { from: order.status, to: order.status };
    if !(Status::Accepted..=Status::InOven).contains(&order.status) {
        return Err(refused);
    }
    let left = present.map_or(0.0, |present| present.arrival.duration_since(now).as_secs_f64() / 60.0);
    let minutes = (left.max(0.0) + f64::from(delta_minutes)).max(0.0);
    let plan = plan_of(order);
    // Of a preorder, what is left until its time is no work: the plan moves by as much as was said.
    let work = estimate::kitchen_left(&plan, order.status).map(|left| (left + f64::from(delta_minutes)).max(0.0));
    let planned_minutes = work.and_then(|work| estimate::whole_plan(&plan, order.status, work)).ok_or(refused)?;
    Ok(Prepared {
        rev: order.rev.next(),
        planned_minutes,
        estimate: estimate::promised_by_kitchen(&plan, minutes, now),
    })
}

/// The whole plan of an order that is to be there in so many minutes from a stage on, and the estimate made with it;
/// none where that stage promises nothing.
pub(super) fn plan(order: &OrderState, status: Status, minutes: f64, now: Timestamp) -> Option<(u32, Estimate)> {
    let plan = plan_of(order);
    let planned_minutes = estimate::whole_plan(&plan, status, minutes)?;
    Some((planned_minutes, estimate::promised_by_kitchen(&plan, minutes, now)))
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;
    use proptest::prelude::*;

    use super::*;
    use crate::{
        ids::Seq,
        order::{FulfilmentKind, OrderType},
    };

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    fn order_state(status: Status, order_type: OrderType) -> OrderState {
        OrderState {
            fulfilment: FulfilmentKind { order_type, delivery_tracking: true },
            status,
            seq: Seq(1),
            rev: Rev(4),
            placed_at: at(0),
            promised_at: Some(at(30)),
            pre_order_time: None,
            planned_minutes: 20,
            over_at: None,
            travel: None,
        }
    }

    #[test]
    fn the_estimate_moves_by_what_the_kitchen_says() {
        let order = order_state(Status::InMaking, OrderType::Pickup);
        let present = order.estimate(at(5)).unwrap();
        assert_eq!(present.minutes().0, 15);
        let later = prepare(&order, Some(&present), 10, at(8)).unwrap();
        assert_eq!((later.rev, later.estimate.arrival, later.estimate.made_at), (Rev(5), at(30), at(8)));
        assert_eq!(later.planned_minutes, 33, "25 minutes are left of it where three quarters are");
        let sooner = prepare(&order, Some(&present), -60, at(8)).unwrap();
        assert_eq!((sooner.estimate.arrival, sooner.planned_minutes), (at(8), 0));
        let overdue = prepare(&order, Some(&present), 5, at(40)).unwrap();
        assert_eq!(overdue.estimate.arrival, at(45), "what was due already counts from now");
    }

    #[test]
    fn only_what_is_made_can_take_longer() {
        for number in [0, 4, 5, 8, 9, 11, 12, 13] {
            let order = order_state(Status::try_from(number).unwrap(), OrderType::Delivery);
            let refused = StatusRefusal::Transition { from: order.status, to: order.status };
            assert_eq!(prepare(&order, None, 5, at(1)), Err(refused), "{number}");
        }
    }

    #[test]
    fn a_preorder_keeps_its_time_and_its_plan() {
        let order = OrderState { pre_order_time: Some(at(300)), ..order_state(Status::Accepted, OrderType::Pickup) };
        let present = order.estimate(at(0)).unwrap();
        assert_eq!(present.arrival, at(300));
        let later = prepare(&order, Some(&present), 10, at(0)).unwrap();
        assert_eq!((later.estimate.arrival, later.planned_minutes), (at(310), 31));
        let sooner = prepare(&order, Some(&present), -10, at(0)).unwrap();
        assert_eq!((sooner.estimate.arrival, sooner.planned_minutes), (at(300), 9));
    }

    proptest! {
        #[test]
        fn an_estimate_stays_an_interval(
            number in 1i64..=3, delivery: bool, planned in 0u32..2000, delta in -60i32..=60, now in 0i64..500,
        ) {
            let order_type = if delivery { OrderType::Delivery } else { OrderType::Eatin };
            let status = Status::try_from(number).unwrap();
            let order = OrderState { planned_minutes: planned, ..order_state(status, order_type) };
            let present = order.estimate(at(0));
            let prepared = prepare(&order, present.as_ref(), delta, at(now)).unwrap();
            let estimate = prepared.estimate;
            prop_assert!(at(now) <= estimate.earliest && estimate.earliest <= estimate.arrival);
            prop_assert!(estimate.arrival <= estimate.latest && prepared.planned_minutes <= 24 * 60);
        }
    }
}
