//! What a product is as nobody changed it.

use std::ops::RangeInclusive;

use chain::{Chain, Ingredient, Product, ProductSize, RecipeEntry};
use domain::money::Cents;

use super::{doses::Doses, unit::unit_price};

/// Doses of one ingredient of a recipe.
#[derive(Debug, Clone, Copy)]
pub struct RecipeDose<'a> {
    pub ingredient: &'a Ingredient,
    pub quantity: u32,
    /// Its entry in the recipe; none: it is a slot's default that the recipe does not list.
    pub entry: Option<&'a RecipeEntry>,
}

impl RecipeDose<'_> {
    /// The fewest and the most doses that there may be of it.
    #[must_use]
    pub fn bounds(&self) -> RangeInclusive<u32> {
        dose_bounds(self.ingredient, self.entry, self.quantity)
    }
}

/// What is on a product unless the customer changes it: the recipe, and one dose of each slot's default beside it.
pub fn recipe<'a>(chain: &'a Chain, product: &'a Product) -> impl Iterator<Item = RecipeDose<'a>> {
    let listed = product.recipe.iter().map(|entry| (&entry.ingredient, entry.quantity, Some(entry)));
    let defaults = product.slots.iter().filter_map(|slot| slot.default.as_ref());
    let beside = defaults.filter(|id| product.recipe.iter().all(|entry| entry.ingredient != **id));
    let all = listed.chain(beside.map(|id| (id, 1, None)));
    all.filter_map(|(id, quantity, entry)| {
        let ingredient = chain.menu().ingredient(id.as_str())?;
        Some(RecipeDose { ingredient, quantity, entry })
    })
}

/// The fewest and the most doses of an ingredient on a product: as its entry in the recipe says, else as the ingredient
/// does, whose most never forbids what the recipe has.
#[must_use]
pub fn dose_bounds(ingredient: &Ingredient, entry: Option<&RecipeEntry>, in_recipe: u32) -> RangeInclusive<u32> {
    let least = entry.and_then(|entry| entry.min_quantity).unwrap_or(ingredient.min_quantity);
    let most = entry.and_then(|entry| entry.max_quantity).unwrap_or_else(|| ingredient.max_quantity.max(in_recipe));
    least..=most
}

/// What a unit of a product costs as its recipe has it. `is_lunch`: it is lunch time, and the kitchen has lunch.
#[must_use]
pub fn recipe_price(chain: &Chain, product: &Product, size: &ProductSize, is_lunch: bool) -> Cents {
    unit_price(product, size, &Doses::of_recipe(chain, product), is_lunch).price
}
