//! `settings.json`.

use jiff::civil::Weekday;

use crate::{
    ids::ProductCategoryId,
    json::{JsonFields, JsonNode, ReferenceTarget},
    percent::BasisPoints,
    settings::{DeliveryServiceFee, Fraud, Settings, Terms, TermsText, VatRates, WithoutPackaging},
    time::WeekTimes,
};

use super::times::week_times_or;

/// Figures that are counted in anything are at most this.
const MOST: u32 = 100_000;

pub(super) fn settings(root: &JsonNode<'_>) -> Settings {
    let default = Settings::default();
    root.object(|fields| {
        let count = |name, default| fields.maybe(name).map_or(default, |node| node.count(0..=MOST));
        let hours = |name, default: WeekTimes| {
            fields.maybe(name).map_or(default, |node| node.object(|fields| week_times_or(fields, default)))
        };
        Settings {
            phone_order_fee: fields.maybe("phoneOrderFee").map_or(default.phone_order_fee, |node| node.cents()),
            delivery_fee: fields.maybe("deliveryFee").map_or(default.delivery_fee, |node| node.cents()),
            vat: vat(fields, default.vat),
            lunch: hours("lunch", default.lunch),
            coupon_hours: hours("couponHours", default.coupon_hours),
            max_toppings: count("maxToppings", default.max_toppings),
            minimum_age: count("minimumAge", default.minimum_age),
            preorder_days: count("preorderDays", default.preorder_days),
            duplicate_seconds: count("duplicateSeconds", default.duplicate_seconds),
            price_token_minutes: count("priceTokenMinutes", default.price_token_minutes),
            delivery_service_fee: delivery_service_fee(fields, default.delivery_service_fee),
            without_packaging: without_packaging(fields, default.without_packaging),
            klarna_days: count("klarnaDays", default.klarna_days),
            fraud: fields
                .maybe("fraud")
                .map_or(default.fraud, |node| node.object(|fields| fraud(fields, default.fraud))),
            terms: fields
                .maybe("terms")
                .map_or(default.terms.clone(), |node| node.object(|fields| terms(fields, default.terms.clone()))),
        }
    })
}

fn vat(fields: &JsonFields<'_>, default: Vec<VatRates>) -> Vec<VatRates> {
    let Some(node) = fields.maybe("vat") else { return default };
    let Some(rates) = node.elements() else { return default };
    let rates: Vec<_> = rates
        .iter()
        .map(|node| {
            node.object(|fields| VatRates {
                from: fields.maybe("from").map(|node| node.date()),
                percent: fields.must("percent").percent(),
                categories: fields.maybe("categories").map(|node| node.entries(vat_of_category)).unwrap_or_default(),
            })
        })
        .collect();
    if rates.is_empty() {
        node.fault("has no rate");
        return default;
    }
    rates
}

fn vat_of_category(key: &str, node: &JsonNode<'_>) -> (ProductCategoryId, BasisPoints) {
    node.names(ReferenceTarget::Category(key.into()));
    (key.into(), node.percent())
}

fn delivery_service_fee(fields: &JsonFields<'_>, default: DeliveryServiceFee) -> DeliveryServiceFee {
    let Some(node) = fields.maybe("deliveryServiceFee") else { return default };
    node.object(|fields| DeliveryServiceFee {
        shops: fields.maybe("shops").map_or(default.shops, |node| node.list(JsonNode::shop)),
        amount: fields.maybe("amount").map_or(default.amount, |node| node.cents()),
    })
}

fn without_packaging(fields: &JsonFields<'_>, default: WithoutPackaging) -> WithoutPackaging {
    let Some(node) = fields.maybe("withoutPackaging") else { return default };
    node.object(|fields| WithoutPackaging {
        enabled: fields.flag("enabled", default.enabled),
        discount: fields.maybe("discount").map_or(default.discount, |node| node.cents()),
        end_weekday: fields.maybe("endWeekday").and_then(|node| weekday(&node)),
    })
}

fn fraud(fields: &JsonFields<'_>, default: Fraud) -> Fraud {
    let count = |name, default| fields.maybe(name).map_or(default, |node| node.count(0..=MOST));
    Fraud {
        counter_limit: fields.maybe("counterLimit").map_or(default.counter_limit, |node| node.cents()),
        open_per_phone: count("openPerPhone", default.open_per_phone),
        open_per_address: count("openPerAddress", default.open_per_address),
        unpaid_per_phone: count("unpaidPerPhone", default.unpaid_per_phone),
        unpaid_per_address: count("unpaidPerAddress", default.unpaid_per_address),
        code_hold_minutes: count("codeHoldMinutes", default.code_hold_minutes),
        uses_per_address: count("usesPerAddress", default.uses_per_address),
    }
}

fn terms(fields: &JsonFields<'_>, default: Terms) -> Terms {
    let text = |name, default: TermsText| {
        fields.maybe(name).map_or(default.clone(), |node| {
            node.object(|fields| TermsText {
                version: fields.must("version").text(),
                must_accept: fields.flag("mustAccept", default.must_accept),
            })
        })
    };
    Terms { shop: text("shop", default.shop), loyalty: text("loyalty", default.loyalty) }
}

fn weekday(node: &JsonNode<'_>) -> Option<Weekday> {
    let number = node.count(0..=6);
    Weekday::from_monday_zero_offset(i8::try_from(number).ok()?).ok()
}
