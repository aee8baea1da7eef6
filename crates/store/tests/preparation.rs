//! How much longer kitchens need.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;

use domain::{
    Actor, Reach,
    ids::{OrderId, RestaurantId, Rev, Seq},
    order::{Status, StatusRefusal, StatusReport},
};
use futures_util::future::join_all;
use jiff::SignedDuration;
use store::{Append, AppendError, Prepare, Store};
use testkit::{
    order::{self, noon, report},
    store_contract,
};

/// An order that was accepted at noon, to be there in 40 minutes.
async fn accepted(db: &Store) -> OrderId {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    let reported = report(id, Status::Accepted);
    let in_forty = StatusReport { minutes: Some(40), ..reported.report };
    db.orders().append(Append { report: in_forty, ..reported }).await.unwrap();
    id
}

fn say(order: OrderId, delta_minutes: i32, event_id: &str) -> Prepare {
    let (actor, reach) = (Actor::key("kitchen"), Reach::all());
    Prepare { order, delta_minutes, event_id: event_id.to_owned(), actor, reach, now: noon() }
}

store_contract!(a_new_plan_is_kept_with_its_report, |db| async move {
    let id = accepted(&db).await;
    let kept = db.orders().by_id(id).await.unwrap().unwrap();
    assert_eq!(kept.estimate.map(|estimate| estimate.arrival), Some(noon() + SignedDuration::from_mins(40)));
    assert_eq!(kept.planned_minutes, 41);
});

store_contract!(an_estimate_moves_and_nothing_else, |db| async move {
    let id = accepted(&db).await;
    let before = db.orders().by_id(id).await.unwrap().unwrap();
    let prepared = db.orders().prepare(say(id, 10, "a")).await.unwrap();
    assert!(prepared.applied);
    let after = db.orders().by_id(id).await.unwrap().unwrap();
    assert_eq!(
        (prepared.present.rev, prepared.present.seq, prepared.present.estimate),
        (after.rev, after.seq, after.estimate)
    );
    assert_eq!((after.rev, after.seq, after.promised_at), (Rev(2), Seq(1), before.promised_at));
    assert_eq!(after.estimate.map(|estimate| estimate.arrival), Some(noon() + SignedDuration::from_mins(50)));
    assert!(after.planned_minutes > before.planned_minutes && after.history == before.history);

    let again = db.orders().prepare(say(id, 10, "a")).await.unwrap();
    assert_eq!((again.applied, &again.present), (false, &prepared.present));
    assert_eq!(db.orders().by_id(id).await.unwrap().unwrap(), after);
    let less = db.orders().prepare(say(id, -20, "b")).await.unwrap();
    assert_eq!(less.present.estimate.map(|estimate| estimate.arrival), Some(noon() + SignedDuration::from_mins(30)));
});

store_contract!(what_was_said_at_once_is_heard_once, |db| async move {
    let id = accepted(&db).await;
    let said = (0..20).map(|n| db.orders().prepare(say(id, 1, if n % 2 == 0 { "even" } else { "odd" })));
    let said: Vec<_> = join_all(said).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(said.iter().filter(|prepared| prepared.applied).count(), 2);
    let revs: HashSet<_> = said.iter().filter(|prepared| prepared.applied).map(|said| said.present.rev).collect();
    assert_eq!(revs, HashSet::from([Rev(2), Rev(3)]));
    let after = db.orders().by_id(id).await.unwrap().unwrap();
    assert_eq!(after.estimate.map(|estimate| estimate.arrival), Some(noon() + SignedDuration::from_mins(42)));
});

store_contract!(who_has_no_say_is_not_heard, |db| async move {
    let id = accepted(&db).await;
    let before = db.orders().by_id(id).await.unwrap();
    let elsewhere = Prepare { reach: Reach::of([RestaurantId(14)]), ..say(id, 5, "a") };
    assert!(matches!(db.orders().prepare(elsewhere).await, Err(AppendError::Foreign)));
    assert!(matches!(db.orders().prepare(say(OrderId(99), 5, "a")).await, Err(AppendError::NotFound)));
    assert_eq!(db.orders().by_id(id).await.unwrap(), before);
    db.orders().append(report(id, Status::Finished)).await.unwrap();
    let refused = StatusRefusal::Transition { from: Status::Finished, to: Status::Finished };
    let late = db.orders().prepare(say(id, 5, "a")).await.unwrap_err();
    assert!(matches!(late, AppendError::Refused(refusal) if refusal == refused), "{late:?}");
});
