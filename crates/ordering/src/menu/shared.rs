//! Shared links: what somebody put on a product, in its address.

use chain::{Chain, LONGEST_ID, Product, SizeId};
use pricing::recipe;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What people read where a part of a link cannot be had (PD-34).
const SOME_NOT_ADDED: &str = "Osaa täytteistä ei voitu lisätä.";
/// The most different ingredients, and the most doses of one (docs/spec/ordering.md, "Bounds").
pub(crate) const MOST_INGREDIENTS: usize = 40;
pub(crate) const MOST_DOSES: u32 = 20;

/// Doses of an ingredient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngredientDoses {
    pub ingredient_id: String,
    pub quantity: u32,
}

/// What a shared link puts on a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedIngredients {
    pub size_id: String,
    /// All that is on it: the recipe, and what the link adds.
    pub ingredients: Vec<IngredientDoses>,
    /// What there is not, or not in this size.
    pub unknown: Vec<String>,
    #[schema(required)]
    pub message: Option<&'static str>,
}

/// A link beyond the bounds of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than a line can hold")]
pub struct TooMuch;

/// Lays the doses of a link over the recipe of a size: ids with semicolons between them, one dose each.
///
/// # Errors
/// [`TooMuch`].
pub fn share(chain: &Chain, product: &Product, size: &SizeId, link: &str) -> Result<SharedIngredients, TooMuch> {
    let mut on: Vec<IngredientDoses> = recipe(chain, product)
        .filter(|dose| dose.quantity > 0)
        .map(|dose| IngredientDoses { ingredient_id: dose.ingredient.id.to_string(), quantity: dose.quantity })
        .collect();
    let mut unknown: Vec<String> = Vec::new();
    for id in link.split(';').map(str::trim).filter(|id| !id.is_empty()) {
        let is_had = chain.menu().ingredient(id).is_some_and(|ingredient| ingredient.is_dosed(size));
        if !is_had {
            if unknown.iter().all(|known| known != id) {
                unknown.push(id.to_owned());
            }
        } else if let Some(doses) = on.iter_mut().find(|doses| doses.ingredient_id == id) {
            doses.quantity += 1;
        } else {
            on.push(IngredientDoses { ingredient_id: id.to_owned(), quantity: 1 });
        }
    }
    let is_too_long = |id: &String| id.chars().count() > LONGEST_ID;
    let is_beyond = on.len().max(unknown.len()) > MOST_INGREDIENTS
        || on.iter().any(|doses| doses.quantity > MOST_DOSES)
        || unknown.iter().any(is_too_long);
    if is_beyond {
        return Err(TooMuch);
    }
    let message = (!unknown.is_empty()).then_some(SOME_NOT_ADDED);
    Ok(SharedIngredients { size_id: size.to_string(), ingredients: on, unknown, message })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::test_chain::test_chain;

    /// Doses by ingredient.
    type On = Vec<(String, u32)>;

    /// What a link puts on the pizza in a size, and what it cannot.
    fn shared(size: &str, link: &str) -> Result<(On, Vec<String>), TooMuch> {
        let chain = test_chain();
        let shared = share(&chain, chain.menu().product("3001").unwrap(), &SizeId::from(size), link)?;
        assert_eq!(shared.message.is_some(), !shared.unknown.is_empty());
        Ok((shared.ingredients.into_iter().map(|one| (one.ingredient_id, one.quantity)).collect(), shared.unknown))
    }

    fn on(all: &[(&str, u32)]) -> On {
        all.iter().map(|(id, doses)| ((*id).to_owned(), *doses)).collect()
    }

    #[test]
    fn each_id_of_a_link_is_a_dose_more() {
        let recipe = on(&[("1201", 1), ("1301", 2), ("1101", 1)]);
        assert_eq!(shared("101", ""), Ok((recipe.clone(), Vec::new())));
        let more = on(&[("1201", 1), ("1301", 3), ("1101", 1), ("1305", 2)]);
        assert_eq!(shared("101", "1305;1301; 1305"), Ok((more, Vec::new())));
        assert_eq!(shared("102", "1305;x;x"), Ok((recipe, vec!["1305".to_owned(), "x".to_owned()])));
    }

    #[test]
    fn a_link_is_bounded_as_a_line_is() {
        let times = |id: &str, times: usize| vec![id; times].join(";");
        assert!(shared("101", &times("1305", 20)).is_ok() && shared("101", &times("1305", 21)).is_err());
        let unknown = |count: usize| (0..count).map(|id| format!("x{id}")).collect::<Vec<_>>().join(";");
        assert!(shared("101", &unknown(40)).is_ok() && shared("101", &unknown(41)).is_err());
        assert!(shared("101", &"x".repeat(64)).is_ok() && shared("101", &"x".repeat(65)).is_err());
    }
}
