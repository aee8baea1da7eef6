//! What is paid beside lines (docs/spec/ordering.md, "The order of the rules", steps 8 to 12).

use std::collections::BTreeMap;

use chain::{CampaignEffect, Chain, PrepaidSource, Product, ProductSize, SizeKind, ZoneId};
use domain::order::OrderType;
use pricing::{DeliveryFee, PersonKind};
use serde_json::json;

use super::{Item, Pricing, outcome::Said, texts::message, time::local};

impl Pricing<'_> {
    /// Steps 8 to 12; what is wrong with the delivery.
    pub(crate) fn charge(&mut self) -> Option<Said> {
        let settings = self.request.chain.settings();
        let cost = self.cost();

        // 8.
        let prices: i64 = self.items.iter().map(Item::price).sum();
        let discounts: i64 = self.items.iter().map(|item| item.discount).sum();

        // 9.
        let (fee, fault) = self.fee();
        let service = &settings.delivery_service_fee;
        let is_split = self.request.cart.has_delivery_service_fee && service.shops.contains(&self.request.shop.id());
        let mut service_fee = if is_split { fee.min(service.amount.0) } else { 0 };
        let shipping = fee - service_fee;
        let mut off = 0;
        if self.deliver_freely(cost, fee, shipping) {
            (off, service_fee) = (shipping, 0);
        }
        self.out.is_without_packaging_available = self.may_go_without_packaging(shipping - off);
        self.out.without_packaging = self.request.cart.without_packaging && self.out.is_without_packaging_available;
        let unpacked =
            if self.out.without_packaging { settings.without_packaging.discount.0.min(shipping - off) } else { 0 };

        // 10.
        let is_phoned = self.request.person.kind == PersonKind::CallCentre
            && self.request.shop.restaurant.has_websale
            && !self.request.cart.declines_phone_order_fee
            && !self.items.is_empty();
        let phone_fee = if is_phoned { settings.phone_order_fee.0 } else { 0 };
        let services = phone_fee + service_fee;

        // 11.
        let shipping_total = shipping - off - unpacked;
        let grand_total = prices - discounts + shipping_total + services;
        let vat_total = self.tax(shipping_total + services);

        let steps = [
            ("delivery", shipping),
            ("free-delivery", -off),
            ("without-packaging", -unpacked),
            ("service-fee", service_fee),
            ("phone-fee", phone_fee),
        ];
        self.out.steps = steps.into_iter().filter(|(_, amount)| *amount != 0).collect();
        (self.out.delivery_service_fee, self.out.phone_order_fee) = (service_fee, phone_fee);
        self.out.details = [
            ("lineItemsSubTotal", prices),
            ("lineItemDiscountsTotal", discounts),
            ("lineItemsTotal", cost),
            ("shippingChargesSubTotal", shipping),
            ("shippingChargesDiscountTotal", off + unpacked),
            ("shippingChargesTotal", shipping_total),
            ("servicesSubTotal", services),
            ("grandTotal", grand_total),
            ("vatTotal", vat_total),
        ]
        .into_iter()
        .collect();
        self.pay_before(cost, services, grand_total);
        self.list_post_purchase(cost);
        fault
    }

    /// The fee of delivery, and what is wrong with it.
    fn fee(&self) -> (i64, Option<Said>) {
        let (cart, shop, moment) = (self.request.cart, self.request.shop, self.request.moment);
        if cart.order_type != OrderType::Delivery {
            return (0, None);
        }
        let nothing = self.items.is_empty();
        if let Some(DeliveryFee::Held { fee, zone, version }) = &cart.delivery_fee
            && self.is_of_the_door(zone, version)
        {
            return (if nothing { 0 } else { fee.0 }, None);
        }
        let (mut fee, mut fault) = (shop.delivery_fee.0, None);
        if let Some(point) = cart.coordinates {
            let mut areas = self.request.chain.areas(shop.id());
            match areas.find(|area| area.takes(point, shop.restaurant.location)) {
                Some(area) => {
                    let at = local(moment.at());
                    let minute = chain::MinuteOfDay::of(at.time());
                    let timed = area.timed_fees.iter().find(|timed| timed.times.hold(at.weekday(), minute));
                    let usual = if moment.is_preorder() { area.preorder_fee } else { area.fee };
                    fee = timed.map_or(usual, |timed| timed.fee).0;
                }
                None => fault = Some("shop/delivery/outside-of-range"),
            }
        }
        let of_token = match &cart.delivery_fee {
            Some(DeliveryFee::Expired) => Some("delivery/price-token-expired"),
            Some(DeliveryFee::Held { .. } | DeliveryFee::Invalid) => Some("delivery/price-token-invalid"),
            _ => None,
        };
        let fault = fault.or(of_token).map(|code| message(code, &[], json!({})));
        (if nothing { 0 } else { fee }, fault)
    }

    /// Whether a zone, in an edition of its fees, is the door's; where no door is known the token's own place is it.
    fn is_of_the_door(&self, zone: &ZoneId, version: &str) -> bool {
        let (chain, shop) = (self.request.chain, self.request.shop);
        let Some(point) = self.request.cart.coordinates else { return true };
        let areas: Vec<_> = chain.areas(shop.id()).collect();
        let editions: Vec<_> = areas.iter().filter(|area| area.zone == *zone).map(|area| &*area.version).collect();
        match areas.iter().find(|area| area.takes(point, shop.restaurant.location)) {
            Some(area) if area.zone == *zone => area.version == version || !editions.contains(&version),
            _ => false,
        }
    }

    /// Looks for a campaign that makes delivery free.
    fn deliver_freely(&mut self, cost: i64, fee: i64, shipping: i64) -> bool {
        for taking in self.takings.clone() {
            let campaign = taking.campaign;
            if campaign.effect != CampaignEffect::FreeDelivery {
                continue;
            }
            let mut failing = self.failing(campaign, cost);
            if failing.is_empty() && fee > 0 {
                self.took_effect(taking, shipping);
                return true;
            }
            if failing.is_empty() {
                let said = self.nothing_for(campaign);
                self.refuse(taking, said);
                continue;
            }
            let is_alone = failing.len() == 1;
            let first = failing.remove(0);
            let listed = [
                "campaign/minimum-order",
                "campaign/preorder-not-allowed",
                "campaign/payment-method",
                "campaign/login-required",
            ];
            let is_listed = is_alone && fee > 0 && listed.contains(&first.0);
            let said = self.worded(campaign, first);
            if taking.code.is_some() {
                self.refuse(taking, said);
            } else if is_listed {
                self.out.not_applicable.push((campaign.id.to_string(), None, said));
            }
        }
        false
    }

    fn may_go_without_packaging(&self, shipping: i64) -> bool {
        let (request, rule) = (&self.request, self.request.chain.settings().without_packaging);
        let units = |kind: SizeKind| -> usize {
            let menu = request.chain.menu();
            self.items
                .iter()
                .filter(|item| menu.size_kind(&item.kept.size.id) == kind)
                .map(|item| item.units.len())
                .sum()
        };
        let weekday = local(request.moment.at()).weekday();
        let is_early =
            rule.end_weekday.is_none_or(|last| weekday.to_monday_zero_offset() <= last.to_monday_zero_offset());
        request.cart.order_type == OrderType::Delivery
            && rule.enabled
            && request.shop.delivery_without_packaging
            && !request.moment.is_preorder()
            && is_early
            && shipping > 0
            && units(SizeKind::Large) == 0
            && units(SizeKind::Special) == 0
            && [1, 2].contains(&units(SizeKind::Medium))
    }

    /// The tax in all of it; `beside`: what is beside lines.
    fn tax(&mut self, beside: i64) -> i64 {
        let date = local(self.request.moment.at()).date();
        let all = &self.request.chain.settings().vat;
        let rates = all.iter().rev().find(|one| one.from.is_none_or(|from| from <= date)).unwrap_or(&all[0]);
        self.out.vat_percent = rates.percent.0;
        let mut gross: BTreeMap<u32, i64> = BTreeMap::new();
        *gross.entry(rates.percent.0).or_default() += beside;
        for item in &self.items {
            let own = rates.categories.iter().find(|(category, _)| *category == item.kept.product.category);
            let percent = own.map_or(rates.percent, |(_, percent)| *percent);
            *gross.entry(percent.0).or_default() += item.left();
        }
        gross.retain(|_, sum| *sum > 0);
        for (percent, sum) in gross {
            let (part, whole) = (sum * i64::from(percent), 10_000 + i64::from(percent));
            let rounded = part / whole + i64::from(2 * (part % whole) >= whole);
            self.out.vat.push((percent, sum, rounded));
        }
        self.out.vat.iter().map(|(.., vat)| vat).sum()
    }

    /// Step 12.
    fn pay_before(&mut self, cost: i64, services: i64, grand_total: i64) {
        let mut left = grand_total;
        let mut sums: BTreeMap<&'static str, i64> =
            [("campaignPrepaidTotal", 0), ("loyaltyPrepaidTotal", 0), ("b2BPrepaidTotal", 0)].into();
        for taking in self.takings.clone() {
            let CampaignEffect::Prepaid { amount, source } = taking.campaign.effect else { continue };
            if let Some(said) = self.first_failing(taking.campaign, cost) {
                self.refuse(taking, said);
                continue;
            }
            let taken = amount.0.min(left);
            if taken == 0 {
                let said = self.nothing_for(taking.campaign);
                self.refuse(taking, said);
                continue;
            }
            left -= taken;
            let name = match source {
                PrepaidSource::Campaign => "campaignPrepaidTotal",
                PrepaidSource::Loyalty => "loyaltyPrepaidTotal",
                PrepaidSource::B2b => "b2BPrepaidTotal",
            };
            *sums.get_mut(name).unwrap() += taken;
            let code = taking.code.map(|(_, code)| code.to_string());
            self.out.split_payments.push((taking.campaign.id.to_string(), code, taken));
        }
        let sum: i64 = sums.values().sum();
        self.out.details.extend(sums);
        self.out.details.insert("prepaidAmountTotal", sum);
        self.out.details.insert("shippingChargesPrepaidTotal", (sum - cost - services).max(0));
        self.out.payable = grand_total - sum;
        if sum > 0 {
            self.out.steps.insert("prepaid", -sum);
        }
    }

    fn list_post_purchase(&mut self, cost: i64) {
        for taking in self.takings.clone() {
            let CampaignEffect::PostPurchase { action } = &taking.campaign.effect else { continue };
            match self.first_failing(taking.campaign, cost) {
                Some(said) => self.refuse(taking, said),
                None => self.out.post_purchase.push((taking.campaign.id.to_string(), action.clone())),
            }
        }
    }
}

/// Slices of the loyalty card that a unit brings.
pub(crate) fn slices(chain: &Chain, product: &Product, size: &ProductSize) -> u32 {
    if let Some(own) = product.loyalty_slices.as_ref().and_then(|slices| slices.get(&size.id)) {
        return own;
    }
    let kind = chain.menu().sizes().iter().find(|one| one.id == size.id).map(|one| one.kind);
    match (product.category.as_str(), kind) {
        ("pizza" | "monster" | "lankku" | "kotzone" | "rulla", Some(SizeKind::Medium)) => 1,
        ("pizza" | "monster" | "lankku" | "kotzone" | "rulla", Some(SizeKind::Large)) => 2,
        _ => 0,
    }
}
