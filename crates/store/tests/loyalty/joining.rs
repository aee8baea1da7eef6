//! Joining: once, whatever comes at once.

use futures_util::future::join_all;
use store::LoyaltyModal;
use testkit::store_contract;

use super::{account, basis, figures, hour, joining, seen, settled};

// spec: LO-06
store_contract!(of_twenty_that_join_at_once_one_brings_the_bonus, |db| async move {
    let aino = account(&db, "aino").await;
    let store = db.store();
    let mut rules = testkit::loyalty::basis(hour(0));
    rules.rules.welcome = vec![(2, 1)];
    let joins = (0..20).map(|_| store.customers().change(joining(aino, rules.clone())));
    for joined in join_all(joins).await {
        joined.unwrap();
    }
    let record = settled(&db, aino, 1).await;
    assert_eq!((figures(&record), seen(&record)), ((2, 0, 1), vec![("slices_add", 2, 1)]));
    assert!(record.shows_welcome && !record.shows_prize);
    assert!(store.customers().leave(aino, basis(2), None).await.unwrap());
    store.customers().change(joining(aino, rules)).await.unwrap();
    let record = settled(&db, aino, 3).await;
    assert_eq!(figures(&record), (0, 0, 0), "once per account");
});

// spec: LO-29, WH-17
store_contract!(a_member_is_shown_something_until_they_close_it, |db| async move {
    let aino = account(&db, "aino").await;
    let loyalty = db.loyalty();
    assert!(!loyalty.show(aino, LoyaltyModal::Prize, true).await.unwrap(), "no member");
    db.customers().change(joining(aino, basis(0))).await.unwrap();
    for (modal, is_shown) in [(LoyaltyModal::Welcome, false), (LoyaltyModal::Prize, true)] {
        assert!(loyalty.show(aino, modal, is_shown).await.unwrap());
    }
    let record = settled(&db, aino, 1).await;
    assert_eq!((record.shows_welcome, record.shows_prize), (false, true));
});
