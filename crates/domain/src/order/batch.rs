//! Batches: orders that one car takes along, one stop after the other (docs/spec/hub.md, "Batches").

use jiff::Timestamp;

use crate::{
    ids::{BatchId, CarId},
    order::{FulfilmentKind, OrderType, Status, StatusRefusal},
};

/// An order's place in its batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Travel {
    pub batch: BatchId,
    /// The car that carries it.
    pub car: CarId,
    /// Its place among the stops of the batch, from 0.
    pub stop: u32,
    /// Stops that come before it and are not done.
    pub stops_before: u32,
    /// Minutes from the start of the batch to the door, where they are known.
    pub minutes: Option<u32>,
    /// When the batch was planned anew, or when it departed, whichever came last.
    pub updated_at: Timestamp,
    /// When the batch departed, if it has.
    pub departed_at: Option<Timestamp>,
}

/// What decides how an order gets into a batch.
#[derive(Debug, Clone, Copy)]
pub struct BatchCandidate<'a> {
    /// How it reaches its eater.
    pub fulfilment: FulfilmentKind,
    /// Its present status.
    pub status: Status,
    /// The batch that it is in.
    pub batch: Option<&'a BatchId>,
    /// The car that it was last given to, also where it has left the batch since.
    pub car: Option<&'a CarId>,
}

/// The statuses that an order takes when it is put into a batch that a car carries: 5 and 6 from below, 6 alone from 5;
/// back to 5 and on to 6 where another car has it; none where this car has it. Steps of the kitchen that nobody
/// reported are skipped (docs/spec/hub.md, "Batches").
///
/// # Errors
/// [`StatusRefusal::Transition`] to 6 where the order is not delivered at all, is under way elsewhere, or is
/// past its delivery.
pub fn steps_aboard(order: BatchCandidate<'_>, batch: &BatchId, car: &CarId) -> Result<Vec<Status>, StatusRefusal> {
    let refused = StatusRefusal::Transition { from: order.status, to: Status::InCar };
    if order.fulfilment.order_type != OrderType::Delivery {
        return Err(refused);
    }
    let changes_car = order.car.is_some_and(|last| last != car);
    match order.status {
        Status::InCar if changes_car => Ok(vec![Status::InBatch, Status::InCar]),
        Status::WaitingForDelivery if changes_car => Ok(vec![Status::InCar, Status::InBatch, Status::InCar]),
        Status::InCar | Status::WaitingForDelivery => Ok(Vec::new()),
        Status::BeingDelivered if order.batch == Some(batch) && !changes_car => Ok(Vec::new()),
        Status::InBatch => Ok(vec![Status::InCar]),
        status if status < Status::InBatch => Ok(vec![Status::InBatch, Status::InCar]),
        _ => Err(refused),
    }
}

/// The status that an order takes when its batch departs: 8 from 5 to 7, none at 8 and after it.
#[must_use]
pub fn departs_to(status: Status) -> Option<Status> {
    (Status::InBatch..=Status::WaitingForDelivery).contains(&status).then_some(Status::BeingDelivered)
}

/// Whether a stop is done, well or not: 9 to 13. A stop that failed and is tried again is not.
#[must_use]
pub fn is_done(status: Status) -> bool {
    status >= Status::DeliveryFailed
}

/// For each of a batch's stops, how many of those before it are not done.
#[must_use]
pub fn stops_before(stops: &[Status]) -> Vec<u32> {
    let open_so_far = stops.iter().scan(0, |open, status| {
        let before = *open;
        *open += u32::from(!is_done(*status));
        Some(before)
    });
    open_so_far.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::order::may_follow;

    const DELIVERY: FulfilmentKind = FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: true };

    fn batch(name: &str) -> BatchId {
        name.parse().unwrap()
    }

    fn car(name: &str) -> CarId {
        name.parse().unwrap()
    }

    /// The steps into batch A with car 1, in numbers; or the status that it was refused from.
    fn steps(status: i64, of_batch: Option<&str>, of_car: Option<&str>) -> Result<Vec<i16>, i16> {
        let (of_batch, of_car) = (of_batch.map(batch), of_car.map(car));
        let status = Status::try_from(status).unwrap();
        let order = BatchCandidate { fulfilment: DELIVERY, status, batch: of_batch.as_ref(), car: of_car.as_ref() };
        match steps_aboard(order, &batch("A"), &car("1")) {
            Ok(steps) => Ok(steps.into_iter().map(Status::number).collect()),
            Err(StatusRefusal::Transition { from, to: Status::InCar }) => Err(from.number()),
            Err(refusal) => panic!("{refusal}"),
        }
    }

    #[test]
    fn an_order_takes_what_the_batch_and_the_car_say() {
        for status in -1..=4 {
            assert_eq!(steps(status, None, None), Ok(vec![5, 6]), "nobody reported what is between");
        }
        assert_eq!(steps(4, None, Some("2")), Ok(vec![5, 6]));
        assert_eq!(steps(5, Some("A"), Some("1")), Ok(vec![6]));
        assert_eq!(steps(5, Some("B"), Some("2")), Ok(vec![6]));
    }

    #[test]
    fn another_car_is_taken_by_way_of_the_batch() {
        assert_eq!(steps(6, Some("A"), Some("2")), Ok(vec![5, 6]));
        assert_eq!(steps(7, Some("B"), Some("2")), Ok(vec![6, 5, 6]));
        assert_eq!(steps(7, None, Some("2")), Ok(vec![6, 5, 6]));
        for status in [6, 7] {
            assert_eq!(steps(status, Some("A"), Some("1")), Ok(vec![]));
            assert_eq!(steps(status, Some("B"), Some("1")), Ok(vec![]));
            assert_eq!(steps(status, None, None), Ok(vec![]));
        }
    }

    #[test]
    fn who_is_under_way_stays_and_who_is_past_it_is_refused() {
        assert_eq!(steps(8, Some("A"), Some("1")), Ok(vec![]));
        for (of_batch, of_car) in [(Some("A"), Some("2")), (Some("B"), Some("1")), (None, Some("1")), (None, None)] {
            assert_eq!(steps(8, of_batch, of_car), Err(8));
        }
        for status in 9..=13 {
            assert_eq!(steps(status, Some("A"), Some("1")), Err(status.try_into().unwrap()));
        }
    }

    #[test]
    fn what_is_not_delivered_is_refused() {
        let fulfilment = FulfilmentKind { order_type: OrderType::Pickup, ..DELIVERY };
        let order = BatchCandidate { fulfilment, status: Status::InOven, batch: None, car: None };
        let refused = StatusRefusal::Transition { from: Status::InOven, to: Status::InCar };
        assert_eq!(steps_aboard(order, &batch("A"), &car("1")), Err(refused));
    }

    #[test]
    fn a_batch_departs_with_who_waits_for_it() {
        let departing = Status::ALL.into_iter().filter(|status| departs_to(*status).is_some());
        assert_eq!(departing.map(Status::number).collect::<Vec<_>>(), [5, 6, 7]);
    }

    #[test]
    fn done_stops_are_not_counted() {
        use Status::{BeingDelivered, Delivered, DeliveryFailed, InCar};
        assert_eq!(stops_before(&[Delivered, InCar, DeliveryFailed, BeingDelivered, InCar]), [0, 0, 1, 1, 2]);
        assert_eq!(stops_before(&[]), [0; 0]);
    }

    fn any_status() -> impl Strategy<Value = Status> {
        prop::sample::select(Status::ALL.to_vec())
    }

    proptest! {
        #[test]
        fn every_step_may_follow_the_one_before_it(
            status in any_status(), of_batch in prop::option::of("[AB]"), of_car in prop::option::of("[12]"), tracked: bool,
        ) {
            let (of_batch, of_car) = (of_batch.as_deref().map(batch), of_car.as_deref().map(car));
            let fulfilment = FulfilmentKind { delivery_tracking: tracked, ..DELIVERY };
            let order = BatchCandidate { fulfilment, status, batch: of_batch.as_ref(), car: of_car.as_ref() };
            if let Ok(steps) = steps_aboard(order, &batch("A"), &car("1")) {
                let mut at = status;
                for next in steps {
                    prop_assert!(may_follow(fulfilment, at, next), "{at:?} → {next:?}");
                    at = next;
                }
                prop_assert!((Status::InCar..=Status::BeingDelivered).contains(&at));
                // Once aboard, it stays there: the same again adds nothing.
                let aboard = BatchCandidate { status: at, batch: Some(&batch("A")), car: Some(&car("1")), fulfilment };
                prop_assert_eq!(steps_aboard(aboard, &batch("A"), &car("1")), Ok(Vec::new()));
                if let Some(away) = departs_to(at) {
                    prop_assert!(may_follow(fulfilment, at, away) && departs_to(away).is_none());
                }
            }
        }

        #[test]
        fn each_open_stop_counts_for_those_after_it(stops in prop::collection::vec(any_status(), 0..12)) {
            let before = stops_before(&stops);
            for (index, count) in before.iter().enumerate() {
                let open = stops[..index].iter().filter(|status| !is_done(**status)).count();
                prop_assert_eq!(*count as usize, open);
            }
        }
    }
}
