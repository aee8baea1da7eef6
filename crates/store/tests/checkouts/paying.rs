//! Paying: once, whatever is said how often and in which order.

use domain::{
    ids::{OrderId, Rev, Seq},
    money::Cents,
    order::Status,
    payment::{PaymentEffect, PaymentStage, PaymentState, TryNumber},
};
use store::{Duty, GiftCardHold, LimitedCode, NewCheckout, Settle, SettleError, SettleEvent, Store};
use testkit::{order, store_contract};

use super::{minute, new_try, payment_report, placed, session, settle, waiting};

const CARD: [u8; 32] = [4; 32];

/// With a code and a gift card, to see what comes back.
fn with_all(name: u8) -> NewCheckout {
    let hold = GiftCardHold { card: CARD, balance: Cents(1000), amount: Cents(1000), least: Cents(0) };
    let codes = vec![LimitedCode { code: "kerran".to_owned(), limit: 1, is_benefit: false, held_until: None }];
    NewCheckout { gift_card: Some(hold), codes, ..waiting(name) }
}

/// Uses of the code, and what is gone from the card.
async fn taken(db: &Store) -> (u32, i64) {
    let uses = db.checkouts().code_uses(&["kerran".to_owned()]).await.unwrap();
    (uses.get("kerran").copied().unwrap_or(0), db.checkouts().gift_card_gone(CARD).await.unwrap().0)
}

async fn duties(db: &Store) -> Vec<(Duty, u8)> {
    let due = db.checkouts().payment_duties(minute(60), minute(61), 100).await.unwrap();
    let mut duties: Vec<_> = due.iter().map(|duty| (duty.duty, name(duty.session))).collect();
    duties.sort_by_key(|(_, name)| *name);
    duties
}

/// The try whose money a provider is to send back, and how much.
async fn going_back(db: &Store, order: OrderId) -> Option<(u8, i64)> {
    let found = db.checkouts().pending_refund(order, 1).await.unwrap();
    found.map(|part| (name(part.session), part.amount.0))
}

fn name(of: domain::payment::SessionId) -> u8 {
    (0..=u8::MAX).find(|name| session(*name) == of).unwrap()
}

store_contract!(a_paid_order_is_the_kitchens_by_the_same_commit, |db| async move {
    let id = placed(&db, waiting(1)).await.id;
    let settled = settle(&db, id, payment_report(1, PaymentState::Paid, Some("e1"))).await;
    assert!(settled.moved && settled.is_made());
    assert_eq!(settled.checkout.payment.stage, PaymentStage::Paid(Some(TryNumber(1))));
    let made = db.orders().by_id(id).await.unwrap().unwrap();
    assert_eq!((made.seq, made.rev, made.status), (Seq(0), Rev(0), Status::Received));
    assert_eq!((made.placed_at, made.promised_at), (order::noon(), Some(minute(45))));
    assert_eq!((made.items, made.customer), (vec![order::pizza()], order::customer()));
    assert_eq!(made.history[0].at, minute(2), "it was received when it was paid");
    let read = db.checkouts().by_id(id).await.unwrap().unwrap();
    assert_eq!(format!("{read:?}"), format!("{:?}", settled.checkout));
});

store_contract!(fifty_notifications_make_one_order, |db| async move {
    let id = placed(&db, with_all(1)).await.id;
    let mut tasks = Vec::new();
    for n in 0..50 {
        let db = db.clone();
        let event = format!("e{}", n % 25);
        tasks.push(tokio::spawn(
            async move { settle(&db, id, payment_report(1, PaymentState::Paid, Some(&event))).await },
        ));
    }
    let (mut moved, mut made) = (0, 0);
    for task in tasks {
        let settled = task.await.unwrap();
        moved += usize::from(settled.moved);
        made += usize::from(settled.is_made());
    }
    assert_eq!((moved, made, taken(&db).await), (1, 1, (1, 1000)));
    assert_eq!(db.orders().by_id(id).await.unwrap().unwrap().history.len(), 1);
});

store_contract!(a_known_event_is_nothing_even_where_it_would_move, |db| async move {
    let id = placed(&db, waiting(1)).await.id;
    assert!(settle(&db, id, payment_report(1, PaymentState::Failed, Some("e1"))).await.moved);
    assert!(!settle(&db, id, payment_report(1, PaymentState::Paid, Some("e1"))).await.moved);
    assert!(!settle(&db, id, payment_report(1, PaymentState::Failed, Some("e2"))).await.moved);
    assert!(
        settle(&db, id, payment_report(1, PaymentState::Paid, Some("e2"))).await.moved,
        "what changed nothing was not noted"
    );
});

store_contract!(of_two_orders_with_one_event_at_once_one_moves, |db| async move {
    for round in 0..10_u8 {
        let (one, other) = (2 * round + 1, 2 * round + 2);
        let mut ids = Vec::new();
        for name in [one, other] {
            ids.push((name, placed(&db, waiting(name)).await.id));
        }
        let event = format!("event-{round}");
        let said = ids.iter().map(|(name, id)| {
            let (db, word) = (db.clone(), payment_report(*name, PaymentState::Paid, Some(&event)));
            let id = *id;
            tokio::spawn(async move { settle(&db, id, word).await })
        });
        let mut moved = 0;
        for settled in said.collect::<Vec<_>>() {
            moved += usize::from(settled.await.unwrap().moved);
        }
        let mut paid = 0;
        for (_, id) in ids {
            let (stage, made) = (
                db.checkouts().by_id(id).await.unwrap().unwrap().payment.stage,
                db.orders().by_id(id).await.unwrap().is_some(),
            );
            assert_eq!(stage.is_made(), made);
            paid += usize::from(made);
        }
        assert_eq!((moved, paid), (1, 1), "round {round}");
    }
});

store_contract!(what_expires_gives_back_what_it_took, |db| async move {
    let id = placed(&db, with_all(1)).await.id;
    assert_eq!(taken(&db).await, (1, 1000));
    for event in [SettleEvent::Expire, SettleEvent::Expire, SettleEvent::Cancel] {
        settle(&db, id, event).await;
        assert_eq!(taken(&db).await, (0, 0));
    }
    let checkout = db.checkouts().by_id(id).await.unwrap().unwrap();
    assert_eq!((checkout.payment.stage, checkout.payment.ended_at), (PaymentStage::Ended, Some(minute(2))));
    let second = db.checkouts().place(with_all(2)).await.unwrap().id;
    settle(&db, id, SettleEvent::Expire).await;
    assert_eq!(taken(&db).await, (1, 1000), "what the second one took is its own");
    settle(&db, second, SettleEvent::Cancel).await;
    assert_eq!(taken(&db).await, (0, 0));
});

store_contract!(money_for_what_has_ended_goes_back, |db| async move {
    let id = placed(&db, with_all(1)).await.id;
    settle(&db, id, SettleEvent::Cancel).await;
    assert_eq!(duties(&db).await, [(Duty::Close, 1)]);
    let late = settle(&db, id, payment_report(1, PaymentState::Paid, Some("e1"))).await;
    assert_eq!(
        (late.checkout.payment.stage, late.effects),
        (PaymentStage::Ended, vec![PaymentEffect::Refund(TryNumber(1))])
    );
    assert!(db.orders().by_id(id).await.unwrap().is_none());
    assert_eq!((going_back(&db, id).await, taken(&db).await), (Some((1, 1690)), (0, 0)), "what the card left to pay");
});

store_contract!(a_second_try_is_paid_once, |db| async move {
    let id = placed(&db, waiting(1)).await.id;
    settle(&db, id, payment_report(1, PaymentState::Failed, Some("e1"))).await;
    let started = settle(&db, id, SettleEvent::Start(new_try(2))).await;
    assert_eq!((started.moved, started.checkout.payment.tries.len()), (true, 2));
    settle(&db, id, payment_report(2, PaymentState::Paid, Some("e2"))).await;
    assert_eq!(db.checkouts().by_id(id).await.unwrap().unwrap().payment.stage, PaymentStage::Paid(Some(TryNumber(2))));
    let twice = settle(&db, id, payment_report(1, PaymentState::Paid, Some("e3"))).await;
    assert_eq!(twice.effects, [PaymentEffect::Refund(TryNumber(1))]);
    assert_eq!(going_back(&db, id).await, Some((1, 2690)));
    assert_eq!(db.orders().by_id(id).await.unwrap().unwrap().history.len(), 1);
    assert!(!settle(&db, id, SettleEvent::Start(new_try(3))).await.moved, "nothing is left to pay");
});

store_contract!(a_rejected_order_gives_all_back, |db| async move {
    let id = placed(&db, with_all(1)).await.id;
    settle(&db, id, payment_report(1, PaymentState::Paid, None)).await;
    for _ in 0..2 {
        let rejected = settle(&db, id, SettleEvent::Reject).await;
        assert_eq!(rejected.checkout.payment.stage, PaymentStage::Rejected);
    }
    assert_eq!((going_back(&db, id).await, taken(&db).await), (Some((1, 1690)), (0, 0)), "what the card left to pay");
    assert!(db.orders().by_id(id).await.unwrap().is_some());
});

store_contract!(two_who_pay_and_give_up_at_once_agree, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    for name in 1..=20 {
        let id = placed(&db, waiting(name)).await.id;
        let (one, other) = (db.clone(), db.clone());
        let pays = tokio::spawn(async move { settle(&one, id, payment_report(name, PaymentState::Paid, None)).await });
        let ends = tokio::spawn(async move { settle(&other, id, SettleEvent::Expire).await });
        let (pays, ends) = (pays.await.unwrap(), ends.await.unwrap());
        let checkout = db.checkouts().by_id(id).await.unwrap().unwrap();
        let is_made = db.orders().by_id(id).await.unwrap().is_some();
        assert_eq!(is_made, checkout.payment.stage.is_made());
        assert_eq!((pays.is_made(), ends.moved), (is_made, !is_made));
        assert_eq!(pays.effects.contains(&PaymentEffect::Refund(TryNumber(1))), !is_made);
    }
});

store_contract!(nothing_happens_to_what_is_not_there, |db| async move {
    let id = placed(&db, waiting(1)).await.id;
    let other = Settle { order: id, event: payment_report(2, PaymentState::Paid, None), now: minute(2) };
    assert!(matches!(db.checkouts().settle(other).await, Err(SettleError::NoSession)));
    let gone = Settle { order: OrderId(99), event: SettleEvent::Cancel, now: minute(2) };
    assert!(matches!(db.checkouts().settle(gone).await, Err(SettleError::NotFound)));
});
