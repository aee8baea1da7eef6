//! What a priced cart is on the wire (docs/spec/ordering.md, "Pricing").

mod campaigns;
mod details;
mod explained;
mod item;
mod validation;

use pricing::Priced;
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use self::{
    campaigns::{CartDiscountDetails, NotApplicableCampaign, PostPurchaseCampaign},
    details::{LunchOptionDetails, PricingDetails},
    explained::Explained,
    item::PricedCartLine,
};
use super::context::CartContext;

pub use campaigns::CartCrossSellOption;
pub(crate) use details::Percent;
pub use validation::{CartMessage, ValidationResult};

/// A priced cart.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedCart<'p> {
    validation_result: ValidationResult<'p>,
    /// The lines that stay, in the order in which they were sent.
    order_items: Vec<PricedCartLine<'p>>,
    pricing_details: PricingDetails,
    /// What is left to pay.
    payable: Euros,
    discount_details: CartDiscountDetails<'p>,
    /// The codes that are still held.
    promotion_codes: Vec<&'p str>,
    not_applicable_campaigns: Vec<NotApplicableCampaign<'p>>,
    global_campaigns_with_post_purchase_actions: Vec<PostPurchaseCampaign<'p>>,
    lunch_option_details: Option<LunchOptionDetails<'p>>,
    cross_sell_option_details: Vec<CartCrossSellOption<'p>>,
    is_lunch_time: bool,
    /// The part of the delivery fee that is called so.
    delivery_service_fee: Euros,
    phone_order_fee: Euros,
    delivery_without_packaging: bool,
    delivery_without_packaging_available: bool,
    out_of_stock_product_ids: Vec<&'p str>,
    /// The rate of whatever has none of its own.
    vat_percent: Percent,
    estimate_minutes: u32,
    /// With `explain=1`: what stands beside the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<Explained<'p>>>,
}

impl<'p> PricedCart<'p> {
    /// Puts a price in the words of the wire, with the steps that it is made of where `is_explained`.
    #[must_use]
    pub fn of(priced: &'p Priced<'p>, context: &'p CartContext<'_>, is_explained: bool) -> Self {
        Self {
            validation_result: ValidationResult::of(&priced.messages),
            order_items: priced
                .lines
                .iter()
                .map(|line| PricedCartLine::of(context.chain(), line, is_explained))
                .collect(),
            pricing_details: PricingDetails::of(&priced.details),
            payable: Euros(priced.payable),
            discount_details: CartDiscountDetails::of(priced),
            promotion_codes: priced.promotion_codes.iter().map(chain::PromotionCode::as_str).collect(),
            not_applicable_campaigns: priced.not_applicable.iter().map(NotApplicableCampaign::of).collect(),
            global_campaigns_with_post_purchase_actions: priced
                .post_purchase
                .iter()
                .map(PostPurchaseCampaign::of)
                .collect(),
            lunch_option_details: priced.lunch.as_ref().map(LunchOptionDetails::of),
            cross_sell_option_details: priced.cross_sells.iter().map(CartCrossSellOption::of).collect(),
            is_lunch_time: priced.is_lunch_time,
            delivery_service_fee: Euros(priced.delivery_service_fee),
            phone_order_fee: Euros(priced.phone_order_fee),
            delivery_without_packaging: priced.without_packaging,
            delivery_without_packaging_available: priced.is_without_packaging_available,
            out_of_stock_product_ids: priced.out_of_stock.iter().map(chain::ProductId::as_str).collect(),
            vat_percent: Percent(priced.vat),
            estimate_minutes: context.estimate_minutes,
            explanation: is_explained.then(|| Explained::all(&priced.explanation)),
        }
    }
}
