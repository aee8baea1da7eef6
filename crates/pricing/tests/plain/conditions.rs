//! Which campaigns take part, and whether each holds (docs/spec/ordering.md, "Conditions").

use chain::{Campaign, CampaignEffect, Filter, PromotionCode, UnitEffect};
use domain::order::OrderType;
use jiff::civil::Weekday;
use pricing::PersonKind;
use serde_json::{Value, json};

use super::{
    Item, Pricing,
    outcome::Said,
    texts::{euros, message},
    time::{local, strictly_within, within},
};

/// A campaign that takes part, and the place of the code that brings it.
#[derive(Clone, Copy)]
pub(crate) struct Taking<'a> {
    pub(crate) campaign: &'a Campaign,
    pub(crate) code: Option<(usize, &'a PromotionCode)>,
}

/// A condition that fails: its code, its metadata, the values of its text.
pub(crate) type Failing = (&'static str, Value, Vec<(&'static str, String)>);

/// The codes with which a kept code is no error.
const NO_ERROR: [&str; 3] = ["campaign/minimum-order", "campaign/preorder-not-allowed", "campaign/payment-method"];

/// Whether a filter takes a line.
pub(crate) fn takes(filter: &Filter, item: &Item<'_>) -> bool {
    let product = item.kept.product;
    !product.is_age_restricted
        && filter.products.as_ref().is_none_or(|all| all.iter().any(|id| *id == product.id))
        && filter.categories.as_ref().is_none_or(|all| all.iter().any(|id| *id == product.category))
        && filter.sizes.as_ref().is_none_or(|all| all.iter().any(|id| *id == item.kept.size.id))
}

impl<'a> Pricing<'a> {
    /// Those of the codes in their order, then automatic ones in the order of the file.
    pub(crate) fn find_campaigns(&mut self) {
        let chain = self.request.chain;
        for (place, code) in self.request.cart.promotion_codes.iter().enumerate() {
            match self.campaign_of(code) {
                Ok(campaign) => self.takings.push(Taking { campaign, code: Some((place, code)) }),
                Err((fault, campaign)) => {
                    let said = message(fault, &[], json!({"promotionCode": code.as_str()}));
                    if let Some(campaign) = campaign {
                        let of = (campaign.id.to_string(), Some(code.to_string()), said.clone());
                        self.out.not_applicable.push(of);
                    }
                    self.dropped.insert(place, said);
                }
            }
        }
        self.takings.extend(chain.automatic_campaigns().map(|campaign| Taking { campaign, code: None }));
    }

    fn campaign_of(&self, code: &PromotionCode) -> Result<&'a Campaign, (&'static str, Option<&'a Campaign>)> {
        let (chain, known) = (self.request.chain, self.request.codes);
        if known.is_blocked(code) {
            return Err(("campaign/too-many-attempts", None));
        }
        if let Some((campaign, terms)) = chain.code(code) {
            if terms.is_personal && known.uses(code) > 0 {
                return Err(("campaign/personal-code-invalid", None));
            }
            if terms.limit.is_some_and(|limit| known.uses(code) >= limit) {
                return Err(("campaign/limit-reached", Some(campaign)));
            }
            return Ok(campaign);
        }
        let is_base32 = |c: char| "0123456789abcdefghjkmnpqrstvwxyz".contains(c);
        if code.as_str().chars().count() != 13 || !code.as_str().chars().all(is_base32) {
            return Err(("campaign/code-not-found", None));
        }
        let Some(benefit) = known.benefit_type(code) else { return Err(("campaign/personal-code-invalid", None)) };
        let brought = chain.campaigns().iter().find(|one| one.benefit_type.as_deref() == Some(benefit));
        brought.ok_or(("campaign/generic", None))
    }

    /// All conditions that fail, in their order: their codes with metadata and values. `cost`: of the lines when the
    /// campaign's step began.
    pub(crate) fn failing(&self, campaign: &Campaign, cost: i64) -> Vec<Failing> {
        let (request, own) = (&self.request, &campaign.conditions);
        let at = local(request.moment.at());
        let is_free_delivery = campaign.effect == CampaignEffect::FreeDelivery;
        let mut failing = Vec::new();
        let mut fail = |fails: bool, code: &'static str, metadata: Value| {
            if fails {
                failing.push((code, metadata, Vec::new()));
            }
        };

        fail(own.is_paused, "campaign/temporarily-not-active", json!({}));
        let is_before = own.start.is_some_and(|start| request.moment.now < start);
        let is_after = own.end.is_some_and(|end| request.moment.at() >= end);
        fail(is_before || is_after, "campaign/not-active", json!({}));

        let hours = request.chain.settings().coupon_hours;
        let is_workday = !matches!(at.weekday(), Weekday::Saturday | Weekday::Sunday);
        let is_no_coupon_now = campaign.coupon.is_some() && is_workday && !within(hours, &at);
        fail((self.is_lunch_time && !own.is_active_during_lunch) || is_no_coupon_now, "campaign/lunch", json!({}));

        let is_in_times = own.times.is_empty() || own.times.iter().any(|times| strictly_within(*times, &at));
        fail(!own.days.has(at.weekday()) || !is_in_times, "campaign/not-valid-at-the-time", json!({}));

        let is_cross_sell = matches!(campaign.effect, CampaignEffect::Units(UnitEffect::CrossSell(_)));
        let members_only = is_free_delivery || is_cross_sell || campaign.is_loyalty;
        let is_known = if members_only { request.person.kind == PersonKind::Member } else { self.is_signed_in() };
        let needs_log_in = own.requires_log_in || campaign.is_loyalty;
        fail(needs_log_in && !is_known, "campaign/login-required", json!({"membersOnly": members_only}));

        let is_delivered = request.cart.order_type == OrderType::Delivery;
        fail(own.order_types == [OrderType::Delivery] && !is_delivered, "campaign/delivery-only", json!({}));
        let is_refused_preorder = own.is_disabled_for_preorders && request.moment.is_preorder();
        fail(is_refused_preorder, "campaign/preorder-not-allowed", json!({}));

        if let (Some(methods), Some(method)) = (&own.payment_methods, &request.cart.payment_method) {
            let methods: Vec<&str> = methods.iter().map(|one| one.as_str()).collect();
            let is_listed = methods.contains(&method.as_str());
            fail(!is_listed, "campaign/payment-method", json!({"paymentMethods": methods}));
        }

        let stands_aside =
            matches!(campaign.effect, CampaignEffect::Prepaid { .. } | CampaignEffect::PostPurchase { .. });
        let beside_another = if campaign.is_exclusive {
            !self.in_effect.is_empty()
        } else {
            self.in_effect.iter().any(|other| other.is_exclusive)
        };
        fail(!stands_aside && beside_another, "campaign/exclusive", json!({}));

        if let Some(minimum) = own.minimum_order_value.filter(|minimum| cost <= minimum.0) {
            let missing = minimum.0 - cost;
            if is_free_delivery {
                let words = format!("{},{:02}", missing / 100, missing % 100);
                let metadata = json!({"minimumOrderValue": euros(minimum.0), "missing": euros(missing)});
                failing.push(("campaign/minimum-order", metadata, vec![("missing", words)]));
            } else {
                failing.push(("campaign/not-applicable", json!({}), Vec::new()));
            }
        }
        let is_other_shop = own.shops.as_ref().is_some_and(|shops| !shops.contains(&request.shop.id()));
        if is_other_shop || !own.order_types.contains(&request.cart.order_type) {
            failing.push(("campaign/not-applicable", json!({}), Vec::new()));
        }
        if self.has_nothing_for(campaign) {
            failing.push(("campaign/not-applicable", json!({}), Vec::new()));
        }
        failing
    }

    /// Of what concerns no lines by itself: whether the cart lacks what its filter names, or anything at all.
    fn has_nothing_for(&self, campaign: &Campaign) -> bool {
        let filter = &campaign.filter;
        let names_some = filter.products.is_some() || filter.categories.is_some() || filter.sizes.is_some();
        match campaign.effect {
            CampaignEffect::FreeDelivery | CampaignEffect::Prepaid { .. } if names_some => {
                !self.items.iter().any(|item| takes(filter, item))
            }
            CampaignEffect::PostPurchase { .. } if names_some => !self.items.iter().any(|item| takes(filter, item)),
            CampaignEffect::PostPurchase { .. } => self.items.is_empty(),
            _ => false,
        }
    }

    /// The first condition that fails, as a message.
    pub(crate) fn first_failing(&self, campaign: &Campaign, cost: i64) -> Option<Said> {
        self.failing(campaign, cost).into_iter().next().map(|failing| self.worded(campaign, failing))
    }

    /// A failing condition in words; a campaign may have its own.
    pub(crate) fn worded(&self, campaign: &Campaign, (code, metadata, values): Failing) -> Said {
        match &campaign.not_applicable_message {
            Some(own) if ["campaign/delivery-only", "campaign/not-applicable"].contains(&code) => {
                message("campaign/dynamic-message", &[("text", own.clone())], metadata)
            }
            _ => message(code, &values, metadata),
        }
    }

    /// There is nothing in the cart for a campaign.
    pub(crate) fn nothing_for(&self, campaign: &Campaign) -> Said {
        self.worded(campaign, ("campaign/not-applicable", json!({}), Vec::new()))
    }

    /// A campaign that fails: by a code it is said, and the code dropped unless it is no error.
    pub(crate) fn refuse(&mut self, taking: Taking<'a>, mut said: Said) {
        let Some((place, code)) = taking.code else { return };
        said.3["promotionCode"] = json!(code.as_str());
        if !NO_ERROR.contains(&said.0.as_str()) {
            self.dropped.insert(place, said.clone());
        }
        self.out.not_applicable.push((taking.campaign.id.to_string(), Some(code.to_string()), said));
    }

    /// A campaign took effect.
    pub(crate) fn took_effect(&mut self, taking: Taking<'a>, discount: i64) {
        self.in_effect.push(taking.campaign);
        let code = taking.code.map(|(_, code)| code.to_string());
        self.out.campaigns.push((taking.campaign.id.to_string(), code, discount));
    }
}
