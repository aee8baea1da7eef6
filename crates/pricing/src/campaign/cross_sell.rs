//! What can be had for less beside what is in the cart.

use chain::{Chain, CrossSell, Effect};
use domain::money::Cents;

use super::{codes::Contender, conditions::Failure, ledger::Ledger};
use crate::{priced::CrossSellOption, work::Work};

/// Units in the cart that each bring one for less.
pub(super) fn trigger_units(offer: &CrossSell, lines: &[Work<'_>]) -> u32 {
    let triggers = |work: &&Work<'_>| {
        offer.trigger_products.contains(&work.product.id) || offer.trigger_categories.contains(&work.product.category)
    };
    lines.iter().filter(triggers).map(|work| work.quantity).sum()
}

/// What is offered to everybody whose cart brings it, signed in or not.
pub(crate) fn list_cross_sells<'a>(
    chain: &'a Chain,
    contenders: &[Contender<'a>],
    lines: &[Work<'a>],
    ledger: &Ledger<'a>,
    cost: Cents,
) -> Vec<CrossSellOption<'a>> {
    let mut listed = Vec::new();
    for contender in contenders {
        let campaign = contender.campaign;
        let Effect::CrossSell(offer) = &campaign.effect else { continue };
        let triggers = trigger_units(offer, lines);
        // What took effect would exclude itself.
        let fails = |failure: &Failure| !matches!(failure, Failure::LoginRequired { .. } | Failure::Exclusive);
        if triggers == 0 || ledger.all_failures(campaign, cost).iter().any(fails) {
            continue;
        }
        let taken: u32 = lines
            .iter()
            .flat_map(|work| &work.applied)
            .filter(|(applied, _)| applied.id == campaign.id)
            .map(|(_, units)| *units)
            .sum();
        listed.push(CrossSellOption {
            campaign,
            amount: offer.amount,
            sizes: match &campaign.filter.sizes {
                Some(sizes) => sizes.iter().collect(),
                None => chain.menu().sizes().iter().map(|size| &size.id).collect(),
            },
            products: match &campaign.filter.products {
                Some(products) => products.iter().collect(),
                None => products_of(chain, contender),
            },
            default_product: &offer.default_product,
            requires_registered_user: campaign.conditions.requires_log_in || campaign.is_loyalty,
            remaining: triggers.saturating_sub(taken),
        });
    }
    listed
}

/// The products on sale that a campaign without a list of them is about.
fn products_of<'a>(chain: &'a Chain, contender: &Contender<'a>) -> Vec<&'a chain::ProductId> {
    let filter = &contender.campaign.filter;
    let takes = |product: &&chain::Product| {
        !product.is_age_restricted
            && !product.is_inactive
            && product.is_in_default_menu
            && filter.categories.as_ref().is_none_or(|categories| categories.contains(&product.category))
    };
    chain.menu().products().iter().filter(takes).map(|product| &product.id).collect()
}
