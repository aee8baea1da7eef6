//! Campaigns: `campaigns.json`.

mod conditions;
mod coupon;
mod effect;

use jiff::Timestamp;

use crate::{
    code::PromotionCode,
    ids::CampaignId,
    menu::{Menu, Product},
};

pub use conditions::{Conditions, Filter};
pub use coupon::Coupon;
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
    /// What its card shows, where it is a coupon.
    pub coupon: Option<Coupon>,
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

    /// Whether it runs at a moment, whatever the day and the hour are: it is not paused, has begun and is not over.
    #[must_use]
    pub fn runs_at(&self, now: Timestamp) -> bool {
        let Conditions { start, end, is_paused, .. } = &self.conditions;
        !is_paused && start.is_none_or(|start| start <= now) && end.is_none_or(|end| now < end)
    }

    /// What it is as a coupon that can be used from its card: it names a product, or is a combo.
    #[must_use]
    pub fn usable_coupon(&self) -> Option<&Coupon> {
        self.coupon.as_ref().filter(|coupon| !coupon.products.is_empty() || self.combo().is_some())
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
