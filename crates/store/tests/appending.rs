//! Appending statuses.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    Actor, Reach,
    ids::{OrderId, RestaurantId, Rev, Seq},
    order::{Decision, Order, OrderState, Past, Reported, Source, Status, StatusRefusal, StatusReport, decide},
};
use jiff::SignedDuration;
use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use store::{Append, AppendError, Appended, Store};
use testkit::{
    order::{self, TTL, report},
    store_contract,
};

async fn an_order(store: &Store) -> OrderId {
    store.restaurants().save(&[order::restaurant(12), order::restaurant(14)]).await.unwrap();
    store.orders().register(order::delivery(12)).await.unwrap().order_id
}

async fn read(store: &Store, id: OrderId) -> Order {
    store.orders().by_id(id).await.unwrap().unwrap()
}

fn assert_gapless(order: &Order) {
    let numbers: Vec<i64> = order.history.iter().map(|event| event.seq.0).collect();
    assert_eq!(numbers, (0..=order.seq.0).collect::<Vec<_>>());
    assert_eq!(order.history.last().map(|event| event.status), Some(order.status));
}

store_contract!(a_status_is_kept_with_the_order_and_its_history, |db| async move {
    let id = an_order(&db).await;
    let happened = order::noon() + SignedDuration::from_mins(3);
    let first = db.orders().append(report(id, Status::Accepted)).await.unwrap();
    let oven = Append {
        event_id: Some("e-2".to_owned()),
        occurred_at: Some(happened),
        note: Some("325 astetta, pari minuuttia.".to_owned()),
        staff_note: Some("Uuni 2".to_owned()),
        now: happened + SignedDuration::from_secs(2),
        ..report(id, Status::InOven)
    };
    let second = db.orders().append(oven.clone()).await.unwrap();
    assert_eq!((first.seq, first.rev, second.seq, second.rev), (Seq(1), Rev(1), Seq(2), Rev(2)));
    assert_eq!((second.order, second.restaurant_id, second.status), (id, RestaurantId(12), Status::InOven));
    let kept = read(&db, id).await;
    assert_gapless(&kept);
    assert_eq!((kept.seq, kept.rev, kept.status), (second.seq, second.rev, second.status));
    assert_eq!((kept.estimate, kept.over_at, kept.expires_at), (second.estimate, None, second.expires_at));
    assert_eq!((kept.history.get(1), kept.history.get(2)), (first.applied.as_ref(), second.applied.as_ref()));
    let event = second.applied.unwrap();
    assert_eq!((event.at, event.recorded_at), (happened, oven.now));
    assert_eq!((event.note, event.staff_note, event.event_id), (oven.note, oven.staff_note, oven.event_id));
    assert_eq!((event.source, &event.actor), (Source::Kitchen, &Actor::key("kitchen")));
});

store_contract!(the_end_is_kept, |db| async move {
    let id = an_order(&db).await;
    let over = db.orders().append(report(id, Status::Delivered)).await.unwrap();
    assert_eq!((over.over_at, over.estimate), (Some(order::noon()), None));
    assert_eq!(over.expires_at, order::noon() + TTL);
    let kept = read(&db, id).await;
    assert!(kept.is_over());
    assert_eq!((kept.over_at, kept.expires_at), (over.over_at, over.expires_at));
});

store_contract!(a_known_event_changes_nothing, |db| async move {
    let id = an_order(&db).await;
    let named = Append { event_id: Some("e-1".to_owned()), ..report(id, Status::InOven) };
    assert!(db.orders().append(named.clone()).await.unwrap().applied.is_some());
    let later = db.orders().append(report(id, Status::Finished)).await.unwrap();
    let before = read(&db, id).await;
    // Looked at before `if_seq`, and whatever status it names now.
    let stale = StatusReport { if_seq: Some(Seq(0)), ..StatusReport::of(Status::InMaking) };
    for again in [named.clone(), Append { report: stale, ..named }] {
        let answer = db.orders().append(again).await.unwrap();
        assert_eq!((answer.applied, answer.seq, answer.status), (None, later.seq, Status::Finished));
    }
    assert_eq!(read(&db, id).await, before);
    // An event's id is its order's own.
    let other = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    let same_name = Append { event_id: Some("e-1".to_owned()), ..report(other, Status::InOven) };
    assert!(db.orders().append(same_name).await.unwrap().applied.is_some());
});

store_contract!(a_report_may_say_where_it_believes_the_order_to_be, |db| async move {
    let id = an_order(&db).await;
    let at = |status, seq| Append {
        report: StatusReport { if_seq: Some(Seq(seq)), ..StatusReport::of(status) },
        ..report(id, status)
    };
    assert!(db.orders().append(at(Status::Accepted, 0)).await.unwrap().applied.is_some());
    let moved = db.orders().append(at(Status::InMaking, 0)).await.unwrap_err();
    let expected = StatusRefusal::Moved { seq: Seq(1), status: Status::Accepted };
    assert!(matches!(moved, AppendError::Refused(refusal) if refusal == expected), "{moved:?}");
    assert_eq!(db.orders().append(at(Status::Accepted, 1)).await.unwrap().applied, None);
});

store_contract!(a_refused_report_writes_nothing_and_is_not_remembered, |db| async move {
    let id = an_order(&db).await;
    db.orders().append(report(id, Status::BeingDelivered)).await.unwrap();
    let before = read(&db, id).await;
    let back = Append { event_id: Some("e-1".to_owned()), ..report(id, Status::InOven) };
    let refused = db.orders().append(back.clone()).await.unwrap_err();
    let expected = StatusRefusal::Transition { from: Status::BeingDelivered, to: Status::InOven };
    assert!(matches!(refused, AppendError::Refused(refusal) if refusal == expected), "{refused:?}");
    assert_eq!(read(&db, id).await, before);
    let now_allowed = Append { event_id: back.event_id, ..report(id, Status::Delivered) };
    assert!(db.orders().append(now_allowed).await.unwrap().applied.is_some());
});

store_contract!(a_key_reaches_its_own_restaurants, |db| async move {
    let id = an_order(&db).await;
    let with = |reach: &[i64]| Append {
        reach: Reach::of(reach.iter().copied().map(RestaurantId)),
        ..report(id, Status::InOven)
    };
    assert!(matches!(db.orders().append(with(&[14])).await, Err(AppendError::Foreign)));
    assert!(matches!(db.orders().append(with(&[])).await, Err(AppendError::Foreign)));
    assert_eq!(read(&db, id).await.seq, Seq(0));
    assert!(db.orders().append(with(&[14, 12])).await.unwrap().applied.is_some());
    let unknown = Append { order: OrderId(99), ..with(&[14]) };
    assert!(matches!(db.orders().append(unknown).await, Err(AppendError::NotFound)));
});

store_contract!(a_text_that_no_database_keeps_is_refused, |db| async move {
    let id = an_order(&db).await;
    for append in [
        Append { event_id: Some("e\0".to_owned()), ..report(id, Status::InOven) },
        Append { note: Some("hei\0".to_owned()), ..report(id, Status::InOven) },
    ] {
        let error = db.orders().append(append).await.unwrap_err();
        assert!(matches!(&error, AppendError::Store(error) if !error.is_unavailable()), "{error:?}");
    }
    let odd = Append { note: Some("\\u0000 \"ö\" 🍕 {}".to_owned()), ..report(id, Status::InOven) };
    db.orders().append(odd.clone()).await.unwrap();
    assert_eq!(read(&db, id).await.history[1].note, odd.note);
});

/// A report that is sent again, whatever the order does meanwhile, until it was answered.
async fn flip(store: Store, id: OrderId, n: usize) -> Appended {
    let status = if n.is_multiple_of(2) { Status::InCar } else { Status::WaitingForDelivery };
    store.orders().append(Append { event_id: Some(format!("e-{n}")), ..report(id, status) }).await.unwrap()
}

store_contract!(fifty_racing_presses_on_two_nodes_are_gapless, |db| async move {
    let id = an_order(&db).await;
    db.orders().append(report(id, Status::InCar)).await.unwrap();
    let other = db.another().await;
    let racing: Vec<_> =
        (0..50).map(|n| tokio::spawn(flip(if n % 3 == 0 { other.clone() } else { db.store() }, id, n))).collect();
    let mut applied = Vec::new();
    for task in racing {
        applied.extend(task.await.unwrap().applied);
    }
    let kept = read(&other, id).await;
    assert_gapless(&kept);
    assert_eq!(kept.seq.0, 1 + i64::try_from(applied.len()).unwrap());
    applied.sort_by_key(|event| event.seq);
    assert_eq!(kept.history[2..], applied);
    other.close().await;
});

store_contract!(one_event_that_comes_fifty_times_at_once_is_one_event, |db| async move {
    let id = an_order(&db).await;
    let other = db.another().await;
    let racing: Vec<_> = (0..50)
        .map(|n| {
            let store = if n % 2 == 0 { other.clone() } else { db.store() };
            let append = Append { event_id: Some("e".to_owned()), ..report(id, Status::InOven) };
            tokio::spawn(async move { store.orders().append(append).await.unwrap() })
        })
        .collect();
    let mut applied = 0;
    for task in racing {
        let answer = task.await.unwrap();
        assert_eq!((answer.seq, answer.status), (Seq(1), Status::InOven));
        applied += usize::from(answer.applied.is_some());
    }
    assert_eq!((applied, read(&db, id).await.seq), (1, Seq(1)));
    other.close().await;
});

store_contract!(a_report_that_fails_takes_no_neighbour_along, |db| async move {
    let good = an_order(&db).await;
    let racing: Vec<_> = (0..40)
        .map(|n| {
            let append = match n % 4 {
                0 => report(OrderId(99), Status::InOven),
                1 => Append { reach: Reach::of([]), ..report(good, Status::InOven) },
                2 => report(good, Status::ShowFeedback),
                _ => report(good, Status::InOven),
            };
            let store = db.store();
            tokio::spawn(async move { (n % 4, store.orders().append(append).await) })
        })
        .collect();
    for task in racing {
        let (kind, outcome) = task.await.unwrap();
        let expected = match kind {
            0 => matches!(outcome, Err(AppendError::NotFound)),
            1 => matches!(outcome, Err(AppendError::Foreign)),
            2 => matches!(outcome, Err(AppendError::Refused(_))),
            _ => matches!(outcome, Ok(Appended { status: Status::InOven, .. })),
        };
        assert!(expected, "{kind}: {outcome:?}");
    }
    assert_gapless(&read(&db, good).await);
});

/// What an order's row says, as the rules need it.
fn order_state(order: &Order) -> OrderState {
    OrderState {
        fulfilment: order.fulfilment(),
        status: order.status,
        seq: order.seq,
        rev: order.rev,
        placed_at: order.placed_at,
        promised_at: order.promised_at,
        pre_order_time: order.pre_order_time,
        planned_minutes: order.planned_minutes,
        over_at: order.over_at,
        travel: order.travel.clone(),
    }
}

type Reports = Vec<OneReport>;
type OneReport = (usize, Option<i64>, Option<u8>, bool);

fn some_reports() -> impl Strategy<Value = Reports> {
    // Many in the kitchen, so that some are taken back.
    let status = prop_oneof![0..Status::ALL.len(), 2..6usize];
    let one = (status, prop::option::weighted(0.2, 0..6i64), prop::option::of(0..12u8), prop::bool::weighted(0.8));
    prop::collection::vec(one, 1..25)
}

/// An order's reports, some seconds apart, by the kitchen or by somebody else.
fn appends(id: OrderId, reports: &Reports) -> Vec<Append> {
    let mut now = order::noon();
    let append = |(turn, (status, if_seq, event, is_kitchen)): (i64, &OneReport)| {
        now += SignedDuration::from_secs(3 * (turn % 8));
        Append {
            report: StatusReport { if_seq: if_seq.map(Seq), ..StatusReport::of(Status::ALL[*status]) },
            event_id: event.map(|event| event.to_string()),
            actor: Actor::key(if *is_kitchen { "kitchen" } else { "dispatch" }),
            now,
            ..report(id, Status::Received)
        }
    };
    (1..).zip(reports).map(append).collect()
}

/// Reports came to what the rules alone say of them.
async fn presses_were_judged_by_the_rules(
    store: &Store,
    before: &Order,
    reports: &Reports,
    outcomes: Vec<Result<Appended, AppendError>>,
) {
    assert_eq!(outcomes.len(), reports.len());
    let mut expected = order_state(before);
    let (mut known, mut present) = (Vec::new(), None);
    for (append, outcome) in appends(before.id, reports).into_iter().zip(outcomes) {
        let event = append.event_id;
        let event_known = event.as_ref().is_some_and(|event| known.contains(event));
        let past = Past { event_known, present: present.as_ref() };
        let decision = decide(&expected, &append.report, &append.actor, past, append.now, append.ttl);
        match (outcome, decision) {
            (Ok(answer), Ok(Decision::Apply(applied))) => {
                assert!(answer.applied.is_some(), "{reports:?}");
                assert_eq!((answer.seq, answer.rev, answer.status), (applied.seq, applied.rev, applied.status));
                assert_eq!((answer.estimate, answer.over_at), (applied.estimate, applied.over_at));
                assert_eq!(answer.expires_at, applied.expires_at);
                (expected.status, expected.seq, expected.rev, expected.over_at) =
                    (applied.status, applied.seq, applied.rev, applied.over_at);
                known.extend(event);
                present = Some(Reported { by: append.actor, at: append.now });
            }
            (Ok(answer), Ok(Decision::Nothing)) => assert_eq!((answer.applied, answer.seq), (None, expected.seq)),
            (Err(AppendError::Refused(refusal)), Err(expected)) => assert_eq!(refusal, expected),
            (outcome, decision) => panic!("{outcome:?}, but {decision:?}: {reports:?}"),
        }
    }
    let kept = read(store, before.id).await;
    assert_gapless(&kept);
    assert_eq!(order_state(&kept), expected, "{reports:?}");
}

fn random_reports() -> Vec<Reports> {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    (0..40).map(|_| some_reports().new_tree(&mut runner).unwrap().current()).collect()
}

store_contract!(random_presses_come_to_what_the_rules_say, |db| async move {
    for reports in &random_reports() {
        let id = an_order(&db).await;
        let before = read(&db, id).await;
        let mut outcomes = Vec::new();
        for append in appends(id, reports) {
            outcomes.push(db.orders().append(append).await);
        }
        presses_were_judged_by_the_rules(&db, &before, reports, outcomes).await;
    }
});

store_contract!(so_do_presses_of_many_orders_in_one_call, |db| async move {
    let cases = random_reports();
    let (mut before, mut call) = (Vec::new(), Vec::new());
    for reports in &cases {
        let id = an_order(&db).await;
        before.push(read(&db, id).await);
        call.extend(appends(id, reports).into_iter().enumerate());
    }
    // Those of one order stay in their turn, with those of all others between them.
    call.sort_by_key(|(turn, _)| *turn);
    let call: Vec<Append> = call.into_iter().map(|(_, append)| append).collect();
    let orders: Vec<OrderId> = call.iter().map(|append| append.order).collect();
    let mut outcomes: Vec<_> = orders.into_iter().zip(db.orders().append_all(call).await).collect();
    for (before, reports) in before.iter().zip(&cases) {
        let (own, rest) = outcomes.into_iter().partition(|(order, _)| *order == before.id);
        outcomes = rest;
        let own: Vec<(OrderId, _)> = own;
        let own = own.into_iter().map(|(_, outcome)| outcome).collect();
        presses_were_judged_by_the_rules(&db, before, reports, own).await;
    }
});

store_contract!(calls_of_many_presses_race_on_two_nodes, |db| async move {
    let ids = [an_order(&db).await, an_order(&db).await, an_order(&db).await];
    let other = db.another().await;
    let racing: Vec<_> = (0..24)
        .map(|n| {
            let store = if n % 2 == 0 { other.clone() } else { db.store() };
            let status = |turn: usize| match (n + turn).is_multiple_of(2) {
                true => Status::InCar,
                false => Status::WaitingForDelivery,
            };
            let named = |turn: usize, id: OrderId| Append {
                event_id: Some(format!("e-{n}-{turn}")),
                ..report(id, status(turn))
            };
            let call: Vec<Append> = (0..6).map(|turn| named(turn, ids[(n + turn) % 3])).collect();
            tokio::spawn(async move { store.orders().append_all(call).await })
        })
        .collect();
    let mut applied = Vec::new();
    for task in racing {
        for outcome in task.await.unwrap() {
            let outcome = outcome.unwrap();
            applied.extend(outcome.applied.map(|event| (outcome.order, event)));
        }
    }
    for id in ids {
        let kept = read(&db, id).await;
        assert_gapless(&kept);
        let mut own: Vec<_> =
            applied.iter().filter(|(order, _)| *order == id).map(|(_, event)| event.clone()).collect();
        own.sort_by_key(|event| event.seq);
        assert_eq!(kept.history[1..], own);
    }
    other.close().await;
});

store_contract!(of_several_presses_each_stands_by_itself, |db| async move {
    let (id, second) = (an_order(&db).await, an_order(&db).await);
    assert!(db.orders().append_all(Vec::new()).await.is_empty());
    let outcomes = db
        .orders()
        .append_all(vec![
            report(id, Status::InOven),
            report(OrderId(99), Status::InOven),
            Append { note: Some("hei\0".to_owned()), ..report(id, Status::Finished) },
            Append { reach: Reach::of([]), ..report(second, Status::InOven) },
            report(second, Status::Accepted),
            report(id, Status::Finished),
        ])
        .await;
    assert!(matches!(
        &outcomes[..],
        [
            Ok(Appended { seq: Seq(1), .. }),
            Err(AppendError::NotFound),
            Err(AppendError::Store(_)),
            Err(AppendError::Foreign),
            Ok(Appended { seq: Seq(1), .. }),
            Ok(Appended { seq: Seq(2), .. }),
        ]
    ));
});
