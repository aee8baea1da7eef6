//! What brings slices: joining, and orders (docs/spec/people.md, "The card", L1 to L4, L7).

use jiff::Timestamp;

use super::{
    account::{Deciding, LoyaltyAccount, LoyaltyChange, LoyaltyView, NewCode},
    benefit::BenefitUse,
    ledger::LoyaltyFact,
    slices::OrderSlices,
};
use crate::ids::OrderId;

/// An order that may bring slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedOrder<'o> {
    pub order: OrderId,
    pub placed_at: Timestamp,
    pub slices: &'o OrderSlices,
}

impl LoyaltyAccount {
    /// Joining, with a number of 64 random bits for what it brings. A member already: nothing; who was one before joins
    /// without slices.
    #[must_use]
    pub fn join(&self, view: LoyaltyView<'_>, drawn: u64, code: NewCode<'_>) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        if deciding.card.joined_at.is_none() {
            deciding.push(LoyaltyFact::Joined);
            if !deciding.card.was_welcomed {
                let slices = view.rules.welcome(drawn);
                let spins = deciding.marks_passed(i64::from(slices));
                deciding.push(LoyaltyFact::Welcomed { slices, spins });
                deciding.convert(code);
            }
        }
        deciding.finish()
    }

    /// An order is past 0 and owes nothing: it brings slices where it was placed after joining, once per order, and never after
    /// it was taken back. Units whose money went back before bring nothing.
    #[must_use]
    pub fn count_order(&self, view: LoyaltyView<'_>, counted: CountedOrder<'_>, code: NewCode<'_>) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        let order = counted.order;
        let known = deciding.card.orders.get(&order);
        let is_known = known.is_some_and(|known| known.counted.is_some() || known.is_over);
        let is_members = deciding.card.joined_at.is_some_and(|joined_at| joined_at <= counted.placed_at);
        if is_known || !is_members {
            return deciding.finish();
        }
        let returned = known.map(|known| known.returned.clone()).unwrap_or_default();
        let lines = (0..).zip(&counted.slices.0);
        let slices = lines.fold(0_u32, |sum, (place, line)| {
            let units = line.earning_units().saturating_sub(returned.get(&place).copied().unwrap_or(0));
            sum.saturating_add(line.of_unit.saturating_mul(units))
        });
        let spins = deciding.marks_passed(i64::from(slices));
        deciding.push(LoyaltyFact::OrderCounted { order, slices, spins });
        deciding.convert(code);
        deciding.finish()
    }

    /// An order is confirmed: the benefits that it holds are used.
    #[must_use]
    pub fn use_benefits(&self, view: LoyaltyView<'_>, order: OrderId) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        let mut codes = Vec::new();
        for benefit in &mut deciding.benefits {
            if benefit.state == BenefitUse::Held(order) {
                benefit.state = BenefitUse::Used(order);
                codes.push(benefit.code.clone());
            }
        }
        for benefit in codes {
            deciding.push(LoyaltyFact::BenefitUsed { benefit, order });
        }
        deciding.finish()
    }
}
