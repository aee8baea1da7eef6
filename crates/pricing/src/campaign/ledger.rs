//! What became of campaigns so far.

use chain::{Campaign, Effect};
use domain::money::Cents;
use smallvec::SmallVec;

use super::{
    codes::Contender,
    conditions::{Circumstances, Failure, failures},
};
use crate::priced::{AppliedCampaign, NotApplicable};

/// What became of the campaigns that took part.
#[derive(Debug)]
pub(crate) struct Ledger<'a> {
    pub(crate) around: Circumstances<'a>,
    pub(crate) applied: Vec<AppliedCampaign<'a>>,
    pub(crate) not_applicable: Vec<NotApplicable<'a>>,
    /// By the places of codes: why each was dropped.
    pub(crate) dropped: Vec<(usize, crate::message::Message)>,
    has_exclusive: bool,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(around: Circumstances<'a>) -> Self {
        Self { around, applied: Vec::new(), not_applicable: Vec::new(), dropped: Vec::new(), has_exclusive: false }
    }

    /// The first condition of a campaign that fails now.
    pub(crate) fn first_failure(&self, campaign: &Campaign, cost: Cents) -> Option<Failure> {
        failures(campaign, self.around, cost, self.is_excluded(campaign), 1).first().copied()
    }

    /// All conditions that fail now.
    pub(crate) fn all_failures(&self, campaign: &Campaign, cost: Cents) -> SmallVec<[Failure; 2]> {
        failures(campaign, self.around, cost, self.is_excluded(campaign), usize::MAX)
    }

    /// Whether it does not go with what took effect; what is paid already and what follows the order do not count.
    fn is_excluded(&self, campaign: &Campaign) -> bool {
        let stands_aside = matches!(campaign.effect, Effect::Prepaid { .. } | Effect::PostPurchase { .. });
        !stands_aside && (self.has_exclusive || (campaign.is_exclusive && !self.applied.is_empty()))
    }

    /// A campaign took effect.
    pub(crate) fn apply(&mut self, contender: Contender<'a>, discount: Cents) {
        self.has_exclusive |= contender.campaign.is_exclusive;
        let code = contender.code.map(|(_, code)| code.clone());
        self.applied.push(AppliedCampaign { campaign: contender.campaign, code, discount });
    }

    /// A campaign does not hold: what comes by itself stays silent, and of codes three kinds are no error.
    pub(crate) fn refuse(&mut self, contender: Contender<'a>, failure: Failure) {
        let Some((place, code)) = contender.code else { return };
        let message = failure.message(contender.campaign).with("promotionCode", code.as_str());
        if !failure.is_no_error(contender.campaign) {
            self.dropped.push((place, message.clone()));
        }
        self.list(contender, message);
    }

    /// Says that a campaign does not apply, without more.
    pub(crate) fn list(&mut self, contender: Contender<'a>, message: crate::message::Message) {
        let code = contender.code.map(|(_, code)| code.clone());
        self.not_applicable.push(NotApplicable { campaign: contender.campaign, code, message });
    }
}
