//! What can be seen of a priced cart, in values that two pricings can be compared by.

use std::collections::BTreeMap;

use pricing::{PriceStep, Priced, PricedLine};
use serde_json::Value;

/// A message: code, text, display kind and metadata.
pub(crate) type Said = (String, String, u8, Value);

/// Amounts in cents by what they are of.
pub(crate) type Amounts = BTreeMap<&'static str, i64>;

/// What can be seen of a priced cart; amounts are cents.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Outcome {
    pub(crate) messages: Vec<Said>,
    pub(crate) is_valid: bool,
    pub(crate) lines: Vec<Line>,
    /// By the names of the contract.
    pub(crate) details: Amounts,
    /// Hundredths of a percent, gross, tax.
    pub(crate) vat: Vec<(u32, i64, i64)>,
    pub(crate) vat_percent: u32,
    pub(crate) payable: i64,
    /// Campaign, code, discount.
    pub(crate) campaigns: Vec<(String, Option<String>, i64)>,
    pub(crate) split_payments: Vec<(String, Option<String>, i64)>,
    pub(crate) codes: Vec<String>,
    pub(crate) not_applicable: Vec<(String, Option<String>, Said)>,
    pub(crate) post_purchase: Vec<(String, Value)>,
    /// The minute at which it ends.
    pub(crate) lunch_until: Option<u16>,
    /// Products, sizes, prices.
    pub(crate) lunch_prices: Vec<(String, String, i64)>,
    pub(crate) cross_sells: Vec<CrossSell>,
    pub(crate) is_lunch_time: bool,
    pub(crate) delivery_service_fee: i64,
    pub(crate) phone_order_fee: i64,
    pub(crate) without_packaging: bool,
    pub(crate) is_without_packaging_available: bool,
    pub(crate) out_of_stock: Vec<String>,
    /// What stands beside the lines, by kind of step.
    pub(crate) steps: Amounts,
}

/// What can be seen of a line.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Line {
    pub(crate) id: String,
    pub(crate) product: String,
    pub(crate) size: String,
    pub(crate) quantity: u32,
    pub(crate) base: i64,
    pub(crate) unit: i64,
    pub(crate) correction: i64,
    pub(crate) price: i64,
    pub(crate) discount: i64,
    pub(crate) discounted_units: u32,
    pub(crate) applied: Vec<(String, u32)>,
    pub(crate) slices: u32,
    pub(crate) for_nothing: u32,
    /// The combo and its code.
    pub(crate) combo: Option<(String, Option<String>)>,
    pub(crate) is_out_of_stock: bool,
    pub(crate) ingredients: Vec<Ingredient>,
    pub(crate) allergens: Vec<&'static str>,
    /// By kind of step; no zeros.
    pub(crate) steps: Amounts,
}

/// An ingredient on a line.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Ingredient {
    pub(crate) id: String,
    pub(crate) quantity: u32,
    pub(crate) of_recipe: u32,
    pub(crate) price: i64,
    pub(crate) added_from: Option<String>,
}

/// What is offered for less.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct CrossSell {
    pub(crate) campaign: String,
    pub(crate) amount: i64,
    pub(crate) sizes: Vec<String>,
    pub(crate) products: Vec<String>,
    pub(crate) default_product: String,
    pub(crate) requires_registered_user: bool,
    pub(crate) remaining: u32,
}

impl Outcome {
    /// Of the product's own pricing.
    pub(crate) fn of(priced: &Priced<'_>) -> Self {
        let d = &priced.details;
        let details = [
            ("lineItemsSubTotal", d.line_items_sub_total),
            ("lineItemDiscountsTotal", d.line_item_discounts_total),
            ("lineItemsTotal", d.line_items_total),
            ("shippingChargesSubTotal", d.shipping_charges_sub_total),
            ("shippingChargesDiscountTotal", d.shipping_charges_discount_total),
            ("shippingChargesTotal", d.shipping_charges_total),
            ("servicesSubTotal", d.services_sub_total),
            ("grandTotal", d.grand_total),
            ("vatTotal", d.vat_total),
            ("campaignPrepaidTotal", d.campaign_prepaid_total),
            ("loyaltyPrepaidTotal", d.loyalty_prepaid_total),
            ("b2BPrepaidTotal", d.b2b_prepaid_total),
            ("prepaidAmountTotal", d.prepaid_amount_total),
            ("shippingChargesPrepaidTotal", d.shipping_charges_prepaid_total),
        ];
        let code = |code: &Option<chain::PromotionCode>| code.as_ref().map(ToString::to_string);
        Self {
            messages: priced.messages.iter().map(said).collect(),
            is_valid: priced.is_valid(),
            lines: priced.lines.iter().map(Line::of).collect(),
            details: details.into_iter().map(|(name, cents)| (name, cents.0)).collect(),
            vat: d.vat.iter().map(|share| (share.rate.0, share.gross.0, share.vat.0)).collect(),
            vat_percent: priced.vat.0,
            payable: priced.payable.0,
            campaigns: (priced.campaigns.iter())
                .map(|one| (one.campaign.id.to_string(), code(&one.code), one.discount.0))
                .collect(),
            split_payments: (priced.split_payments.iter())
                .map(|one| (one.campaign.id.to_string(), code(&one.code), one.amount.0))
                .collect(),
            codes: priced.promotion_codes.iter().map(ToString::to_string).collect(),
            not_applicable: (priced.not_applicable.iter())
                .map(|one| (one.campaign.id.to_string(), code(&one.code), said(&one.message)))
                .collect(),
            post_purchase: (priced.post_purchase.iter())
                .map(|one| (one.campaign.id.to_string(), one.action.clone()))
                .collect(),
            lunch_until: priced.lunch.as_ref().map(|lunch| lunch.until.minutes()),
            lunch_prices: (priced.lunch.iter().flat_map(|lunch| &lunch.products))
                .map(|(product, size, price)| (product.id.to_string(), size.id.to_string(), price.0))
                .collect(),
            cross_sells: (priced.cross_sells.iter())
                .map(|one| CrossSell {
                    campaign: one.campaign.id.to_string(),
                    amount: one.amount.0,
                    sizes: one.sizes.iter().map(ToString::to_string).collect(),
                    products: one.products.iter().map(ToString::to_string).collect(),
                    default_product: one.default_product.to_string(),
                    requires_registered_user: one.requires_registered_user,
                    remaining: one.remaining,
                })
                .collect(),
            is_lunch_time: priced.is_lunch_time,
            delivery_service_fee: priced.delivery_service_fee.0,
            phone_order_fee: priced.phone_order_fee.0,
            without_packaging: priced.without_packaging,
            is_without_packaging_available: priced.is_without_packaging_available,
            out_of_stock: priced.out_of_stock.iter().map(ToString::to_string).collect(),
            steps: steps(&priced.explanation),
        }
    }
}

impl Line {
    fn of(line: &PricedLine<'_>) -> Self {
        let ingredients = line.ingredients.iter().map(|one| Ingredient {
            id: one.ingredient.id.to_string(),
            quantity: one.quantity,
            of_recipe: one.recipe_quantity,
            price: one.price.0,
            added_from: one.added_from.map(str::to_owned),
        });
        Self {
            id: line.id.to_string(),
            product: line.product.id.to_string(),
            size: line.size.id.to_string(),
            quantity: line.quantity,
            base: line.base_price.0,
            unit: line.item_price.0,
            correction: line.price_correction.0,
            price: line.price.0,
            discount: line.discount.0,
            discounted_units: line.discounted_quantity,
            applied: line.applied.iter().map(|(campaign, units)| (campaign.id.to_string(), *units)).collect(),
            slices: line.loyalty_slices,
            for_nothing: line.units_for_nothing,
            combo: (line.combo.as_ref()).map(|mark| (mark.id.to_string(), mark.code.as_ref().map(ToString::to_string))),
            is_out_of_stock: line.is_out_of_stock,
            ingredients: ingredients.collect(),
            allergens: line.allergens.iter().map(|allergen| allergen.as_str()).collect(),
            steps: steps(&line.explanation),
        }
    }
}

/// A message as two pricings are compared by.
pub(crate) fn said(message: &pricing::PriceMessage) -> Said {
    let (code, text) = (message.code.as_str().to_owned(), message.text.clone().into_owned());
    (code, text, message.display_kind.number(), Value::Object(message.metadata.clone()))
}

fn steps(steps: &[PriceStep<'_>]) -> Amounts {
    let mut sums = Amounts::new();
    for step in steps {
        *sums.entry(step.kind.as_str()).or_default() += step.amount.0;
    }
    sums.retain(|_, sum| *sum != 0);
    sums
}
