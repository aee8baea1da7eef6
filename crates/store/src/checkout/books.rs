//! What is booked of an order of the shop: once each, in the transaction that makes it true.

use domain::{
    board::day_of,
    ids::{OrderId, RestaurantId},
    money::Cents,
    payment::TryNumber,
};
use jiff::Timestamp;

use super::values::{Checkout, Sale};
use crate::ledger::{LedgerAmounts, LedgerEntry, LedgerVat};

/// The order whose entry it is: its number, and whoever cooks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Booked {
    pub(super) order: OrderId,
    pub(super) kitchen: RestaurantId,
    pub(super) at: Timestamp,
}

impl Booked {
    pub(super) fn of(checkout: &Checkout, at: Timestamp) -> Self {
        Self { order: checkout.id, kitchen: checkout.kitchen, at }
    }

    fn entry(self, fact: String, amounts: LedgerAmounts, vat: Vec<LedgerVat>) -> LedgerEntry {
        let Self { order, kitchen, at } = self;
        LedgerEntry { order, fact, restaurant: kitchen, day: day_of(at), booked_at: at, amounts, vat }
    }

    /// A kitchen has got it.
    pub(super) fn sold(self, sale: &Sale) -> LedgerEntry {
        self.entry("sold".to_owned(), sale.amounts, sale.vat.clone())
    }

    /// A kitchen has cancelled it: it was no sale.
    pub(super) fn unsold(self, sale: &Sale) -> LedgerEntry {
        let vat = sale.vat.iter().map(|vat| LedgerVat { rate: vat.rate, amount: Cents(-vat.amount.0) });
        self.entry("unsold".to_owned(), -sale.amounts, vat.collect())
    }

    /// Money came in by a try.
    pub(super) fn paid(self, number: TryNumber, paid: Cents) -> LedgerEntry {
        let amounts = LedgerAmounts { paid, ..LedgerAmounts::default() };
        self.entry(format!("paid {}", number.0), amounts, Vec::new())
    }

    /// A gift card paid.
    pub(super) fn paid_by_card(self, paid: Cents) -> LedgerEntry {
        let amounts = LedgerAmounts { paid, ..LedgerAmounts::default() };
        self.entry("paid by gift card".to_owned(), amounts, Vec::new())
    }

    /// Money went back.
    pub(super) fn refunded(self, number: i64, refunded: Cents) -> LedgerEntry {
        let amounts = LedgerAmounts { refunded, ..LedgerAmounts::default() };
        self.entry(format!("refund {number}"), amounts, Vec::new())
    }
}
