//! All ingredients: those of a restaurant, and those of the page that tells of them.

use chain::{Chain, Ingredient, SizeId};
use pricing::Stock as _;
use serde::Serialize;
use utoipa::ToSchema;

use super::ingredient::IngredientRow;
use crate::stock::KitchenStock;

/// The ingredients of a kitchen; with a size those that it has, at its price.
#[must_use]
pub fn pantry(chain: &Chain, stock: &KitchenStock, size: Option<&SizeId>) -> Vec<IngredientRow> {
    let all = chain.menu().ingredients().iter();
    let row = |ingredient: &Ingredient| match size {
        Some(size) => IngredientRow::new(ingredient, Some(size), stock.is_ingredient_out(&ingredient.id, size)),
        None => IngredientRow::new(ingredient, None, is_wholly_out(chain, stock, ingredient)).with_dosings(ingredient),
    };
    all.filter(|ingredient| size.is_none_or(|size| ingredient.is_dosed(size))).map(row).collect()
}

/// Whether an ingredient is out in every size that has it.
fn is_wholly_out(chain: &Chain, stock: &KitchenStock, ingredient: &Ingredient) -> bool {
    let sizes = chain.menu().products().iter().flat_map(|product| &product.sizes).map(|size| &size.id);
    let mut dosed = sizes.filter(|size| ingredient.is_dosed(size)).peekable();
    dosed.peek().is_some() && dosed.all(|size| stock.is_ingredient_out(&ingredient.id, size))
}

/// An ingredient of the page that tells of them (MN-41).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedIngredient {
    pub id: String,
    pub name: String,
    pub category_id: &'static str,
    pub is_listed_on_ingredient_page: bool,
    /// Of `vegan`, `vegetarian`, `lactoseFree`, `glutenFree`; sorted.
    pub diets: Vec<&'static str>,
    #[schema(required)]
    pub summary_description: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
}

/// The ingredients of the page that tells of them, by name.
#[must_use]
pub fn listed_ingredients(chain: &Chain) -> Vec<ListedIngredient> {
    let listed = chain.menu().ingredients().iter().filter(|ingredient| ingredient.is_listed_on_ingredient_page);
    let mut rows: Vec<ListedIngredient> = listed
        .map(|ingredient| ListedIngredient {
            id: ingredient.id.to_string(),
            name: ingredient.name.clone(),
            category_id: ingredient.category.as_str(),
            is_listed_on_ingredient_page: true,
            diets: ingredient.diets.iter().map(|diet| diet.as_str()).collect(),
            summary_description: ingredient.summary_description.clone(),
            description: ingredient.description.clone(),
        })
        .collect();
    rows.sort_by_cached_key(|row| alphabetical(&row.name));
    rows
}

/// A key that sorts names as Finns do: in any case, å, ä and ö last and in this order.
fn alphabetical(name: &str) -> String {
    let place = |letter: char| match letter {
        'å' => '\u{e001}',
        'ä' => '\u{e002}',
        'ö' => '\u{e003}',
        letter => letter,
    };
    name.chars().flat_map(char::to_lowercase).map(place).collect()
}

/// A tag that products can be picked by (MN-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagRow {
    pub name: String,
    pub image_url: String,
}

/// What products can be picked by.
#[must_use]
pub fn tags(chain: &Chain) -> Vec<TagRow> {
    let row = |tag: &chain::Tag| TagRow { name: tag.name.clone(), image_url: tag.image_url.clone() };
    chain.menu().tags().iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_as_finns_look_for_them() {
        let mut names = ["Öljy", "sieni", "Äyriäinen", "Ananas", "Zaatar", "Åland"];
        names.sort_by_cached_key(|name| alphabetical(name));
        assert_eq!(names, ["Ananas", "sieni", "Zaatar", "Åland", "Äyriäinen", "Öljy"]);
    }
}
