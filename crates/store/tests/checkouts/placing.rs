//! Placing: all or nothing, once.

use domain::{
    ids::{OrderId, Seq},
    money::Cents,
    order::Status,
    payment::PaymentStage,
};
use jiff::SignedDuration;
use store::{GiftCardHold, LimitedCode, NewCheckout, PlaceCheckoutError, SettleEvent, Store};
use testkit::{order, store_contract};

use super::{minute, placed, settle, waiting};

const CARD: [u8; 32] = [9; 32];

/// An order that a gift card of 50 € is to pay a part of, or all, and no less of it than this.
fn held(amount: i64, least: i64, session: u8) -> NewCheckout {
    let hold = GiftCardHold { card: CARD, balance: Cents(5000), amount: Cents(amount), least: Cents(least) };
    let is_paid = amount == 2690;
    NewCheckout {
        gift_card: Some(hold),
        stage: if is_paid { PaymentStage::Paid(None) } else { PaymentStage::Waiting },
        schedule: is_paid.then(|| order::schedule(Some(minute(45)))),
        ..waiting(session)
    }
}

fn with_code(session: u8) -> NewCheckout {
    NewCheckout {
        codes: vec![LimitedCode { code: "kerran".to_owned(), limit: 1, is_benefit: false, held_until: None }],
        ..waiting(session)
    }
}

async fn uses(db: &Store) -> Option<u32> {
    db.checkouts().code_uses(&["kerran".to_owned()]).await.unwrap().get("kerran").copied()
}

store_contract!(an_unpaid_order_is_no_order_of_the_kitchen, |db| async move {
    let checkout = placed(&db, waiting(1)).await;
    assert_eq!(
        (checkout.payment.stage, checkout.due, checkout.payment.tries.len()),
        (PaymentStage::Waiting, Cents(2690), 1)
    );
    assert!(db.orders().by_id(checkout.id).await.unwrap().is_none());
    let read = db.checkouts().by_id(checkout.id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{checkout:?}"), "what is answered is what is read back");
    assert_eq!(db.checkouts().by_session(crate::session(1)).await.unwrap().unwrap().id, checkout.id);
    assert!(db.checkouts().by_session(crate::session(2)).await.unwrap().is_none());
    assert!(db.has_orders().await.unwrap(), "its link was made with the secret");
});

store_contract!(numbers_are_those_of_all_orders, |db| async move {
    let first = placed(&db, waiting(1)).await.id;
    let registered = db.orders().register(order::delivery(12)).await.unwrap().order_id;
    let second = db.checkouts().place(waiting(2)).await.unwrap().id;
    assert_eq!([registered.0 - first.0, second.0 - registered.0], [1, 1]);
});

store_contract!(what_is_not_paid_here_is_made_at_once, |db| async move {
    let schedule = order::schedule(Some(minute(45)));
    let new = NewCheckout { stage: PaymentStage::OnSite, schedule: Some(schedule), first_try: None, ..waiting(1) };
    let checkout = placed(&db, new).await;
    let made = db.orders().by_id(checkout.id).await.unwrap().unwrap();
    assert_eq!((made.seq, made.status, made.history.len()), (Seq(0), Status::Received, 1));
    assert_eq!((made.items, made.customer), (vec![order::pizza()], order::customer()));
    assert_eq!(made.payment.method.as_deref(), Some("scheme"));
    assert_eq!((made.key_salt, made.promised_at), ([1; 16], schedule.promised_at));
    assert_eq!(checkout.payment.received_at, Some(order::noon()));
});

// spec: CK-09
store_contract!(the_same_within_seconds_is_a_mistake, |db| async move {
    placed(&db, waiting(1)).await;
    let after = |millis| {
        let placed_at = order::noon() + SignedDuration::from_millis(millis);
        NewCheckout { placed_at, content: [1; 32], ..waiting(2) }
    };
    let refused = db.checkouts().place(after(9_999)).await;
    let until = order::noon() + SignedDuration::from_secs(10);
    assert!(matches!(refused, Err(PlaceCheckoutError::Duplicate { until: at }) if at == until), "{refused:?}");
    let other = NewCheckout { first_try: None, content: [8; 32], ..after(9_999) };
    assert!(db.checkouts().place(other).await.is_ok(), "another order");
    let own_key = NewCheckout { first_try: None, duplicate_within: None, ..after(9_999) };
    assert!(db.checkouts().place(own_key).await.is_ok(), "with a key of its own");
    let later = NewCheckout { placed_at: order::noon() + SignedDuration::from_secs(20), ..after(0) };
    assert!(db.checkouts().place(later).await.is_ok());
});

store_contract!(two_at_once_with_one_content_are_one_order, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let mut tasks = Vec::new();
    for session in 1..=20 {
        let db = db.clone();
        let new = NewCheckout { content: [5; 32], ..waiting(session) };
        tasks.push(tokio::spawn(async move { db.checkouts().place(new).await.is_ok() }));
    }
    let mut taken = 0;
    for task in tasks {
        taken += usize::from(task.await.unwrap());
    }
    assert_eq!(taken, 1);
});

store_contract!(of_a_hundred_with_one_code_one_is_taken, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let mut tasks = Vec::new();
    for session in 1..=100 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move { db.checkouts().place(with_code(session)).await }));
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
        rows += usize::from(db.checkouts().by_id(OrderId(id)).await.unwrap().is_some());
    }
    assert_eq!(rows, 1, "nothing of the others stands");
});

store_contract!(a_gift_card_pays_what_is_left_on_it, |db| async move {
    let first = placed(&db, held(2690, 2690, 1)).await;
    assert_eq!((first.due, first.payment.stage, first.payment.tries.len()), (Cents(0), PaymentStage::Paid(None), 0));
    let short = db.checkouts().place(held(2690, 2690, 2)).await;
    assert!(matches!(short, Err(PlaceCheckoutError::GiftCardShort { left: Cents(2310) })), "{short:?}");
    assert_eq!(db.checkouts().gift_card_gone(CARD).await.unwrap(), Cents(2690));
    // Read again where it is placed: the rest is to be paid by a try.
    let second = db.checkouts().place(held(2690, 2310, 3)).await.unwrap();
    assert_eq!(
        (second.due, second.payment.stage, second.payment.received_at),
        (Cents(380), PaymentStage::Waiting, None)
    );
    assert_eq!(second.payment.tries.iter().map(|tried| tried.amount).collect::<Vec<_>>(), [Cents(380)]);
    assert!(db.orders().by_id(second.id).await.unwrap().is_none(), "no kitchen knows it");
    let read = db.checkouts().by_id(second.id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{second:?}"), "what is answered is what is read back");
    let empty = db.checkouts().place(held(1000, 0, 4)).await;
    assert!(matches!(empty, Err(PlaceCheckoutError::GiftCardShort { left: Cents(0) })), "{empty:?}");
    assert_eq!(db.checkouts().gift_card_gone(CARD).await.unwrap(), Cents(5000));
    settle(&db, second.id, SettleEvent::Cancel).await;
    assert_eq!(db.checkouts().gift_card_gone(CARD).await.unwrap(), Cents(2690), "what it held comes back");
});

store_contract!(many_who_draw_on_one_gift_card_at_once_take_all_of_it_and_no_more, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let tasks = (1..=8).map(|session| {
        let db = db.clone();
        tokio::spawn(async move { db.checkouts().place(held(2690, 0, session)).await })
    });
    let mut held = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Ok(checkout) => held.push(2690 - checkout.due.0),
            Err(error) => assert!(matches!(error, PlaceCheckoutError::GiftCardShort { left: Cents(0) }), "{error:?}"),
        }
    }
    held.sort_unstable();
    assert_eq!((held, db.checkouts().gift_card_gone(CARD).await.unwrap()), (vec![2310, 2690], Cents(5000)));
});
