//! What a cart comes to.

use chain::{
    Allergen, BasisPoints, Campaign, Ingredient, MinuteOfDay, Product, ProductId, ProductSize, PromotionCode, SizeId,
};
use domain::{
    loyalty::{LineSlices, OrderSlices},
    money::Cents,
};
use serde_json::Value;

use crate::{
    cart::{ComboMark, LineId},
    message::{PriceMessage, is_warning},
    steps::PriceStep,
};

/// A priced cart (docs/spec/ordering.md, "Pricing").
#[derive(Debug, Clone, PartialEq)]
pub struct Priced<'a> {
    /// In their order: cart, shop, delivery, lines, codes, warnings.
    pub messages: Vec<PriceMessage>,
    /// The lines that stay, in the order in which they were sent.
    pub lines: Vec<PricedLine<'a>>,
    pub details: PriceDetails,
    /// What is left to pay.
    pub payable: Cents,
    /// The campaigns that took effect.
    pub campaigns: Vec<AppliedCampaign<'a>>,
    pub split_payments: Vec<SplitPayment<'a>>,
    /// The codes that are still held.
    pub promotion_codes: Vec<PromotionCode>,
    pub not_applicable: Vec<NotApplicable<'a>>,
    pub post_purchase: Vec<PostPurchase<'a>>,
    /// At lunch in a kitchen that has it: until when, and what costs less.
    pub lunch: Option<LunchOption<'a>>,
    pub cross_sells: Vec<CrossSellOption<'a>>,
    pub is_lunch_time: bool,
    pub delivery_service_fee: Cents,
    pub phone_order_fee: Cents,
    pub without_packaging: bool,
    pub is_without_packaging_available: bool,
    /// Products of lines that are out of stock, or have something on them that is; none twice.
    pub out_of_stock: Vec<ProductId>,
    /// The rate of whatever has none of its own.
    pub vat: BasisPoints,
    /// What stands beside the lines.
    pub explanation: Vec<PriceStep<'a>>,
}

impl Priced<'_> {
    /// Whether it can be ordered as it is.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        are_warnings(&self.messages)
    }

    /// What it brings of the loyalty card once it is ordered.
    #[must_use]
    pub fn slices(&self) -> OrderSlices {
        OrderSlices(self.lines.iter().map(PricedLine::slices).collect())
    }
}

/// What one line comes to by the rules of lines alone.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedItem<'a> {
    pub messages: Vec<PriceMessage>,
    /// None where it cannot be ordered at all.
    pub line: Option<PricedLine<'a>>,
    pub cross_sells: Vec<CrossSellOption<'a>>,
}

/// Whether what these messages are about can be ordered as it is.
#[must_use]
pub fn are_warnings(messages: &[PriceMessage]) -> bool {
    messages.iter().all(|message| is_warning(message.code))
}

/// The sums of a cart (PR-01).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PriceDetails {
    pub line_items_sub_total: Cents,
    pub line_item_discounts_total: Cents,
    pub line_items_total: Cents,
    pub shipping_charges_sub_total: Cents,
    pub shipping_charges_discount_total: Cents,
    pub shipping_charges_total: Cents,
    pub services_sub_total: Cents,
    pub grand_total: Cents,
    /// By rate, the lowest first.
    pub vat: Vec<VatShare>,
    pub vat_total: Cents,
    pub campaign_prepaid_total: Cents,
    pub loyalty_prepaid_total: Cents,
    pub b2b_prepaid_total: Cents,
    pub prepaid_amount_total: Cents,
    pub shipping_charges_prepaid_total: Cents,
}

/// What is taxed at one rate, and the tax that it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VatShare {
    pub rate: BasisPoints,
    pub gross: Cents,
    pub vat: Cents,
}

/// A line with its price.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedLine<'a> {
    pub id: LineId,
    pub product: &'a Product,
    pub size: &'a ProductSize,
    pub quantity: u32,
    /// What a unit costs as the recipe has it, now.
    pub base_price: Cents,
    /// What a unit costs.
    pub item_price: Cents,
    /// By how much the least price lifts a unit.
    pub price_correction: Cents,
    /// All units.
    pub price: Cents,
    pub discount: Cents,
    /// Units with a line campaign or in a combo.
    pub discounted_quantity: u32,
    /// Units whose base a benefit or a campaign made free; they bring no slices.
    pub units_for_nothing: u32,
    /// Campaigns with the units that each took.
    pub applied: Vec<(&'a Campaign, u32)>,
    /// Slices of the loyalty card, before benefits.
    pub loyalty_slices: u32,
    pub combo: Option<ComboMark>,
    pub is_out_of_stock: bool,
    pub ingredients: Vec<PricedIngredient<'a>>,
    /// What the recipe has and a unit has none of, the defaults of slots too.
    pub left_out: Vec<PricedIngredient<'a>>,
    /// Of whatever is on it; sorted.
    pub allergens: Vec<Allergen>,
    /// They sum to [`Self::discounted_price`].
    pub explanation: Vec<PriceStep<'a>>,
}

impl PricedLine<'_> {
    /// What it brings of the loyalty card (docs/spec/people.md, "Slices of a unit").
    #[must_use]
    pub fn slices(&self) -> LineSlices {
        let of_unit = self.loyalty_slices.checked_div(self.quantity).unwrap_or(0);
        LineSlices { of_unit, units: self.quantity, free_units: self.units_for_nothing }
    }

    /// What is paid for it.
    #[must_use]
    pub fn discounted_price(&self) -> Cents {
        Cents(self.price.0 - self.discount.0)
    }
}

/// An ingredient on a line.
#[derive(Debug, Clone, PartialEq)]
pub struct PricedIngredient<'a> {
    pub ingredient: &'a Ingredient,
    /// Doses on a unit.
    pub quantity: u32,
    /// Doses that the recipe has.
    pub recipe_quantity: u32,
    /// What one dose costs in the line's size.
    pub price: Cents,
    pub added_from: Option<&'a str>,
}

/// A campaign that took effect.
#[derive(Debug, Clone, PartialEq)]
pub struct AppliedCampaign<'a> {
    pub campaign: &'a Campaign,
    /// The code that brought it, if one did.
    pub code: Option<PromotionCode>,
    pub discount: Cents,
}

/// A part of the order that is paid already.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitPayment<'a> {
    pub campaign: &'a Campaign,
    pub code: Option<PromotionCode>,
    pub amount: Cents,
}

/// A campaign that does not apply, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct NotApplicable<'a> {
    pub campaign: &'a Campaign,
    pub code: Option<PromotionCode>,
    pub message: PriceMessage,
}

/// Something that the page does after the order.
#[derive(Debug, Clone, PartialEq)]
pub struct PostPurchase<'a> {
    pub campaign: &'a Campaign,
    pub action: &'a Value,
}

/// Lunch in a kitchen that has it.
#[derive(Debug, Clone, PartialEq)]
pub struct LunchOption<'a> {
    /// When it ends.
    pub until: MinuteOfDay,
    /// What the lines' products cost then.
    pub products: Vec<(&'a Product, &'a ProductSize, Cents)>,
}

/// What can be had for less beside what is in the cart.
#[derive(Debug, Clone, PartialEq)]
pub struct CrossSellOption<'a> {
    pub campaign: &'a Campaign,
    pub amount: Cents,
    pub sizes: Vec<&'a SizeId>,
    pub products: &'a [ProductId],
    pub default_product: &'a ProductId,
    pub requires_registered_user: bool,
    /// Units that may still be had.
    pub remaining: u32,
}
