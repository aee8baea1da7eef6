//! What is paid already, and what follows the order (docs/spec/ordering.md, "The order of the rules", step 12).

use chain::{CampaignEffect, PrepaidSource};
use domain::money::Cents;

use crate::{
    campaign::{CampaignLedger, Candidate, FailedCondition, lacks_all_of},
    draft::DraftLine,
    priced::{PostPurchase, PriceDetails, SplitPayment},
    steps::{PriceStep, StepKind},
};

/// Takes what is paid already off what is left to pay, in the order of the campaigns; what is left then.
pub(crate) fn take_prepaid<'a>(
    candidates: &[Candidate<'a>],
    lines: &[DraftLine<'a>],
    details: &mut PriceDetails,
    ledger: &mut CampaignLedger<'a>,
    steps: &mut Vec<PriceStep<'a>>,
) -> (Cents, Vec<SplitPayment<'a>>) {
    let (mut left, mut split) = (details.grand_total, Vec::new());
    for candidate in candidates {
        let campaign = candidate.campaign;
        let CampaignEffect::Prepaid { amount, source } = campaign.effect else { continue };
        if let Some(failure) = ledger.first_failure(campaign, details.line_items_total) {
            ledger.refuse(*candidate, failure);
            continue;
        }
        let taken = amount.min(left);
        if taken.0 <= 0 || lacks_all_of(&campaign.filter, lines) {
            ledger.refuse(*candidate, FailedCondition::NotApplicable);
            continue;
        }
        left.0 -= taken.0;
        let total = match source {
            PrepaidSource::Campaign => &mut details.campaign_prepaid_total,
            PrepaidSource::Loyalty => &mut details.loyalty_prepaid_total,
            PrepaidSource::B2b => &mut details.b2b_prepaid_total,
        };
        total.0 += taken.0;
        steps.push(PriceStep::new(StepKind::Prepaid, 1, Cents(-taken.0)).of(campaign.id.as_str(), &campaign.name));
        let code = candidate.code.map(|(_, code)| code.clone());
        split.push(SplitPayment { campaign, code, amount: taken });
    }
    let sum = details.grand_total.0 - left.0;
    details.prepaid_amount_total = Cents(sum);
    let beside_shipping = details.line_items_total.0 + details.services_sub_total.0;
    details.shipping_charges_prepaid_total = Cents((sum - beside_shipping).max(0));
    (left, split)
}

/// What the page does after the order.
pub(crate) fn list_post_purchase<'a>(
    candidates: &[Candidate<'a>],
    lines: &[DraftLine<'a>],
    ledger: &mut CampaignLedger<'a>,
    cost: Cents,
) -> Vec<PostPurchase<'a>> {
    let mut listed = Vec::new();
    for candidate in candidates {
        let CampaignEffect::PostPurchase { action } = &candidate.campaign.effect else { continue };
        match ledger.first_failure(candidate.campaign, cost) {
            Some(failure) => ledger.refuse(*candidate, failure),
            None if lines.is_empty() || lacks_all_of(&candidate.campaign.filter, lines) => {
                ledger.refuse(*candidate, FailedCondition::NotApplicable);
            }
            None => listed.push(PostPurchase { campaign: candidate.campaign, action }),
        }
    }
    listed
}
