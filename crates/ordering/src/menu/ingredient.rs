//! Ingredients, as the shop's pages know them.

use std::collections::BTreeMap;

use chain::{Allergen, Dosing, Ingredient, Nutrition, SizeId};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

/// Kilojoules of a kilocalorie (PD-51).
const KILOJOULES: f64 = 4.184;

/// An ingredient (PD-15).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngredientRow {
    pub id: String,
    pub name: String,
    pub category_id: &'static str,
    #[schema(required)]
    pub subcategory_id: Option<String>,
    /// Of one dose, VAT included.
    pub price: Euros,
    pub min_quantity: u32,
    pub max_quantity: u32,
    /// Doses.
    pub quantity: u32,
    pub display_order: u32,
    pub special: bool,
    #[schema(required)]
    pub image: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
    #[schema(required)]
    pub summary_description: Option<String>,
    #[schema(required)]
    pub dosing_in_grams: Option<f64>,
    #[schema(required)]
    pub nutrition: Option<NutritionFacts>,
    #[schema(required)]
    pub energy_kj: Option<f64>,
    #[schema(required)]
    pub carbon_footprint: Option<f64>,
    pub allergens: Vec<&'static str>,
    /// Of `vegan`, `vegetarian`, `lactoseFree`, `glutenFree`; sorted.
    pub diets: Vec<&'static str>,
    /// The product that it becomes in the cart as an optional dip.
    #[schema(required)]
    pub dip_product_id: Option<String>,
    /// Where it was chosen: the page's own.
    #[schema(required)]
    pub added_from: Option<String>,
    /// The size whose price and grams these are; none: of no size.
    #[schema(required)]
    pub product_size_id: Option<String>,
    pub is_listed_on_ingredient_page: bool,
    pub is_recipe_only_ingredient: bool,
    pub is_out_of_stock: bool,
    /// What each size has of it, where no size was asked for; null: the same in all.
    #[serde(skip_serializing_if = "Dosings::are_unsaid")]
    #[schema(value_type = Option<BTreeMap<String, SizeDosing>>)]
    pub dosings: Dosings,
}

/// What 100 g hold: kilocalories, and grams of the rest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NutritionFacts {
    pub energy: f64,
    pub total_fat: f64,
    pub saturated_fat: f64,
    pub carbohydrate: f64,
    pub sugars: f64,
    pub protein: f64,
    pub salt: f64,
}

/// What each size has of an ingredient.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Dosings {
    /// A size was asked for.
    Unsaid,
    SameInAll,
    BySize(BTreeMap<String, SizeDosing>),
}

impl Dosings {
    fn are_unsaid(&self) -> bool {
        *self == Self::Unsaid
    }
}

/// How much of an ingredient a size has.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub struct SizeDosing {
    #[schema(required)]
    pub grams: Option<f64>,
    pub price: Euros,
    pub active: bool,
}

impl IngredientRow {
    /// An ingredient in a size; of no size its own price.
    #[must_use]
    pub fn new(ingredient: &Ingredient, size: Option<&SizeId>, is_out_of_stock: bool) -> Self {
        let price = size.and_then(|size| ingredient.price_in(size)).unwrap_or(ingredient.price);
        let grams = size.and_then(|size| ingredient.dosing(size)).and_then(|dosing| dosing.grams);
        Self {
            id: ingredient.id.to_string(),
            name: ingredient.name.clone(),
            category_id: ingredient.category.as_str(),
            subcategory_id: ingredient.subcategory.clone(),
            price: Euros(price),
            min_quantity: ingredient.min_quantity,
            max_quantity: ingredient.max_quantity,
            quantity: 0,
            display_order: ingredient.display_order,
            special: ingredient.is_special,
            image: ingredient.image.clone(),
            description: ingredient.description.clone(),
            summary_description: ingredient.summary_description.clone(),
            dosing_in_grams: grams,
            nutrition: ingredient.nutrition.map(NutritionFacts::from),
            energy_kj: ingredient.nutrition.map(|nutrition| kilojoules(nutrition.energy)),
            carbon_footprint: ingredient.carbon_footprint,
            allergens: Allergen::ids_of(ingredient.allergens.iter().copied()),
            diets: ingredient.diets.iter().map(|diet| diet.as_str()).collect(),
            dip_product_id: ingredient.dip_product.as_ref().map(ToString::to_string),
            added_from: None,
            product_size_id: size.map(ToString::to_string),
            is_listed_on_ingredient_page: ingredient.is_listed_on_ingredient_page,
            is_recipe_only_ingredient: ingredient.is_recipe_only,
            is_out_of_stock,
            dosings: Dosings::Unsaid,
        }
    }

    /// The same, with what each size has of it.
    #[must_use]
    pub fn with_dosings(self, ingredient: &Ingredient) -> Self {
        let dosing = |one: &Dosing| {
            let price = Euros(one.price.unwrap_or(ingredient.price));
            (one.size.to_string(), SizeDosing { grams: one.grams, price, active: one.active })
        };
        let dosings = ingredient.dosings.as_ref();
        Self {
            dosings: dosings.map_or(Dosings::SameInAll, |all| Dosings::BySize(all.iter().map(dosing).collect())),
            ..self
        }
    }
}

impl From<Nutrition> for NutritionFacts {
    fn from(of: Nutrition) -> Self {
        let Nutrition { energy, total_fat, saturated_fat, carbohydrate, sugars, protein, salt } = of;
        Self { energy, total_fat, saturated_fat, carbohydrate, sugars, protein, salt }
    }
}

/// Kilojoules of so many kilocalories, to a tenth.
fn kilojoules(kilocalories: f64) -> f64 {
    (kilocalories * KILOJOULES * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: PD-51
    #[test]
    fn energy_is_said_in_kilojoules_too() {
        for (kilocalories, wanted) in [(0.0, 0.0), (100.0, 418.4), (251.0, 1050.2), (33.0, 138.1)] {
            assert!((kilojoules(kilocalories) - wanted).abs() < 1e-9, "{kilocalories}");
        }
    }
}
