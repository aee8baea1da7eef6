//! What is booked of an order of the shop: each fact once (docs/spec/ordering.md, "The books").

use std::ops::Neg;

use jiff::{Timestamp, civil::Date};

use super::{PaymentEvent, PaymentState, RefundPart, TryNumber};
use crate::{
    board::day_of,
    ids::{OrderId, RestaurantId},
    money::Cents,
};

/// Amounts of an entry, or of a day; what an entry takes back is negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LedgerAmounts {
    /// The lines before discounts.
    pub gross: Cents,
    pub discounts: Cents,
    /// Delivery, after its discounts.
    pub shipping: Cents,
    pub services: Cents,
    pub paid: Cents,
    pub refunded: Cents,
}

impl Neg for LedgerAmounts {
    type Output = Self;

    fn neg(self) -> Self {
        let less = |amount: Cents| Cents(-amount.0);
        Self {
            gross: less(self.gross),
            discounts: less(self.discounts),
            shipping: less(self.shipping),
            services: less(self.services),
            paid: less(self.paid),
            refunded: less(self.refunded),
        }
    }
}

/// A tax by its rate, in hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerVat {
    pub rate: u32,
    pub amount: Cents,
}

/// What is booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    pub order: OrderId,
    /// What happened to the order; the same again is not booked again.
    pub fact: String,
    pub restaurant: RestaurantId,
    /// The day in Helsinki.
    pub day: Date,
    /// The present moment.
    pub booked_at: Timestamp,
    pub amounts: LedgerAmounts,
    /// Each rate once.
    pub vat: Vec<LedgerVat>,
}

/// What is sold, as it is booked: amounts without what is paid or given back, and the taxes in them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sale {
    pub amounts: LedgerAmounts,
    /// By rate, each once.
    pub vat: Vec<LedgerVat>,
}

/// What an event is to the books, beside the order's being made and money that goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booking {
    /// Money came in by a try.
    Paid(TryNumber),
    /// The order was no sale.
    Unsold,
}

impl PaymentEvent {
    /// What is booked of it, where it moved the payment.
    #[must_use]
    pub fn booking(self) -> Option<Booking> {
        match self {
            Self::Reported(number, PaymentState::Paid) => Some(Booking::Paid(number)),
            Self::Rejected => Some(Booking::Unsold),
            _ => None,
        }
    }
}

/// Makes the entries of one order at one moment.
#[derive(Debug, Clone, Copy)]
pub struct Bookkeeper {
    pub order: OrderId,
    /// Whoever cooks: the books are theirs.
    pub kitchen: RestaurantId,
    pub now: Timestamp,
}

impl Bookkeeper {
    fn entry(self, fact: String, amounts: LedgerAmounts, vat: Vec<LedgerVat>) -> LedgerEntry {
        let Self { order, kitchen, now } = self;
        LedgerEntry { order, fact, restaurant: kitchen, day: day_of(now), booked_at: now, amounts, vat }
    }

    /// A kitchen has got the order, and a gift card has paid so much of it.
    #[must_use]
    pub fn made(self, sale: &Sale, by_gift_card: Cents) -> Vec<LedgerEntry> {
        let sold = self.entry("sold".to_owned(), sale.amounts, sale.vat.clone());
        let amounts = LedgerAmounts { paid: by_gift_card, ..LedgerAmounts::default() };
        let by_card = self.entry("paid by gift card".to_owned(), amounts, Vec::new());
        [sold].into_iter().chain((by_gift_card > Cents(0)).then_some(by_card)).collect()
    }

    /// A kitchen has cancelled it: it was no sale.
    #[must_use]
    pub fn unsold(self, sale: &Sale) -> LedgerEntry {
        let vat = sale.vat.iter().map(|vat| LedgerVat { rate: vat.rate, amount: Cents(-vat.amount.0) });
        self.entry("unsold".to_owned(), -sale.amounts, vat.collect())
    }

    /// Money came in by a try.
    #[must_use]
    pub fn paid(self, number: TryNumber, paid: Cents) -> LedgerEntry {
        let amounts = LedgerAmounts { paid, ..LedgerAmounts::default() };
        self.entry(format!("paid {}", number.0), amounts, Vec::new())
    }

    /// Money is back: booked when it is, not when it was asked for.
    #[must_use]
    pub fn refunded(self, part: &RefundPart) -> LedgerEntry {
        let amounts = LedgerAmounts { refunded: part.amount, ..LedgerAmounts::default() };
        self.entry(format!("refund {}", part.number), amounts, Vec::new())
    }
}

#[cfg(test)]
mod tests;
