//! What was bought, and what stands in the database.

use super::*;

const AINO: &str = "aino@ovelle.example";

fn made(answer: KeyedAnswer) -> KeyedTry {
    KeyedTry { sent: millis(1), took: millis(5), answer }
}

fn done() -> Vec<KeyedTry> {
    vec![made(KeyedAnswer::Left), made(KeyedAnswer::Done(ORDER))]
}

fn purchase() -> WantedOrder {
    WantedOrder { email: AINO.to_owned(), placing: done(), payment: done() }
}

fn stands() -> BoughtOrder {
    BoughtOrder { order: ORDER, email: AINO.to_owned(), charges: 1, refunds: 0, is_received: true }
}

fn verdict(bought: &[BoughtOrder], purchases: &[WantedOrder]) -> Verdict {
    let truth = Truth { bought: bought.to_vec(), ..Truth::default() };
    let record = Record { purchases: purchases.to_vec(), ..Record::default() };
    check_record(&truth, &BoardTruth::default(), &record)
}

fn found(bought: &[BoughtOrder], purchase: WantedOrder) -> Vec<Flaw> {
    verdict(bought, &[purchase]).findings.into_iter().map(|finding| finding.flaw).collect()
}

fn breaches(bought: &[BoughtOrder], purchase: WantedOrder) -> Vec<Breach> {
    found(bought, purchase).iter().map(Flaw::breach).collect()
}

#[test]
fn one_intent_is_one_order_charged_once() {
    let right = verdict(&[stands()], &[purchase()]);
    assert_eq!(right.findings, []);
    let PurchaseFigures { placings, payments, given_up, .. } = right.purchases;
    assert_eq!((placings, payments, given_up), (1, 1, 0));
    // Nobody has answered: it may stand or not.
    let unanswered = WantedOrder { placing: vec![made(KeyedAnswer::Lost)], payment: Vec::new(), ..purchase() };
    for bought in [&[][..], &[BoughtOrder { charges: 0, is_received: false, ..stands() }]] {
        let verdict = verdict(bought, std::slice::from_ref(&unanswered));
        assert_eq!((verdict.findings.len(), verdict.purchases.given_up), (0, 1));
    }
}

#[test]
fn what_was_answered_and_does_not_stand_is_lost() {
    assert_eq!(breaches(&[], purchase()), [Breach::Lost]);
    let given_back = BoughtOrder { refunds: 1, ..stands() };
    for bought in [BoughtOrder { charges: 0, ..stands() }, BoughtOrder { is_received: false, ..stands() }, given_back] {
        assert_eq!(found(std::slice::from_ref(&bought), purchase()), [Flaw::Purchase(PurchaseFlaw::NotPaid(bought))]);
    }
}

#[test]
fn what_stands_twice_is_doubled() {
    let second = BoughtOrder { order: ORDER + 1, ..stands() };
    assert_eq!(breaches(&[stands(), second], purchase()), [Breach::Doubled]);
    let paid_twice = BoughtOrder { charges: 2, ..stands() };
    assert_eq!(found(&[BoughtOrder { refunds: 1, ..paid_twice.clone() }], purchase()), [], "one of them went back");
    let flaw = Flaw::Purchase(PurchaseFlaw::PaidTwice(paid_twice.clone()));
    assert_eq!(found(&[paid_twice], purchase()), [flaw]);
    let placing = vec![made(KeyedAnswer::Done(ORDER)), made(KeyedAnswer::Done(ORDER + 1))];
    let two = WantedOrder { placing, ..purchase() };
    assert_eq!(breaches(&[stands()], two), [Breach::Doubled, Breach::Lost]);
}

#[test]
fn right_calls_are_neither_refused_nor_fail_otherwise_than_for_now() {
    let with = |answer| {
        let placing = vec![made(answer), made(KeyedAnswer::Done(ORDER))];
        found(&[stands()], WantedOrder { placing, ..purchase() })
    };
    for status in [503, 409] {
        assert_eq!(with(KeyedAnswer::Failed { status, retry_after: true }), []);
        let bad = PurchaseFlaw::BadFailure { status, took: millis(5), retry_after: false };
        assert_eq!(with(KeyedAnswer::Failed { status, retry_after: false }), [Flaw::Purchase(bad)]);
    }
    assert_eq!(with(KeyedAnswer::Silent), []);
    assert_eq!(with(KeyedAnswer::Failed { status: 500, retry_after: true }).len(), 1);
    assert_eq!(with(KeyedAnswer::Refused("{}".to_owned())).len(), 1);
}

#[test]
fn who_calls_again_waits_from_then_on_or_from_when_the_path_is_free() {
    let at = |sent, took, answer| KeyedTry { sent: millis(sent), took: millis(took), answer };
    let placing = vec![
        at(100, 10, KeyedAnswer::Left),
        at(200, 900, KeyedAnswer::Failed { status: 503, retry_after: true }),
        at(1_200, 300, KeyedAnswer::Done(ORDER)),
    ];
    let payment = vec![at(1_600, 5, KeyedAnswer::Done(ORDER))];
    let purchases = verdict(&[stands()], &[WantedOrder { placing, payment, ..purchase() }]).purchases;
    for (free, late) in [(vec![], 1_300), (vec![1_000], 500), (vec![50, 1_000, 1_550], 500), (vec![50], 1_300)] {
        let free: Vec<_> = free.into_iter().map(millis).collect();
        let [placings, payments] = purchases.repeats(&free);
        assert_eq!((placings.count, placings.max, payments.count), (1, millis(late), 0), "{free:?}");
    }
}
