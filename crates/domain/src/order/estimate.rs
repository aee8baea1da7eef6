//! When the pizza comes: an interval, with what it rests on and the moment it was made.

use jiff::{SignedDuration, Timestamp};

use crate::{batch::Travel, car::SHOWN_FOR, order::Status};

/// What an estimate rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// A car's position.
    Car,
    /// The plan of a batch.
    Batch,
    /// The kitchen's stage and the restaurant's present pace.
    Kitchen,
}

impl Basis {
    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Car => "car",
            Self::Batch => "batch",
            Self::Kitchen => "kitchen",
        }
    }

    /// Reads the name of [`Basis::as_str`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Car, Self::Batch, Self::Kitchen].into_iter().find(|basis| basis.as_str() == text)
    }
}

/// An expected arrival (at the door, or ready at the counter). Kept as instants, so that every node
/// and every reader counts the same minutes from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    pub made_at: Timestamp,
    /// The likeliest arrival.
    pub arrival: Timestamp,
    /// The early end of the interval.
    pub earliest: Timestamp,
    /// The late end of the interval.
    pub latest: Timestamp,
    /// What it rests on.
    pub basis: Basis,
}

impl Estimate {
    /// Whole minutes left at `now`, rounded up, never below zero (T-56). An instant is the same in every time zone, so
    /// this is also the count in Helsinki time.
    #[must_use]
    pub fn minutes_left(&self, now: Timestamp) -> i64 {
        minutes_between(now, self.arrival)
    }

    /// Whole minutes from the moment it was made: arrival, early end, late end.
    #[must_use]
    pub fn minutes(&self) -> (i64, i64, i64) {
        let from_making = |moment| minutes_between(self.made_at, moment);
        (from_making(self.arrival), from_making(self.earliest), from_making(self.latest))
    }
}

/// Whether an order that is not over is late: the upper end of its estimate, or by now the present moment, is past what
/// was promised (docs/spec/hub.md, "The board").
#[must_use]
pub fn is_late(estimate: Option<&Estimate>, promised_at: Option<Timestamp>, now: Timestamp) -> bool {
    let expected = estimate.map_or(now, |estimate| estimate.latest.max(now));
    promised_at.is_some_and(|promised| expected > promised)
}

/// Since when nothing believable was heard of the car of an order that is at `status` since `status_at`, which has a car
/// and a door whose place is known. `None` where the estimate rests on the car: then it is heard. Its word is
/// given up [`SHOWN_FOR`] after the last position, so what is younger than that says nothing yet.
#[must_use]
pub fn car_unheard_since(status: Status, status_at: Timestamp, estimate: Option<&Estimate>) -> Option<Timestamp> {
    let is_on_the_road = status == Status::BeingDelivered;
    let plan = estimate.filter(|estimate| is_on_the_road && estimate.basis != Basis::Car)?;
    let given_up = plan.made_at.checked_sub(SHOWN_FOR).unwrap_or(status_at);
    Some(given_up.max(status_at))
}

/// What the restaurant planned for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Whether it is brought to a door.
    pub is_delivery: bool,
    /// Whether the way to the door is reported.
    pub delivery_tracking: bool,
    /// Minutes from order to door or counter.
    pub minutes: u32,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
}

/// The kitchen's part of the estimate: what is left of the plan at this stage. `None` where nothing
/// is left to be promised: over, or a failed delivery whose next try nobody has planned.
#[must_use]
pub fn kitchen_estimate(plan: &Plan, status: Status, now: Timestamp) -> Option<Estimate> {
    Some(interval(plan, kitchen_left(plan, status)?, Basis::Kitchen, now))
}

/// The minutes that are left of the plan at a stage.
#[must_use]
pub fn kitchen_left(plan: &Plan, status: Status) -> Option<f64> {
    Some(f64::from(plan.minutes) * share_left(plan, status)?)
}

/// The kitchen's word that it is there in so many minutes.
#[must_use]
pub fn promised_by_kitchen(plan: &Plan, minutes: f64, now: Timestamp) -> Estimate {
    interval(plan, minutes, Basis::Kitchen, now)
}

/// The minutes of the whole plan that `left` minutes at a stage stand for; none where a stage leaves nothing of a plan.
#[must_use]
pub fn whole_plan(plan: &Plan, status: Status, left: f64) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before; `as` saturates")]
    let whole = |minutes: f64| minutes.round().clamp(0.0, LONGEST_PLAN_MINUTES) as u32;
    share_left(plan, status).map(|share| whole(left / share))
}

/// The estimate that the plan of a batch gives from 5 to 8, where the batch says how far the door is; else the
/// kitchen's. Before 8 the batch may start at any moment, so it counts from now; at 8 from its departure (T-55), or
/// from now where the order left without its batch.
#[must_use]
pub fn planned_estimate(plan: &Plan, travel: Option<&Travel>, status: Status, now: Timestamp) -> Option<Estimate> {
    let is_aboard = (Status::InBatch..=Status::BeingDelivered).contains(&status);
    let Some((travel, minutes)) = travel.filter(|_| is_aboard).and_then(|travel| Some((travel, travel.minutes?)))
    else {
        return kitchen_estimate(plan, status, now);
    };
    let start = travel.departed_at.filter(|_| status == Status::BeingDelivered).unwrap_or(now);
    let arrival = after(start, f64::from(minutes)).max(now);
    let left = arrival.duration_since(now).as_secs_f64() / 60.0;
    Some(interval(plan, left, Basis::Batch, now))
}

/// The interval around an arrival in so many minutes; a preorder does not come before its time.
fn interval(plan: &Plan, left: f64, basis: Basis, now: Timestamp) -> Estimate {
    let arrival = after(now, left);
    let at_the_asked_time = plan.pre_order_time.filter(|asked| arrival < *asked);
    let (arrival, earliest, latest) = match at_the_asked_time {
        Some(asked) => (asked, after(asked, -PREORDER_EARLY_MINUTES).max(now), asked),
        None => (arrival, after(now, (left * EARLY_SHARE).floor()), after(now, (left * LATE_SHARE).ceil() + 1.0)),
    };
    Estimate { made_at: now, arrival, earliest, latest, basis }
}

/// The estimate from where a car is: so many minutes of driving and handing over are left.
#[must_use]
pub fn car_estimate(minutes_left: f64, now: Timestamp) -> Estimate {
    let (early, late) = ((minutes_left * EARLY_SHARE).floor(), (minutes_left * LATE_SHARE).ceil() + 1.0);
    let [arrival, earliest, latest] = [minutes_left, early, late].map(|minutes| after(now, minutes));
    Estimate { made_at: now, arrival, earliest, latest, basis: Basis::Car }
}

/// How early a preorder may come, in minutes; late is only what is past the asked time.
const PREORDER_EARLY_MINUTES: f64 = 10.0;
/// The interval around what is left: these shares of it, and a minute more at the late end.
const EARLY_SHARE: f64 = 0.9;
const LATE_SHARE: f64 = 1.2;
/// No kitchen plans further ahead than this, whatever it adds to its plan.
const LONGEST_PLAN_MINUTES: f64 = 24.0 * 60.0;
/// The share of a delivery's plan that is spent in the kitchen; the rest is the way.
const KITCHEN_SHARE_OF_DELIVERY: f64 = 0.6;

/// The share of the whole plan that is left at a stage. The shares are ours.
fn share_left(plan: &Plan, status: Status) -> Option<f64> {
    let (kitchen, way) =
        if plan.is_delivery { (KITCHEN_SHARE_OF_DELIVERY, 1.0 - KITCHEN_SHARE_OF_DELIVERY) } else { (1.0, 0.0) };
    let kitchen_left = |share: f64| Some(kitchen * share + way);
    match status {
        Status::NotReceived | Status::Received => kitchen_left(1.0),
        Status::Accepted => kitchen_left(0.95),
        Status::InMaking => kitchen_left(0.75),
        Status::InOven => kitchen_left(0.45),
        Status::Finished if plan.is_delivery && plan.delivery_tracking => Some(way),
        Status::InBatch => Some(way * 0.95),
        Status::InCar | Status::WaitingForDelivery => Some(way * 0.85),
        Status::BeingDelivered => Some(way * 0.75),
        _ => None,
    }
}

fn after(moment: Timestamp, minutes: f64) -> Timestamp {
    #[expect(clippy::cast_possible_truncation, reason = "whole seconds of a plan of minutes; `as` saturates")]
    let seconds = (minutes * 60.0).round() as i64;
    moment.saturating_add(SignedDuration::from_secs(seconds)).unwrap_or(moment)
}

fn minutes_between(from: Timestamp, to: Timestamp) -> i64 {
    let seconds = to.duration_since(from).as_secs_f64().max(0.0);
    #[expect(clippy::cast_possible_truncation, reason = "a few days of minutes at most")]
    let minutes = (seconds / 60.0).ceil() as i64;
    minutes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DELIVERY: Plan = Plan { is_delivery: true, delivery_tracking: true, minutes: 30, pre_order_time: None };

    fn at(minutes: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
    }

    #[test]
    fn the_interval_shrinks_stage_by_stage() {
        let minutes = |status| kitchen_estimate(&DELIVERY, status, at(0)).map(|e| e.minutes());
        assert_eq!(minutes(Status::Received), Some((30, 27, 37)));
        assert_eq!(minutes(Status::InOven), Some((21, 18, 26)));
        assert_eq!(minutes(Status::BeingDelivered), Some((9, 8, 12)));
        assert_eq!(minutes(Status::DeliveryFailed), None);
        assert_eq!(minutes(Status::Delivered), None);
    }

    #[test]
    fn each_stage_leaves_its_share_of_the_plan() {
        let left = |is_delivery| {
            let plan = Plan { is_delivery, minutes: 100, ..DELIVERY };
            let all = Status::ALL.into_iter().map(move |status| kitchen_left(&plan, status));
            all.map_while(|left| left.map(f64::round)).collect::<Vec<_>>()
        };
        assert_eq!(left(true), [100.0, 100.0, 97.0, 85.0, 67.0, 40.0, 38.0, 34.0, 34.0, 30.0], "from -1 to 8");
        assert_eq!(left(false), [100.0, 100.0, 95.0, 75.0, 45.0], "from -1 to 3");
    }

    #[test]
    fn a_pickup_is_all_kitchen() {
        let plan = Plan { is_delivery: false, minutes: 20, ..DELIVERY };
        let minutes = |status| kitchen_estimate(&plan, status, at(0)).map(|e| e.minutes().0);
        assert_eq!(minutes(Status::InOven), Some(9));
        assert_eq!(minutes(Status::Finished), None);
    }

    #[test]
    fn without_delivery_tracking_nothing_is_promised_past_the_kitchen() {
        let plan = Plan { delivery_tracking: false, ..DELIVERY };
        assert_eq!(kitchen_estimate(&plan, Status::Finished, at(0)), None);
    }

    #[test]
    fn a_preorder_comes_at_its_time_or_later() {
        let plan = Plan { pre_order_time: Some(at(180)), ..DELIVERY };
        let early = kitchen_estimate(&plan, Status::Received, at(0)).unwrap();
        assert_eq!((early.arrival, early.earliest, early.latest), (at(180), at(170), at(180)));
        let late = kitchen_estimate(&plan, Status::Received, at(170)).unwrap();
        assert_eq!(late.arrival, at(200));
    }

    /// Twelve minutes from the start of a batch.
    fn travel(departed_at: Option<Timestamp>) -> Travel {
        Travel {
            batch: "A".parse().unwrap(),
            car: "1".parse().unwrap(),
            stop: 1,
            stops_before: 1,
            minutes: Some(12),
            updated_at: departed_at.unwrap_or(at(0)),
            departed_at,
        }
    }

    fn planned(travel: &Travel, status: Status, now: i64) -> Option<(Basis, i64, i64, i64)> {
        let estimate = planned_estimate(&DELIVERY, Some(travel), status, at(now))?;
        let (minutes, from, to) = estimate.minutes();
        assert_eq!(estimate.made_at, at(now));
        Some((estimate.basis, minutes, from, to))
    }

    #[test]
    fn each_basis_is_read_by_its_name() {
        for (name, basis) in [("car", Basis::Car), ("batch", Basis::Batch), ("kitchen", Basis::Kitchen)] {
            assert_eq!((Basis::parse(name), basis.as_str()), (Some(basis), name));
        }
        assert_eq!(Basis::parse("Car"), None);
    }

    #[test]
    fn before_it_departs_a_batch_counts_from_now() {
        for status in [Status::InBatch, Status::InCar, Status::WaitingForDelivery, Status::BeingDelivered] {
            assert_eq!(planned(&travel(None), status, 3), Some((Basis::Batch, 12, 10, 16)), "{status:?}");
        }
        assert_eq!(planned(&travel(Some(at(0))), Status::InCar, 3), Some((Basis::Batch, 12, 10, 16)));
    }

    // spec: T-55
    #[test]
    fn on_its_way_a_batch_counts_from_its_departure() {
        let away = travel(Some(at(0)));
        assert_eq!(planned(&away, Status::BeingDelivered, 0), Some((Basis::Batch, 12, 10, 16)));
        assert_eq!(planned(&away, Status::BeingDelivered, 5), Some((Basis::Batch, 7, 6, 10)));
        assert_eq!(planned(&away, Status::BeingDelivered, 40), Some((Basis::Batch, 0, 0, 1)));
    }

    #[test]
    fn where_a_batch_says_nothing_the_kitchen_does() {
        let silent = Travel { minutes: None, ..travel(None) };
        assert_eq!(planned(&silent, Status::InCar, 0), Some((Basis::Kitchen, 11, 9, 14)));
        assert_eq!(planned(&travel(None), Status::InOven, 0), Some((Basis::Kitchen, 21, 18, 26)));
        assert_eq!(planned(&travel(Some(at(0))), Status::DeliveryFailed, 0), None);
    }

    #[test]
    fn a_batch_does_not_come_before_the_asked_time() {
        let plan = Plan { pre_order_time: Some(at(60)), ..DELIVERY };
        let estimate = planned_estimate(&plan, Some(&travel(None)), Status::InCar, at(0)).unwrap();
        assert_eq!((estimate.arrival, estimate.latest, estimate.basis), (at(60), at(60), Basis::Batch));
    }

    #[test]
    fn a_car_is_unheard_from_its_departure_or_from_two_minutes_before_its_word_was_given_up() {
        let of = |minutes| planned_estimate(&DELIVERY, Some(&travel(Some(at(0)))), Status::BeingDelivered, at(minutes));
        let since = |status, estimate: Option<Estimate>| car_unheard_since(status, at(1), estimate.as_ref());
        assert_eq!(since(Status::BeingDelivered, of(1)), Some(at(1)));
        assert_eq!(since(Status::BeingDelivered, of(9)), Some(at(7)));
        assert_eq!(since(Status::BeingDelivered, Some(car_estimate(7.5, at(9)))), None);
        assert_eq!(since(Status::WaitingForDelivery, of(9)), None);
        assert_eq!(since(Status::BeingDelivered, None), None);
    }

    #[test]
    fn a_car_says_when_it_comes() {
        let estimate = car_estimate(7.5, at(3));
        assert_eq!((estimate.made_at, estimate.minutes(), estimate.basis), (at(3), (8, 6, 10), Basis::Car));
    }

    // spec: T-56
    #[test]
    fn minutes_left_are_never_below_zero() {
        let estimate = kitchen_estimate(&DELIVERY, Status::Received, at(0)).unwrap();
        assert_eq!(estimate.minutes_left(at(0)), 30);
        assert_eq!(estimate.minutes_left(at(29)), 1);
        assert_eq!(estimate.minutes_left(at(30)), 0);
        assert_eq!(estimate.minutes_left(at(500)), 0);
    }

    // spec: T-57
    #[test]
    fn a_clock_that_is_turned_back_at_night_changes_no_minutes() {
        // 25 October 2026, 03:30 happens twice in Helsinki; the count goes on through it.
        let now: Timestamp = "2026-10-25T00:45:00Z".parse().unwrap();
        let estimate = kitchen_estimate(&DELIVERY, Status::Received, now).unwrap();
        assert_eq!(estimate.minutes_left(now + SignedDuration::from_mins(20)), 10);
    }

    #[test]
    fn late_is_past_the_promise_by_estimate_or_by_the_clock() {
        let estimate = kitchen_estimate(&DELIVERY, Status::Received, at(0));
        let late = |promised, now| is_late(estimate.as_ref(), Some(at(promised)), at(now));
        assert!(!late(37, 0));
        assert!(late(36, 0));
        assert!(late(37, 38));
        assert!(!is_late(None, None, at(500)));
        assert!(is_late(None, Some(at(10)), at(11)));
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_arrival(
            minutes in 0..600u32, delivery: bool, tracked: bool, status in prop::sample::select(Status::ALL.to_vec()),
            now in 0..100_000i64, asked in prop::option::of(0..100_000i64),
            planned in prop::option::of((0..600u32, prop::option::of(0..100_000i64))),
        ) {
            let travel = planned.map(|(minutes, departed)| Travel { minutes: Some(minutes), ..travel(departed.map(at)) });
            let plan = Plan { is_delivery: delivery, delivery_tracking: tracked, minutes, pre_order_time: asked.map(at) };
            if let Some(estimate) = planned_estimate(&plan, travel.as_ref(), status, at(now)) {
                prop_assert!(estimate.earliest <= estimate.arrival);
                prop_assert!(estimate.arrival <= estimate.latest);
                prop_assert!(estimate.made_at <= estimate.earliest);
                let (minutes, from, to) = estimate.minutes();
                prop_assert!(0 <= from && from <= minutes && minutes <= to);
            }
        }
    }
}
