//! What an order keeps of its price: for its receipt, for the book, and for other means to pay it.

use domain::{
    money::Cents,
    payment::{LedgerAmounts, LedgerVat, Sale},
};
use pricing::{Priced, PricedLine};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use server::ApiError;

use crate::cart::{CartContext, PricedCart};

/// A priced cart as its order keeps it. Holds nothing of whoever ordered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceRecord {
    pub(crate) lines: Vec<RecordedLine>,
    /// What stands beside the lines, in its order: names and cents.
    pub(crate) sums: Vec<(String, i64)>,
    /// Rates, what is taxed so, and the taxes.
    pub(crate) vat: Vec<(u32, i64, i64)>,
    /// The means to pay for which this price holds; none: all.
    #[serde(default)]
    pub(crate) methods: Option<Vec<String>>,
    /// The answer of the cart.
    cart: Box<RawValue>,
}

/// A line as a receipt shows it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecordedLine {
    pub(crate) quantity: u32,
    pub(crate) name: String,
    pub(crate) size: Option<String>,
    /// Ids of what is in it.
    pub(crate) allergens: Vec<String>,
    pub(crate) changes: Vec<String>,
    pub(crate) price: i64,
    pub(crate) discount: i64,
}

impl PriceRecord {
    /// Of a cart that was priced.
    ///
    /// # Errors
    /// Never: it is JSON.
    pub(crate) fn of(priced: &Priced<'_>, context: &CartContext<'_>) -> Result<Box<RawValue>, ApiError> {
        let wrong = |error| ApiError::internal(&error);
        let record = Self {
            lines: priced.lines.iter().map(line_of).collect(),
            sums: sums_of(priced),
            vat: priced.details.vat.iter().map(|share| (share.rate.0, share.gross.0, share.vat.0)).collect(),
            methods: methods_of(priced),
            cart: to_raw_value(&PricedCart::of(priced, context, false)).map_err(wrong)?,
        };
        to_raw_value(&record).map_err(wrong)
    }
}

/// What is booked of a cart that was priced.
pub(crate) fn sale_of(priced: &Priced<'_>) -> Sale {
    let details = &priced.details;
    Sale {
        amounts: LedgerAmounts {
            gross: details.line_items_sub_total,
            discounts: details.line_item_discounts_total,
            shipping: details.shipping_charges_total,
            services: details.services_sub_total,
            ..LedgerAmounts::default()
        },
        vat: details.vat.iter().map(|share| LedgerVat { rate: share.rate.0, amount: share.vat }).collect(),
    }
}

fn line_of(line: &PricedLine<'_>) -> RecordedLine {
    let has_sizes = line.product.sizes.len() > 1;
    RecordedLine {
        quantity: line.quantity,
        name: line.product.name.clone(),
        size: has_sizes.then(|| line.size.name.clone()),
        allergens: line.allergens.iter().map(|allergen| allergen.as_str().to_owned()).collect(),
        changes: line.ingredients.iter().chain(&line.left_out).filter_map(change_of).collect(),
        price: line.price.0,
        discount: line.discount.0,
    }
}

/// `+ ananas`, `− sipuli`, `+ 2 × juusto`.
fn change_of(on: &pricing::PricedIngredient<'_>) -> Option<String> {
    let (more, less) = (on.quantity.saturating_sub(on.recipe_quantity), on.recipe_quantity.saturating_sub(on.quantity));
    let (sign, doses) = match (more, less) {
        (0, 0) => return None,
        (0, less) => ('−', less),
        (more, _) => ('+', more),
    };
    let times = if doses > 1 { format!("{doses} × ") } else { String::new() };
    Some(format!("{sign} {times}{}", on.ingredient.name))
}

/// What is added to the lines, and what is paid already.
fn sums_of(priced: &Priced<'_>) -> Vec<(String, i64)> {
    let details = &priced.details;
    let services = Cents(details.services_sub_total.0 - priced.phone_order_fee.0);
    let sums = [
        ("Kuljetus", details.shipping_charges_sub_total.0),
        ("Kuljetuksen alennus", -details.shipping_charges_discount_total.0),
        ("Palvelumaksu", services.0),
        ("Puhelintilausmaksu", priced.phone_order_fee.0),
    ];
    let prepaid = priced.split_payments.iter().map(|split| (split.campaign.name.clone(), -split.amount.0));
    sums.into_iter()
        .map(|(name, cents)| (name.to_owned(), cents))
        .chain(prepaid)
        .filter(|(_, cents)| *cents != 0)
        .collect()
}

/// The means to pay with which every campaign that took effect goes; none where none of them asks.
fn methods_of(priced: &Priced<'_>) -> Option<Vec<String>> {
    let applied = priced.campaigns.iter().map(|applied| applied.campaign);
    let prepaid = priced.split_payments.iter().map(|split| split.campaign);
    let bound = applied.chain(prepaid).filter_map(|campaign| campaign.conditions.payment_methods.as_ref());
    bound.fold(None, |kept: Option<Vec<String>>, methods| {
        let is_own = |id: &str| methods.iter().any(|method| method.as_str() == id);
        Some(match kept {
            None => methods.iter().map(|method| method.as_str().to_owned()).collect(),
            Some(kept) => kept.into_iter().filter(|id| is_own(id)).collect(),
        })
    })
}
