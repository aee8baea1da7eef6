//! What is on a product, in another of its sizes.

use chain::{Chain, ProductSize};
use pricing::UNKNOWN_INGREDIENT;
use serde::Serialize;
use utoipa::ToSchema;

use super::shared::IngredientDoses;

/// What is on a product in another size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Resized {
    pub ingredients: Vec<IngredientDoses>,
    /// What the other size does not have.
    pub dropped: Vec<DroppedIngredient>,
    #[schema(required)]
    pub message: Option<String>,
}

/// An ingredient that a size does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DroppedIngredient {
    pub ingredient_id: String,
    pub name: String,
}

/// Takes what is on a product into another size.
#[must_use]
pub fn resize(chain: &Chain, size: &ProductSize, ingredients: Vec<IngredientDoses>) -> Resized {
    let known = |doses: &IngredientDoses| chain.menu().ingredient(&doses.ingredient_id);
    let is_had = |doses: &IngredientDoses| known(doses).is_some_and(|ingredient| ingredient.is_dosed(&size.id));
    let (kept, gone): (Vec<_>, Vec<_>) = ingredients.into_iter().partition(is_had);
    let mut dropped: Vec<DroppedIngredient> = Vec::new();
    for doses in gone.into_iter().filter(|doses| doses.quantity > 0) {
        let name = known(&doses).map_or(UNKNOWN_INGREDIENT, |ingredient| &ingredient.name).to_owned();
        if dropped.iter().all(|known| known.ingredient_id != doses.ingredient_id) {
            dropped.push(DroppedIngredient { ingredient_id: doses.ingredient_id, name });
        }
    }
    let names: Vec<&str> = dropped.iter().map(|one| one.name.as_str()).collect();
    let message = (!names.is_empty()).then(|| format!("Ei saatavissa {}-koossa: {}", size.name, names.join(", ")));
    Resized { ingredients: kept, dropped, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::test_chain::test_chain;

    // spec: PD-21
    #[test]
    fn what_a_size_does_not_have_is_said_once() {
        let chain = test_chain();
        let pizza = chain.menu().product("3001").unwrap();
        let doses = |id: &str, quantity| IngredientDoses { ingredient_id: id.to_owned(), quantity };
        let on = || vec![doses("1201", 1), doses("1305", 1), doses("x", 0), doses("1305", 1)];
        let family = resize(&chain, pizza.size("102").unwrap(), on());
        assert_eq!(family.ingredients, [doses("1201", 1)]);
        assert_eq!(family.message.as_deref(), Some("Ei saatavissa Perhe-koossa: Pekoni"));
        let normal = resize(&chain, pizza.size("101").unwrap(), on());
        assert_eq!((normal.ingredients.len(), normal.dropped.len(), normal.message), (3, 0, None));
    }
}
