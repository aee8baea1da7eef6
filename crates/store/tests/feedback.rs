//! Feedback on orders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::HashSet;

use domain::{
    ids::{OrderId, Rev, Seq},
    order::{Feedback, Status},
};
use jiff::SignedDuration;
use store::{FeedbackError, FeedbackSet, NewFeedback, Store};
use testkit::{
    order::{self, report},
    store_contract,
};

fn feedback(rating: u8, text: &str, hours: i64) -> NewFeedback {
    let at = order::noon() + SignedDuration::from_hours(hours);
    NewFeedback { rating, text: Some(text.to_owned()), at }
}

store_contract!(feedback_is_taken_from_the_end_on_and_replaced_for_a_day, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    let set = async |given: NewFeedback| db.orders().set_feedback(id, given).await;
    let kept = async || db.orders().by_id(id).await.unwrap().unwrap();

    assert!(matches!(set(feedback(4, "Ripeää", 0)).await, Err(FeedbackError::TooEarly)));
    assert_eq!(kept().await.feedback, None);
    db.orders().append(report(id, Status::Delivered)).await.unwrap();

    let first = set(feedback(4, "Ripeää", 1)).await.unwrap();
    let expected = Feedback { rating: 4, text: Some("Ripeää".to_owned()), at: feedback(4, "", 1).at };
    assert_eq!(first, FeedbackSet { feedback: expected, rev: Rev(2) });
    assert_eq!((kept().await.feedback, kept().await.rev), (Some(first.feedback.clone()), Rev(2)));

    assert_eq!(set(feedback(4, "Ripeää", 2)).await.unwrap(), first);
    assert_eq!(kept().await.rev, Rev(2));

    let second = set(feedback(1, "Kylmää", 24)).await.unwrap();
    assert_eq!((second.rev, second.feedback.rating), (Rev(3), 1));
    let without_text = set(NewFeedback { text: None, ..feedback(1, "", 24) }).await.unwrap();
    assert_eq!((without_text.rev, kept().await.feedback), (Rev(4), Some(without_text.feedback.clone())));

    // 24 hours after the first one, not after the last.
    assert!(matches!(set(feedback(2, "Okei", 25)).await, Err(FeedbackError::Closed)));
    assert_eq!(set(NewFeedback { text: None, ..feedback(1, "", 99) }).await.unwrap(), without_text);
    assert_eq!(kept().await.history.len(), 2);
});

/// Feedback and the last status of one order, all at once; gives how many changes were answered.
async fn change_at_once(store: &Store, id: OrderId) -> usize {
    let mut tasks = Vec::new();
    for rating in 1..=4 {
        let store = store.clone();
        let given = feedback(rating, "Hyvä", 1);
        tasks.push(tokio::spawn(async move { store.orders().set_feedback(id, given).await.unwrap().rev }));
    }
    let last = store.clone();
    tasks.push(tokio::spawn(async move { last.orders().append(report(id, Status::ShowFeedback)).await.unwrap().rev }));
    let mut revs = HashSet::new();
    for task in tasks {
        revs.insert(task.await.unwrap());
    }
    revs.len()
}

store_contract!(feedback_and_statuses_are_counted_together, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    for _ in 0..20 {
        let id = db.orders().register(order::delivery(12)).await.unwrap().order_id;
        db.orders().append(report(id, Status::Delivered)).await.unwrap();
        assert_eq!(change_at_once(&db, id).await, 5);
        let kept = db.orders().by_id(id).await.unwrap().unwrap();
        assert_eq!((kept.rev, kept.seq, kept.status), (Rev(6), Seq(2), Status::ShowFeedback));
    }
});

store_contract!(a_cancelled_order_takes_feedback_too, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let id = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    db.orders().append(report(id, Status::Cancelled)).await.unwrap();
    assert!(db.orders().set_feedback(id, feedback(1, "Harmi", 1)).await.is_ok());
    assert!(matches!(db.orders().set_feedback(OrderId(99), feedback(1, "", 1)).await, Err(FeedbackError::NotFound)));
});
