//! What campaigns do, by their kinds.

use crate::{
    campaign::{CampaignEffect, Combo, ComboOption, CrossSell, PrepaidSource, UnitEffect},
    ids::OptionId,
    json::{JsonFields, JsonNode, SeenNames},
};

/// The most units that a campaign takes.
const MOST_UNITS: u32 = 1_000;

/// A reader of the fields of a kind.
type EffectReader = fn(&JsonFields<'_>, &mut SeenNames<String>) -> Option<CampaignEffect>;

const KINDS: [(&str, EffectReader); 11] = [
    ("percent", |fields, _| units(UnitEffect::Percent(fields.must("percent").percent()))),
    ("productPrice", |fields, _| {
        units(UnitEffect::ProductPrice { price: fields.must("price").cents(), max_units: max_units(fields) })
    }),
    ("freeProduct", |fields, _| units(UnitEffect::FreeProduct { max_units: max_units(fields) })),
    ("buyPay", |fields, _| units(buy_pay(fields))),
    ("toppingOffer", |fields, _| {
        units(UnitEffect::ToppingOffer { topping_price: fields.must("toppingPrice").cents() })
    }),
    ("crossSell", |fields, _| units(UnitEffect::CrossSell(cross_sell(fields)))),
    ("combo", |fields, slugs| Some(CampaignEffect::Combo(combo(fields, slugs)))),
    ("amount", |fields, _| Some(CampaignEffect::Amount(fields.must("amount").cents()))),
    ("freeDelivery", |_, _| Some(CampaignEffect::FreeDelivery)),
    ("prepaid", |fields, _| prepaid(fields)),
    ("postPurchase", |fields, _| Some(CampaignEffect::PostPurchase { action: fields.must("action").raw_object() })),
];

/// What a campaign does; none where a fault leaves that open.
pub(super) fn effect(fields: &JsonFields<'_>, slugs: &mut SeenNames<String>) -> Option<CampaignEffect> {
    let kind = fields.must("kind").one_of(&KINDS);
    if kind.is_none() {
        // Which fields it may have is not known then.
        fields.forgive();
    }
    kind?(fields, slugs)
}

fn units(effect: UnitEffect) -> Option<CampaignEffect> {
    Some(CampaignEffect::Units(effect))
}

fn max_units(fields: &JsonFields<'_>) -> u32 {
    fields.maybe("maxUnits").map_or(1, |node| node.count(1..=MOST_UNITS))
}

fn buy_pay(fields: &JsonFields<'_>) -> UnitEffect {
    let buy = fields.must("buy").count(2..=MOST_UNITS);
    let node = fields.must("pay");
    let pay = node.count(1..=MOST_UNITS);
    if pay >= buy {
        node.fault("is not below buy");
    }
    UnitEffect::BuyPay { buy, pay }
}

fn cross_sell(fields: &JsonFields<'_>) -> CrossSell {
    CrossSell {
        amount: fields.must("amount").cents(),
        trigger_products: fields.maybe_list("triggerProducts", JsonNode::product).into_iter().collect(),
        trigger_categories: fields.maybe_list("triggerCategories", JsonNode::category).into_iter().collect(),
        default_product: fields.must("defaultProductId").product(),
        // The menu may not have been read yet.
        offered: Vec::new(),
    }
}

fn prepaid(fields: &JsonFields<'_>) -> Option<CampaignEffect> {
    let amount = fields.must("amount").cents();
    let source = fields.must("source").one_of(&PrepaidSource::NAMES)?;
    Some(CampaignEffect::Prepaid { amount, source })
}

fn combo(fields: &JsonFields<'_>, slugs: &mut SeenNames<String>) -> Combo {
    let node = fields.must("campaignSlug");
    let slug = node.name();
    slugs.take(&node, "the slug", &slug);
    let list = fields.must("options");
    let options = list.elements();
    if options.as_ref().is_some_and(Vec::is_empty) {
        list.fault("has no option");
    }
    let mut ids = SeenNames::default();
    let option = |node: &JsonNode<'_>| node.object(|fields| option(fields, &mut ids));
    Combo {
        slug,
        price: fields.must("comboPrice").cents(),
        options: options.unwrap_or_default().iter().map(option).collect(),
        description: fields.maybe_text("description"),
        image_url: fields.maybe_text("campaignImageUrl"),
        thumbnail_url: fields.maybe_text("campaignThumbnailUrl"),
    }
}

fn option(fields: &JsonFields<'_>, ids: &mut SeenNames<OptionId>) -> ComboOption {
    let node = fields.must("optionId");
    let id = node.id();
    ids.take(&node, "the option", &id);
    let list = fields.must("products");
    let products: Vec<_> = list.list(JsonNode::product);
    if products.is_empty() {
        list.fault("has no product");
    }
    let default = fields.must("defaultProductId");
    let default_product = default.product();
    if default.is_text() && !products.is_empty() && !products.contains(&default_product) {
        default.fault(format_args!("{default_product} is none of the option's products"));
    }
    ComboOption {
        id,
        products: products.into_iter().collect(),
        sizes: fields.must("sizes").list(JsonNode::size).into_iter().collect(),
        default_product,
    }
}
