//! What people see of the ledger.

use super::*;

#[test]
fn the_kinds_of_rows_are_the_contracts() {
    use LoyaltyRowKind as Kind;
    let kinds = [
        Kind::SlicesAdd,
        Kind::SpinUse,
        Kind::BenefitDeprecated,
        Kind::BenefitAdd,
        Kind::SlicesConverted,
        Kind::BenefitUse,
    ];
    assert_eq!(
        kinds.map(Kind::as_str),
        ["slices_add", "spin_use", "benefit_deprecated", "benefit_add", "slices_converted", "benefit_use"]
    );
}

#[test]
fn rows_that_moved_nothing_are_not_seen_and_others_say_what_they_are_about() {
    let row = |fact| LoyaltyRow { at: at("2026-06-01T09:00:00Z"), fact };
    let code = PersonalCode::of_random(&[1; PERSONAL_CODE_RANDOM_BYTES]);
    let order = OrderId(7);
    let counted = |slices, spins| row(LoyaltyFact::OrderCounted { order, slices, spins });
    assert_eq!((counted(0, 0).kind(), row(LoyaltyFact::Joined).kind()), (None, None));
    assert_eq!(counted(1, 0).kind(), Some(LoyaltyRowKind::SlicesAdd));
    assert_eq!((counted(1, 0).order(), counted(1, 0).benefit()), (Some(order), None));
    let used = row(LoyaltyFact::BenefitUsed { benefit: code.clone(), order });
    assert_eq!((used.order(), used.benefit(), used.slices_added()), (Some(order), Some(&code), 0));
    let left = row(LoyaltyFact::Left { slices: -2, spins: 3 });
    assert_eq!((left.slices_added(), left.spins_added(), left.reason()), (2, -3, "left"));
    assert_eq!(row(LoyaltyFact::Left { slices: 0, spins: 0 }).kind(), None);
    let spin = |source| row(LoyaltyFact::SpinUsed { number: 0, source });
    assert_eq!(spin(SpinSource::Mark).spins_added(), -1);
    assert_eq!(spin(SpinSource::Won(3)).spins_added(), 0, "a campaign's spin is none of the card's");
    assert_eq!(spin(SpinSource::Campaign("joulu".to_owned())).kind(), Some(LoyaltyRowKind::SpinUse));
}
