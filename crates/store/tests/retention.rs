//! What is known of people goes some time after their order has ended.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    Reach,
    ids::OrderId,
    order::{Customer, Order, Status},
    search::SearchTerms,
};
use jiff::{SignedDuration, Timestamp};
use store::{Append, NewFeedback, OrderSearch, Store};
use testkit::{
    order::{TTL, delivery, noon, report, restaurant},
    store_contract,
};

fn days(many: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * many)
}

/// An order that was delivered at noon, with everything that anybody could say about a person.
async fn delivered(db: &Store) -> OrderId {
    let id = db.orders().register(delivery(12)).await.unwrap().order_id;
    let said = |text: &str| Some(text.to_owned());
    let failed = Append { note: said("Soittakaa Ainolle."), ..report(id, Status::DeliveryFailed) };
    db.orders().append(failed).await.unwrap();
    let done = Append { staff_note: said("Aino oli suihkussa."), ..report(id, Status::DeliveryFailedBatchCompleted) };
    db.orders().append(done).await.unwrap();
    let feedback = NewFeedback { rating: 3, text: said("T. Aino"), at: noon() };
    db.orders().set_feedback(id, feedback).await.unwrap();
    id
}

async fn order(db: &Store, id: OrderId) -> Order {
    db.orders().by_id(id).await.unwrap().unwrap()
}

async fn found(db: &Store, text: &str) -> Vec<OrderId> {
    let wanted = SearchTerms::parse(text).unwrap();
    db.orders()
        .find(&OrderSearch { wanted, reach: Reach::all(), statuses: Vec::new(), before: None, limit: 9 })
        .await
        .unwrap()
}

/// Takes away all that may go, `now` being so long after noon.
async fn forget(db: &Store, now: Timestamp) -> usize {
    let mut all = 0;
    loop {
        let chunk = db.forget_people(now - days(90), now).await.unwrap();
        if chunk == 0 {
            return all;
        }
        all += chunk;
    }
}

store_contract!(the_person_goes_and_the_order_stays, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let id = delivered(&db).await;
    let before = order(&db, id).await;
    assert_eq!(forget(&db, noon() + days(90)).await, 0, "not a moment too early");
    assert_eq!(order(&db, id).await, before);
    assert_eq!(forget(&db, noon() + days(90) + SignedDuration::from_millis(1)).await, 1);
    let after = order(&db, id).await;
    let kept = Customer {
        city: before.customer.city.clone(),
        postal_code: before.customer.postal_code.clone(),
        without_packaging: true,
        ..Customer::default()
    };
    assert_eq!(after.customer, kept);
    assert_eq!(after.feedback.clone().map(|feedback| (feedback.rating, feedback.text)), Some((3, None)));
    assert!(after.history.iter().all(|event| event.note.is_none() && event.staff_note.is_none()));
    let statuses = |order: &Order| order.history.iter().map(|event| (event.seq, event.status)).collect::<Vec<_>>();
    assert_eq!(statuses(&after), statuses(&before));
    assert_eq!((after.items.clone(), after.payment.clone()), (before.items, before.payment));
    assert_eq!((found(&db, "aino").await, found(&db, "0400000000").await), (vec![], vec![]));
    assert_eq!(found(&db, &id.0.to_string()).await, [id]);
    assert_eq!(forget(&db, noon() + days(99)).await, 0, "once");
});

store_contract!(who_still_waits_is_known, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let (open, over) = (db.orders().register(delivery(12)).await.unwrap().order_id, delivered(&db).await);
    // Nobody ever closed the open one: it ended when it could no longer be tracked.
    let expired = order(&db, open).await.expires_at;
    assert_eq!(forget(&db, noon() + days(90) + SignedDuration::from_secs(1)).await, 1);
    assert!(order(&db, open).await.customer.name.is_some() && order(&db, over).await.customer.name.is_none());
    assert_eq!(forget(&db, expired + days(90) + SignedDuration::from_secs(1)).await, 1);
    assert!(order(&db, open).await.customer.name.is_none());
});

store_contract!(what_can_still_be_tracked_keeps_what_it_shows, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let id = delivered(&db).await;
    let just_before = noon() + TTL - SignedDuration::from_secs(1);
    assert_eq!(db.forget_people(just_before, just_before).await.unwrap(), 0);
    assert!(order(&db, id).await.customer.street_address.is_some());
    assert_eq!(db.forget_people(noon() + TTL, noon() + TTL).await.unwrap(), 1);
});

store_contract!(many_nodes_share_the_work, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    for _ in 0..230 {
        let id = db.orders().register(delivery(12)).await.unwrap().order_id;
        db.orders()
            .append(Append { note: Some("Ei tullut.".to_owned()), ..report(id, Status::Cancelled) })
            .await
            .unwrap();
    }
    let others = [db.another().await, db.another().await];
    let mut nodes = Vec::new();
    for node in others.clone() {
        nodes.push(tokio::spawn(async move { forget(&node, noon() + days(91)).await }));
    }
    let mut all = 0;
    for node in nodes {
        all += node.await.unwrap();
    }
    assert_eq!(all + forget(&db, noon() + days(91)).await, 230, "each once");
    for node in others {
        node.close().await;
    }
});
