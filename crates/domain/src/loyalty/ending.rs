//! What ends by itself, and leaving (docs/spec/people.md, "The card", L8 and L11; "Loyalty").

use super::{
    account::{Deciding, LoyaltyAccount, LoyaltyChange, LoyaltyView},
    ledger::LoyaltyFact,
};

impl LoyaltyAccount {
    /// What is past at a moment: the card, and benefits that no order holds. Judged on every read, and before every other
    /// change.
    #[must_use]
    pub fn settle(&self, view: LoyaltyView<'_>) -> LoyaltyChange {
        Deciding::begin(self, view).finish()
    }

    /// Leaving: slices and spins go, and unused benefits are void. Who is no member leaves nothing.
    #[must_use]
    pub fn leave(&self, view: LoyaltyView<'_>) -> LoyaltyChange {
        let mut deciding = Deciding::begin(self, view);
        if deciding.card.joined_at.is_some() {
            let (slices, spins) = (deciding.card.balance(), deciding.card.spin_balance());
            deciding.push(LoyaltyFact::Left { slices, spins });
            deciding.deprecate(|_| true, |benefit| LoyaltyFact::BenefitVoided { benefit, order: None });
        }
        deciding.finish()
    }
}
