//! What orders have become, booked at once.

use super::*;

/// An order as it is read, of lines of slices a unit and units where it counts.
fn order(id: i64, lines: Option<&[(u32, u32)]>, ending: Option<OrderEnding>) -> MemberOrder {
    let placed_at = at("2026-06-01T09:00:00Z");
    MemberOrder { order: OrderId(id), placed_at, used: Vec::new(), slices: lines.map(brought), ending }
}

fn catches_up(member: &mut Member, orders: &[MemberOrder]) -> LoyaltyChange {
    member.change(|account, view, code| account.catch_up(view, orders, code))
}

#[test]
fn each_order_is_booked_once_in_its_turn() {
    let mut member = Member::joined("2026-06-01T09:00:00Z", 0);
    let orders = [
        order(1, Some(&[(2, 4)]), None),
        order(2, Some(&[(1, 3)]), None),
        order(3, None, Some(OrderEnding::CancelledByShop)),
    ];
    let change = catches_up(&mut member, &orders);
    assert_eq!(
        seen(&change),
        [
            ("slices_add", 8, 2, "order"),
            ("slices_add", 3, 2, "order"),
            ("slices_converted", -9, 0, "slices"),
            ("benefit_add", 0, 0, "given")
        ]
    );
    assert_eq!((change.issued.len(), change.changed.len()), (1, 0));
    assert_eq!(member.figures(), (11, 1, 4));
    assert!(catches_up(&mut member, &orders).is_nothing());
}

#[test]
fn a_benefit_is_used_and_given_back_though_nobody_looked_between() {
    let mut member = Member::with(9, 0);
    let code = member.account.benefits[0].code.clone();
    let used = MemberOrder { used: vec![code.clone()], ..order(5, None, Some(OrderEnding::CancelledByShop)) };
    // It is past by now, and was not when the order held it.
    member.now = at("2026-09-01T12:00:00+03:00");
    let change = catches_up(&mut member, &[used]);
    assert_eq!(seen(&change), [("benefit_use", 0, 0, "order"), ("benefit_add", 0, 0, "returned")]);
    assert_eq!(change.changed[0].valid_until, at("2026-09-15T23:59:59+03:00"));
    assert_eq!(member.state(&code), BenefitUse::Unused);
}

#[test]
fn a_benefit_that_one_order_gave_back_another_may_use() {
    let mut member = Member::with(9, 0);
    let code = member.account.benefits[0].code.clone();
    let with = |id, ending| MemberOrder { used: vec![code.clone()], ..order(id, None, ending) };
    let change = catches_up(&mut member, &[with(5, Some(OrderEnding::CancelledByCustomer)), with(6, None)]);
    assert_eq!(
        seen(&change),
        [("benefit_use", 0, 0, "order"), ("benefit_add", 0, 0, "returned"), ("benefit_use", 0, 0, "order")]
    );
    assert_eq!(member.state(&code), BenefitUse::Used(OrderId(6)));
    assert_eq!(change.changed.len(), 1);
}
