//! Sequences of what happens to a payment, example by example and by chance.

use proptest::{prelude::*, sample::Index};

use super::*;

const ONE: TryNumber = TryNumber(1);
const TWO: TryNumber = TryNumber(2);
const TRIES: u32 = 3;

fn waiting(tries: &[(TryNumber, PaymentState)]) -> Settlement {
    Settlement::new(PaymentStage::Waiting, tries.iter().copied())
}

fn after(settlement: &Settlement, event: PaymentEvent) -> (Settlement, Vec<PaymentEffect>) {
    let settled = settlement.after(event);
    (settled.settlement, settled.effects)
}

// spec: PY-06
#[test]
fn each_stage_has_its_number() {
    let stages = [
        (PaymentStage::Waiting, 1, false),
        (PaymentStage::OnSite, 1, true),
        (PaymentStage::Paid(None), 2, true),
        (PaymentStage::Paid(Some(ONE)), 2, true),
        (PaymentStage::Ended, 3, false),
        (PaymentStage::Refunded, 3, true),
        (PaymentStage::Rejected, 3, true),
    ];
    for (stage, number, is_made) in stages {
        assert_eq!((stage.status().number(), stage.is_made()), (number, is_made), "{stage:?}");
        assert_eq!(PaymentStage::parse(stage.name(), stage.paid_by()), Some(stage));
    }
}

#[test]
fn who_pays_gets_the_order_made() {
    let (paid, effects) =
        after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Reported(ONE, PaymentState::Paid));
    assert_eq!((paid.stage(), effects), (PaymentStage::Paid(Some(ONE)), vec![PaymentEffect::Make]));
}

#[test]
fn a_failed_try_lets_the_order_wait_for_another() {
    let (failed, effects) =
        after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Reported(ONE, PaymentState::Failed));
    assert_eq!((failed.stage(), effects), (PaymentStage::Waiting, Vec::new()));
    let (again, effects) = after(&failed, PaymentEvent::Started(TWO));
    assert_eq!((again.stage(), effects), (PaymentStage::Waiting, Vec::new()));
    let (paid, effects) = after(&again, PaymentEvent::Reported(TWO, PaymentState::Paid));
    assert_eq!((paid.stage(), effects), (PaymentStage::Paid(Some(TWO)), vec![PaymentEffect::Make]));
}

#[test]
fn an_order_takes_ten_tries() {
    let mut present = waiting(&[]);
    for number in 1..=10 {
        let settled = present.after(PaymentEvent::Started(TryNumber(number)));
        assert!(settled.moved, "{number}");
        present = settled.settlement;
    }
    assert!(!present.after(PaymentEvent::Started(TryNumber(11))).moved);
    let (paid, _) = after(&present, PaymentEvent::Reported(TryNumber(3), PaymentState::Paid));
    assert_eq!(paid.stage(), PaymentStage::Paid(Some(TryNumber(3))), "any of them may still be paid");
}

#[test]
fn of_two_payments_the_first_counts_and_the_other_goes_back() {
    let (both, effects) = after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Started(TWO));
    assert_eq!(effects, [PaymentEffect::Close(ONE)]);
    let (paid, effects) = after(&both, PaymentEvent::Reported(ONE, PaymentState::Paid));
    assert_eq!(effects, [PaymentEffect::Make, PaymentEffect::Close(TWO)]);
    let (twice, effects) = after(&paid, PaymentEvent::Reported(TWO, PaymentState::Paid));
    assert_eq!((twice.stage(), effects), (PaymentStage::Paid(Some(ONE)), vec![PaymentEffect::Refund(TWO)]));
    let (back, effects) = after(&twice, PaymentEvent::Reported(TWO, PaymentState::Refunded));
    assert_eq!((back.stage(), effects), (PaymentStage::Paid(Some(ONE)), Vec::new()), "it was not the one that counts");
}

#[test]
fn money_that_comes_too_late_goes_back() {
    for event in [PaymentEvent::Expired, PaymentEvent::Cancelled] {
        let (ended, effects) = after(&waiting(&[(ONE, PaymentState::Open)]), event);
        assert_eq!(
            (ended.stage(), effects),
            (PaymentStage::Ended, vec![PaymentEffect::Close(ONE), PaymentEffect::GiveBack])
        );
        let (late, effects) = after(&ended, PaymentEvent::Reported(ONE, PaymentState::Paid));
        assert_eq!((late.stage(), effects), (PaymentStage::Ended, vec![PaymentEffect::Refund(ONE)]));
        assert!(!late.after(PaymentEvent::Started(TWO)).moved, "nobody pays for what has ended");
    }
}

#[test]
fn who_is_rejected_gets_everything_back() {
    let (paid, _) = after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Reported(ONE, PaymentState::Paid));
    let (rejected, effects) = after(&paid, PaymentEvent::Rejected);
    assert_eq!(
        (rejected.stage(), effects),
        (PaymentStage::Rejected, vec![PaymentEffect::Refund(ONE), PaymentEffect::GiveBack])
    );
    for stage in [PaymentStage::OnSite, PaymentStage::Paid(None), PaymentStage::Refunded] {
        let (rejected, effects) = after(&Settlement::new(stage, []), PaymentEvent::Rejected);
        assert_eq!((rejected.stage(), effects), (PaymentStage::Rejected, vec![PaymentEffect::GiveBack]));
    }
}

#[test]
fn a_refund_at_the_provider_leaves_the_order_where_it_is() {
    let (paid, _) = after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Reported(ONE, PaymentState::Paid));
    let (refunded, effects) = after(&paid, PaymentEvent::Reported(ONE, PaymentState::Refunded));
    assert_eq!((refunded.stage(), effects), (PaymentStage::Refunded, vec![PaymentEffect::GiveBenefitsBack]));
    assert!(refunded.stage().is_made());
}

#[test]
fn all_money_goes_back_by_hand_once() {
    let (paid, _) = after(&waiting(&[(ONE, PaymentState::Open)]), PaymentEvent::Reported(ONE, PaymentState::Paid));
    let (back, effects) = after(&paid, PaymentEvent::GivenBack);
    assert_eq!(
        (back.stage(), effects),
        (PaymentStage::Refunded, vec![PaymentEffect::Refund(ONE), PaymentEffect::GiveBenefitsBack])
    );
    assert!(!back.after(PaymentEvent::GivenBack).moved);
    let (rejected, effects) = after(&back, PaymentEvent::Rejected);
    assert_eq!(
        (rejected.stage(), effects),
        (PaymentStage::Rejected, vec![PaymentEffect::GiveBack]),
        "nothing is left to go back"
    );
    assert!(!Settlement::new(PaymentStage::OnSite, []).after(PaymentEvent::GivenBack).moved);
}

#[test]
fn a_standing_never_goes_back() {
    for (present, reported) in [
        (PaymentState::Failed, PaymentState::Open),
        (PaymentState::Paid, PaymentState::Failed),
        (PaymentState::Refunded, PaymentState::Paid),
        (PaymentState::Open, PaymentState::Open),
    ] {
        assert!(
            !waiting(&[(ONE, present)]).after(PaymentEvent::Reported(ONE, reported)).moved,
            "{present:?} {reported:?}"
        );
    }
    assert!(!waiting(&[]).after(PaymentEvent::Reported(ONE, PaymentState::Paid)).moved, "of no try of this order");
}

fn state() -> impl Strategy<Value = PaymentState> {
    prop::sample::select(vec![PaymentState::Open, PaymentState::Failed, PaymentState::Paid, PaymentState::Refunded])
}

fn report() -> impl Strategy<Value = PaymentEvent> {
    (1..=TRIES, state()).prop_map(|(number, state)| PaymentEvent::Reported(TryNumber(number), state))
}

fn any_event() -> impl Strategy<Value = PaymentEvent> {
    prop_oneof![
        6 => report(),
        3 => (1..=TRIES).prop_map(|number| PaymentEvent::Started(TryNumber(number))),
        1 => Just(PaymentEvent::Cancelled),
        1 => Just(PaymentEvent::Expired),
        1 => Just(PaymentEvent::Rejected),
        1 => Just(PaymentEvent::GivenBack),
    ]
}

fn begun() -> Settlement {
    waiting(&(1..=TRIES).map(|number| (TryNumber(number), PaymentState::Open)).collect::<Vec<_>>())
}

fn play(from: &Settlement, events: &[PaymentEvent]) -> (Settlement, Vec<PaymentEffect>) {
    let mut all = Vec::new();
    let mut now = from.clone();
    for event in events {
        let (next, effects) = after(&now, *event);
        all.extend(effects);
        now = next;
    }
    (now, all)
}

fn times(effects: &[PaymentEffect], wanted: PaymentEffect) -> usize {
    effects.iter().filter(|effect| **effect == wanted).count()
}

/// How often money stays with the shop: paid, and neither sent back nor asked to go back.
fn kept(settlement: &Settlement, effects: &[PaymentEffect]) -> usize {
    let is_kept = |number: &TryNumber, state: &PaymentState| {
        *state == PaymentState::Paid && times(effects, PaymentEffect::Refund(*number)) == 0
    };
    settlement.tries().iter().filter(|(number, state)| is_kept(number, state)).count()
}

proptest! {
    /// Notifications come in any order and any number of times.
    #[test]
    fn reports_in_any_order_end_alike(
        reports in prop::collection::vec(report(), 0..12),
        repeated in prop::collection::vec(any::<Index>(), 0..12),
        seed in any::<u64>(),
    ) {
        let mut other = reports.clone();
        other.extend(repeated.iter().filter(|_| !reports.is_empty()).map(|at| *at.get(&reports)));
        let mut state = seed | 1;
        for at in (1..other.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let to = usize::try_from(state >> 33).unwrap_or(0) % (at + 1);
            other.swap(at, to);
        }
        let ((one, made), (two, made_too)) = (play(&begun(), &reports), play(&begun(), &other));
        prop_assert_eq!(one.tries(), two.tries());
        let was_refunded = reports.iter().any(|event| matches!(event, PaymentEvent::Reported(_, PaymentState::Refunded)));
        if !was_refunded {
            prop_assert_eq!(one.stage().status(), two.stage().status());
            prop_assert_eq!(times(&made, PaymentEffect::Make), times(&made_too, PaymentEffect::Make));
            prop_assert_eq!(kept(&one, &made), kept(&two, &made_too));
        }
    }

    /// Whatever happens in whatever order: an order is made once or never, and paid as often as it says.
    #[test]
    fn nobody_pays_twice_or_for_nothing(events in prop::collection::vec(any_event(), 0..24)) {
        let (last, effects) = play(&waiting(&[]), &events);
        let made = times(&effects, PaymentEffect::Make);
        prop_assert!(made <= 1);
        prop_assert_eq!(made == 1, last.stage().is_made());
        prop_assert!(times(&effects, PaymentEffect::GiveBack) <= 1);
        prop_assert!(last.stage() != PaymentStage::Ended || times(&effects, PaymentEffect::GiveBack) == 1);
        let expected = usize::from(last.stage().status() == PaymentStatus::Paid);
        prop_assert_eq!(kept(&last, &effects), expected);
        for number in (1..=TRIES).map(TryNumber) {
            prop_assert!(times(&effects, PaymentEffect::Refund(number)) <= 1);
        }
    }

    /// What was handled once is nothing when it comes again.
    #[test]
    fn the_same_again_is_nothing(events in prop::collection::vec(any_event(), 0..16), event in any_event()) {
        let (now, _) = play(&waiting(&[]), &events);
        let once = now.after(event);
        prop_assert_eq!(once.moved || !once.effects.is_empty(), once.moved);
        let again = once.settlement.after(event);
        prop_assert!(!again.moved && again.effects.is_empty());
    }
}
