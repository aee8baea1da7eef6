use proptest::prelude::*;

use super::*;
use crate::payment::{RefundSource, SessionId};

fn keeper(now: &str) -> Bookkeeper {
    Bookkeeper { order: OrderId(10_001), kitchen: RestaurantId(12), now: now.parse().unwrap() }
}

fn sale(gross: i64, shipping: i64, vat: i64) -> Sale {
    Sale {
        amounts: LedgerAmounts { gross: Cents(gross), shipping: Cents(shipping), ..LedgerAmounts::default() },
        vat: vec![LedgerVat { rate: 1400, amount: Cents(vat) }],
    }
}

fn part(number: i64, amount: i64) -> RefundPart {
    let source = RefundSource::Try(SessionId::new([1; 16]));
    RefundPart { number, source, amount: Cents(amount), is_done: true }
}

#[test]
fn each_fact_has_its_name_and_its_day_in_helsinki() {
    let late = keeper("2026-11-24T22:30:00Z");
    let made = late.made(&sale(2000, 690, 330), Cents(500));
    assert_eq!(made[0].day, jiff::civil::date(2026, 11, 25));
    assert_eq!((made[0].order, made[0].restaurant, made[0].booked_at), (late.order, late.kitchen, late.now));
    let entries = made.into_iter().chain([
        late.paid(TryNumber(2), Cents(2190)),
        late.refunded(&part(3, 40)),
        late.unsold(&sale(2000, 690, 330)),
    ]);
    let said: Vec<_> = entries
        .map(|entry| {
            let LedgerAmounts { gross, shipping, paid, refunded, .. } = entry.amounts;
            let vat: i64 = entry.vat.iter().map(|vat| vat.amount.0).sum();
            (entry.fact, [gross.0, shipping.0, paid.0, refunded.0, vat])
        })
        .collect();
    let expected = [
        ("sold", [2000, 690, 0, 0, 330]),
        ("paid by gift card", [0, 0, 500, 0, 0]),
        ("paid 2", [0, 0, 2190, 0, 0]),
        ("refund 3", [0, 0, 0, 40, 0]),
        ("unsold", [-2000, -690, 0, 0, -330]),
    ];
    assert_eq!(said, expected.map(|(fact, amounts)| (fact.to_owned(), amounts)));
}

#[test]
fn a_gift_card_that_pays_nothing_is_no_fact() {
    assert_eq!(keeper("2026-11-24T12:00:00Z").made(&sale(2000, 0, 245), Cents(0)).len(), 1);
}

#[test]
fn only_money_that_came_and_what_was_cancelled_is_booked() {
    let one = TryNumber(1);
    for (event, expected) in [
        (PaymentEvent::Reported(one, PaymentState::Paid), Some(Booking::Paid(one))),
        (PaymentEvent::Rejected, Some(Booking::Unsold)),
        (PaymentEvent::Reported(one, PaymentState::Failed), None),
        (PaymentEvent::Reported(one, PaymentState::Refunded), None),
        (PaymentEvent::Started(one), None),
        (PaymentEvent::Cancelled, None),
        (PaymentEvent::Expired, None),
    ] {
        assert_eq!(event.booking(), expected, "{event:?}");
    }
}

proptest! {
    /// What is sold and then is no sale leaves nothing in any column, on whichever days.
    #[test]
    fn a_sale_that_was_none_comes_to_nothing(amounts: [i32; 4], vat: [i32; 2]) {
        let [gross, discounts, shipping, services] = amounts.map(|amount| Cents(amount.into()));
        let sale = Sale {
            amounts: LedgerAmounts { gross, discounts, shipping, services, ..LedgerAmounts::default() },
            vat: vat.into_iter().zip([1400, 2550]).map(|(amount, rate)| LedgerVat { rate, amount: Cents(amount.into()) }).collect(),
        };
        let sold = keeper("2026-11-24T12:00:00Z").made(&sale, Cents(0)).remove(0);
        let unsold = keeper("2026-11-26T12:00:00Z").unsold(&sale);
        prop_assert_eq!(-sold.amounts, unsold.amounts);
        prop_assert_eq!(sold.vat.len(), unsold.vat.len());
        for (sold, unsold) in sold.vat.iter().zip(&unsold.vat) {
            prop_assert_eq!((sold.rate, sold.amount.0 + unsold.amount.0), (unsold.rate, 0));
        }
    }
}
