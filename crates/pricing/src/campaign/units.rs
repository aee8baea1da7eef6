//! Campaigns of single units; each unit takes one at most (docs/spec/ordering.md, "The order of the rules", step 6).

use chain::{Campaign, CampaignEffect, Filter, UnitEffect};
use domain::money::Cents;
use smallvec::SmallVec;

use super::{codes::Candidate, conditions::FailedCondition, cross_sell, ledger::CampaignLedger};
use crate::{
    draft::DraftLine,
    steps::{PriceStep, StepKind},
};

/// The most that an offer of toppings takes off a unit, and the doses that it is about (PR-26).
const TOPPING_OFFER_MOST: Cents = Cents(200);
const TOPPING_OFFER_DOSES: usize = 2;

/// Units of a line that a campaign could take.
#[derive(Debug, Clone, Copy)]
struct Saving {
    line: usize,
    units: u32,
    /// What it takes off each.
    saving: Cents,
}

/// Applies the campaigns of units. `cost`: what the lines cost before.
pub(crate) fn take_line_campaigns<'a>(
    candidates: &[Candidate<'a>],
    lines: &mut [DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
    cost: Cents,
) {
    for candidate in candidates {
        let CampaignEffect::Units(effect) = &candidate.campaign.effect else { continue };
        if let Some(failure) = ledger.first_failure(candidate.campaign, cost) {
            ledger.refuse(*candidate, failure);
            continue;
        }
        let taken = take(candidate.campaign, effect, lines);
        if taken.0 > 0 {
            ledger.apply(*candidate, taken);
        } else {
            ledger.refuse(*candidate, FailedCondition::NotApplicable);
        }
    }
}

/// Lets a campaign take its units; what it takes off altogether.
fn take<'a>(campaign: &'a Campaign, effect: &UnitEffect, lines: &mut [DraftLine<'a>]) -> Cents {
    match effect {
        UnitEffect::Percent(percent) => take_best(campaign, lines, u32::MAX, |draft| {
            Cents((draft.unit.price.0 * i64::from(percent.0) + 5_000) / 10_000)
        }),
        UnitEffect::ProductPrice { price, max_units } => {
            take_best(campaign, lines, *max_units, |draft| Cents(draft.unit.base.0 - price.0))
        }
        UnitEffect::FreeProduct { max_units } => take_best(campaign, lines, *max_units, |draft| draft.unit.base),
        UnitEffect::ToppingOffer { topping_price } => {
            take_best(campaign, lines, u32::MAX, |draft| topping_saving(draft, *topping_price))
        }
        UnitEffect::CrossSell(offer) => {
            let most = cross_sell::units_left(campaign, offer, lines);
            take_best(campaign, lines, most, |draft| offer.amount.min(draft.unit.price))
        }
        UnitEffect::BuyPay { buy, pay } => take_groups(campaign, lines, *buy, *pay),
    }
}

/// The largest savings first; equal ones by the dearer unit, then the lower name.
fn take_best<'a>(
    campaign: &'a Campaign,
    lines: &mut [DraftLine<'a>],
    most: u32,
    saving: impl Fn(&DraftLine<'a>) -> Cents,
) -> Cents {
    let candidate = |(line, draft): (usize, &DraftLine<'a>)| {
        let of_unit = saving(draft);
        let fits = draft.free_units > 0 && of_unit.0 > 0 && takes(&campaign.filter, draft);
        fits.then_some(Saving { line, units: draft.free_units, saving: of_unit })
    };
    let mut candidates: SmallVec<[Saving; 8]> = lines.iter().enumerate().filter_map(candidate).collect();
    candidates.sort_by(|a, b| {
        let (of_a, of_b) = (&lines[a.line], &lines[b.line]);
        (b.saving.cmp(&a.saving)).then(of_b.unit.price.cmp(&of_a.unit.price)).then_with(|| of_a.id.cmp(&of_b.id))
    });
    let (mut left, mut taken) = (most, 0);
    for Saving { line, units, saving } in candidates {
        let units = units.min(left);
        if units == 0 {
            break;
        }
        left -= units;
        let discount = Cents(saving.0 * i64::from(units));
        taken += discount.0;
        give(&mut lines[line], campaign, units, discount);
    }
    Cents(taken)
}

/// Of each full group the cheapest are free, and all its units are taken; the dearest are grouped first. Of equal units the
/// one with the lower name is grouped first, and is the free one.
fn take_groups<'a>(campaign: &'a Campaign, lines: &mut [DraftLine<'a>], buy: u32, pay: u32) -> Cents {
    let mut units: Vec<usize> = Vec::new();
    for (line, draft) in lines.iter().enumerate().filter(|(_, draft)| takes(&campaign.filter, draft)) {
        units.extend((0..draft.free_units).map(|_| line));
    }
    let by_name = |&a: &usize, &b: &usize| lines[a].id.cmp(&lines[b].id);
    let by_price = |&a: &usize, &b: &usize| lines[a].unit.price.cmp(&lines[b].unit.price);
    units.sort_by(|a, b| by_price(b, a).then_with(|| by_name(a, b)));
    let (buy, pay) = (usize::try_from(buy).unwrap_or(usize::MAX).max(1), usize::try_from(pay).unwrap_or(usize::MAX));
    let mut given: SmallVec<[(usize, u32, u32, i64); 8]> = SmallVec::new();
    for group in units.chunks_exact_mut(buy) {
        group.sort_by(|a, b| by_price(a, b).then_with(|| by_name(a, b)));
        for (place, &line) in group.iter().enumerate() {
            let free = u32::from(place < buy.saturating_sub(pay));
            let saving = lines[line].unit.price.0 * i64::from(free);
            match given.iter_mut().find(|(known, ..)| *known == line) {
                Some((_, count, all_free, discount)) => {
                    (*count, *all_free, *discount) = (*count + 1, *all_free + free, *discount + saving);
                }
                None => given.push((line, 1, free, saving)),
            }
        }
    }
    let taken = given.iter().map(|(.., discount)| discount).sum();
    if taken > 0 {
        for (line, count, free, discount) in given {
            give(&mut lines[line], campaign, count, Cents(discount));
            lines[line].units_for_nothing += free;
        }
    }
    Cents(taken)
}

fn give<'a>(draft: &mut DraftLine<'a>, campaign: &'a Campaign, units: u32, discount: Cents) {
    draft.free_units -= units;
    if matches!(campaign.effect, CampaignEffect::Units(UnitEffect::FreeProduct { .. })) {
        draft.units_for_nothing += units;
    }
    draft.discount.0 += discount.0;
    draft.record(campaign, units);
    let step = PriceStep::new(StepKind::Campaign, units, Cents(-discount.0));
    draft.steps.push(step.of(campaign.id.as_str(), &campaign.name));
}

/// Whether a campaign is about a line; it is never about what is age-restricted.
pub(super) fn takes(filter: &Filter, draft: &DraftLine<'_>) -> bool {
    let product = draft.product;
    !product.is_age_restricted && filter.takes(&product.id, &product.category, &draft.size.id)
}

/// Whether the cart has nothing that a campaign of the whole order names.
pub(crate) fn lacks_all_of(filter: &Filter, lines: &[DraftLine<'_>]) -> bool {
    !filter.is_empty() && !lines.iter().any(|draft| takes(filter, draft))
}

/// What an offer of toppings takes off a unit.
fn topping_saving(draft: &DraftLine<'_>, price: Cents) -> Cents {
    if draft.product.included_toppings.is_some() {
        return Cents(0);
    }
    let mut savings: SmallVec<[i64; 8]> =
        draft.unit.paid_toppings.iter().map(|dose| (dose.price.0 - price.0).max(0)).collect();
    savings.sort_unstable_by(|a, b| b.cmp(a));
    Cents(savings.iter().take(TOPPING_OFFER_DOSES).sum::<i64>()).min(TOPPING_OFFER_MOST)
}

/// Whether more toppings of a line are paid than an offer that it took is about.
pub(crate) fn is_over_topping_offer(draft: &DraftLine<'_>) -> bool {
    let is_offer = |effect: &CampaignEffect| matches!(effect, CampaignEffect::Units(UnitEffect::ToppingOffer { .. }));
    let took = draft.applied.iter().any(|(campaign, _)| is_offer(&campaign.effect));
    took && draft.unit.paid_toppings.len() > TOPPING_OFFER_DOSES
}
