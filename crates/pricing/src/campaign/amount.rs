//! Campaigns that take an amount off the order (docs/spec/ordering.md, "The order of the rules", step 7).

use chain::CampaignEffect;
use domain::money::Cents;

use super::{codes::Candidate, conditions::FailedCondition, ledger::CampaignLedger, units::takes};
use crate::{
    draft::DraftLine,
    spread::{Share, spread},
    steps::{PriceStep, StepKind},
};

/// Applies them. `cost`: what the lines cost before.
pub(crate) fn take_amounts<'a>(
    candidates: &[Candidate<'a>],
    lines: &mut [DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
    cost: Cents,
) {
    for candidate in candidates {
        let campaign = candidate.campaign;
        let CampaignEffect::Amount(amount) = campaign.effect else { continue };
        if let Some(failure) = ledger.first_failure(campaign, cost) {
            ledger.refuse(*candidate, failure);
            continue;
        }
        let concerned: Vec<usize> = (0..lines.len()).filter(|&at| takes(&campaign.filter, &lines[at])).collect();
        let left: i64 = concerned.iter().map(|&at| lines[at].discounted_price().0).sum();
        let total = Cents(amount.0.min(left));
        if total.0 <= 0 {
            ledger.refuse(*candidate, FailedCondition::NotApplicable);
            continue;
        }
        let shares: Vec<Share<'_>> =
            concerned.iter().map(|&at| Share { weight: lines[at].discounted_price(), id: &lines[at].id }).collect();
        let parts = spread(total, &shares);
        for (at, part) in concerned.into_iter().zip(parts).filter(|(_, part)| part.0 > 0) {
            let draft = &mut lines[at];
            draft.discount.0 += part.0;
            draft.record(campaign, draft.quantity);
            let step = PriceStep::new(StepKind::Spread, 1, Cents(-part.0));
            draft.steps.push(step.of(campaign.id.as_str(), &campaign.name));
        }
        ledger.apply(*candidate, total);
    }
}
