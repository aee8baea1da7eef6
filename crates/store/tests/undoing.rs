//! Taking back a status of the kitchen: by whoever reported it, for fifteen seconds.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    Actor,
    ids::{OrderId, Seq, StaffId},
    order::{Status, StatusRefusal, StatusReport},
};
use jiff::{SignedDuration, Timestamp};
use store::{Append, AppendError, NewOrder, Store};
use testkit::{
    order::{self, report},
    store_contract,
};

/// So many milliseconds after noon.
fn after(millis: i64) -> Timestamp {
    order::noon() + SignedDuration::from_millis(millis)
}

fn by(actor: &Actor, id: OrderId, status: Status, millis: i64) -> Append {
    Append { actor: actor.clone(), now: after(millis), ..report(id, status) }
}

/// An order that somebody brought to a status at noon.
async fn an_order(store: &Store, new: NewOrder, actor: &Actor, status: Status) -> OrderId {
    store.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = store.orders().register(new).await.unwrap().order_id;
    store.orders().append(by(actor, id, status, 0)).await.unwrap();
    id
}

fn assert_refused(outcome: &Result<store::Appended, AppendError>, from: Status, to: Status) {
    let expected = StatusRefusal::Transition { from, to };
    assert!(matches!(outcome, Err(AppendError::Refused(refusal)) if *refusal == expected), "{outcome:?}");
}

async fn walk(store: &Store, id: OrderId) -> Vec<i16> {
    let order = store.orders().by_id(id).await.unwrap().unwrap();
    assert_eq!(order.history.last().map(|event| (event.seq, event.status)), Some((order.seq, order.status)));
    order.history.iter().map(|event| event.status.number()).collect()
}

store_contract!(three_steps_of_the_kitchen_are_taken_back, |db| async move {
    let kitchen = Actor::key("kitchen");
    for (from, to) in
        [(Status::Finished, Status::InOven), (Status::InOven, Status::InMaking), (Status::InMaking, Status::Accepted)]
    {
        let id = an_order(&db, order::delivery(12), &kitchen, from).await;
        let before = db.orders().by_id(id).await.unwrap().unwrap();
        // When it is said to have happened does not matter.
        let back = Append { occurred_at: Some(after(-60_000)), ..by(&kitchen, id, to, 14_900) };
        let undone = db.orders().append(back).await.unwrap();
        assert_eq!((undone.status, undone.seq, undone.rev), (to, Seq(2), before.rev.next()));
        assert_eq!(walk(&db, id).await, [0, from.number(), to.number()]);
        let (estimate, expected) = (undone.estimate.unwrap(), before.estimate.unwrap());
        assert!(estimate.arrival > expected.arrival && estimate.made_at == after(14_900), "the estimate follows");
        assert_eq!(db.orders().by_id(id).await.unwrap().unwrap().estimate, undone.estimate);
    }
});

store_contract!(it_is_taken_back_for_fifteen_seconds, |db| async move {
    let kitchen = Actor::key("kitchen");
    for (millis, may) in [(14_900, true), (15_000, true), (15_001, false), (60_000, false)] {
        let id = an_order(&db, order::delivery(12), &kitchen, Status::InOven).await;
        let outcome = db.orders().append(by(&kitchen, id, Status::InMaking, millis)).await;
        match may {
            true => assert_eq!(outcome.unwrap().status, Status::InMaking, "after {millis} ms"),
            false => assert_refused(&outcome, Status::InOven, Status::InMaking),
        }
    }
    // What happened long ago was reported now.
    let id = an_order(&db, order::delivery(12), &kitchen, Status::Accepted).await;
    let late = Append { occurred_at: Some(after(-60_000)), ..by(&kitchen, id, Status::InOven, 100_000) };
    db.orders().append(late).await.unwrap();
    assert_eq!(db.orders().append(by(&kitchen, id, Status::InMaking, 110_000)).await.unwrap().seq, Seq(3));
    // And each status has its own fifteen seconds.
    assert_eq!(db.orders().append(by(&kitchen, id, Status::Accepted, 124_000)).await.unwrap().seq, Seq(4));
});

store_contract!(nobody_takes_back_what_another_reported, |db| async move {
    let actors = [
        Actor::key("kitchen"),
        Actor::key("dispatch"),
        Actor::Staff(StaffId(1)),
        Actor::Staff(StaffId(2)),
        Actor::StaffToken,
    ];
    for reporter in &actors {
        let id = an_order(&db, order::delivery(12), reporter, Status::Finished).await;
        for other in actors.iter().filter(|other| *other != reporter) {
            assert_refused(
                &db.orders().append(by(other, id, Status::InOven, 1)).await,
                Status::Finished,
                Status::InOven,
            );
            // A report that changed nothing reported nothing.
            assert!(db.orders().append(by(other, id, Status::Finished, 1)).await.unwrap().applied.is_none());
            assert_refused(
                &db.orders().append(by(other, id, Status::InOven, 1)).await,
                Status::Finished,
                Status::InOven,
            );
        }
        assert_eq!(db.orders().append(by(reporter, id, Status::InOven, 2)).await.unwrap().status, Status::InOven);
        assert_eq!(walk(&db, id).await, [0, 4, 3]);
    }
});

store_contract!(what_is_over_by_it_is_not_taken_back, |db| async move {
    let kitchen = Actor::key("kitchen");
    let pickup = NewOrder { order_type: domain::order::OrderType::Pickup, ..order::delivery(12) };
    let id = an_order(&db, pickup, &kitchen, Status::Finished).await;
    assert_refused(&db.orders().append(by(&kitchen, id, Status::InOven, 1)).await, Status::Finished, Status::InOven);
    assert!(db.orders().by_id(id).await.unwrap().unwrap().is_over());
});

store_contract!(presses_of_one_call_see_each_other, |db| async move {
    let (kitchen, other) = (Actor::key("kitchen"), Actor::key("dispatch"));
    let ids = [
        an_order(&db, order::delivery(12), &kitchen, Status::Accepted).await,
        an_order(&db, order::delivery(12), &other, Status::InOven).await,
        an_order(&db, order::delivery(12), &kitchen, Status::InOven).await,
    ];
    let outcomes = db
        .orders()
        .append_all(vec![
            by(&kitchen, ids[0], Status::Finished, 1),
            by(&other, ids[0], Status::InOven, 2),
            by(&kitchen, ids[0], Status::InOven, 2),
            by(&kitchen, ids[0], Status::InMaking, 3),
            by(&kitchen, ids[1], Status::InMaking, 3),
            by(&other, ids[1], Status::InMaking, 3),
            Append {
                report: StatusReport { if_seq: Some(Seq(0)), ..StatusReport::of(Status::InMaking) },
                ..by(&kitchen, ids[2], Status::InMaking, 3)
            },
            by(&kitchen, ids[2], Status::InMaking, 4),
        ])
        .await;
    let applied: Vec<bool> = outcomes.iter().map(Result::is_ok).collect();
    assert_eq!(applied, [true, false, true, true, false, true, false, true], "{outcomes:?}");
    assert_eq!(walk(&db, ids[0]).await, [0, 1, 4, 3, 2]);
    assert_eq!(walk(&db, ids[1]).await, [0, 3, 2]);
    assert_eq!(walk(&db, ids[2]).await, [0, 3, 2]);
});

store_contract!(an_undo_that_is_sent_again_is_one, |db| async move {
    let kitchen = Actor::key("kitchen");
    let id = an_order(&db, order::delivery(12), &kitchen, Status::Finished).await;
    let undo = Append { event_id: Some("undo-1".to_owned()), ..by(&kitchen, id, Status::InOven, 1) };
    assert!(db.orders().append(undo.clone()).await.unwrap().applied.is_some());
    assert!(db.orders().append(Append { now: after(100_000), ..undo }).await.unwrap().applied.is_none());
    assert_eq!(walk(&db, id).await, [0, 4, 3]);
});
