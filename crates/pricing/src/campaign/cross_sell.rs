//! What can be had for less beside what is in the cart.

use chain::{Campaign, CampaignEffect, Chain, CrossSell, UnitEffect};
use domain::money::Cents;

use super::{codes::Candidate, conditions::FailedCondition, ledger::CampaignLedger};
use crate::{draft::DraftLine, priced::CrossSellOption};

/// Units in the cart that each bring one for less.
pub(super) fn trigger_units(offer: &CrossSell, lines: &[DraftLine<'_>]) -> u32 {
    let triggers = |draft: &&DraftLine<'_>| {
        offer.trigger_products.contains(&draft.product.id) || offer.trigger_categories.contains(&draft.product.category)
    };
    lines.iter().filter(triggers).map(|draft| draft.quantity).sum()
}

/// Units that may still be had for less.
pub(super) fn units_left(campaign: &Campaign, offer: &CrossSell, lines: &[DraftLine<'_>]) -> u32 {
    let taken: u32 = lines.iter().map(|draft| draft.units_taken(campaign)).sum();
    trigger_units(offer, lines).saturating_sub(taken)
}

/// What is offered to everybody whose cart brings it, signed in or not.
pub(crate) fn list_cross_sells<'a>(
    chain: &'a Chain,
    candidates: &[Candidate<'a>],
    lines: &[DraftLine<'a>],
    ledger: &CampaignLedger<'a>,
    cost: Cents,
) -> Vec<CrossSellOption<'a>> {
    let mut listed: Vec<CrossSellOption<'a>> = Vec::new();
    for candidate in candidates {
        let campaign = candidate.campaign;
        let CampaignEffect::Units(UnitEffect::CrossSell(offer)) = &campaign.effect else { continue };
        let is_listed = listed.iter().any(|known| known.campaign.id == campaign.id);
        // What took effect would exclude itself.
        let fails = |failure: &FailedCondition| {
            !matches!(failure, FailedCondition::LoginRequired { .. } | FailedCondition::Exclusive)
        };
        if is_listed || trigger_units(offer, lines) == 0 || ledger.all_failures(campaign, cost).iter().any(fails) {
            continue;
        }
        listed.push(CrossSellOption {
            campaign,
            amount: offer.amount,
            sizes: match &campaign.filter.sizes {
                Some(sizes) => sizes.iter().collect(),
                None => chain.menu().sizes().iter().map(|size| &size.id).collect(),
            },
            products: &offer.offered,
            default_product: &offer.default_product,
            requires_registered_user: campaign.conditions.requires_log_in || campaign.is_loyalty,
            remaining: units_left(campaign, offer, lines),
        });
    }
    listed
}
