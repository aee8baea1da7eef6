//! `campaigns.json` and `codes.json`.

mod effects;

use std::collections::HashMap;

use crate::{
    campaign::{Campaign, CampaignCode, CampaignImage, Conditions, Coupon, Filter},
    code::PromotionCode,
    ids::{CampaignId, ProductCategoryId, ProductId, SizeId},
    json::{JsonFields, JsonNode, SeenNames},
    payment::ALL_TYPES,
    time::Days,
};

use super::times::{days, week_times};

/// The most uses of a code that are counted.
const MOST_USES: u32 = 1_000_000_000;

/// Codes with their campaigns.
pub(super) type Codes = HashMap<PromotionCode, CampaignCode>;

/// What stands once in all campaigns.
#[derive(Default)]
struct Names {
    ids: SeenNames<CampaignId>,
    slugs: SeenNames<String>,
}

pub(super) fn campaigns(root: &JsonNode<'_>, codes: &mut Codes) -> Vec<Campaign> {
    let mut names = Names::default();
    root.list(|node| node.object(|fields| campaign(fields, &mut names, codes))).into_iter().flatten().collect()
}

fn campaign(fields: &JsonFields<'_>, names: &mut Names, codes: &mut Codes) -> Option<Campaign> {
    let node = fields.must("campaignId");
    let id: CampaignId = node.id();
    names.ids.take(&node, "the campaign", &id);
    let name = fields.must("name").name();
    let is_coupon = fields.flag("isCoupon", false);
    // A page lists it with its code, whatever codes it has besides.
    let code = if is_coupon { Some(fields.must("promotionCode")) } else { fields.maybe("promotionCode") };
    let promotion_code = code.as_ref().and_then(JsonNode::code);
    if let (Some(node), Some(code)) = (&code, &promotion_code) {
        take_code(node, code, CampaignCode { campaign: id.clone(), limit: None, is_personal: false }, codes);
    }
    let is_loyalty = fields.flag("isLoyalty", false);
    let conditions = conditions(fields, is_loyalty);
    let goods = NamedGoods::read(fields);
    let filter = goods.filter();
    let coupon = promotion_code.clone().filter(|_| is_coupon).map(|code| goods.coupon(code));
    let is_exclusive = fields.flag("exclusive", false);
    let benefit_type = fields.maybe("benefitType").map(|node| node.name());
    let not_applicable_message = fields.maybe("notApplicableMessage").map(|node| node.name());
    let image = fields.maybe("image").map(|node| image(&node));
    let effect = effects::effect(fields, &mut names.slugs)?;
    Some(Campaign {
        id,
        name,
        effect,
        conditions,
        filter,
        coupon,
        is_loyalty,
        is_exclusive,
        promotion_code,
        benefit_type,
        not_applicable_message,
        image,
    })
}

fn conditions(fields: &JsonFields<'_>, is_loyalty: bool) -> Conditions {
    let start = fields.maybe("start").and_then(|node| node.instant());
    let end_node = fields.maybe("end");
    let end = end_node.as_ref().and_then(JsonNode::instant);
    if let (Some(node), Some(start), Some(end)) = (end_node, start, end)
        && end <= start
    {
        node.fault("is not after start");
    }
    Conditions {
        start,
        end,
        days: fields.maybe("days").map_or(Days::ALL, |node| days(&node)),
        times: fields.maybe_list("times", |node| node.object(week_times)),
        is_active_during_lunch: fields.flag("isActiveDuringLunch", true),
        requires_log_in: fields.flag("requireLogIn", false) || is_loyalty,
        is_paused: fields.flag("paused", false),
        is_disabled_for_preorders: fields.flag("disablePreordersOnCampaign", false),
        shops: fields.maybe("shops").map(|node| node.list(JsonNode::shop)),
        order_types: fields.maybe("orderTypes").map_or(ALL_TYPES.to_vec(), |node| node.order_types()),
        payment_methods: fields.maybe("paymentMethods").map(|node| node.list(JsonNode::method)),
        minimum_order_value: fields.maybe("minimumOrderValue").map(|node| node.cents()),
    }
}

/// What a campaign is about, in the order of the file.
struct NamedGoods {
    products: Option<Vec<ProductId>>,
    categories: Option<Vec<ProductCategoryId>>,
    sizes: Option<Vec<SizeId>>,
}

impl NamedGoods {
    fn read(fields: &JsonFields<'_>) -> Self {
        Self {
            products: fields.maybe("products").map(|node| node.list(JsonNode::product)),
            categories: fields.maybe("categories").map(|node| node.list(JsonNode::category)),
            sizes: fields.maybe("sizes").map(|node| node.list(JsonNode::size)),
        }
    }

    fn filter(&self) -> Filter {
        Filter {
            products: self.products.as_ref().map(|all| all.iter().cloned().collect()),
            categories: self.categories.as_ref().map(|all| all.iter().cloned().collect()),
            sizes: self.sizes.as_ref().map(|all| all.iter().cloned().collect()),
        }
    }

    fn coupon(self, code: PromotionCode) -> Coupon {
        Coupon { code, products: self.products.unwrap_or_default(), sizes: self.sizes.unwrap_or_default() }
    }
}

fn image(node: &JsonNode<'_>) -> CampaignImage {
    node.object(|fields| CampaignImage { filename: fields.must("filename").text(), alt: fields.must("alt").text() })
}

/// Gives a code to a campaign, or records that it is given already.
fn take_code(node: &JsonNode<'_>, code: &PromotionCode, given: CampaignCode, codes: &mut Codes) {
    if codes.contains_key(code) {
        node.fault(format_args!("the code {code} stands twice"));
    } else {
        codes.insert(code.clone(), given);
    }
}

/// `codes.json`: codes beside those of the campaigns themselves.
pub(super) fn codes(root: &JsonNode<'_>, codes: &mut Codes) {
    root.list(|node| {
        node.object(|fields| {
            let node = fields.must("code");
            let code = node.code();
            let is_personal = fields.flag("personal", false);
            let limit = fields.maybe("limit").map(|node| node.count(1..=MOST_USES));
            let campaign = fields.must("campaignId").campaign();
            let Some(code) = code else { return };
            if is_personal && !code.is_personal_form() {
                node.fault("is no personal code: 13 characters of 0-9 and a-z but for i, l, o, u");
            }
            take_code(&node, &code, CampaignCode { campaign, limit, is_personal }, codes);
        });
    });
}
