//! The worked table, row by row (docs/spec/people.md, "The card").

use super::*;

#[test]
fn joining_with_two_slices_brings_a_spin_and_no_order_has_unlocked_the_wheel() {
    let member = Member::joined("2026-06-01T09:00:00Z", 2);
    assert_eq!(member.figures(), (2, 0, 1));
    assert_eq!((member.account.card.slices(), member.account.card.spins()), (2, 1));
    assert!(!member.account.card.is_unlocked);
}

#[test]
fn two_large_pizzas_pass_the_mark_of_two() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    let change = member.counts(1, &[(2, 2)]);
    assert_eq!((member.figures(), member.account.card.slices()), ((5, 0, 1), 5));
    assert_eq!(seen(&change), [("slices_add", 4, 1, "order")]);
    assert!(member.account.card.is_unlocked);
    // The next row of the table begins where this one ends.
    member.counts(2, &[(1, 3)]);
    assert_eq!((member.figures(), member.account.card.slices()), ((8, 0, 2), 8));
}

#[test]
fn a_full_card_becomes_a_pizza_and_the_tenth_slice_brings_a_spin() {
    let mut member = Member::with(8, 2);
    let change = member.counts(1, &[(2, 1)]);
    assert_eq!(member.figures(), (10, 1, 3));
    assert_eq!((member.account.card.slices(), member.usable()), (1, 1));
    assert_eq!(
        seen(&change),
        [("slices_add", 2, 1, "order"), ("slices_converted", -9, 0, "slices"), ("benefit_add", 0, 0, "given")]
    );
    let pizza = &change.issued[0];
    assert_eq!((pizza.kind.as_str(), change.issued.len()), ("freePizza", 1));
    assert_eq!(pizza.valid_until, at("2026-08-30T23:59:59+03:00"));
    assert!(change.rows.iter().skip(1).all(|row| row.benefit() == Some(&pizza.code)));
}

#[test]
fn ten_large_pizzas_at_once_are_two_codes_and_seven_spins() {
    let mut member = Member::with(0, 0);
    member.counts(1, &[(2, 10)]);
    assert_eq!((member.figures(), member.account.card.slices(), member.usable()), ((20, 2, 7), 2, 2));
}

#[test]
fn a_cancelled_order_takes_its_slices_its_spin_and_its_unused_code() {
    let mut member = Member::with(8, 2);
    member.counts(1, &[(2, 1)]);
    let change = member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!((member.figures(), member.account.card.slices(), member.usable()), ((8, 0, 2), 8, 0));
    assert_eq!(seen(&change), [("slices_add", -2, -1, "refund"), ("benefit_deprecated", 9, 0, "refund")]);
}

#[test]
fn a_used_code_leaves_a_debt_that_the_next_slices_pay() {
    let mut member = Member::with(8, 2);
    member.counts(1, &[(2, 1)]);
    while member.account.card.spins() > 0 {
        member.spins(crate::wheel::PrizeType::Empty);
    }
    let code = member.uses_newest(2);
    member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!(member.figures(), (8, 1, -1));
    assert_eq!((member.account.card.slices(), member.account.card.spins()), (0, 0));
    assert_eq!(member.state(&code), BenefitUse::Used(OrderId(2)));
    member.counts(3, &[(1, 1)]);
    assert_eq!((member.figures(), member.account.card.slices()), ((9, 1, -1), 0));
    // Mark 10 comes again, and the debt swallows its spin.
    member.counts(4, &[(1, 1)]);
    assert_eq!((member.figures(), member.account.card.slices()), ((10, 1, 0), 1));
}

#[test]
fn what_a_code_pays_for_brings_nothing() {
    let mut member = Member::with(8, 0);
    let now = member.now;
    let lines =
        [LineSlices { of_unit: 1, units: 1, free_units: 1 }, LineSlices { of_unit: 1, units: 1, free_units: 0 }];
    let slices = OrderSlices(lines.into());
    member.change(|account, view, code| {
        account.count_order(view, CountedOrder { order: OrderId(1), placed_at: now, slices: &slices }, code)
    });
    assert_eq!((member.figures(), member.account.card.slices(), member.usable()), ((9, 1, 0), 0, 1));
}

#[test]
fn slices_go_half_a_year_after_the_newest_order_and_spins_stay() {
    let mut member = Member::joined("2026-08-01T09:00:00Z", 0);
    member.now = at("2026-08-31T18:00:00+03:00");
    member.counts(1, &[(1, 7)]);
    member.now = at("2027-03-01T00:00:00+02:00");
    let change = member.settles();
    assert_eq!((member.figures(), member.account.card.slices()), ((0, 0, 2), 0));
    assert_eq!(seen(&change), [("slices_add", -7, 0, "expired")]);
}

#[test]
fn marks_are_two_six_and_one_more_than_each_full_card() {
    let rules = rules();
    let marks: Vec<_> = (1..=38).filter(|k| rules.marks_within(*k) > rules.marks_within(k - 1)).collect();
    assert_eq!(marks, [2, 6, 10, 11, 15, 19, 20, 24, 28, 29, 33, 37, 38]);
    for k in 0..2_000 {
        let is_mark = k % 9 == 2 || k % 9 == 6 || (k % 9 == 1 && k >= 10);
        assert_eq!(rules.marks_within(k) - rules.marks_within(k - 1), i64::from(is_mark), "{k}");
    }
    assert_eq!(rules.marks_within(-5), 0);
    let others = LoyaltyRules { free_pizza_at: 5, marks: vec![3, 8, 1], ..rules };
    let marks: Vec<_> = (1..=13).filter(|k| others.marks_within(*k) > others.marks_within(k - 1)).collect();
    assert_eq!(marks, [1, 3, 6, 8, 11, 13], "each once, though 8 is 3 of the next round");
}

#[test]
fn a_welcome_is_drawn_by_its_weight() {
    let rules = rules();
    let drawn = |percent: u64| rules.welcome(u64::MAX / 100 * percent);
    assert_eq!([0, 69, 71, 89, 91, 99].map(drawn), [1, 1, 2, 2, 3, 3]);
    assert_eq!((rules.welcome(0), rules.welcome(u64::MAX)), (1, 3));
    assert_eq!(LoyaltyRules { welcome: Vec::new(), ..rules.clone() }.welcome(7), 0);
    assert_eq!(LoyaltyRules { welcome: vec![(3, 0), (2, 5)], ..rules }.welcome(0), 2);
}

#[test]
fn joining_brings_its_slices_once_per_account() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 2);
    assert!(member.change(|account, view, code| account.join(view, 0, code)).is_nothing());
    member.leaves();
    let again = member.change(|account, view, code| account.join(view, 0, code));
    assert_eq!((member.figures(), again.rows.len(), seen(&again).len()), ((0, 0, 0), 1, 0));
    assert!(member.account.card.joined_at.is_some());
}
