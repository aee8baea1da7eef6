//! Campaigns: `campaigns.json`.

mod conditions;
mod effect;

use crate::{
    code::PromotionCode,
    ids::CampaignId,
    menu::{Menu, Product},
};

pub use conditions::{Conditions, Filter};
pub use effect::{CampaignEffect, Combo, ComboOption, CrossSell, PrepaidSource, UnitEffect};

/// A picture with its description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignImage {
    pub filename: String,
    pub alt: String,
}

/// A campaign (docs/spec/ordering.md, "Campaign kinds").
#[derive(Debug, Clone, PartialEq)]
pub struct Campaign {
    pub id: CampaignId,
    pub name: String,
    pub effect: CampaignEffect,
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
        if let CampaignEffect::Combo(combo) = &self.effect { Some(combo) } else { None }
    }

    /// Finds what it offers where it is a cross-sell.
    pub(crate) fn find_offered(&mut self, menu: &Menu) {
        let CampaignEffect::Units(UnitEffect::CrossSell(offer)) = &mut self.effect else { return };
        let filter = &self.filter;
        let is_offered = |product: &&Product| {
            let is_named = match &filter.products {
                Some(products) => products.contains(&product.id),
                None => product.is_in_default_menu,
            };
            let is_of_category = filter.categories.as_ref().is_none_or(|all| all.contains(&product.category));
            is_named && is_of_category && !product.is_age_restricted && !product.is_inactive
        };
        offer.offered = menu.products().iter().filter(is_offered).map(|product| product.id.clone()).collect();
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
