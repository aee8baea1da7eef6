//! Feedback on orders.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    ids::{OrderId, Rev},
    order::Status,
};
use jiff::SignedDuration;
use store::{Feedback, FeedbackError, FeedbackSet, NewFeedback};
use testkit::{
    order::{self, press},
    store_contract,
};

fn feedback(rating: u8, text: &str, hours: i64) -> NewFeedback {
    let at = order::noon() + SignedDuration::from_hours(hours);
    NewFeedback { rating, text: Some(text.to_owned()), at }
}

// spec: T-79, T-81
store_contract!(feedback_is_taken_from_the_end_on_and_replaced_for_a_day, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let id = db.register(order::delivery(12)).await.unwrap().order_id;
    let set = async |given: NewFeedback| db.set_feedback(id, given).await;
    let kept = async || db.order(id).await.unwrap().unwrap();

    assert!(matches!(set(feedback(4, "Ripeää", 0)).await, Err(FeedbackError::TooEarly)));
    assert_eq!(kept().await.feedback, None);
    db.append(press(id, Status::Delivered)).await.unwrap();

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

store_contract!(feedback_and_statuses_are_counted_together, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let id = db.register(order::delivery(12)).await.unwrap().order_id;
    db.append(press(id, Status::Delivered)).await.unwrap();
    let both = tokio::join!(db.set_feedback(id, feedback(3, "Hyvä", 1)), db.append(press(id, Status::ShowFeedback)));
    let (set, appended) = (both.0.unwrap(), both.1.unwrap());
    assert_ne!(set.rev, appended.rev);
    let kept = db.order(id).await.unwrap().unwrap();
    assert_eq!((kept.rev, kept.feedback.map(|feedback| feedback.rating)), (Rev(3), Some(3)));
    assert_eq!(kept.status, Status::ShowFeedback);
});

store_contract!(a_cancelled_order_takes_feedback_too, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let id = db.register(order::delivery(12)).await.unwrap().order_id;
    db.append(press(id, Status::Cancelled)).await.unwrap();
    assert!(db.set_feedback(id, feedback(1, "Harmi", 1)).await.is_ok());
    assert!(matches!(db.set_feedback(OrderId(99), feedback(1, "", 1)).await, Err(FeedbackError::NotFound)));
});
