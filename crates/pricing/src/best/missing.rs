//! What a cart lacks for the next that takes something off.

use chain::{Campaign, CampaignEffect};
use domain::money::Cents;

use super::has_something_for;
use crate::{
    campaign::{Circumstances, FailedCondition, failures},
    priced::Priced,
    request::PriceRequest,
    steps::StepKind,
};

/// A campaign that would hold if the lines cost more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingValue {
    pub name: String,
    /// What they lack of what they must cost more than.
    pub missing: Cents,
}

/// Of the campaigns that come by themselves and of everybody's coupons those for which the lines alone cost too little, the
/// nearest first.
pub(super) fn missing(request: PriceRequest<'_>, priced: &Priced<'_>) -> Vec<MissingValue> {
    let chain = request.chain;
    let coupons =
        chain.campaigns().iter().filter(|one| one.runs_at(request.moment.now) && one.usable_coupon().is_some());
    let value = |campaign: &Campaign| {
        let missing = missing_of(request, priced, campaign)?;
        Some(MissingValue { name: campaign.name.clone(), missing })
    };
    let mut all: Vec<MissingValue> = chain.automatic_campaigns().chain(coupons).filter_map(value).collect();
    all.sort_by_key(|one| one.missing);
    all
}

/// What a campaign lacks, where that is all.
fn missing_of(request: PriceRequest<'_>, priced: &Priced<'_>, campaign: &Campaign) -> Option<Cents> {
    let code = campaign.promotion_code.as_ref();
    let fees = priced.details.shipping_charges_total.0 + priced.delivery_service_fee.0;
    let has_fee = campaign.effect != CampaignEffect::FreeDelivery || fees > 0;
    if !has_fee || !has_something_for(campaign, code, request.cart, &priced.lines) {
        return None;
    }
    let cost = cost_before(priced, &campaign.effect);
    let failing = failures(campaign, Circumstances::of(request), cost, is_excluded(priced, campaign), usize::MAX);
    match failing.as_slice() {
        [FailedCondition::Minimum { missing, .. }] => Some(*missing),
        _ => None,
    }
}

/// Whether a campaign does not go with what takes effect.
fn is_excluded(priced: &Priced<'_>, campaign: &Campaign) -> bool {
    let stands_aside = matches!(campaign.effect, CampaignEffect::Prepaid { .. });
    let others = &priced.campaigns;
    let has_exclusive = others.iter().any(|one| one.campaign.is_exclusive);
    !stands_aside && (has_exclusive || (campaign.is_exclusive && !others.is_empty()))
}

/// What the lines cost when the step of a campaign begins (docs/spec/ordering.md, "The order of the rules").
fn cost_before(priced: &Priced<'_>, effect: &CampaignEffect) -> Cents {
    let taken_before: &[StepKind] = match effect {
        CampaignEffect::Combo(_) => &[],
        CampaignEffect::Units(_) => &[StepKind::Combo],
        CampaignEffect::Amount(_) => &[StepKind::Combo, StepKind::Campaign],
        CampaignEffect::FreeDelivery | CampaignEffect::Prepaid { .. } | CampaignEffect::PostPurchase { .. } => {
            return priced.details.line_items_total;
        }
    };
    let steps = priced.lines.iter().flat_map(|line| &line.explanation);
    let taken: i64 = steps.filter(|step| taken_before.contains(&step.kind)).map(|step| step.amount.0).sum();
    Cents(priced.details.line_items_sub_total.0 + taken)
}
