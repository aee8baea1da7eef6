//! Till when slices and benefits are good.

use proptest::prelude::*;

use super::*;

#[test]
fn slices_are_good_to_the_last_second_of_the_day_half_a_year_on() {
    let of = |text: &str| rules().expiry_after(at(text)).to_string();
    for (newest, expires_at) in [
        // Summer time to winter time, and the other way.
        ("2026-06-01T12:00:00+03:00", "2026-12-01T23:59:59+02:00"),
        ("2026-10-20T12:00:00+03:00", "2027-04-20T23:59:59+03:00"),
        // The days on which the clocks change.
        ("2026-09-29T12:00:00+03:00", "2027-03-29T23:59:59+03:00"),
        ("2026-09-28T12:00:00+03:00", "2027-03-28T23:59:59+03:00"),
        ("2026-04-25T12:00:00+03:00", "2026-10-25T23:59:59+02:00"),
        // The day is Helsinki's.
        ("2026-06-01T20:59:59Z", "2026-12-01T23:59:59+02:00"),
        ("2026-06-01T21:00:00Z", "2026-12-02T23:59:59+02:00"),
        // Months that have no such day.
        ("2026-08-31T12:00:00+03:00", "2027-02-28T23:59:59+02:00"),
        ("2027-08-30T12:00:00+03:00", "2028-02-29T23:59:59+02:00"),
        ("2026-03-31T12:00:00+03:00", "2026-09-30T23:59:59+03:00"),
    ] {
        assert_eq!(of(newest), at(expires_at).to_string(), "{newest}");
    }
}

#[test]
fn a_card_ends_with_the_second_after_and_its_slices_with_it() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    assert_eq!(member.account.card.expires_at(&member.rules), Some(at("2026-12-01T23:59:59+02:00")));
    member.now = at("2026-12-01T23:59:59.999+02:00");
    assert!(member.settles().is_nothing());
    member.now = at("2026-12-02T00:00:00+02:00");
    assert_eq!(seen(&member.settles()), [("slices_add", -1, 0, "expired")]);
    assert!(member.settles().is_nothing(), "once");
    assert!(member.account.card.expires_at(&member.rules).is_some(), "never null for a member");
}

#[test]
fn what_is_past_ends_before_anything_else_happens() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 0);
    member.counts(1, &[(1, 8)]);
    member.now = at("2026-12-02T00:00:00+02:00");
    let change = member.counts(2, &[(1, 2)]);
    assert_eq!(seen(&change), [("slices_add", -8, 0, "expired"), ("slices_add", 2, 1, "order")]);
    assert_eq!(member.figures(), (2, 0, 3), "marks begin anew, spins stay");
    // The order of the card that ended takes nothing off.
    let change = member.ends(1, OrderEnding::CancelledByShop);
    assert_eq!((seen(&change).len(), member.figures()), (0, (2, 0, 3)));
}

#[test]
fn an_order_that_brings_nothing_keeps_the_card_and_unlocks_the_wheel() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    member.now = at("2026-11-01T09:00:00Z");
    let change = member.counts(1, &[(0, 3)]);
    assert_eq!((seen(&change).len(), change.rows.len()), (0, 1));
    assert!(member.account.card.is_unlocked);
    assert_eq!(member.account.card.expires_at(&member.rules), Some(at("2027-05-01T23:59:59+03:00")));
}

#[test]
fn a_cancelled_order_leaves_two_weeks_at_least() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    member.now = at("2026-11-28T12:00:00+02:00");
    member.counts(1, &[(1, 1)]);
    member.ends(1, OrderEnding::CancelledByCustomer);
    assert_eq!(member.account.card.expires_at(&member.rules), Some(at("2026-12-12T23:59:59+02:00")));
    member.now = at("2026-12-13T00:00:00+02:00");
    assert_eq!(seen(&member.settles()), [("slices_add", -1, 0, "expired")]);
}

#[test]
fn a_cancelled_order_makes_no_card_good_for_longer() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    member.counts(1, &[(1, 1)]);
    let before = member.account.card.expires_at(&member.rules);
    member.now = at("2026-11-28T12:00:00+02:00");
    member.ends(1, OrderEnding::CancelledByCustomer);
    assert_eq!(member.account.card.expires_at(&member.rules), before);
    // Nor is a card's end moved by an order that was not the newest.
    let mut member = Member::joined("2026-06-01T09:00:00Z", 1);
    member.counts(1, &[(1, 1)]);
    member.now = at("2026-09-01T12:00:00+03:00");
    member.counts(2, &[(1, 1)]);
    member.ends(1, OrderEnding::Refunded);
    assert_eq!(member.account.card.expires_at(&member.rules), Some(at("2027-03-01T23:59:59+02:00")));
}

#[test]
fn a_benefit_is_good_to_the_last_second_of_its_last_day() {
    for (given_at, kind, valid_until) in [
        ("2026-10-20T12:00:00+03:00", "freeDip", "2026-11-19T23:59:59+02:00"),
        ("2026-10-20T20:59:59Z", "freeDip", "2026-11-19T23:59:59+02:00"),
        ("2026-10-20T21:00:00Z", "freeDip", "2026-11-20T23:59:59+02:00"),
        ("2027-03-01T12:00:00+02:00", "freeDip", "2027-03-31T23:59:59+03:00"),
        ("2026-12-01T12:00:00+02:00", "giftCard10", "2027-05-30T23:59:59+03:00"),
    ] {
        assert_eq!(types().valid_until(kind, at(given_at)), at(valid_until), "{given_at}");
    }
}

#[test]
fn past_benefits_are_taken_out_but_not_those_that_an_order_holds() {
    let mut member = Member::with(8, 0);
    member.counts(1, &[(2, 5)]);
    member.account.benefits[1].state = BenefitUse::Held(OrderId(7));
    member.now = at("2026-08-30T23:59:59.5+03:00");
    assert!(member.account.benefits[0].is_usable(member.now) && member.settles().is_nothing());
    member.now = at("2026-08-31T00:00:00+03:00");
    assert!(!member.account.benefits[0].is_usable(member.now));
    let change = member.settles();
    assert_eq!(seen(&change), [("benefit_deprecated", 0, 0, "expired")]);
    assert_eq!(change.rows[0].benefit(), Some(&member.account.benefits[0].code));
    assert_eq!(member.account.benefits[1].state, BenefitUse::Held(OrderId(7)));
    assert!(member.settles().is_nothing());
}

proptest! {
    #[test]
    fn a_card_ends_at_a_midnight_of_helsinki(seconds in 1_600_000_000_i64..2_200_000_000) {
        let newest = Timestamp::from_second(seconds).unwrap();
        let ends = rules().expiry_after(newest);
        let local = |moment: Timestamp| moment.in_tz("Europe/Helsinki").unwrap();
        let (newest, ends) = (local(newest), local(ends));
        prop_assert_eq!(ends.time().to_string(), "23:59:59");
        let months = (i32::from(ends.year()) - i32::from(newest.year())) * 12 + i32::from(ends.month() - newest.month());
        prop_assert_eq!(months, 6);
        prop_assert_eq!(ends.day(), newest.day().min(ends.days_in_month()));
    }
}
