//! A line with its price, on the wire.

use std::collections::BTreeMap;

use chain::Chain;
use pricing::PricedIngredient;
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use super::explained::Explained;

/// A line with its price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PricedLine)]
pub(super) struct PricedCartLine<'p> {
    uuid: &'p str,
    product_id: &'p str,
    size_id: &'p str,
    size_name: &'p str,
    product_category_id: &'p str,
    product_category_name: Option<&'p str>,
    name: &'p str,
    quantity: u32,
    /// What a unit costs as the recipe has it, now.
    base_price: Euros,
    /// What a unit costs.
    item_price: Euros,
    /// The least that a unit costs, whatever is on it.
    minimum_price: Option<Euros>,
    has_minimum_price: bool,
    has_fixed_minimum_price: bool,
    /// By how much the least price lifts a unit.
    price_correction: Euros,
    /// All units.
    price: Euros,
    discount: Euros,
    discounted_price: Euros,
    /// Units with a campaign of units, or in a combo.
    discounted_product_quantity: u32,
    /// Units that each campaign took, by its id.
    applied_campaigns: BTreeMap<&'p str, u32>,
    /// Slices of the loyalty card.
    rewards_loyalty_slices: u32,
    /// The combo that it is in, if it is in one.
    combo_id: Option<&'p str>,
    combo_campaign_code: Option<&'p str>,
    is_out_of_stock: bool,
    /// Ids of the allergens of whatever is on it, sorted.
    allergens: Vec<&'static str>,
    ingredients: Vec<IngredientOfLine<'p>>,
    /// With `explain=1`: what it is made of.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Vec<Explained<'p>>>,
}

impl<'p> PricedCartLine<'p> {
    pub(super) fn of(chain: &'p Chain, line: &'p pricing::PricedLine<'p>, is_explained: bool) -> Self {
        let category = &line.product.category;
        let mut allergens: Vec<_> = line.allergens.iter().map(|allergen| allergen.as_str()).collect();
        allergens.sort_unstable();
        let code = line.combo.as_ref().and_then(|combo| combo.code.as_ref());
        Self {
            uuid: &line.id,
            product_id: line.product.id.as_str(),
            size_id: line.size.id.as_str(),
            size_name: &line.size.name,
            product_category_id: category.as_str(),
            product_category_name: chain.menu().category(category).map(|category| category.name.as_str()),
            name: &line.product.name,
            quantity: line.quantity,
            base_price: Euros(line.base_price),
            item_price: Euros(line.item_price),
            minimum_price: line.size.minimum_price.map(Euros),
            has_minimum_price: line.size.minimum_price.is_some(),
            has_fixed_minimum_price: false,
            price_correction: Euros(line.price_correction),
            price: Euros(line.price),
            discount: Euros(line.discount),
            discounted_price: Euros(line.discounted_price()),
            discounted_product_quantity: line.discounted_quantity,
            applied_campaigns: line.applied.iter().map(|(campaign, units)| (campaign.id.as_str(), *units)).collect(),
            rewards_loyalty_slices: line.loyalty_slices,
            combo_id: line.combo.as_ref().map(|combo| &*combo.id),
            combo_campaign_code: code.map(chain::PromotionCode::as_str),
            is_out_of_stock: line.is_out_of_stock,
            allergens,
            ingredients: line.ingredients.iter().map(IngredientOfLine::of).collect(),
            explanation: is_explained.then(|| Explained::all(&line.explanation)),
        }
    }
}

/// An ingredient on a line.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IngredientOfLine<'p> {
    ingredient_id: &'p str,
    name: &'p str,
    category_id: &'static str,
    /// Doses on a unit.
    quantity: u32,
    /// Doses that the recipe has.
    recipe_quantity: u32,
    /// What one dose costs in the line's size.
    price: Euros,
    display_order: u32,
    added_from: Option<&'p str>,
}

impl<'p> IngredientOfLine<'p> {
    fn of(on: &'p PricedIngredient<'p>) -> Self {
        Self {
            ingredient_id: on.ingredient.id.as_str(),
            name: &on.ingredient.name,
            category_id: on.ingredient.category.as_str(),
            quantity: on.quantity,
            recipe_quantity: on.recipe_quantity,
            price: Euros(on.price),
            display_order: on.ingredient.display_order,
            added_from: on.added_from,
        }
    }
}
