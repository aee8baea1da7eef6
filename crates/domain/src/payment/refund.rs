//! Which money goes back, and to whom (docs/spec/ordering.md, "Refunds", "Unpaid orders and late money"). Nothing here
//! asks a provider or writes a row.

use std::collections::BTreeMap;

use super::{PaymentEffect, PaymentEvent, PaymentStage, PaymentState, SessionId, Settled, Settlement, TryNumber};
use crate::money::Cents;

/// Where a part of an order's money came from, and goes back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefundSource {
    /// The provider of a try sends it.
    Try(SessionId),
    /// It is put back on the gift card.
    GiftCard,
}

/// A part of an order's money that has gone back, or is to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundPart {
    /// Its number within the order, counted from 1. A provider sends each number once.
    pub number: i64,
    pub source: RefundSource,
    pub amount: Cents,
    /// Whether it is back: at once on a gift card, and when its provider has sent it.
    pub is_done: bool,
}

/// A try to pay, with what it was to pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charge {
    pub number: TryNumber,
    pub session: SessionId,
    pub amount: Cents,
}

/// What an order is paid of, and what of it has gone back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Funds {
    pub charges: Vec<Charge>,
    /// What a gift card pays of it.
    pub gift_card: Cents,
    pub refunds: Vec<RefundPart>,
}

/// Money that somebody gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refunding {
    /// Its parts, each of more than nothing.
    pub parts: Vec<RefundPart>,
    /// What has not gone back after it, of all that came in.
    pub left: Cents,
    /// Whether with it all has gone back that paid for the order.
    pub is_whole: bool,
}

/// Why no money goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundRefused {
    /// Nothing was ever paid for it here.
    #[error("nothing was paid for the order")]
    NeverPaid,
    /// It is more than is left, or nothing.
    #[error("it is more than is left of what was paid")]
    TooMuch,
}

/// Something that has happened to a payment, with what it was before and is after it.
#[derive(Debug, Clone, Copy)]
pub struct PaymentChange<'p> {
    pub before: &'p Settlement,
    pub event: PaymentEvent,
    pub settled: &'p Settled,
}

/// Money that goes back by what has happened to a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomaticRefund {
    /// Parts asked for before, which the provider has sent with what it sent by itself.
    pub sent: Vec<RefundPart>,
    /// Its parts, each of more than nothing.
    pub parts: Vec<RefundPart>,
    /// What has not gone back after it, of all that came in.
    pub left: Cents,
    /// Whether the gift card's part is still to be put on it: [`PaymentEffect::GiveBack`] gives all of it back by itself.
    pub puts_on_gift_card: bool,
    /// Why it goes back.
    pub reason: &'static str,
}

impl RefundPart {
    /// Whether its provider is still to send it.
    #[must_use]
    pub fn is_pending_of(&self, session: SessionId) -> bool {
        self.source == RefundSource::Try(session) && !self.is_done
    }
}

impl Funds {
    /// What has gone back in all, or is to (docs/spec/ordering.md, "Refunds": `refundedTotal` counts asked and done).
    #[must_use]
    pub fn refunded(&self) -> Cents {
        sum(&self.refunds)
    }

    /// What can still go back of a paid order: of the try that paid, and of the gift card; of others nothing.
    #[must_use]
    pub fn refundable(&self, stage: PaymentStage) -> Cents {
        let PaymentStage::Paid(by) = stage else { return Cents(0) };
        let of_try = by.and_then(|by| self.charge(by)).map_or(0, |charge| self.left_of(charge).0);
        Cents(of_try + self.left_of_gift_card().0)
    }

    /// An amount that somebody gives back of a paid order; none: all that is left. The provider sends of it what it can,
    /// the gift card gets the rest (docs/spec/ordering.md, "Refunds": Sources).
    ///
    /// # Errors
    /// [`RefundRefused`].
    pub fn refund(&self, payment: &Settlement, amount: Option<Cents>) -> Result<Refunding, RefundRefused> {
        let received = self.received(payment.stage(), payment.tries());
        if received == Cents(0) {
            return Err(RefundRefused::NeverPaid);
        }
        let left = self.refundable(payment.stage());
        let wanted = amount.unwrap_or(left);
        if wanted <= Cents(0) || wanted > left {
            return Err(RefundRefused::TooMuch);
        }
        let charge = payment.stage().paid_by().and_then(|by| self.charge(by));
        let of_try = charge.map(|charge| (charge.session, self.left_of(charge).min(wanted)));
        let rest = Cents(wanted.0 - of_try.map_or(0, |(_, amount)| amount.0));
        let of_try = of_try.map(|(session, amount)| (RefundSource::Try(session), amount, false));
        let parts = self.numbered(of_try.into_iter().chain([(RefundSource::GiftCard, rest, true)]));
        Ok(Refunding { left: self.left_after(received, &parts), parts, is_whole: wanted == left })
    }

    /// What goes back by what has happened: of tries that paid too late or twice or for what was cancelled, what a provider
    /// has sent back by itself, and what a gift card paid of an order that was paid and is no more.
    #[must_use]
    pub fn refund_after(&self, change: PaymentChange<'_>) -> AutomaticRefund {
        let (was, after) = (change.before.stage(), &change.settled.settlement);
        let mut found = Vec::new();
        for effect in &change.settled.effects {
            if let PaymentEffect::Refund(number) = effect {
                found.extend(self.rest_of(*number, false));
            }
        }
        let sent_back = change.sent_back().and_then(|number| self.charge(number));
        found.extend(sent_back.and_then(|charge| self.rest_of(charge.number, true)));
        let has_lost_its_money = sent_back.is_some() && after.stage() == PaymentStage::Refunded;
        if matches!(was, PaymentStage::Paid(_)) && (has_lost_its_money || change.event == PaymentEvent::Rejected) {
            found.push((RefundSource::GiftCard, self.left_of_gift_card(), true));
        }
        let parts = self.numbered(found);
        let is_sent = |part: &&RefundPart| sent_back.is_some_and(|charge| part.is_pending_of(charge.session));
        AutomaticRefund {
            sent: self.refunds.iter().filter(is_sent).copied().collect(),
            left: self.left_after(self.received(was, after.tries()), &parts),
            parts,
            puts_on_gift_card: sent_back.is_some(),
            reason: change.reason(),
        }
    }

    /// Takes a part as sent by its provider, and gives it; none where there is no such part.
    pub fn set_done(&mut self, number: i64) -> Option<RefundPart> {
        let part = self.refunds.iter_mut().find(|part| part.number == number)?;
        part.is_done = true;
        Some(*part)
    }

    /// Whether all that a try paid is back.
    #[must_use]
    pub fn is_all_back(&self, charge: &Charge) -> bool {
        let is_pending = self.refunds.iter().any(|part| part.is_pending_of(charge.session));
        self.left_of(charge) == Cents(0) && !is_pending
    }

    /// The charge of a try.
    #[must_use]
    pub fn charge(&self, number: TryNumber) -> Option<&Charge> {
        self.charges.iter().find(|charge| charge.number == number)
    }

    /// What came in: by tries, and by the gift card where the order was made and paid.
    fn received(&self, stage: PaymentStage, tries: &BTreeMap<TryNumber, PaymentState>) -> Cents {
        let has_paid = |charge: &&Charge| tries.get(&charge.number).is_some_and(|state| *state >= PaymentState::Paid);
        let by_tries: i64 = self.charges.iter().filter(has_paid).map(|charge| charge.amount.0).sum();
        let is_card_taken = matches!(stage, PaymentStage::Paid(_) | PaymentStage::Refunded | PaymentStage::Rejected);
        Cents(by_tries + if is_card_taken { self.gift_card.0 } else { 0 })
    }

    fn left_of(&self, charge: &Charge) -> Cents {
        self.left_of_source(RefundSource::Try(charge.session), charge.amount)
    }

    fn left_of_gift_card(&self) -> Cents {
        self.left_of_source(RefundSource::GiftCard, self.gift_card)
    }

    fn left_of_source(&self, source: RefundSource, paid: Cents) -> Cents {
        let gone = self.refunds.iter().filter(|part| part.source == source);
        Cents((paid.0 - sum(gone).0).max(0))
    }

    fn rest_of(&self, number: TryNumber, is_done: bool) -> Option<(RefundSource, Cents, bool)> {
        let charge = self.charge(number)?;
        Some((RefundSource::Try(charge.session), self.left_of(charge), is_done))
    }

    /// Numbers parts after those that stand; parts of nothing are none.
    fn numbered(&self, parts: impl IntoIterator<Item = (RefundSource, Cents, bool)>) -> Vec<RefundPart> {
        let next = self.refunds.iter().map(|part| part.number).max().unwrap_or(0) + 1;
        let parts = parts.into_iter().filter(|(_, amount, _)| *amount > Cents(0));
        let numbered = (next..).zip(parts);
        numbered.map(|(number, (source, amount, is_done))| RefundPart { number, source, amount, is_done }).collect()
    }

    fn left_after(&self, received: Cents, parts: &[RefundPart]) -> Cents {
        Cents((received.0 - self.refunded().0 - sum(parts).0).max(0))
    }
}

impl PaymentChange<'_> {
    /// Whether money may go back by it, so that [`Funds::refund_after`] has something to say.
    #[must_use]
    pub fn returns_money(&self) -> bool {
        let mut effects = self.settled.effects.iter();
        self.sent_back().is_some()
            || effects.any(|effect| matches!(effect, PaymentEffect::Refund(_) | PaymentEffect::GiveBack))
    }

    /// The try whose money was here, and which the provider has sent back by itself.
    fn sent_back(&self) -> Option<TryNumber> {
        let PaymentEvent::Reported(number, PaymentState::Refunded) = self.event else { return None };
        let was_paid = self.before.tries().get(&number) == Some(&PaymentState::Paid);
        (self.settled.moved && was_paid).then_some(number)
    }

    fn reason(&self) -> &'static str {
        match self.event {
            PaymentEvent::Rejected => "the order was cancelled",
            PaymentEvent::Reported(_, PaymentState::Refunded) => "the provider sent it back",
            _ => "it was paid too late or twice",
        }
    }
}

fn sum<'p>(parts: impl IntoIterator<Item = &'p RefundPart>) -> Cents {
    Cents(parts.into_iter().map(|part| part.amount.0).sum())
}

#[cfg(test)]
mod tests;
