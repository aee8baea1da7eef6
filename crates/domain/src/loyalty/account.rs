//! A member's card with their benefits, and what changes of both in one step.

use jiff::Timestamp;

use super::{
    benefit::{BenefitOrigin, BenefitTypes, BenefitUse, FREE_PIZZA, OwnedBenefit},
    card::LoyaltyCard,
    code::PersonalCode,
    ledger::{LoyaltyFact, LoyaltyRow},
    rules::{LoyaltyRules, is_past},
};

/// What a customer has of the programme. All changes of one are made one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoyaltyAccount {
    pub card: LoyaltyCard,
    /// In the order in which they were given.
    pub benefits: Vec<OwnedBenefit>,
}

/// By what is decided.
#[derive(Debug, Clone, Copy)]
pub struct LoyaltyView<'v> {
    pub rules: &'v LoyaltyRules,
    pub benefits: &'v BenefitTypes,
    pub now: Timestamp,
}

/// What is to be written in one transaction; nothing of it where nothing is to change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LoyaltyChange {
    /// Rows to be appended, in this order.
    pub rows: Vec<LoyaltyRow>,
    /// New benefits.
    pub issued: Vec<OwnedBenefit>,
    /// Benefits that stand already, as they are now.
    pub changed: Vec<OwnedBenefit>,
}

/// Makes the codes of new benefits; none twice.
pub type NewCode<'c> = &'c mut dyn FnMut() -> PersonalCode;

impl LoyaltyChange {
    /// Whether nothing changes.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.rows.is_empty() && self.issued.is_empty() && self.changed.is_empty()
    }

    /// Slices that all rows together add.
    #[must_use]
    pub fn slices_added(&self) -> i64 {
        self.rows.iter().map(LoyaltyRow::slices_added).sum()
    }
}

impl LoyaltyAccount {
    /// The same after a change.
    #[must_use]
    pub fn after(mut self, change: &LoyaltyChange) -> Self {
        for row in &change.rows {
            self.card.add(row);
        }
        for changed in &change.changed {
            if let Some(known) = self.benefits.iter_mut().find(|known| known.code == changed.code) {
                *known = changed.clone();
            }
        }
        self.benefits.extend(change.issued.iter().cloned());
        self
    }
}

/// A change while it is decided: each row counts for those after it.
pub(super) struct Deciding<'v> {
    pub(super) view: LoyaltyView<'v>,
    pub(super) card: LoyaltyCard,
    pub(super) benefits: Vec<OwnedBenefit>,
    /// How many of the benefits stood before.
    known: usize,
    before: Vec<OwnedBenefit>,
    rows: Vec<LoyaltyRow>,
}

impl<'v> Deciding<'v> {
    /// Begins with what is past: benefits, then the card (L8, L11).
    pub(super) fn begin(account: &LoyaltyAccount, view: LoyaltyView<'v>) -> Self {
        let before = account.benefits.clone();
        let (card, known) = (account.card.clone(), before.len());
        let mut deciding = Self { view, card, benefits: before.clone(), known, before, rows: Vec::new() };
        deciding.deprecate_past();
        if deciding.card.is_expired(view.rules, view.now) {
            let slices = deciding.card.balance();
            deciding.push(LoyaltyFact::CardExpired { slices });
        }
        deciding
    }

    /// What is to be written.
    pub(super) fn finish(mut self) -> LoyaltyChange {
        let issued = self.benefits.split_off(self.known);
        let pairs = self.benefits.into_iter().zip(&self.before);
        let changed = pairs.filter(|(after, before)| after != *before).map(|(after, _)| after).collect();
        LoyaltyChange { rows: self.rows, issued, changed }
    }

    pub(super) fn push(&mut self, fact: LoyaltyFact) {
        let row = LoyaltyRow { at: self.view.now, fact };
        self.card.add(&row);
        self.rows.push(row);
    }

    /// The spins that so many slices more bring, or less take: the marks that they pass.
    pub(super) fn marks_passed(&self, slices: i64) -> u32 {
        let (rules, total) = (self.view.rules, self.card.total);
        let passed = rules.marks_within(total + slices) - rules.marks_within(total);
        u32::try_from(passed.abs()).unwrap_or(u32::MAX)
    }

    /// Turns full cards into benefits (L3).
    pub(super) fn convert(&mut self, code: NewCode<'_>) {
        let slices = self.view.rules.free_pizza_at.max(1);
        while self.card.balance() >= i64::from(slices) {
            let benefit = code();
            let origin = BenefitOrigin::Slices { card: self.card.number, slices };
            self.push(LoyaltyFact::Converted { benefit: benefit.clone(), slices });
            self.give(FREE_PIZZA, origin, benefit);
        }
    }

    /// Gives a benefit.
    pub(super) fn give(&mut self, kind: &str, origin: BenefitOrigin, code: PersonalCode) {
        self.push(LoyaltyFact::BenefitGiven { benefit: code.clone() });
        let valid_until = self.view.benefits.valid_until(kind, self.view.now);
        let (kind, state, is_extended) = (kind.to_owned(), BenefitUse::Unused, false);
        self.benefits.push(OwnedBenefit { code, kind, valid_until, state, origin, is_extended });
    }

    /// Takes benefits out of use, each with its row.
    pub(super) fn deprecate(
        &mut self,
        which: impl Fn(&OwnedBenefit) -> bool,
        row: impl Fn(PersonalCode) -> LoyaltyFact,
    ) {
        let mut codes = Vec::new();
        for benefit in &mut self.benefits {
            if benefit.state == BenefitUse::Unused && which(benefit) {
                benefit.state = BenefitUse::Deprecated;
                codes.push(benefit.code.clone());
            }
        }
        for code in codes {
            self.push(row(code));
        }
    }

    /// Takes benefits out of use that are past (L8).
    pub(super) fn deprecate_past(&mut self) {
        let now = self.view.now;
        self.deprecate(|one| is_past(one.valid_until, now), |benefit| LoyaltyFact::BenefitPast { benefit });
    }

    /// Voids the newest unused free pizzas of this card until its slices pay for the rest (L9). Where none is left, the debt
    /// stays.
    pub(super) fn undo_excess(&mut self) {
        while self.card.balance() < 0 {
            let number = self.card.number;
            let slices_of = |one: &OwnedBenefit| match one.origin {
                BenefitOrigin::Slices { card, slices } if card == number => Some(slices),
                _ => None,
            };
            let unused = |one: &OwnedBenefit| one.state == BenefitUse::Unused;
            let newest = self.benefits.iter().rposition(|one| unused(one) && slices_of(one).is_some());
            let Some(place) = newest else { return };
            let Some(slices) = slices_of(&self.benefits[place]) else { return };
            self.benefits[place].state = BenefitUse::Deprecated;
            let benefit = self.benefits[place].code.clone();
            self.push(LoyaltyFact::Unconverted { benefit, slices });
        }
    }
}
