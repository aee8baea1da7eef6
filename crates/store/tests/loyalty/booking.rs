//! What orders bring is booked by whoever looks, once.

use domain::{order::Status, payment::PaymentStage};
use futures_util::future::join_all;
use store::{RefundAsked, Settle, SettleEvent};
use testkit::store_contract;

use super::{accepted, account, basis, figures, hour, member, new_order, place, report, seen, settled};

// spec: LO-01, LO-26
store_contract!(an_order_is_booked_once_it_is_past_received, |db| async move {
    let aino = member(&db, "aino").await;
    let order = place(&db, new_order(aino, 1, PaymentStage::Paid(None), &[(2, 2), (0, 3)])).await;
    assert_eq!(figures(&settled(&db, aino, 2).await), (0, 0, 0), "a kitchen may still refuse it");
    report(&db, order, Status::Accepted).await;
    let record = settled(&db, aino, 3).await;
    assert_eq!((figures(&record), seen(&record)), ((4, 0, 1), vec![("slices_add", 4, 1)]));
    assert!(record.account.card.is_unlocked);
    let again = settled(&db, aino, 4).await;
    assert_eq!((again.rows, again.account), (record.rows, record.account), "what is booked is booked");
    assert_eq!(db.loyalty().unbooked(hour(0), 10).await.unwrap(), []);
});

store_contract!(who_looks_at_once_books_an_order_once, |db| async move {
    let aino = member(&db, "aino").await;
    accepted(&db, aino, 1, &[(1, 9)]).await;
    assert_eq!(db.loyalty().unbooked(hour(0), 10).await.unwrap(), [aino]);
    let store = db.store();
    let looks = (0..20).map(|_| settled(&store, aino, 2));
    for record in join_all(looks).await {
        assert_eq!((figures(&record), record.account.benefits.len()), ((9, 1, 2), 1));
    }
    assert_eq!(settled(&db, aino, 3).await.rows.len(), 5, "joined, welcomed, counted, converted, given");
});

store_contract!(what_is_cancelled_goes_again_and_so_does_the_pizza_that_it_paid_for, |db| async move {
    let aino = member(&db, "aino").await;
    accepted(&db, aino, 1, &[(1, 8)]).await;
    let second = accepted(&db, aino, 2, &[(2, 1)]).await;
    let record = settled(&db, aino, 2).await;
    let pizza = record.account.benefits[0].clone();
    assert_eq!((figures(&record), record.account.card.slices()), ((10, 1, 3), 1));
    let usable = db.loyalty().usable(&[pizza.code.as_str()], hour(2)).await.unwrap();
    assert_eq!((usable.len(), usable[0].owner, usable[0].kind.as_str()), (1, Some(aino), "freePizza"));
    report(&db, second, Status::Cancelled).await;
    let record = settled(&db, aino, 3).await;
    assert_eq!((figures(&record), record.account.card.slices()), ((8, 0, 2), 8));
    assert_eq!(seen(&record)[4..], [("slices_add", -2, -1), ("benefit_deprecated", 9, 0)]);
    assert_eq!(db.loyalty().usable(&[pizza.code.as_str()], hour(3)).await.unwrap(), []);
});

store_contract!(an_order_at_the_counter_counts_once_it_is_fetched, |db| async move {
    let aino = member(&db, "aino").await;
    let order = place(&db, new_order(aino, 1, PaymentStage::OnSite, &[(1, 2)])).await;
    report(&db, order, Status::Accepted).await;
    assert_eq!(figures(&settled(&db, aino, 2).await), (0, 0, 0), "its money is owed");
    report(&db, order, Status::Delivered).await;
    assert_eq!(figures(&settled(&db, aino, 3).await), (2, 0, 1));
});

store_contract!(what_all_money_went_back_of_counts_no_more, |db| async move {
    let aino = member(&db, "aino").await;
    let mut new = new_order(aino, 1, PaymentStage::Waiting, &[(2, 1)]);
    (new.schedule, new.first_try) = (None, Some(testkit::checkout::new_try(1)));
    let order = place(&db, new).await;
    let report_paid = store::PaymentReport {
        session: testkit::checkout::session(1),
        state: domain::payment::PaymentState::Paid,
        error_code: None,
        said: None,
        schedule: testkit::order::schedule(None),
    };
    let paid = Settle { order, event: SettleEvent::Report(report_paid), now: hour(1) };
    assert!(db.checkouts().settle(paid).await.unwrap().is_made());
    report(&db, order, Status::Accepted).await;
    assert_eq!(figures(&settled(&db, aino, 2).await), (2, 0, 1));
    let asked = |amount| RefundAsked {
        order,
        amount,
        reason: "kylmä".to_owned(),
        actor: domain::Actor::StaffToken,
        run: None,
        now: hour(3),
    };
    db.checkouts().refund(asked(Some(domain::money::Cents(100)))).await.unwrap();
    assert_eq!(figures(&settled(&db, aino, 3).await), (2, 0, 1), "a sum takes none");
    db.checkouts().refund(asked(None)).await.unwrap();
    assert_eq!(figures(&settled(&db, aino, 4).await), (0, 0, 0));
    assert_eq!(db.loyalty().unbooked(hour(0), 10).await.unwrap(), []);
});

store_contract!(orders_of_others_and_of_before_bring_nothing, |db| async move {
    let aino = member(&db, "aino").await;
    let eino = account(&db, "eino").await;
    accepted(&db, eino, 1, &[(1, 5)]).await;
    let mut early = new_order(aino, 2, PaymentStage::Paid(None), &[(1, 5)]);
    early.placed_at = hour(-1);
    let early = place(&db, early).await;
    report(&db, early, Status::Accepted).await;
    assert_eq!(figures(&settled(&db, aino, 2).await), (0, 0, 0));
    let record = settled(&db, eino, 2).await;
    assert_eq!((figures(&record), record.rows.len(), record.commitment), ((0, 0, 0), 0, None), "no member");
    assert_eq!(db.loyalty().unbooked(hour(-9), 10).await.unwrap(), []);
});

// spec: LO-05
store_contract!(slices_go_half_a_year_after_the_newest_order, |db| async move {
    let aino = member(&db, "aino").await;
    accepted(&db, aino, 1, &[(1, 7)]).await;
    settled(&db, aino, 2).await;
    let half_a_year = 24 * 182;
    assert_eq!(figures(&settled(&db, aino, half_a_year - 24 * 3).await), (7, 0, 2));
    let record = settled(&db, aino, half_a_year + 24).await;
    assert_eq!((figures(&record), seen(&record).last()), ((0, 0, 2), Some(&("slices_add", -7, 0))));
});

store_contract!(who_joined_before_there_were_cards_has_one_since_then, |db| async move {
    let aino = member(&db, "aino").await;
    db.texts("DELETE FROM loyalty_rows WHERE id > 0 RETURNING kind").await;
    db.texts("DELETE FROM loyalty_members WHERE customer_id > 0 RETURNING 'gone'").await;
    db.texts("DELETE FROM wheel_seeds WHERE customer_id > 0 RETURNING 'gone'").await;
    accepted(&db, aino, 1, &[(1, 3)]).await;
    let record = settled(&db, aino, 2).await;
    assert_eq!((figures(&record), record.account.card.joined_at), ((3, 0, 1), Some(hour(0))));
    assert!(record.shows_welcome && record.commitment.is_some());
});

store_contract!(who_was_erased_has_nothing, |db| async move {
    let aino = member(&db, "aino").await;
    db.texts("UPDATE customers SET erased_at = created_at WHERE id > 0 RETURNING 'erased'").await;
    assert!(db.loyalty().settle(aino, basis(2)).await.unwrap().is_none());
});
