//! What can be ordered: `content/menu.json`.

use serde::Deserialize;

/// The menu of the demo chain.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Menu {
    pub(crate) ingredients: Vec<MenuIngredient>,
    pub(crate) products: Vec<Product>,
}

/// Something that can be put on a product.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MenuIngredient {
    #[serde(rename = "ingredientID")]
    pub(crate) ingredient_id: String,
    pub(crate) name: String,
    pub(crate) category_id: String,
    /// Price of one more dose, euros.
    price: f64,
}

/// A product and its recipe.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    pub(crate) product_id: String,
    pub(crate) product_category_id: String,
    pub(crate) name: String,
    pub(crate) sizes: Vec<Size>,
    /// Ids of the recipe's ingredients, one dose each.
    pub(crate) ingredients: Vec<String>,
}

/// A size of a product.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Size {
    pub(crate) size_id: String,
    pub(crate) name: String,
    /// Euros.
    price: f64,
}

impl Menu {
    /// The menu that the binary carries.
    pub(crate) fn built_in() -> Self {
        let text = include_str!("../../../content/menu.json");
        serde_json::from_str(text).expect("a test reads the same file")
    }

    /// An ingredient by its id.
    pub(crate) fn ingredient(&self, id: &str) -> Option<&MenuIngredient> {
        self.ingredients.iter().find(|ingredient| ingredient.ingredient_id == id)
    }

    /// The products of any of these categories.
    pub(crate) fn products_of(&self, categories: &[&str]) -> Vec<&Product> {
        self.products.iter().filter(|product| categories.contains(&product.product_category_id.as_str())).collect()
    }
}

impl MenuIngredient {
    /// Price of one more dose.
    pub(crate) fn cents(&self) -> i64 {
        cents(self.price)
    }
}

impl Size {
    /// Price of one piece as the recipe has it.
    pub(crate) fn cents(&self) -> i64 {
        cents(self.price)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "prices of a menu are far below 2^53 cents")]
fn cents(euros: f64) -> i64 {
    (euros * 100.0).round() as i64
}

/// Cents as the contract writes them: euros with at most two decimals.
#[expect(clippy::cast_precision_loss, reason = "prices of a menu are far below 2^53 cents")]
pub(crate) fn euros(cents: i64) -> f64 {
    cents as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_menu_is_sound() {
        let menu = Menu::built_in();
        assert!(menu.products.len() >= 20);
        for product in &menu.products {
            assert!(!product.sizes.is_empty(), "{}", product.name);
            assert!(product.sizes.iter().all(|size| size.cents() > 0), "{}", product.name);
            for id in &product.ingredients {
                assert!(menu.ingredient(id).is_some(), "{} has an unknown ingredient {id}", product.name);
            }
        }
    }

    #[test]
    fn euros_have_two_decimals() {
        assert_eq!(cents(13.9), 1390);
        assert_eq!(serde_json::to_string(&euros(1390)).unwrap(), "13.9");
        assert_eq!(serde_json::to_string(&euros(1255)).unwrap(), "12.55");
    }
}
