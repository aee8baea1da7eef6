//! Campaigns: `campaigns.json`.

mod conditions;
mod effect;

use crate::{code::PromotionCode, ids::CampaignId};

pub use conditions::{Conditions, Filter};
pub use effect::{Combo, ComboOption, CrossSell, Effect, PrepaidSource};

/// A picture with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignImage {
    pub filename: String,
    pub alt: String,
}

/// A campaign (contract ordering, "Campaign kinds").
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    pub id: CampaignId,
    pub name: String,
    pub effect: Effect,
    pub conditions: Conditions,
    /// What it is about; never what is age-restricted.
    pub filter: Filter,
    pub is_coupon: bool,
    /// For members alone.
    pub is_loyalty: bool,
    /// Whether it goes with no other campaign.
    pub is_exclusive: bool,
    /// Its own code; more may stand in `codes.json`.
    pub promotion_code: Option<PromotionCode>,
    /// The kind of benefit codes that bring it.
    pub benefit_type: Option<String>,
    /// What people read where it does not fit, in place of the usual text.
    pub not_applicable_message: Option<String>,
    pub image: Option<CampaignImage>,
}

impl Campaign {
    /// What it is as a combo; none where it is another kind.
    #[must_use]
    pub fn combo(&self) -> Option<&Combo> {
        if let Effect::Combo(combo) = &self.effect { Some(combo) } else { None }
    }
}

/// A promotion code of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignCode {
    pub campaign: CampaignId,
    /// Uses in all; none: as many as there are.
    pub limit: Option<u32>,
    /// Whether it is good for one use.
    pub is_personal: bool,
}
