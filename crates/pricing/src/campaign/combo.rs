//! Combos: products that cost less together (docs/spec/ordering.md, "The order of the rules", step 5).

use chain::{CampaignEffect, Combo, PromotionCode};
use domain::money::Cents;

use super::{codes::Candidate, conditions::FailedCondition, ledger::CampaignLedger};
use crate::{
    draft::DraftLine,
    spread::{Share, spread},
    steps::{PriceStep, StepKind},
};

/// Applies combos; lines that are of none in the end are priced singly. `cost`: what the lines cost before.
pub(crate) fn take_combos<'a>(
    candidates: &[Candidate<'a>],
    lines: &mut [DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
    cost: Cents,
) {
    let mut in_combos = vec![false; lines.len()];
    for candidate in candidates {
        let (CampaignEffect::Combo(combo), Some((_, code))) = (&candidate.campaign.effect, candidate.code) else {
            continue;
        };
        if let Some(failure) = ledger.first_failure(candidate.campaign, cost) {
            ledger.refuse(*candidate, failure);
            continue;
        }
        let mut taken = None;
        for group in groups(lines, code) {
            if matches(combo, lines, &group) {
                let discount = give(*candidate, combo, lines, &group);
                taken = Some(Cents(taken.map_or(0, |sum: Cents| sum.0) + discount.0));
                group.iter().for_each(|&at| in_combos[at] = true);
            }
        }
        match taken {
            Some(discount) => ledger.apply(*candidate, discount),
            None => ledger.refuse(*candidate, FailedCondition::NotApplicable),
        }
    }
    for (draft, is_in_combo) in lines.iter_mut().zip(in_combos) {
        if !is_in_combo {
            draft.combo = None;
        }
    }
}

/// The lines of each combo of a code, in the order of their first lines.
fn groups(lines: &[DraftLine<'_>], code: &PromotionCode) -> Vec<Vec<usize>> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, draft) in lines.iter().enumerate() {
        let Some(mark) = draft.combo.as_ref().filter(|mark| mark.code.as_ref() == Some(code)) else { continue };
        match groups.iter_mut().find(|(id, _)| *id == &*mark.id) {
            Some((_, members)) => members.push(at),
            None => groups.push((&mark.id, vec![at])),
        }
    }
    groups.into_iter().map(|(_, members)| members).collect()
}

/// Whether lines are one unit each of a combo's options, one to one.
fn matches(combo: &Combo, lines: &[DraftLine<'_>], group: &[usize]) -> bool {
    let are_single = group.iter().all(|&at| lines[at].quantity == 1);
    are_single && group.len() == combo.options.len() && assign(combo, lines, group, &mut vec![false; group.len()])
}

/// Finds an option for each line, going back where a choice leads nowhere; there are few of them.
fn assign(combo: &Combo, lines: &[DraftLine<'_>], group: &[usize], used: &mut Vec<bool>) -> bool {
    let Some((&first, others)) = group.split_first() else { return true };
    for option in 0..combo.options.len() {
        let choice = &combo.options[option];
        let fits = choice.products.contains(&lines[first].product.id) && choice.sizes.contains(&lines[first].size.id);
        if used[option] || !fits {
            continue;
        }
        used[option] = true;
        if assign(combo, lines, others, used) {
            return true;
        }
        used[option] = false;
    }
    false
}

/// Takes what the bases cost above the combo's price off them; what is beside the bases is paid.
fn give<'a>(candidate: Candidate<'a>, combo: &Combo, lines: &mut [DraftLine<'a>], group: &[usize]) -> Cents {
    let bases: i64 = group.iter().map(|&at| lines[at].unit.base.0).sum();
    let discount = Cents((bases - combo.price.0).max(0));
    let shares: Vec<Share<'_>> =
        group.iter().map(|&at| Share { weight: lines[at].unit.base, id: &lines[at].id }).collect();
    let parts = spread(discount, &shares);
    let campaign = candidate.campaign;
    for (&at, part) in group.iter().zip(parts) {
        let draft = &mut lines[at];
        draft.discount.0 += part.0;
        draft.free_units = 0;
        draft.record(campaign, 1);
        draft.steps.push(PriceStep::new(StepKind::Combo, 1, Cents(-part.0)).of(campaign.id.as_str(), &campaign.name));
    }
    discount
}
