//! Coupons, as their page lists them (docs/spec/people.md, "Coupon campaigns").

use chain::{Campaign, Chain, Combo, Coupon, ProductId, SizeId};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// The coupons, and what is said of all of them (CP-13).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponSummary {
    /// Whether one of them is for who is signed in.
    pub is_loyalty_only: bool,
    /// When the first of them begins; null where one has no beginning.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub start: Option<Timestamp>,
    /// When the last of them ends; null where one has no end.
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub end: Option<Timestamp>,
    /// In the order of the chain's files.
    pub coupons: Vec<CouponCard>,
}

/// A coupon (CP-11, CP-12).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponCard {
    pub promotion_code: String,
    /// The same.
    pub code: String,
    /// The product that the card shows; null where it names none.
    #[schema(required)]
    pub id: Option<String>,
    /// The size of that product.
    #[serde(rename = "product_size")]
    #[schema(required)]
    pub product_size: Option<String>,
    pub restricted_products: Vec<String>,
    pub restricted_sizes: Vec<String>,
    pub require_log_in: bool,
    /// The same.
    pub require_login: bool,
    /// Whether it is for members alone.
    #[serde(rename = "is_loyalty")]
    pub is_loyalty: bool,
    /// Whether it is used from its card; else its code is copied.
    pub usable: bool,
    pub is_combo: bool,
    /// The combo's name in addresses.
    #[schema(required)]
    pub combo_slug: Option<String>,
    /// Null where the page draws the product.
    #[schema(required)]
    pub image: Option<CouponImage>,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub start: Option<Timestamp>,
    #[schema(value_type = Option<String>, format = DateTime, required)]
    pub end: Option<Timestamp>,
    /// Whether it runs now, whatever the day and the hour are.
    pub active: bool,
}

/// A picture with its description.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CouponImage {
    pub filename: String,
    pub alt: String,
}

/// The coupons that run at a moment, or all of them.
#[must_use]
pub fn coupons(chain: &Chain, now: Timestamp, are_all_listed: bool) -> CouponSummary {
    let listed = |campaign: &&Campaign| are_all_listed || campaign.runs_at(now);
    let of = |campaign: &Campaign| campaign.coupon.as_ref().map(|coupon| card(chain, campaign, coupon, now));
    let coupons: Vec<CouponCard> = chain.campaigns().iter().filter(listed).filter_map(of).collect();
    // All must have one: the absent are before and after all moments.
    let starts: Option<Vec<Timestamp>> = coupons.iter().map(|coupon| coupon.start).collect();
    let ends: Option<Vec<Timestamp>> = coupons.iter().map(|coupon| coupon.end).collect();
    CouponSummary {
        is_loyalty_only: coupons.iter().any(|coupon| coupon.require_log_in),
        start: starts.and_then(|all| all.into_iter().min()),
        end: ends.and_then(|all| all.into_iter().max()),
        coupons,
    }
}

fn card(chain: &Chain, campaign: &Campaign, coupon: &Coupon, now: Timestamp) -> CouponCard {
    let conditions = &campaign.conditions;
    let require_log_in = conditions.requires_log_in || campaign.is_loyalty;
    let combo = campaign.combo();
    CouponCard {
        promotion_code: coupon.code.to_string(),
        code: coupon.code.to_string(),
        id: coupon.products.first().map(ProductId::to_string),
        product_size: coupon.sizes.first().map(SizeId::to_string),
        restricted_products: coupon.products.iter().map(ProductId::to_string).collect(),
        restricted_sizes: coupon.sizes.iter().map(SizeId::to_string).collect(),
        require_log_in,
        require_login: require_log_in,
        is_loyalty: campaign.is_loyalty,
        usable: campaign.usable_coupon().is_some(),
        is_combo: combo.is_some(),
        combo_slug: combo.map(|combo| combo.slug.clone()),
        image: image(chain, campaign, coupon),
        start: conditions.start,
        end: conditions.end,
        active: campaign.runs_at(now),
    }
}

/// Its own picture, else that of its product or combo.
fn image(chain: &Chain, campaign: &Campaign, coupon: &Coupon) -> Option<CouponImage> {
    if let Some(own) = &campaign.image {
        return Some(CouponImage { filename: own.filename.clone(), alt: own.alt.clone() });
    }
    let product = coupon.products.first().and_then(|id| chain.menu().product(id.as_str()));
    let of_product = product.and_then(|product| Some((product.image_path.as_ref()?, &product.name)));
    let of_combo = |combo: &Combo| combo.thumbnail_url.clone().or_else(|| combo.image_url.clone());
    match of_product {
        Some((path, name)) => Some(CouponImage { filename: path.clone(), alt: name.clone() }),
        None => Some(CouponImage { filename: campaign.combo().and_then(of_combo)?, alt: campaign.name.clone() }),
    }
}
