//! What members own: held by orders, used, given back, void.

use domain::{loyalty::BenefitUse, order::Status, payment::PaymentStage};
use store::{LimitedCode, NewCheckout, PlaceCheckoutError, Settle, SettleEvent};
use testkit::{checkout::new_try, loyalty::give, store_contract};

use super::{account, basis, hour, member, new_order, place, report, seen, settled};

const PIZZA: &str = "7q2m9x4t8w300";

/// The same with a benefit.
fn with(mut new: NewCheckout, code: &str) -> NewCheckout {
    new.codes = vec![LimitedCode { code: code.to_owned(), limit: 1, is_benefit: true, held_until: None }];
    new
}

fn waiting_with(of: domain::ids::CustomerId, number: u8) -> NewCheckout {
    let new = new_order(of, number, PaymentStage::Waiting, &[(1, 1)]);
    with(NewCheckout { schedule: None, first_try: Some(new_try(number)), ..new }, PIZZA)
}

async fn state(db: &store::Store, of: domain::ids::CustomerId, at: i64) -> BenefitUse {
    settled(db, of, at).await.account.benefits[0].state
}

store_contract!(an_order_holds_a_benefit_and_gives_it_back_without_a_row, |db| async move {
    let aino = member(&db, "aino").await;
    give(db.url(), PIZZA, Some(aino), "freePizza").await;
    let order = place(&db, waiting_with(aino, 1)).await;
    assert_eq!(state(&db, aino, 2).await, BenefitUse::Held(order));
    let again = db.checkouts().place(waiting_with(aino, 2)).await.unwrap_err();
    assert!(matches!(again, PlaceCheckoutError::LimitReached { .. }), "{again}");
    db.checkouts().settle(Settle { order, event: SettleEvent::Expire, now: hour(2) }).await.unwrap();
    let record = settled(&db, aino, 3).await;
    assert_eq!((record.account.benefits[0].state, seen(&record).len()), (BenefitUse::Unused, 0));
});

store_contract!(a_confirmed_order_uses_it_and_a_cancelled_one_gives_it_back, |db| async move {
    let aino = member(&db, "aino").await;
    give(db.url(), PIZZA, Some(aino), "freePizza").await;
    let order = place(&db, with(new_order(aino, 1, PaymentStage::Paid(None), &[]), PIZZA)).await;
    let record = settled(&db, aino, 2).await;
    assert_eq!(record.account.benefits[0].state, BenefitUse::Used(order));
    assert_eq!((seen(&record), record.used_at.len()), (vec![("benefit_use", 0, 0)], 1));
    report(&db, order, Status::Cancelled).await;
    db.checkouts().settle(Settle { order, event: SettleEvent::Reject, now: hour(3) }).await.unwrap();
    let record = settled(&db, aino, 3).await;
    assert_eq!(record.account.benefits[0].state, BenefitUse::Unused);
    assert_eq!(seen(&record), [("benefit_use", 0, 0), ("benefit_add", 0, 0)]);
    let next = place(&db, with(new_order(aino, 2, PaymentStage::Paid(None), &[]), PIZZA)).await;
    assert_eq!(state(&db, aino, 4).await, BenefitUse::Used(next));
});

store_contract!(an_order_of_another_uses_its_owners_benefit, |db| async move {
    let aino = member(&db, "aino").await;
    let eino = account(&db, "eino").await;
    give(db.url(), PIZZA, Some(aino), "freePizza").await;
    let order = place(&db, with(new_order(eino, 1, PaymentStage::Paid(None), &[]), PIZZA)).await;
    assert_eq!(state(&db, aino, 2).await, BenefitUse::Used(order));
    report(&db, order, Status::Cancelled).await;
    db.checkouts().settle(Settle { order, event: SettleEvent::Reject, now: hour(3) }).await.unwrap();
    assert_eq!(state(&db, aino, 4).await, BenefitUse::Unused);
    assert_eq!(settled(&db, aino, 5).await.rows, settled(&db, aino, 4).await.rows);
});

store_contract!(no_order_is_placed_with_what_is_void_used_or_past, |db| async move {
    let aino = member(&db, "aino").await;
    for (change, number) in [
        ("UPDATE loyalty_benefits SET voided_at = given_at WHERE id > 0 RETURNING code", 1),
        ("UPDATE loyalty_benefits SET used_order_id = 7, voided_at = NULL WHERE id > 0 RETURNING code", 2),
        ("UPDATE loyalty_benefits SET used_order_id = NULL, valid_until = given_at WHERE id > 0 RETURNING code", 3),
    ] {
        if number == 1 {
            give(db.url(), PIZZA, Some(aino), "freePizza").await;
        }
        assert_eq!(db.texts(change).await, [PIZZA]);
        let new = with(new_order(aino, number, PaymentStage::Paid(None), &[]), PIZZA);
        let refused = db.checkouts().place(new).await.unwrap_err();
        assert!(matches!(refused, PlaceCheckoutError::LimitReached { .. }), "{change}: {refused}");
        assert_eq!(db.loyalty().usable(&[PIZZA], hour(2)).await.unwrap(), [], "{change}");
    }
    assert!(db.checkouts().code_uses(&[PIZZA.to_owned()]).await.unwrap().is_empty());
    assert_eq!(state(&db, aino, 3).await, BenefitUse::Deprecated, "what is past is out of the list");
});

store_contract!(leaving_voids_what_is_unused, |db| async move {
    let aino = member(&db, "aino").await;
    give(db.url(), PIZZA, Some(aino), "freePizza").await;
    assert!(db.customers().leave(aino, basis(2), None).await.unwrap());
    assert!(!db.customers().leave(aino, basis(2), None).await.unwrap(), "who is no member leaves nothing");
    let record = settled(&db, aino, 3).await;
    assert_eq!((record.account.card.joined_at, record.account.benefits[0].state), (None, BenefitUse::Deprecated));
    assert_eq!(seen(&record), [("benefit_deprecated", 0, 0)]);
});
