//! What became of campaigns so far.

use chain::{Campaign, CampaignEffect};
use domain::money::Cents;
use smallvec::SmallVec;

use super::{
    codes::Candidate,
    conditions::{Circumstances, FailedCondition, failures},
};
use crate::priced::{AppliedCampaign, NotApplicable};

/// What became of the campaigns that took part.
#[derive(Debug)]
pub(crate) struct CampaignLedger<'a> {
    pub(crate) around: Circumstances<'a>,
    pub(crate) applied: Vec<AppliedCampaign<'a>>,
    pub(crate) not_applicable: Vec<NotApplicable<'a>>,
    /// By the places of codes: why each was dropped.
    pub(crate) dropped: Vec<(usize, crate::message::PriceMessage)>,
    has_exclusive: bool,
}

impl<'a> CampaignLedger<'a> {
    pub(crate) fn new(around: Circumstances<'a>) -> Self {
        Self { around, applied: Vec::new(), not_applicable: Vec::new(), dropped: Vec::new(), has_exclusive: false }
    }

    /// The first condition of a campaign that fails now.
    pub(crate) fn first_failure(&self, campaign: &Campaign, cost: Cents) -> Option<FailedCondition> {
        failures(campaign, self.around, cost, self.is_excluded(campaign), 1).first().copied()
    }

    /// All conditions that fail now.
    pub(crate) fn all_failures(&self, campaign: &Campaign, cost: Cents) -> SmallVec<[FailedCondition; 2]> {
        failures(campaign, self.around, cost, self.is_excluded(campaign), usize::MAX)
    }

    /// Whether it does not go with what took effect; what is paid already and what follows the order do not count.
    fn is_excluded(&self, campaign: &Campaign) -> bool {
        let stands_aside = match campaign.effect {
            CampaignEffect::Units(_)
            | CampaignEffect::Combo(_)
            | CampaignEffect::Amount(_)
            | CampaignEffect::FreeDelivery => false,
            CampaignEffect::Prepaid { .. } | CampaignEffect::PostPurchase { .. } => true,
        };
        !stands_aside && (self.has_exclusive || (campaign.is_exclusive && !self.applied.is_empty()))
    }

    /// A campaign took effect.
    pub(crate) fn apply(&mut self, candidate: Candidate<'a>, discount: Cents) {
        self.has_exclusive |= candidate.campaign.is_exclusive;
        let code = candidate.code.map(|(_, code)| code.clone());
        self.applied.push(AppliedCampaign { campaign: candidate.campaign, code, discount });
    }

    /// A campaign does not hold: what comes by itself stays silent, and of codes three kinds are no error.
    pub(crate) fn refuse(&mut self, candidate: Candidate<'a>, failure: FailedCondition) {
        let Some((place, code)) = candidate.code else { return };
        let message = failure.message(candidate.campaign).with("promotionCode", code.as_str());
        if !failure.is_no_error(candidate.campaign) {
            self.dropped.push((place, message.clone()));
        }
        self.list(candidate, message);
    }

    /// Says that a campaign does not apply, without more.
    pub(crate) fn list(&mut self, candidate: Candidate<'a>, message: crate::message::PriceMessage) {
        let code = candidate.code.map(|(_, code)| code.clone());
        self.not_applicable.push(NotApplicable { campaign: candidate.campaign, code, message });
    }
}
