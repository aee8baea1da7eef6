//! What an order keeps of its price: for its receipt, for the account that it belongs to, and for other means to pay it.

use domain::{
    loyalty::{LineSlices, OrderSlices},
    money::Cents,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::priced::{Priced, PricedIngredient, PricedLine};

/// A priced cart as its order keeps it. Holds nothing of whoever ordered.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PriceRecord {
    /// In the order of the order's items.
    pub lines: Vec<RecordedLine>,
    /// What stands beside the lines, in its order: names and cents.
    pub sums: Vec<(String, i64)>,
    /// Rates, what is taxed so, and the taxes.
    pub vat: Vec<(u32, i64, i64)>,
    /// The means to pay for which this price holds; none: all.
    #[serde(default)]
    pub methods: Option<Vec<String>>,
    /// The answer of the cart.
    pub cart: Box<RawValue>,
}

/// A line as a receipt shows it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedLine {
    pub quantity: u32,
    pub name: String,
    pub size: Option<String>,
    /// Ids of what is in it.
    pub allergens: Vec<String>,
    pub changes: Vec<String>,
    /// Of all units, in cents.
    pub price: i64,
    /// Cents.
    pub discount: i64,
    /// Slices of the loyalty card that a unit brings.
    #[serde(default)]
    pub slices_of_unit: u32,
    /// Units whose base a benefit or a campaign made free; they bring no slices.
    #[serde(default)]
    pub units_for_nothing: u32,
}

impl PriceRecord {
    /// Of a cart that was priced, and answered so.
    #[must_use]
    pub fn of(priced: &Priced<'_>, cart: Box<RawValue>) -> Self {
        Self {
            lines: priced.lines.iter().map(line_of).collect(),
            sums: sums_of(priced),
            vat: priced.details.vat.iter().map(|share| (share.rate.0, share.gross.0, share.vat.0)).collect(),
            methods: methods_of(priced),
            cart,
        }
    }

    /// What the order brings of the loyalty card; orders from before there was one bring nothing.
    #[must_use]
    pub fn slices(&self) -> OrderSlices {
        let lines = self.lines.iter().map(|line| LineSlices {
            of_unit: line.slices_of_unit,
            units: line.quantity,
            free_units: line.units_for_nothing,
        });
        OrderSlices(lines.collect())
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
        slices_of_unit: line.slices().of_unit,
        units_for_nothing: line.units_for_nothing,
    }
}

/// `+ ananas`, `− sipuli`, `+ 2 × juusto`.
fn change_of(on: &PricedIngredient<'_>) -> Option<String> {
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
