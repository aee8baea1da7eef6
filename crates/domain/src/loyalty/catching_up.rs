//! What orders have become since a member's card was looked at last (docs/spec/people.md, "The card", L1, L7, L9).

use jiff::Timestamp;

use super::{
    account::{LoyaltyAccount, LoyaltyChange, LoyaltyView, NewCode},
    benefit::BenefitUse,
    code::PersonalCode,
    earning::CountedOrder,
    ledger::LoyaltyRow,
    returning::OrderEnding,
    slices::OrderSlices,
};
use crate::ids::OrderId;

/// An order that may change a member's card, as it stands now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberOrder {
    pub order: OrderId,
    pub placed_at: Timestamp,
    /// Benefits of theirs with which it was confirmed, where no row says so yet.
    pub used: Vec<PersonalCode>,
    /// What it brings where it counts: it is theirs, past 0, and owes nothing.
    pub slices: Option<OrderSlices>,
    /// Why it counts no more.
    pub ending: Option<OrderEnding>,
}

impl LoyaltyAccount {
    /// Books what is past and what orders have become, one after the other. An order that was booked before is nothing more.
    #[must_use]
    pub fn catch_up(&self, view: LoyaltyView<'_>, orders: &[MemberOrder], code: NewCode<'_>) -> LoyaltyChange {
        let (mut after, mut rows) = (self.clone(), Vec::new());
        // What an order held was held while it was good, though it is past by now.
        for order in orders {
            after.hold(order, |state| state == BenefitUse::Unused);
        }
        let past = after.settle(view);
        after = after.booked(past, &mut rows);
        for order in orders {
            after.hold(order, |state| matches!(state, BenefitUse::Unused | BenefitUse::Held(_)));
            let used = after.use_benefits(view, order.order);
            after = after.booked(used, &mut rows);
            if let Some(slices) = &order.slices {
                let counted = CountedOrder { order: order.order, placed_at: order.placed_at, slices };
                let change = after.count_order(view, counted, &mut *code);
                after = after.booked(change, &mut rows);
            }
            if let Some(ending) = order.ending {
                let change = after.end_order(view, order.order, ending);
                after = after.booked(change, &mut rows);
            }
        }
        let issued = after.benefits.split_off(self.benefits.len());
        let pairs = after.benefits.into_iter().zip(&self.benefits);
        let changed = pairs.filter(|(after, before)| after != *before).map(|(after, _)| after).collect();
        LoyaltyChange { rows, issued, changed }
    }

    /// Lets an order hold the benefits that it was confirmed with, those in such a state.
    fn hold(&mut self, order: &MemberOrder, may_be_held: impl Fn(BenefitUse) -> bool) {
        for benefit in &mut self.benefits {
            if may_be_held(benefit.state) && order.used.contains(&benefit.code) {
                benefit.state = BenefitUse::Held(order.order);
            }
        }
    }

    /// The same after a change, whose rows are noted.
    fn booked(self, change: LoyaltyChange, rows: &mut Vec<LoyaltyRow>) -> Self {
        let after = self.after(&change);
        rows.extend(change.rows);
        after
    }
}
