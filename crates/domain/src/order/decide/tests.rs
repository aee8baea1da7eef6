use super::*;
use proptest::prelude::*;

const DAY: SignedDuration = SignedDuration::from_hours(24);

fn order_state(status: Status, seq: i64) -> OrderState {
    OrderState {
        fulfilment: FulfilmentKind { order_type: OrderType::Delivery, delivery_tracking: true },
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

fn report(status: Status, if_seq: Option<i64>) -> StatusReport {
    StatusReport { if_seq: if_seq.map(Seq), ..StatusReport::of(status) }
}

#[test]
fn an_accepting_kitchen_may_plan_anew() {
    let order = order_state(Status::Received, 0);
    let accepted = StatusReport { minutes: Some(50), ..report(Status::Accepted, None) };
    let Ok(Decision::Apply(applied)) = decided(&order, &accepted, now()) else { panic!("it is refused") };
    let minutes = |applied: &Applied| applied.estimate.map(|estimate| estimate.minutes().0);
    assert_eq!((minutes(&applied), applied.planned_minutes), (Some(50), 52));
    let later = OrderState { status: Status::Accepted, planned_minutes: 52, ..order.clone() };
    let Ok(Decision::Apply(making)) = decided(&later, &report(Status::InMaking, None), now()) else {
        panic!("refused")
    };
    assert_eq!((minutes(&making), making.planned_minutes), (Some(45), 52), "its later steps go by the new plan");
    let Ok(Decision::Apply(as_ever)) = decided(&order, &report(Status::Accepted, None), now()) else {
        panic!("it is refused")
    };
    assert_eq!((minutes(&as_ever), as_ever.planned_minutes), (Some(30), 30));
}

#[test]
fn a_report_may_come_too_late_for_whoever_reports() {
    let reject = StatusReport { last_from: Some(Status::Finished), ..report(Status::Cancelled, None) };
    let order = |number: i64| order_state(Status::try_from(number).unwrap(), number);
    for from in 0..=4 {
        assert!(matches!(decided(&order(from), &reject, now()), Ok(Decision::Apply(_))), "{from}");
    }
    for from in 5..=12 {
        let refused = StatusRefusal::Transition { from: order(from).status, to: Status::Cancelled };
        assert_eq!(decided(&order(from), &reject, now()), Err(refused), "{from}");
    }
    assert_eq!(decided(&order(13), &reject, now()), Ok(Decision::Nothing));
}

fn now() -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(5)
}

/// A report of the kitchen, whose history says nothing of it.
fn decided(order: &OrderState, report: &StatusReport, now: Timestamp) -> Result<Decision, StatusRefusal> {
    decide(order, report, &Actor::key("kitchen"), Past::default(), now, DAY)
}

fn applied(order: &OrderState, status: Status, now: Timestamp) -> Applied {
    match decided(order, &report(status, None), now) {
        Ok(Decision::Apply(applied)) => applied,
        other => panic!("{status:?}: {other:?}"),
    }
}

#[test]
fn a_report_moves_the_order_by_one() {
    let applied = applied(&order_state(Status::InMaking, 2), Status::InOven, now());
    assert_eq!((applied.status, applied.seq, applied.rev), (Status::InOven, Seq(3), Rev(6)));
    assert!(applied.estimate.is_some());
    assert_eq!(applied.over_at, None);
}

#[test]
fn the_event_is_looked_at_before_the_seq_and_the_seq_before_the_status() {
    let order = order_state(Status::InOven, 3);
    let run = |p: StatusReport, event_known| {
        decide(&order, &p, &Actor::key("kitchen"), Past { event_known, present: None }, now(), DAY)
    };
    assert_eq!(run(report(Status::Accepted, Some(0)), true), Ok(Decision::Nothing));
    assert_eq!(
        run(report(Status::InOven, Some(2)), false),
        Err(StatusRefusal::Moved { seq: Seq(3), status: Status::InOven })
    );
    assert_eq!(run(report(Status::InOven, Some(3)), false), Ok(Decision::Nothing));
    assert_eq!(
        run(report(Status::Accepted, Some(3)), false),
        Err(StatusRefusal::Transition { from: Status::InOven, to: Status::Accepted })
    );
}

#[test]
fn the_end_is_noted_once() {
    let mut order = order_state(Status::BeingDelivered, 5);
    let delivered = applied(&order, Status::Delivered, now());
    assert_eq!(delivered.over_at, Some(now()));
    assert_eq!(delivered.expires_at, now() + DAY);
    (order.status, order.over_at) = (Status::Delivered, delivered.over_at);
    let later = now() + SignedDuration::from_mins(10);
    let feedback = applied(&order, Status::ShowFeedback, later);
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
    let order = OrderState { travel: Some(travel.clone()), ..order_state(Status::BeingDelivered, 8) };
    for status in [Status::WaitingForDelivery, Status::DeliveryFailed, Status::Delivered, Status::Cancelled] {
        let applied = applied(&order, status, now());
        assert_eq!(applied.travel.as_ref(), (status != Status::Cancelled).then_some(&travel), "{status:?}");
    }
    // Only on its way does it count from the departure.
    assert_eq!(order.batch_plan(), Some((12, Some(now()))));
    let waiting = OrderState { status: Status::WaitingForDelivery, ..order };
    assert_eq!(waiting.batch_plan(), Some((12, None)));
}

#[test]
fn who_reported_a_status_takes_it_back_and_the_estimate_follows() {
    let order = order_state(Status::InOven, 3);
    let reported = Reported { by: Actor::key("kitchen"), at: now() };
    let run = |order: &OrderState, by: &str, to: Status, if_seq, seconds: i64| {
        let past = Past { event_known: false, present: Some(&reported) };
        let moment = now() + SignedDuration::from_secs(seconds);
        decide(order, &report(to, if_seq), &Actor::key(by), past, moment, DAY)
    };
    let undone = run(&order, "kitchen", Status::InMaking, Some(3), 15);
    let Ok(Decision::Apply(undone)) = undone else { panic!("{undone:?}") };
    assert_eq!((undone.status, undone.seq, undone.rev), (Status::InMaking, Seq(4), Rev(7)));
    let later = now() + SignedDuration::from_secs(15);
    let making = OrderState { status: Status::InMaking, ..order.clone() };
    assert_eq!(undone.estimate, making.estimate(later));
    assert!(undone.estimate.map(|it| it.arrival) > order.estimate(later).map(|it| it.arrival));
    let refused = |from, to| Err(StatusRefusal::Transition { from, to });
    let from_oven = |to| refused(Status::InOven, to);
    assert_eq!(run(&order, "kitchen", Status::InMaking, None, 16), from_oven(Status::InMaking));
    assert_eq!(run(&order, "dispatch", Status::InMaking, None, 1), from_oven(Status::InMaking));
    assert_eq!(run(&order, "kitchen", Status::Accepted, None, 1), from_oven(Status::Accepted), "one step");
    let stale = run(&order, "kitchen", Status::InMaking, Some(2), 1);
    assert_eq!(stale, Err(StatusRefusal::Moved { seq: Seq(3), status: Status::InOven }));
    let unknown = decided(&order, &report(Status::InMaking, None), now());
    assert_eq!(unknown, from_oven(Status::InMaking), "nobody says who reported it");
    // An order that is over by 4 is over.
    let over = OrderState {
        status: Status::Finished,
        fulfilment: FulfilmentKind { order_type: OrderType::Pickup, delivery_tracking: true },
        over_at: Some(now()),
        ..order
    };
    let back = run(&over, "kitchen", Status::InOven, None, 1);
    assert_eq!(back, refused(Status::Finished, Status::InOven));
}

proptest! {
    #[test]
    fn seq_counts_exactly_the_applied(
        reports in prop::collection::vec((0..15usize, prop::option::of(0..6i64), 0..2usize, 0..20i64), 0..60),
    ) {
        let mut order = order_state(Status::Received, 0);
        let (mut applied, mut moment) = (0, now());
        let mut present = Reported { by: Actor::key("shop"), at: moment };
        for (index, if_seq, by, seconds) in reports {
            let before = order.clone();
            let by = Actor::key(["kitchen", "dispatch"][by]);
            moment += SignedDuration::from_secs(seconds);
            let past = Past { event_known: false, present: Some(&present) };
            match decide(&order, &report(Status::ALL[index], if_seq), &by, past, moment, DAY) {
                Ok(Decision::Apply(next)) => {
                    applied += 1;
                    prop_assert!(next.rev > before.rev);
                    // The order goes back in the kitchen by whoever reported it, and while that is young.
                    if next.status < before.status && next.status < Status::InBatch {
                        prop_assert!(present.by == by && moment.duration_since(present.at).as_secs() <= 15);
                        prop_assert!(before.over_at.is_none());
                    }
                    present = Reported { by, at: moment };
                    (order.status, order.seq, order.rev, order.over_at) =
                        (next.status, next.seq, next.rev, next.over_at);
                }
                Ok(Decision::Nothing) | Err(_) => prop_assert_eq!(&order, &before),
            }
        }
        prop_assert_eq!(order.seq, Seq(applied));
    }
}
