//! Looking at one set of codes after the other.

use std::ops::ControlFlow;

use chain::{CampaignEffect, PromotionCode};
use domain::money::Cents;
use jiff::Timestamp;

use super::{CodeSource, OfferedCode, has_something_for};
use crate::{
    campaign::{Circumstances, failures},
    cart::Cart,
    price::price,
    priced::Priced,
    request::PriceRequest,
};

/// The most codes of a cart (docs/spec/ordering.md, "Bounds").
const MOST_CODES: usize = 5;

/// What was found.
pub(super) struct FoundCodes {
    pub(super) codes: Vec<PromotionCode>,
    /// Whether all was looked at.
    pub(super) is_complete: bool,
}

/// How good a cart is; the least is the best.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PriceRank {
    payable: Cents,
    codes: usize,
    /// When they expire, the soonest first.
    expiries: Vec<Timestamp>,
}

/// The step of the rules in which a code takes part. Codes of different steps may stand in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum CodeStep {
    Combos,
    Units,
    Amounts,
    Delivery,
    Prepaid,
}

impl CodeStep {
    fn of(effect: &CampaignEffect) -> Self {
        match effect {
            CampaignEffect::Combo(_) => Self::Combos,
            CampaignEffect::Units(_) => Self::Units,
            CampaignEffect::Amount(_) => Self::Amounts,
            CampaignEffect::FreeDelivery => Self::Delivery,
            CampaignEffect::Prepaid { .. } | CampaignEffect::PostPurchase { .. } => Self::Prepaid,
        }
    }

    /// Whether it makes a difference which of two codes comes first: they take the same units, or what is left. A line is
    /// of one combo, and one campaign makes delivery free.
    fn is_ordered(self) -> bool {
        matches!(self, Self::Units | Self::Amounts | Self::Prepaid)
    }
}

/// A search under way.
struct CodeSearch<'s, 'r, 'c> {
    request: PriceRequest<'r>,
    /// The cart with the codes that are looked at.
    cart: Cart,
    offered: Vec<&'s OfferedCode<'c>>,
    goes_on: &'s mut dyn FnMut() -> bool,
    best: (PriceRank, Vec<PromotionCode>),
}

/// Looks for the best codes, where those of the cart all take effect.
pub(super) fn search(
    request: PriceRequest<'_>,
    offered: &[OfferedCode<'_>],
    goes_on: &mut dyn FnMut() -> bool,
) -> FoundCodes {
    let own = &request.cart.promotion_codes;
    let priced = price(request);
    if !priced.is_valid() {
        // Something is wrong beside the codes, and is so with any of them.
        return FoundCodes { codes: own.clone(), is_complete: true };
    }
    let known = own.iter().filter_map(|code| offered.iter().find(|one| one.code == *code));
    let mut expiries: Vec<Timestamp> = known.map(OfferedCode::expiry).collect();
    // Of the others nothing is known that would end.
    expiries.resize(own.len(), Timestamp::MAX);
    expiries.sort_unstable();
    let mut search = CodeSearch {
        request,
        cart: request.cart.clone(),
        offered: offered.iter().filter(|one| can_help(request, &priced, one)).collect(),
        goes_on,
        best: (PriceRank { payable: priced.payable, codes: own.len(), expiries }, own.clone()),
    };
    let is_complete = search.run().is_continue();
    FoundCodes { codes: search.best.1, is_complete }
}

/// Whether a code could take something off, whatever stands beside it.
fn can_help(request: PriceRequest<'_>, priced: &Priced<'_>, offered: &OfferedCode<'_>) -> bool {
    let campaign = offered.campaign;
    // No step begins with more than what the lines cost before all of them.
    let most = priced.details.line_items_sub_total;
    has_something_for(campaign, Some(&offered.code), request.cart, &priced.lines)
        && failures(campaign, Circumstances::of(request), most, false, 1).is_empty()
}

impl CodeSearch<'_, '_, '_> {
    /// Looks at all carts, those with fewer codes first.
    fn run(&mut self) -> ControlFlow<()> {
        for size in 0..=MOST_CODES.min(self.offered.len()) {
            self.look_at_all(&mut Vec::with_capacity(size), size)?;
            // Nothing is less than nothing, and more codes are no better.
            if self.best.0.payable.0 <= 0 && self.best.0.codes <= size {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks at all carts that begin with some codes and have so many more.
    fn look_at_all(&mut self, chosen: &mut Vec<usize>, more: usize) -> ControlFlow<()> {
        if more == 0 {
            return self.look_at(chosen);
        }
        for at in 0..self.offered.len() {
            if self.may_follow(chosen, at) {
                chosen.push(at);
                self.look_at_all(chosen, more - 1)?;
                chosen.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a code may come next, so that of the orders that make no difference one is looked at.
    fn may_follow(&self, chosen: &[usize], at: usize) -> bool {
        let Some(&last) = chosen.last() else { return true };
        let step = |at: usize| CodeStep::of(&self.offered[at].campaign.effect);
        if step(last) == step(at) {
            !chosen.contains(&at) && (step(at).is_ordered() || last < at)
        } else {
            step(last) < step(at)
        }
    }

    /// Prices a cart with some codes, and keeps it where it is the best so far.
    fn look_at(&mut self, chosen: &[usize]) -> ControlFlow<()> {
        if !(self.goes_on)() {
            return ControlFlow::Break(());
        }
        self.cart.promotion_codes.clear();
        self.cart.promotion_codes.extend(chosen.iter().map(|at| self.offered[*at].code.clone()));
        let priced = price(PriceRequest { cart: &self.cart, ..self.request });
        let payable = priced.payable;
        if payable > self.best.0.payable || !priced.is_valid() || self.wastes(chosen, &priced) {
            return ControlFlow::Continue(());
        }
        drop(priced);
        let mut expiries: Vec<Timestamp> = chosen.iter().map(|at| self.offered[*at].expiry()).collect();
        expiries.sort_unstable();
        let rank = PriceRank { payable, codes: chosen.len(), expiries };
        if rank < self.best.0 {
            self.best = (rank, self.cart.promotion_codes.clone());
        }
        ControlFlow::Continue(())
    }

    /// Whether a benefit that pays would pay less than it is worth; who sends one with the cart has chosen so.
    fn wastes(&self, chosen: &[usize], priced: &Priced<'_>) -> bool {
        let own = |code: &PromotionCode| {
            let mut chosen = chosen.iter().map(|at| self.offered[*at]);
            chosen.any(|one| one.source == CodeSource::Benefit && one.code == *code)
        };
        priced.split_payments.iter().any(|split| {
            let CampaignEffect::Prepaid { amount, .. } = split.campaign.effect else { return false };
            split.amount < amount && split.code.as_ref().is_some_and(own)
        })
    }
}
