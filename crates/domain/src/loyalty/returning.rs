//! What takes slices and spins away again, and gives benefits back (docs/spec/people.md, "The card", L9 and L10, "Benefits
//! that return").

use jiff::Timestamp;

use super::{
    account::{Deciding, LoyaltyAccount, LoyaltyChange, LoyaltyView},
    benefit::{BenefitOrigin, BenefitUse},
    ledger::{LoyaltyFact, LoyaltyRow},
    rules::{GRACE_DAYS, last_second_after},
    slices::OrderSlices,
};
use crate::ids::OrderId;

/// Why an order counts no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderEnding {
    /// The shop cancelled it.
    CancelledByShop,
    /// The customer cancelled it.
    CancelledByCustomer,
    /// All its money went back before anybody got it.
    RefundedUndelivered,
    /// All its money went back after it was delivered or fetched.
    Refunded,
    /// The customer's bank took its money back.
    ChargedBack,
}

impl OrderEnding {
    /// Whether the order's status is 13.
    fn is_cancelled(self) -> bool {
        matches!(self, Self::CancelledByShop | Self::CancelledByCustomer)
    }

    /// Whether its benefits return.
    fn returns_benefits(self) -> bool {
        self.is_cancelled() || self == Self::RefundedUndelivered
    }
}

impl LoyaltyAccount {
    /// An order counts no more: its slices go, once, then its benefits return, once each, then free pizzas are void that the
    /// slices no longer pay for, and prizes that a cancelled order's spins won.
    #[must_use]
    pub fn end_order(&self, view: LoyaltyView<'_>, order: OrderId, ending: OrderEnding) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        let is_first = deciding.take_order_back(order, ending.is_cancelled());
        let has_returned = ending.returns_benefits() && deciding.return_benefits(order, ending);
        if is_first || has_returned {
            deciding.undo_excess();
        }
        if ending.is_cancelled() && is_first {
            deciding.void_prizes(order);
        }
        deciding.finish()
    }

    /// Money of some units of a line went back, by the line's place in the order: their slices go, once per unit. `slices`:
    /// what the order brought, line by line.
    #[must_use]
    pub fn return_line(
        &self,
        view: LoyaltyView<'_>,
        order: OrderId,
        slices: &OrderSlices,
        line: u32,
        units: u32,
    ) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        if deciding.take_line_back(order, slices, line, units) {
            deciding.undo_excess();
        }
        deciding.finish()
    }
}

impl Deciding<'_> {
    /// Takes back what is left of an order; whether this was not said of it before.
    fn take_order_back(&mut self, order: OrderId, is_cancelled: bool) -> bool {
        let known = self.card.orders.get(&order).cloned().unwrap_or_default();
        let is_members = known.counted.is_some() || self.card.joined_at.is_some();
        let is_said = known.is_over && (known.is_cancelled || !is_cancelled);
        if is_said || !is_members {
            return false;
        }
        let is_of_card = known.counted.is_some_and(|(_, card)| card == self.card.number);
        let slices = if is_of_card { known.slices } else { 0 };
        let spins = self.marks_passed(-i64::from(slices));
        let ended = |keeps_until| LoyaltyFact::OrderEnded { order, slices, spins, is_cancelled, keeps_until };
        let keeps_until = self.keeps_until(ended(None));
        self.push(ended(keeps_until));
        true
    }

    /// Till when the card is good at least where an ended order moves its end nearer: two weeks from now, or its former end.
    fn keeps_until(&self, ended: LoyaltyFact) -> Option<Timestamp> {
        let before = self.card.expires_at(self.view.rules)?;
        let mut card = self.card.clone();
        card.add(&LoyaltyRow { at: self.view.now, fact: ended });
        let after = card.expires_at(self.view.rules)?;
        let keeps_until = before.min(last_second_after(self.view.now, GRACE_DAYS));
        (after < keeps_until).then_some(keeps_until)
    }

    /// Returns what an order holds or is paid with; whether there was anything.
    fn return_benefits(&mut self, order: OrderId, ending: OrderEnding) -> bool {
        let now = self.view.now;
        let mut codes = Vec::new();
        for benefit in self.benefits.iter_mut().filter(|benefit| benefit.order() == Some(order)) {
            if ending == OrderEnding::CancelledByShop {
                *benefit = benefit.extended(now);
            }
            benefit.state = BenefitUse::Unused;
            codes.push(benefit.code.clone());
        }
        let has_returned = !codes.is_empty();
        for benefit in codes {
            self.push(LoyaltyFact::BenefitReturned { benefit, order });
        }
        self.deprecate_past();
        has_returned
    }

    fn void_prizes(&mut self, order: OrderId) {
        let is_won = |origin| matches!(origin, BenefitOrigin::Prize { order: Some(by), .. } if by == order);
        self.deprecate(|one| is_won(one.origin), |benefit| LoyaltyFact::BenefitVoided { benefit, order: Some(order) });
    }

    /// Takes the slices of a line's units back; whether there were any such units.
    fn take_line_back(&mut self, order: OrderId, slices: &OrderSlices, line: u32, units: u32) -> bool {
        let known = self.card.orders.get(&order).cloned().unwrap_or_default();
        let place = usize::try_from(line).ok().and_then(|place| slices.0.get(place));
        let Some(of_line) = place.filter(|_| !known.is_over) else { return false };
        let left = of_line.earning_units().saturating_sub(known.returned.get(&line).copied().unwrap_or(0));
        let units = units.min(left);
        let is_members = known.counted.is_some() || self.card.joined_at.is_some();
        if units == 0 || of_line.of_unit == 0 || !is_members {
            return false;
        }
        let is_of_card = known.counted.is_some_and(|(_, card)| card == self.card.number);
        let slices = if is_of_card { of_line.of_unit.saturating_mul(units).min(known.slices) } else { 0 };
        let spins = self.marks_passed(-i64::from(slices));
        self.push(LoyaltyFact::LineReturned { order, line, units, slices, spins });
        true
    }
}
