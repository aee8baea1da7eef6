//! Leaving the programme.

use super::*;
use crate::wheel::PrizeType;

#[test]
fn leaving_takes_slices_spins_and_unused_benefits() {
    let mut member = Member::with(8, 2);
    member.counts(1, &[(2, 1)]);
    member.spins(PrizeType::FreeDip);
    let dip = member.uses_newest(7);
    let change = member.leaves();
    assert_eq!(seen(&change), [("slices_add", -1, -2, "left"), ("benefit_deprecated", 0, 0, "left")]);
    assert_eq!((member.figures(), member.usable()), ((0, 0, 0), 0));
    assert_eq!(member.state(&dip), BenefitUse::Used(OrderId(7)));
    let card = &member.account.card;
    assert_eq!((card.joined_at, card.expires_at(&member.rules)), (None, None));
    assert!(card.is_unlocked, "once ended, the lock stays so");
    assert!(member.leaves().is_nothing());
}

#[test]
fn an_order_of_a_card_that_was_left_takes_nothing_off() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(2, 3)]);
    member.leaves();
    member.now = at("2026-06-02T09:00:00Z");
    member.change(|account, view, code| account.join(view, 0, code));
    member.counts(2, &[(1, 3)]);
    member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(member.figures(), (3, 0, 1));
}

#[test]
fn who_left_earns_nothing_and_joins_without_their_debt() {
    let mut member = Member::with(8, 2);
    member.counts(1, &[(1, 1)]);
    member.uses_newest(5);
    member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(member.account.card.balance(), -1);
    let change = member.leaves();
    assert_eq!(seen(&change), [("slices_add", 1, -2, "left")]);
    assert!(member.counts(2, &[(1, 3)]).is_nothing());
}
