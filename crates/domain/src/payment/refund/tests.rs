use proptest::prelude::*;

use super::*;

const ONE: TryNumber = TryNumber(1);
const TWO: TryNumber = TryNumber(2);
const CANCELLED: &str = "the order was cancelled";
const LATE: &str = "it was paid too late or twice";
const BY_ITSELF: &str = "the provider sent it back";

fn session(number: TryNumber) -> SessionId {
    SessionId::new([u8::try_from(number.0).unwrap(); 16])
}

fn of_try(number: TryNumber) -> RefundSource {
    RefundSource::Try(session(number))
}

fn funds(tries: &[i64], gift_card: i64) -> Funds {
    let charges = (1..).map(TryNumber).zip(tries).map(|(number, amount)| Charge {
        number,
        session: session(number),
        amount: Cents(*amount),
    });
    Funds { charges: charges.collect(), gift_card: Cents(gift_card), refunds: Vec::new() }
}

fn part(number: i64, source: RefundSource, amount: i64, is_done: bool) -> RefundPart {
    RefundPart { number, source, amount: Cents(amount), is_done }
}

fn paid(by: TryNumber) -> Settlement {
    Settlement::new(PaymentStage::Paid(Some(by)), [(by, PaymentState::Paid)])
}

/// What an event sends back.
fn after(funds: &Funds, before: &Settlement, event: PaymentEvent) -> AutomaticRefund {
    funds.refund_after(PaymentChange { before, event, settled: &before.after(event) })
}

fn returns_money(before: &Settlement, event: PaymentEvent) -> bool {
    PaymentChange { before, event, settled: &before.after(event) }.returns_money()
}

#[test]
fn the_provider_sends_what_it_can_and_the_gift_card_gets_the_rest() {
    let (mut funds, payment) = (funds(&[2000], 690), paid(ONE));
    let first = funds.refund(&payment, Some(Cents(500))).unwrap();
    assert_eq!(first.parts, [part(1, of_try(ONE), 500, false)]);
    assert_eq!((first.left, first.is_whole), (Cents(2190), false));
    funds.refunds.extend(first.parts);
    let both = funds.refund(&payment, Some(Cents(1600))).unwrap();
    assert_eq!(both.parts, [part(2, of_try(ONE), 1500, false), part(3, RefundSource::GiftCard, 100, true)]);
    assert_eq!((both.left, both.is_whole), (Cents(590), false));
    funds.refunds.extend(both.parts);
    let last = funds.refund(&payment, None).unwrap();
    assert_eq!(last.parts, [part(4, RefundSource::GiftCard, 590, true)]);
    assert_eq!((last.left, last.is_whole), (Cents(0), true));
    funds.refunds.extend(last.parts);
    assert_eq!((funds.refunded(), funds.refundable(payment.stage())), (Cents(2690), Cents(0)));
    assert_eq!(funds.refund(&payment, None), Err(RefundRefused::TooMuch));
}

#[test]
fn no_more_goes_back_than_was_paid_and_nothing_of_nothing() {
    let (of_try, of_card) = (funds(&[2000], 0), funds(&[], 690));
    for (amount, expected) in [
        (Some(2001), Err(RefundRefused::TooMuch)),
        (Some(0), Err(RefundRefused::TooMuch)),
        (Some(-1), Err(RefundRefused::TooMuch)),
        (Some(2000), Ok(true)),
        (None, Ok(true)),
        (Some(1999), Ok(false)),
    ] {
        let refund = of_try.refund(&paid(ONE), amount.map(Cents));
        assert_eq!(refund.map(|refund| refund.is_whole), expected, "{amount:?}");
    }
    for (stage, expected) in [
        (PaymentStage::Waiting, Err(RefundRefused::NeverPaid)),
        (PaymentStage::OnSite, Err(RefundRefused::NeverPaid)),
        (PaymentStage::Ended, Err(RefundRefused::NeverPaid)),
        (PaymentStage::Refunded, Err(RefundRefused::TooMuch)),
        (PaymentStage::Rejected, Err(RefundRefused::TooMuch)),
        (PaymentStage::Paid(None), Ok(true)),
    ] {
        let refund = of_card.refund(&Settlement::new(stage, []), None);
        assert_eq!(refund.map(|refund| refund.is_whole), expected, "{stage:?}");
    }
    // An order that cost nothing.
    assert_eq!(
        funds(&[], 0).refund(&Settlement::new(PaymentStage::Paid(None), []), None),
        Err(RefundRefused::NeverPaid)
    );
}

#[test]
fn a_cancelled_order_gives_back_what_is_left_of_both() {
    let mut funds = funds(&[2000], 690);
    funds.refunds = vec![part(1, of_try(ONE), 300, true)];
    let refund = after(&funds, &paid(ONE), PaymentEvent::Rejected);
    assert_eq!(refund.parts, [part(2, of_try(ONE), 1700, false), part(3, RefundSource::GiftCard, 690, true)]);
    assert_eq!((refund.left, refund.reason, refund.puts_on_gift_card), (Cents(0), CANCELLED, false));
}

#[test]
fn a_second_payment_goes_back_whole_and_what_paid_the_order_stays() {
    let before = Settlement::new(PaymentStage::Paid(Some(ONE)), [(ONE, PaymentState::Paid), (TWO, PaymentState::Open)]);
    let refund = after(&funds(&[2000, 2000], 690), &before, PaymentEvent::Reported(TWO, PaymentState::Paid));
    assert_eq!(refund.parts, [part(1, of_try(TWO), 2000, false)]);
    assert_eq!((refund.left, refund.reason, refund.puts_on_gift_card), (Cents(2690), LATE, false));
}

#[test]
fn money_that_comes_too_late_goes_back() {
    let before = Settlement::new(PaymentStage::Ended, [(ONE, PaymentState::Open)]);
    let refund = after(&funds(&[2000], 690), &before, PaymentEvent::Reported(ONE, PaymentState::Paid));
    assert_eq!(refund.parts, [part(1, of_try(ONE), 2000, false)]);
    // The gift card's part was never taken: its hold is given back otherwise.
    assert_eq!((refund.left, refund.reason), (Cents(0), LATE));
}

#[test]
fn what_a_provider_sends_by_itself_is_done_and_takes_the_gift_cards_part_along() {
    let mut funds = funds(&[2000], 690);
    funds.refunds = vec![part(1, of_try(ONE), 300, true), part(2, of_try(ONE), 200, false)];
    let refund = after(&funds, &paid(ONE), PaymentEvent::Reported(ONE, PaymentState::Refunded));
    assert_eq!(refund.sent, [part(2, of_try(ONE), 200, false)]);
    assert_eq!(refund.parts, [part(3, of_try(ONE), 1500, true), part(4, RefundSource::GiftCard, 690, true)]);
    assert_eq!((refund.left, refund.reason, refund.puts_on_gift_card), (Cents(0), BY_ITSELF, true));
}

#[test]
fn a_second_payment_that_its_provider_sends_back_leaves_the_order_paid() {
    let before = Settlement::new(PaymentStage::Paid(Some(ONE)), [(ONE, PaymentState::Paid), (TWO, PaymentState::Paid)]);
    let mut funds = funds(&[2000, 2000], 690);
    funds.refunds = vec![part(1, of_try(TWO), 2000, false)];
    let refund = after(&funds, &before, PaymentEvent::Reported(TWO, PaymentState::Refunded));
    assert_eq!((refund.sent, refund.parts), (vec![part(1, of_try(TWO), 2000, false)], Vec::new()));
}

#[test]
fn what_moves_no_money_asks_for_no_parts() {
    let waiting = Settlement::new(PaymentStage::Waiting, [(ONE, PaymentState::Open)]);
    for (before, event, expected) in [
        (&waiting, PaymentEvent::Reported(ONE, PaymentState::Paid), false),
        (&waiting, PaymentEvent::Reported(ONE, PaymentState::Failed), false),
        // It was never here.
        (&waiting, PaymentEvent::Reported(ONE, PaymentState::Refunded), false),
        (&waiting, PaymentEvent::Expired, true),
        (&paid(ONE), PaymentEvent::Reported(ONE, PaymentState::Paid), false),
        (&paid(ONE), PaymentEvent::Reported(ONE, PaymentState::Refunded), true),
        (&paid(ONE), PaymentEvent::Rejected, true),
        (&Settlement::new(PaymentStage::Rejected, []), PaymentEvent::Rejected, false),
    ] {
        assert_eq!(returns_money(before, event), expected, "{before:?} {event:?}");
    }
    let refund = after(&funds(&[2000], 690), &waiting, PaymentEvent::Expired);
    assert_eq!((refund.parts, refund.left), (Vec::new(), Cents(0)));
}

#[test]
fn a_try_is_all_back_when_each_of_its_parts_is() {
    let mut funds = funds(&[2000, 900], 0);
    funds.refunds = vec![part(1, of_try(ONE), 1500, true), part(2, of_try(ONE), 500, false)];
    let charge = funds.charges[0];
    assert!(!funds.is_all_back(&charge));
    assert_eq!(funds.set_done(2), Some(part(2, of_try(ONE), 500, true)));
    assert!(funds.is_all_back(&charge) && !funds.is_all_back(&funds.charges[1]));
    assert_eq!(funds.set_done(3), None);
}

/// An order through its life, as it is kept.
#[derive(Debug, Clone)]
struct Life {
    payment: Settlement,
    funds: Funds,
}

#[derive(Debug, Clone)]
enum Step {
    Happens(PaymentEvent),
    /// Somebody gives so many hundredths of what is left back; none: all.
    GivesBack(Option<u8>),
    /// The provider has sent one of the parts.
    Sends(prop::sample::Index),
}

impl Life {
    fn new(tries: &[i64], gift_card: i64) -> Self {
        let state = (1..).map(TryNumber).zip(tries).map(|(number, _)| (number, PaymentState::Open));
        Self { payment: Settlement::new(PaymentStage::Waiting, state), funds: funds(tries, gift_card) }
    }

    /// Gives the parts that this step adds.
    fn step(&mut self, step: &Step) -> Vec<RefundPart> {
        let parts = match step {
            Step::Happens(event) => {
                let (before, settled) = (self.payment.clone(), self.payment.after(*event));
                let change = PaymentChange { before: &before, event: *event, settled: &settled };
                let refund = change.returns_money().then(|| self.funds.refund_after(change));
                self.payment = settled.settlement;
                refund.map_or_else(Vec::new, |refund| {
                    for part in &refund.sent {
                        self.funds.set_done(part.number);
                    }
                    refund.parts
                })
            }
            Step::GivesBack(share) => {
                let left = self.funds.refundable(self.payment.stage());
                let amount = share.map(|share| Cents(left.0 * i64::from(share) / 100));
                let refund = self.funds.refund(&self.payment, amount).ok();
                if refund.as_ref().is_some_and(|refund| refund.is_whole) {
                    self.payment = Settlement::new(PaymentStage::Refunded, self.payment.tries().clone());
                }
                refund.map_or_else(Vec::new, |refund| refund.parts)
            }
            Step::Sends(index) => {
                if !self.funds.refunds.is_empty() {
                    let part = *index.get(&self.funds.refunds);
                    self.funds.set_done(part.number);
                }
                Vec::new()
            }
        };
        self.funds.refunds.extend(&parts);
        parts
    }

    fn gone(&self, source: RefundSource) -> i64 {
        let parts = self.funds.refunds.iter().filter(|part| part.source == source);
        parts.map(|part| part.amount.0).sum()
    }
}

fn event() -> impl Strategy<Value = PaymentEvent> {
    let state = prop::sample::select(vec![PaymentState::Failed, PaymentState::Paid, PaymentState::Refunded]);
    prop_oneof![
        6 => (1..=3_u32, state).prop_map(|(number, state)| PaymentEvent::Reported(TryNumber(number), state)),
        1 => prop::sample::select(vec![PaymentEvent::Cancelled, PaymentEvent::Expired, PaymentEvent::Rejected]),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => event().prop_map(Step::Happens),
        2 => prop::option::weighted(0.8, 0..=110_u8).prop_map(Step::GivesBack),
        1 => any::<prop::sample::Index>().prop_map(Step::Sends),
    ]
}

fn life() -> impl Strategy<Value = Life> {
    (prop::collection::vec(1..5000_i64, 0..=3), prop_oneof![Just(0), 1..5000_i64])
        .prop_map(|(tries, gift_card)| Life::new(&tries, gift_card))
}

proptest! {
    /// Whatever happens: of nothing more goes back than it gave, all of it where the order is none any more, and parts have
    /// numbers without gaps.
    #[test]
    fn nobody_gets_more_back_than_they_paid(mut life in life(), steps in prop::collection::vec(step(), 0..24)) {
        for step in &steps {
            life.step(step);
            let received = life.funds.received(life.payment.stage(), life.payment.tries());
            prop_assert!(life.funds.refunded() <= received);
            prop_assert!(life.gone(RefundSource::GiftCard) <= life.funds.gift_card.0);
            let (stage, tries) = (life.payment.stage(), life.payment.tries());
            for charge in &life.funds.charges {
                let gone = life.gone(RefundSource::Try(charge.session));
                prop_assert!(gone <= charge.amount.0);
                let is_kept = stage.paid_by() == Some(charge.number);
                // One that was never said to be paid was never here.
                if tries[&charge.number] == PaymentState::Paid && !is_kept {
                    prop_assert_eq!(gone, charge.amount.0);
                }
            }
            let numbers = life.funds.refunds.iter().map(|part| part.number);
            prop_assert!(numbers.eq(1..=i64::try_from(life.funds.refunds.len()).unwrap()));
            prop_assert!(life.funds.refunds.iter().all(|part| part.amount > Cents(0)));
        }
    }

    /// Parts of an amount are the amount, and what was given back in two goes as in one.
    #[test]
    fn parts_add_up(tries in 1..5000_i64, gift_card in 0..5000_i64, first in 1..5000_i64, second in 1..5000_i64) {
        let (mut twice, payment) = (funds(&[tries], gift_card), paid(ONE));
        let once = twice.refund(&payment, Some(Cents(first + second)));
        prop_assert_eq!(once.is_ok(), first + second <= tries + gift_card);
        let Ok(once) = once else { return Ok(()) };
        prop_assert_eq!(sum(&once.parts).0, first + second);
        prop_assert_eq!(once.left.0, tries + gift_card - first - second);
        for amount in [first, second] {
            let refund = twice.refund(&payment, Some(Cents(amount))).unwrap();
            prop_assert_eq!(sum(&refund.parts).0, amount);
            twice.refunds.extend(refund.parts);
        }
        for source in [of_try(ONE), RefundSource::GiftCard] {
            let of_source = |parts: &[RefundPart]| {
                sum(&parts.iter().filter(|part| part.source == source).copied().collect::<Vec<_>>())
            };
            prop_assert_eq!(of_source(&twice.refunds), of_source(&once.parts));
        }
    }

    /// What came twice sends back once; and it is the same in whichever order the parts before it are read.
    #[test]
    fn the_same_again_sends_nothing(
        mut life in life(), steps in prop::collection::vec(step(), 0..16), event in event(), seed: u64,
    ) {
        steps.iter().for_each(|step| drop(life.step(step)));
        let mut other = life.clone();
        let count = other.funds.refunds.len().max(1);
        other.funds.refunds.rotate_left(usize::try_from(seed % u64::try_from(count).unwrap()).unwrap());
        other.funds.refunds.reverse();
        let parts = life.step(&Step::Happens(event));
        prop_assert_eq!(other.step(&Step::Happens(event)), parts);
        prop_assert_eq!(life.step(&Step::Happens(event)), Vec::new());
        prop_assert_eq!(
            other.funds.refund(&other.payment, None).map(|refund| refund.parts),
            life.funds.refund(&life.payment, None).map(|refund| refund.parts)
        );
    }
}
