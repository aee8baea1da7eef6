//! What became of campaigns, on the wire.

use pricing::{NotApplicable, PostPurchase, Priced};
use serde::Serialize;
use serde_json::Value;
use server::euros::Euros;
use utoipa::ToSchema;

use super::validation::CartMessage;

/// What was taken off, and what is paid already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CartDiscountDetails<'p> {
    campaigns: Vec<DiscountCampaign<'p>>,
    order_payment_details: CartPaymentDetails<'p>,
}

impl<'p> CartDiscountDetails<'p> {
    pub(super) fn of(priced: &'p Priced<'p>) -> Self {
        let campaigns = priced.campaigns.iter().map(|applied| DiscountCampaign {
            campaign_id: applied.campaign.id.as_str(),
            campaign_name: &applied.campaign.name,
            promotion_code: applied.code.as_ref().map(chain::PromotionCode::as_str),
            discount: Euros(applied.discount),
        });
        let split_payments = priced.split_payments.iter().map(|split| CartSplitPayment {
            campaign_id: split.campaign.id.as_str(),
            campaign_name: &split.campaign.name,
            amount: Euros(split.amount),
        });
        Self {
            campaigns: campaigns.collect(),
            order_payment_details: CartPaymentDetails { split_payments: split_payments.collect() },
        }
    }
}

/// A campaign that took effect.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DiscountCampaign<'p> {
    campaign_id: &'p str,
    campaign_name: &'p str,
    /// The code that brought it, if one did.
    promotion_code: Option<&'p str>,
    /// All that it took off.
    discount: Euros,
}

/// What is paid already.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartPaymentDetails<'p> {
    split_payments: Vec<CartSplitPayment<'p>>,
}

/// A campaign that pays a part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CartSplitPayment<'p> {
    campaign_id: &'p str,
    campaign_name: &'p str,
    amount: Euros,
}

/// A campaign that does not apply, and why.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NotApplicableCampaign<'p> {
    campaign_id: &'p str,
    campaign_name: &'p str,
    promotion_code: Option<&'p str>,
    #[serde(flatten)]
    message: CartMessage<'p>,
}

impl<'p> NotApplicableCampaign<'p> {
    pub(super) fn of(missed: &'p NotApplicable<'p>) -> Self {
        Self {
            campaign_id: missed.campaign.id.as_str(),
            campaign_name: &missed.campaign.name,
            promotion_code: missed.code.as_ref().map(chain::PromotionCode::as_str),
            message: CartMessage::of(&missed.message),
        }
    }
}

/// Something that the page does after the order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostPurchaseCampaign<'p> {
    campaign_id: &'p str,
    campaign_name: &'p str,
    /// An object of the chain's files.
    #[schema(value_type = Object)]
    action: &'p Value,
}

impl<'p> PostPurchaseCampaign<'p> {
    pub(super) fn of(listed: &'p PostPurchase<'p>) -> Self {
        let PostPurchase { campaign, action } = listed;
        Self { campaign_id: campaign.id.as_str(), campaign_name: &campaign.name, action }
    }
}

/// What can be had for less beside what is in the cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrossSellOption)]
pub struct CartCrossSellOption<'p> {
    campaign_id: &'p str,
    campaign_name: &'p str,
    /// What a unit costs less.
    amount: Euros,
    applicable_to_sizes: Vec<&'p str>,
    applicable_products: Vec<&'p str>,
    default_product_id: &'p str,
    requires_registered_user: bool,
    /// Units that may still be had.
    remaining: u32,
}

impl<'p> CartCrossSellOption<'p> {
    /// An offer as the wire has it.
    #[must_use]
    pub fn of(option: &'p pricing::CrossSellOption<'p>) -> Self {
        Self {
            campaign_id: option.campaign.id.as_str(),
            campaign_name: &option.campaign.name,
            amount: Euros(option.amount),
            applicable_to_sizes: option.sizes.iter().map(|size| size.as_str()).collect(),
            applicable_products: option.products.iter().map(|product| product.as_str()).collect(),
            default_product_id: option.default_product.as_str(),
            requires_registered_user: option.requires_registered_user,
            remaining: option.remaining,
        }
    }
}
