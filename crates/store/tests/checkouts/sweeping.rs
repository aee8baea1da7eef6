//! What is done whatever becomes of the node that was to do it.

use domain::{money::Cents, order::Status, payment::PaymentState};
use store::{Append, Duty, NewCheckout, OpenTry, PendingRefund, SettleEvent};
use testkit::{order::report, store_contract};

use super::{minute, payment_report, placed, session, settle, waiting};

store_contract!(unpaid_orders_are_found_when_their_time_is_over, |db| async move {
    let first = placed(&db, waiting(1)).await.id;
    let second = placed(&db, NewCheckout { pays_until: minute(20), ..waiting(2) }).await.id;
    let paid = placed(&db, waiting(3)).await.id;
    settle(&db, paid, payment_report(3, PaymentState::Paid, None)).await;
    let waits = async |now| db.checkouts().any_due(minute(now), minute(0)).await.unwrap();
    assert!(!waits(0).await && waits(1).await, "tries are looked at from the first minute on");
    assert_eq!(db.checkouts().unpaid_since(minute(19), 10).await.unwrap(), []);
    assert_eq!(db.checkouts().unpaid_since(minute(30), 10).await.unwrap(), [second, first]);
    assert_eq!(db.checkouts().unpaid_since(minute(30), 1).await.unwrap(), [second]);
    settle(&db, second, SettleEvent::Expire).await;
    assert_eq!(db.checkouts().unpaid_since(minute(30), 10).await.unwrap(), [first]);
});

store_contract!(an_order_that_a_kitchen_cancelled_is_found_once, |db| async move {
    let order = placed(&db, waiting(1)).await.id;
    settle(&db, order, payment_report(1, PaymentState::Paid, None)).await;
    assert_eq!(db.checkouts().cancelled(minute(0), 10).await.unwrap(), []);
    let cancelled = Append { note: Some("Uuni hajosi.".to_owned()), ..report(order, Status::Cancelled) };
    db.orders().append(cancelled).await.unwrap();
    assert!(db.checkouts().any_due(minute(0), minute(-1)).await.unwrap());
    assert_eq!(db.checkouts().cancelled(minute(0), 10).await.unwrap(), [order]);
    settle(&db, order, SettleEvent::Reject).await;
    assert_eq!(db.checkouts().cancelled(minute(0), 10).await.unwrap(), []);
});

store_contract!(an_open_try_is_asked_about_now_and_then, |db| async move {
    let order = placed(&db, waiting(1)).await.id;
    let open = async |now| db.checkouts().open_tries(minute(now), minute(now + 5), 10).await.unwrap();
    assert_eq!(open(0).await, []);
    assert_eq!(open(1).await, [OpenTry { order, session: session(1) }]);
    assert_eq!(open(2).await, [], "somebody asks already");
    assert_eq!(open(6).await.len(), 1);
    settle(&db, order, payment_report(1, PaymentState::Failed, None)).await;
    assert_eq!(open(60).await, []);
});

store_contract!(a_duty_is_given_until_it_is_done, |db| async move {
    let order = placed(&db, waiting(1)).await.id;
    settle(&db, order, SettleEvent::Cancel).await;
    let due = async |now| db.checkouts().payment_duties(minute(now), minute(now + 5), 10).await.unwrap();
    let first = due(2).await;
    assert_eq!((first.len(), first[0].duty, first[0].tries), (1, Duty::Close, 1));
    assert_eq!(due(3).await, []);
    db.checkouts().postpone_payment_duty(session(1), Duty::Close, minute(4)).await.unwrap();
    assert_eq!(due(4).await[0].tries, 2);
    settle(&db, order, payment_report(1, PaymentState::Paid, None)).await;
    db.checkouts().payment_duty_done(session(1), Duty::Close).await.unwrap();
    assert_eq!(due(60).await, []);
    let back = PendingRefund { session: session(1), amount: Cents(2690) };
    assert_eq!(
        db.checkouts().pending_refund(order, 1).await.unwrap(),
        Some(back),
        "that it was closed does not refund it"
    );
    assert!(
        db.checkouts().refund_done(order, 1, minute(9)).await.unwrap()
            && !db.checkouts().refund_done(order, 1, minute(9)).await.unwrap()
    );
    assert_eq!(db.checkouts().pending_refund(order, 1).await.unwrap(), None);
    assert_eq!(db.checkouts().by_id(order).await.unwrap().unwrap().payment.tries[0].state, PaymentState::Refunded);
});

store_contract!(what_is_known_of_people_goes_some_time_after_the_end, |db| async move {
    let (unpaid, paid) = (placed(&db, waiting(1)).await.id, placed(&db, waiting(2)).await.id);
    let open = placed(&db, waiting(3)).await.id;
    settle(&db, unpaid, SettleEvent::Expire).await;
    settle(&db, paid, payment_report(2, PaymentState::Paid, None)).await;
    db.orders().append(report(paid, Status::Delivered)).await.unwrap();
    let known = async |order| db.checkouts().papers(order).await.unwrap().is_some();
    let later = minute(60 * 24 * 30);
    assert_eq!(db.forget_people_who_never_paid(minute(2)).await.unwrap(), 0);
    assert!(known(unpaid).await && known(paid).await && known(open).await);
    assert_eq!(db.forget_people_who_never_paid(minute(3)).await.unwrap(), 1);
    assert_eq!(db.forget_people(minute(60 * 24), later).await.unwrap(), 1);
    assert!(!known(unpaid).await && !known(paid).await && known(open).await);
    assert_eq!(db.checkouts().by_id(unpaid).await.unwrap().unwrap().grand_total.0, 2690, "the sums stay");
});
