//! Ingredients and their dosings.

use crate::{
    ids::IngredientId,
    json::{JsonFields, JsonNode, SeenNames},
    menu::{Dosing, Ingredient, IngredientCategory, Nutrition},
};

use super::{MOST_DOSES, allergens, diets, display_order};

/// The most doses of an ingredient that says nothing of it.
const USUAL_MOST: u32 = 2;
/// Grams, kilocalories and the like are at most this.
const MOST: f64 = 1e6;

pub(super) fn ingredient(fields: &JsonFields<'_>, seen: &mut SeenNames<IngredientId>) -> Ingredient {
    let node = fields.must("ingredientID");
    let id: IngredientId = node.id();
    seen.take(&node, "the ingredient", &id);
    let (min_quantity, max_quantity) = quantities(fields);
    Ingredient {
        id,
        name: fields.must("name").name(),
        category: fields.must("categoryId").one_of(&IngredientCategory::NAMES).unwrap_or(IngredientCategory::Toppings),
        subcategory: fields.maybe("subcategoryId").map(|node| node.name()),
        price: fields.must("price").cents(),
        dosings: fields.maybe("dosings").map(|node| node.entries(dosing)),
        min_quantity: min_quantity.unwrap_or(0),
        max_quantity: max_quantity.unwrap_or(USUAL_MOST),
        display_order: display_order(fields),
        is_special: fields.flag("special", false),
        is_recipe_only: fields.flag("isRecipeOnlyIngredient", false),
        is_listed_on_ingredient_page: fields.flag("isListedOnIngredientPage", false),
        diets: diets(fields),
        allergens: allergens(fields),
        image: fields.maybe_text("image"),
        description: fields.maybe_text("description"),
        summary_description: fields.maybe_text("summaryDescription"),
        dip_product: fields.maybe("dipProductId").map(|node| node.product()),
        nutrition: fields.maybe("nutrition").map(|node| nutrition(&node)),
        carbon_footprint: fields.maybe("carbonFootprint").map(|node| amount(&node)),
    }
}

/// `minQuantity?` and `maxQuantity?`, the first not above the second.
pub(super) fn quantities(fields: &JsonFields<'_>) -> (Option<u32>, Option<u32>) {
    let quantity = |name| fields.maybe(name).map(|node| (node.count(0..=MOST_DOSES), node));
    let (min, max) = (quantity("minQuantity"), quantity("maxQuantity"));
    if let (Some((min, _)), Some((max, node))) = (&min, &max)
        && min > max
    {
        node.fault("is below minQuantity");
    }
    (min.map(|(min, _)| min), max.map(|(max, _)| max))
}

fn dosing(size: &str, node: &JsonNode<'_>) -> Dosing {
    node.object(|fields| Dosing {
        size: size.into(),
        grams: fields.maybe("grams").map(|node| amount(&node)),
        price: fields.maybe("price").map(|node| node.cents()),
        active: fields.flag("active", true),
    })
}

fn nutrition(node: &JsonNode<'_>) -> Nutrition {
    node.object(|fields| {
        let of = |name| amount(&fields.must(name));
        Nutrition {
            energy: of("energy"),
            total_fat: of("totalFat"),
            saturated_fat: of("saturatedFat"),
            carbohydrate: of("carbohydrate"),
            sugars: of("sugars"),
            protein: of("protein"),
            salt: of("salt"),
        }
    })
}

fn amount(node: &JsonNode<'_>) -> f64 {
    node.number(0.0..=MOST)
}
