//! Placing: all or nothing, once.

use domain::{
    ids::{OrderId, Seq},
    money::Cents,
    order::Status,
    payment::Stage,
};
use jiff::SignedDuration;
use store::{GiftCardHold, LimitedCode, NewCheckout, PlaceCheckoutError, Price, Store};
use testkit::{order, store_contract};

use super::{minute, placed, waiting};

const CARD: [u8; 32] = [9; 32];

fn held(amount: i64, session: u8) -> NewCheckout {
    let hold = GiftCardHold { card: CARD, balance: Cents(5000), amount: Cents(amount) };
    NewCheckout { gift_card: Some(hold), first_try: None, ..waiting(session) }
}

fn with_code(session: u8) -> NewCheckout {
    NewCheckout {
        codes: vec![LimitedCode { code: "kerran".to_owned(), limit: 1, is_benefit: false, held_until: None }],
        ..waiting(session)
    }
}

async fn uses(db: &Store) -> Option<u32> {
    db.code_uses(&["kerran".to_owned()]).await.unwrap().get("kerran").copied()
}

store_contract!(an_unpaid_order_is_no_order_of_the_kitchen, |db| async move {
    let checkout = placed(&db, waiting(1)).await;
    assert_eq!((checkout.stage, checkout.due, checkout.tries.len()), (Stage::Waiting, Cents(2690), 1));
    assert!(db.order(checkout.id).await.unwrap().is_none());
    let read = db.checkout(checkout.id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{checkout:?}"), "what is answered is what is read back");
    assert_eq!(db.checkout_of_session(crate::session(1)).await.unwrap().unwrap().id, checkout.id);
    assert!(db.checkout_of_session(crate::session(2)).await.unwrap().is_none());
    assert!(db.has_orders().await.unwrap(), "its link was made with the secret");
});

store_contract!(numbers_are_those_of_all_orders, |db| async move {
    let first = placed(&db, waiting(1)).await.id;
    let registered = db.register(order::delivery(12)).await.unwrap().order_id;
    let second = db.place_checkout(waiting(2)).await.unwrap().id;
    assert_eq!([registered.0 - first.0, second.0 - registered.0], [1, 1]);
});

store_contract!(what_is_not_paid_here_is_made_at_once, |db| async move {
    let schedule = order::schedule(Some(minute(45)));
    let new = NewCheckout { stage: Stage::OnSite, schedule: Some(schedule), first_try: None, ..waiting(1) };
    let checkout = placed(&db, new).await;
    let made = db.order(checkout.id).await.unwrap().unwrap();
    assert_eq!((made.seq, made.status, made.history.len()), (Seq(0), Status::Received, 1));
    assert_eq!((made.items, made.customer), (vec![order::pizza()], order::customer()));
    assert_eq!(made.payment.method.as_deref(), Some("scheme"));
    assert_eq!((made.key_salt, made.promised_at), ([7; 16], schedule.promised_at));
    assert_eq!(checkout.received_at, Some(order::noon()));
});

// spec: CK-09
store_contract!(the_same_within_seconds_is_a_mistake, |db| async move {
    placed(&db, waiting(1)).await;
    let after = |millis| {
        let placed_at = order::noon() + SignedDuration::from_millis(millis);
        NewCheckout { placed_at, content: [1; 32], ..waiting(2) }
    };
    let refused = db.place_checkout(after(9_999)).await;
    let until = order::noon() + SignedDuration::from_secs(10);
    assert!(matches!(refused, Err(PlaceCheckoutError::Duplicate { until: at }) if at == until), "{refused:?}");
    let other = NewCheckout { first_try: None, content: [8; 32], ..after(9_999) };
    assert!(db.place_checkout(other).await.is_ok(), "another order");
    let own_key = NewCheckout { first_try: None, duplicate_within: None, ..after(9_999) };
    assert!(db.place_checkout(own_key).await.is_ok(), "with a key of its own");
    let later = NewCheckout { placed_at: order::noon() + SignedDuration::from_secs(20), ..after(0) };
    assert!(db.place_checkout(later).await.is_ok());
});

store_contract!(two_at_once_with_one_content_are_one_order, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let mut tasks = Vec::new();
    for session in 1..=20 {
        let db = db.clone();
        let new = NewCheckout { content: [5; 32], ..waiting(session) };
        tasks.push(tokio::spawn(async move { db.place_checkout(new).await.is_ok() }));
    }
    let mut taken = 0;
    for task in tasks {
        taken += usize::from(task.await.unwrap());
    }
    assert_eq!(taken, 1);
});

store_contract!(of_a_hundred_with_one_code_one_is_taken, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let mut tasks = Vec::new();
    for session in 1..=100 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move { db.place_checkout(with_code(session)).await }));
    }
    let mut taken = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            Ok(answer) => taken.push(answer.id),
            Err(error) => assert!(matches!(error, PlaceCheckoutError::LimitReached { .. }), "{error:?}"),
        }
    }
    assert_eq!((taken.len(), uses(&db).await), (1, Some(1)));
    let (first, last) = (taken[0].0 - 100, taken[0].0 + 100);
    let mut rows = 0;
    for id in first..=last {
        rows += usize::from(db.checkout(OrderId(id)).await.unwrap().is_some());
    }
    assert_eq!(rows, 1, "nothing of the others stands");
});

store_contract!(a_gift_card_pays_no_more_than_is_on_it, |db| async move {
    let first = placed(&db, held(2690, 1)).await;
    assert_eq!(first.due, Cents(0));
    let short = db.place_checkout(held(2690, 2)).await;
    assert!(matches!(short, Err(PlaceCheckoutError::GiftCardShort)), "{short:?}");
    assert_eq!(db.gift_card_gone(CARD).await.unwrap(), Cents(2690));
    let rest = db.place_checkout(held(2310, 3)).await.unwrap();
    assert_eq!((rest.due, db.gift_card_gone(CARD).await.unwrap()), (Cents(380), Cents(5000)));
});

store_contract!(a_gift_card_with_too_little_pays_nothing, |db| async move {
    db.save_restaurants(&[order::restaurant(12)]).await.unwrap();
    let dear = NewCheckout { price: Price { payable: Cents(9000), ..waiting(1).price }, ..held(5001, 1) };
    assert!(matches!(db.place_checkout(dear).await, Err(PlaceCheckoutError::GiftCardShort)));
    assert_eq!(db.gift_card_gone(CARD).await.unwrap(), Cents(0));
});
