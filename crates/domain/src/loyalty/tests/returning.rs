//! What takes slices back, and gives benefits back.

use super::*;
use crate::wheel::PrizeType;

const ALL: [OrderEnding; 5] = [
    OrderEnding::CancelledByShop,
    OrderEnding::CancelledByCustomer,
    OrderEnding::Refunded,
    OrderEnding::ChargedBack,
    OrderEnding::RefundedUndelivered,
];

#[test]
fn each_ending_takes_back_what_the_order_brought_once() {
    for ending in ALL {
        let mut member = Member::with(4, 1);
        let before = member.figures();
        member.counts(1, &[(1, 1), (2, 1)]);
        assert_eq!(member.figures(), (7, 0, 2));
        member.ends(1, ending);
        assert_eq!(member.figures(), before, "{ending:?}");
        assert!(member.ends(1, ending).is_nothing(), "{ending:?}: again is nothing more");
        assert!(member.counts(1, &[(1, 1), (2, 1)]).is_nothing(), "{ending:?}: it does not count again");
    }
}

#[test]
fn an_order_counts_once() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(2, 2)]);
    assert!(member.counts(1, &[(2, 2)]).is_nothing());
    assert_eq!(member.figures(), (4, 0, 1));
}

#[test]
fn an_order_that_ended_before_it_counted_never_counts() {
    let mut member = Member::with(0, 0);
    let change = member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!((change.rows.len(), seen(&change).len()), (1, 0));
    assert!(member.counts(1, &[(2, 2)]).is_nothing());
}

#[test]
fn an_order_from_before_joining_never_counts() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 0);
    let slices = brought(&[(2, 2)]);
    let placed_at = at("2026-06-01T08:59:59Z");
    let change = member.change(|account, view, code| {
        account.count_order(view, CountedOrder { order: OrderId(1), placed_at, slices: &slices }, code)
    });
    assert!(change.is_nothing());
    let mut nobody = Member::new("2026-06-01T09:00:00Z");
    assert!(nobody.counts(1, &[(2, 2)]).is_nothing() && nobody.ends(1, OrderEnding::Refunded).is_nothing());
}

#[test]
fn a_line_gives_its_units_slices_back_once_per_unit() {
    let lines = [(1, 3), (2, 1), (0, 4)];
    let mut member = Member::with(0, 0);
    member.counts(1, &lines);
    assert_eq!(seen(&member.returns_line(1, &lines, 0, 2)), [("slices_add", -2, 0, "refund")]);
    assert_eq!(seen(&member.returns_line(1, &lines, 0, 2)), [("slices_add", -1, 0, "refund")], "one unit is left");
    assert!(member.returns_line(1, &lines, 0, 1).is_nothing());
    assert!(member.returns_line(1, &lines, 2, 4).is_nothing() && member.returns_line(1, &lines, 9, 1).is_nothing());
    assert_eq!(member.figures(), (2, 0, 1));
    assert_eq!(seen(&member.ends(1, OrderEnding::Refunded)), [("slices_add", -2, -1, "refund")], "what is left");
    assert!(member.returns_line(1, &lines, 1, 1).is_nothing());
    assert_eq!(member.figures(), (0, 0, 0));
}

#[test]
fn units_whose_money_went_back_before_the_order_counted_bring_nothing() {
    let lines = [(1, 3), (2, 1)];
    let mut member = Member::with(0, 0);
    member.returns_line(1, &lines, 0, 2);
    member.counts(1, &lines);
    assert_eq!(member.figures(), (3, 0, 1));
    assert!(!member.returns_line(1, &lines, 0, 5).is_nothing());
    assert_eq!(member.figures(), (2, 0, 1));
}

#[test]
fn free_units_of_a_line_have_nothing_to_give_back() {
    let slices = OrderSlices(vec![LineSlices { of_unit: 1, units: 3, free_units: 2 }]);
    let mut member = Member::with(0, 0);
    let placed_at = member.now;
    member.change(|account, view, code| {
        account.count_order(view, CountedOrder { order: OrderId(1), placed_at, slices: &slices }, code)
    });
    member.change(|account, view, _| account.return_line(view, OrderId(1), &slices, 0, 3));
    assert_eq!(member.figures(), (0, 0, 0));
}

#[test]
fn a_line_that_goes_back_voids_the_newest_pizza_that_its_slices_paid() {
    let lines = [(2, 9)];
    let mut member = Member::with(0, 0);
    member.counts(1, &lines);
    let codes: Vec<_> = member.account.benefits.iter().map(|one| one.code.clone()).collect();
    member.returns_line(1, &lines, 0, 1);
    assert_eq!((member.figures().0, member.figures().1), (16, 1));
    assert_eq!([&codes[0], &codes[1]].map(|code| member.state(code)), [BenefitUse::Unused, BenefitUse::Deprecated]);
}

#[test]
fn the_shops_cancellation_gives_benefits_back_for_two_weeks_at_least_once() {
    let mut member = Member::with(9, 0);
    member.now = at("2026-08-29T12:00:00+03:00");
    let code = member.uses_newest(5);
    let change = member.ends(5, OrderEnding::CancelledByShop);
    assert_eq!(seen(&change), [("benefit_add", 0, 0, "returned")]);
    assert_eq!(change.changed[0].valid_until, at("2026-09-12T23:59:59+03:00"));
    assert!(member.ends(5, OrderEnding::CancelledByShop).is_nothing());
    // Another order with it, cancelled too: the benefit returns, and is good for no longer.
    member.now = at("2026-09-10T12:00:00+03:00");
    assert_eq!(member.uses_newest(6), code);
    let change = member.ends(6, OrderEnding::CancelledByShop);
    assert_eq!(change.changed[0].valid_until, at("2026-09-12T23:59:59+03:00"));
    assert_eq!(member.state(&code), BenefitUse::Unused);
}

#[test]
fn a_benefit_that_is_good_for_longer_keeps_its_end() {
    let mut member = Member::with(9, 0);
    member.uses_newest(5);
    let change = member.ends(5, OrderEnding::CancelledByShop);
    assert_eq!(change.changed[0].valid_until, at("2026-08-30T23:59:59+03:00"));
    // That was no extension, so the next one still is.
    member.now = at("2026-08-29T12:00:00+03:00");
    member.uses_newest(6);
    let change = member.ends(6, OrderEnding::CancelledByShop);
    assert_eq!(change.changed[0].valid_until, at("2026-09-12T23:59:59+03:00"));
}

#[test]
fn the_customers_cancellation_gives_benefits_back_as_they_were() {
    let mut member = Member::with(9, 0);
    member.now = at("2026-08-29T12:00:00+03:00");
    let code = member.uses_newest(5);
    let change = member.ends(5, OrderEnding::CancelledByCustomer);
    assert_eq!(
        (change.changed[0].valid_until, member.state(&code)),
        (at("2026-08-30T23:59:59+03:00"), BenefitUse::Unused)
    );
    // What is past by then returns and is past.
    member.uses_newest(6);
    member.now = at("2026-09-01T12:00:00+03:00");
    let change = member.ends(6, OrderEnding::CancelledByCustomer);
    assert_eq!(seen(&change), [("benefit_add", 0, 0, "returned"), ("benefit_deprecated", 0, 0, "expired")]);
}

#[test]
fn refunds_and_chargebacks_give_no_benefit_back() {
    for ending in [OrderEnding::Refunded, OrderEnding::ChargedBack] {
        let mut member = Member::with(9, 0);
        let code = member.uses_newest(5);
        member.ends(5, ending);
        assert_eq!(member.state(&code), BenefitUse::Used(OrderId(5)));
        // Should the shop cancel it after all, it does.
        assert_eq!(seen(&member.ends(5, OrderEnding::CancelledByShop)), [("benefit_add", 0, 0, "returned")]);
    }
}

#[test]
fn a_refund_before_anybody_got_the_order_gives_its_benefits_back_as_they_were() {
    let mut member = Member::with(9, 0);
    member.now = at("2026-08-29T12:00:00+03:00");
    let code = member.uses_newest(5);
    let change = member.ends(5, OrderEnding::RefundedUndelivered);
    assert_eq!(seen(&change), [("benefit_add", 0, 0, "returned")]);
    assert_eq!(change.changed[0].valid_until, at("2026-08-30T23:59:59+03:00"));
    assert_eq!(member.state(&code), BenefitUse::Unused);
    assert!(!member.ends(5, OrderEnding::CancelledByShop).is_nothing(), "that it is cancelled is said");
    assert_eq!(member.state(&code), BenefitUse::Unused);
}

#[test]
fn a_benefit_that_the_order_itself_gives_back_may_pay_its_debt() {
    let mut member = Member::with(8, 0);
    member.counts(1, &[(1, 1)]);
    let code = member.uses_newest(1);
    let change = member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(
        seen(&change),
        [("slices_add", -1, 0, "refund"), ("benefit_add", 0, 0, "returned"), ("benefit_deprecated", 9, 0, "refund")]
    );
    assert_eq!((member.figures(), member.state(&code)), ((8, 0, 0), BenefitUse::Deprecated));
}

#[test]
fn a_code_that_comes_free_after_its_debt_stays_free() {
    let mut member = Member::with(8, 0);
    member.counts(1, &[(1, 1)]);
    member.account.benefits[0].state = BenefitUse::Held(OrderId(2));
    member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(member.account.card.balance(), -1);
    member.account.benefits[0].state = BenefitUse::Unused;
    assert!(member.ends(1, OrderEnding::CancelledByShop).is_nothing());
}

#[test]
fn unused_prizes_of_a_cancelled_order_are_void_with_its_spins() {
    for (ending, is_void) in ALL.into_iter().zip([true, true, false, false, false]) {
        let mut member = Member::with(0, 0);
        member.counts(1, &[(1, 2)]);
        member.counts(2, &[(1, 4)]);
        let of_first = member.spins(PrizeType::FreeDip).issued[0].clone();
        let of_second = member.spins(PrizeType::FreeDip).issued[0].clone();
        assert_eq!(of_first.origin, BenefitOrigin::Prize { spin: 0, order: Some(OrderId(1)) });
        assert_eq!(of_second.origin, BenefitOrigin::Prize { spin: 1, order: Some(OrderId(2)) });
        member.ends(2, ending);
        let expected = if is_void { BenefitUse::Deprecated } else { BenefitUse::Unused };
        assert_eq!((member.state(&of_first.code), member.state(&of_second.code)), (BenefitUse::Unused, expected));
        assert_eq!(member.figures(), (2, 0, -1), "{ending:?}: the spin was used");
    }
}

#[test]
fn a_used_prize_is_not_void_and_no_resend_makes_it_so() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(1, 2)]);
    member.spins(PrizeType::FreeDip);
    let code = member.uses_newest(2);
    member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(member.state(&code), BenefitUse::Used(OrderId(2)));
    member.ends(2, OrderEnding::CancelledByShop);
    assert!(member.ends(1, OrderEnding::CancelledByShop).is_nothing());
    assert_eq!(member.state(&code), BenefitUse::Unused);
}

#[test]
fn prizes_are_void_where_a_refund_came_before_the_cancellation() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(1, 2)]);
    let code = member.spins(PrizeType::FreeDip).issued[0].code.clone();
    member.ends(1, OrderEnding::Refunded);
    assert_eq!(member.state(&code), BenefitUse::Unused);
    assert_eq!(seen(&member.ends(1, OrderEnding::CancelledByShop)), [("benefit_deprecated", 0, 0, "refund")]);
    assert_eq!(member.state(&code), BenefitUse::Deprecated);
}

#[test]
fn a_benefit_is_used_once() {
    let mut member = Member::with(9, 0);
    member.account.benefits[0].state = BenefitUse::Held(OrderId(5));
    let used = member.change(|account, view, _| account.use_benefits(view, OrderId(5)));
    assert_eq!(seen(&used), [("benefit_use", 0, 0, "order")]);
    assert!(member.change(|account, view, _| account.use_benefits(view, OrderId(5))).is_nothing());
}
