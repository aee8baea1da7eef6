//! Places of a product that hold one of several ingredients.

use chain::{Chain, Ingredient, IngredientId, Product, SizeId, Slot};
use pricing::{RecipeDose, Stock as _, dose_bounds, recipe};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use super::{ingredient::IngredientRow, situation::Situation};

/// A place of a product in a size (PD-17).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngredientSlot {
    pub id: String,
    pub category_id: &'static str,
    /// Those that the size has.
    pub options: Vec<IngredientRow>,
    /// What is in it unless the customer chooses.
    #[schema(required)]
    pub selected: Option<String>,
    #[schema(required)]
    pub default: Option<SlotDefault>,
    pub required: bool,
    /// Chosen doses beside the default's that cost nothing.
    pub free: u32,
    /// The most doses.
    pub max: u32,
    pub header: String,
    pub label: String,
    /// `base`, `select`, `select-upsell` or `ingredient-extra`.
    pub display: &'static str,
    /// What is wrong with the choice: the page's own.
    #[schema(required)]
    pub error: Option<String>,
    /// What is said where a required one is empty.
    #[schema(required)]
    pub error_message: Option<String>,
    pub show_price: bool,
    pub give_discount_for_change: bool,
    pub must_be_seen: bool,
}

/// What is in a slot unless the customer chooses.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SlotDefault {
    pub id: String,
    pub min_quantity: u32,
    pub price: Euros,
}

/// The slots of a product in a size.
#[must_use]
pub fn slots(chain: &Chain, situation: &Situation, product: &Product, size: &SizeId) -> Vec<IngredientSlot> {
    product.slots.iter().map(|slot| view(chain, situation, product, size, slot)).collect()
}

fn view(chain: &Chain, situation: &Situation, product: &Product, size: &SizeId, slot: &Slot) -> IngredientSlot {
    let known = |id: &IngredientId| chain.menu().ingredient(id.as_str());
    let in_recipe = |ingredient: &Ingredient| recipe(chain, product).find(|dose| dose.ingredient.id == ingredient.id);
    let option = |ingredient: &Ingredient| {
        let dose: Option<RecipeDose<'_>> = in_recipe(ingredient);
        let bounds = dose.map_or_else(|| dose_bounds(ingredient, None, 0), |dose| dose.bounds());
        IngredientRow {
            quantity: dose.map_or(0, |dose| dose.quantity),
            min_quantity: *bounds.start(),
            max_quantity: *bounds.end(),
            ..IngredientRow::new(ingredient, Some(size), situation.stock.is_ingredient_out(&ingredient.id, size))
        }
    };
    let default = slot.default.as_ref().and_then(known).map(|ingredient| SlotDefault {
        id: ingredient.id.to_string(),
        min_quantity: in_recipe(ingredient).map_or(ingredient.min_quantity, |dose| *dose.bounds().start()),
        price: Euros(ingredient.price_in(size).unwrap_or(ingredient.price)),
    });
    IngredientSlot {
        id: slot.id.to_string(),
        category_id: slot.category.as_str(),
        options: slot.options.iter().filter_map(known).filter(|one| one.is_dosed(size)).map(option).collect(),
        selected: default.as_ref().map(|default| default.id.clone()),
        default,
        required: slot.required,
        free: slot.free(size),
        max: slot.max(size),
        header: slot.header.clone(),
        label: slot.label.clone(),
        display: slot.display.as_str(),
        error: None,
        error_message: slot.error_message.clone(),
        show_price: slot.show_price,
        give_discount_for_change: slot.give_discount_for_change,
        must_be_seen: slot.must_be_seen,
    }
}
