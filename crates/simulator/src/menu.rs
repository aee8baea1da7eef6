//! What can be ordered: what the server says it sells, or `content/menu.json` where it says nothing of the kind.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::wire::{
    WireOrderType,
    shop::{DosesRow, MenuAnswer, ShopIngredient, SizeRow},
};

/// The menu of the demo chain.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct CityMenu {
    pub(crate) ingredients: Vec<MenuIngredient>,
    pub(crate) products: Vec<CityProduct>,
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
pub(crate) struct CityProduct {
    pub(crate) product_id: String,
    pub(crate) product_category_id: String,
    pub(crate) name: String,
    pub(crate) sizes: Vec<CitySize>,
    /// The recipe, in the order in which it is read out.
    pub(crate) ingredients: Vec<CityRecipeEntry>,
    /// Made by the customer, so that there is nothing on it yet.
    #[serde(default)]
    custom: bool,
    /// How it may be ordered; in every way where it does not say.
    #[serde(default)]
    order_types: Option<Vec<WireOrderType>>,
    /// Whether every restaurant sells it; so where it does not say.
    #[serde(default)]
    is_in_default_menu: Option<bool>,
}

/// Doses of an ingredient in a recipe; an id alone is one dose.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum CityRecipeEntry {
    /// One dose.
    Dose(String),
    /// So many doses; one where it does not say.
    #[serde(rename_all = "camelCase")]
    Doses { ingredient_id: String, quantity: Option<u32> },
}

/// A size of a product.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CitySize {
    pub(crate) size_id: String,
    pub(crate) name: String,
    /// Euros.
    price: f64,
}

impl CityMenu {
    /// The menu of a server, from its answers for each way to order; none where it sells nothing.
    pub(crate) fn of_listings(listings: Vec<(WireOrderType, MenuAnswer)>, pantry: Vec<ShopIngredient>) -> Option<Self> {
        let mut products: BTreeMap<String, CityProduct> = BTreeMap::new();
        for (order_type, listing) in listings {
            let listed = listing.categories.into_iter().flat_map(|category| category.products);
            for row in listed.filter(|row| !row.product_sizes.is_empty() && !row.is_out_of_stock) {
                let product = products.entry(row.product_id.clone()).or_insert_with(|| CityProduct {
                    product_id: row.product_id,
                    product_category_id: row.product_category_id,
                    name: row.name,
                    sizes: row.product_sizes.into_iter().map(CitySize::from).collect(),
                    ingredients: row.ingredients.into_iter().map(CityRecipeEntry::from).collect(),
                    custom: row.custom,
                    order_types: Some(Vec::new()),
                    is_in_default_menu: None,
                });
                product.order_types.get_or_insert_default().push(order_type);
            }
        }
        let ingredients = pantry.into_iter().map(MenuIngredient::from).collect();
        (!products.is_empty()).then(|| Self { ingredients, products: products.into_values().collect() })
    }

    /// The menu that the binary carries.
    pub(crate) fn built_in() -> Self {
        let text = include_str!("../../../content/menu.json");
        serde_json::from_str(text).expect("a test reads the same file")
    }

    /// An ingredient by its id.
    pub(crate) fn ingredient(&self, id: &str) -> Option<&MenuIngredient> {
        self.ingredients.iter().find(|ingredient| ingredient.ingredient_id == id)
    }

    /// The products of any of these categories that are ready to be ordered so.
    pub(crate) fn products_of(&self, categories: &[&str], order_type: WireOrderType) -> Vec<&CityProduct> {
        let of_these = |product: &&CityProduct| categories.contains(&product.product_category_id.as_str());
        self.products_for(order_type).filter(of_these).collect()
    }

    /// All products that are ready to be ordered so.
    pub(crate) fn products_for(&self, order_type: WireOrderType) -> impl Iterator<Item = &CityProduct> {
        self.products.iter().filter(move |product| product.is_sold(order_type))
    }
}

impl CityProduct {
    fn is_sold(&self, order_type: WireOrderType) -> bool {
        let fits = self.order_types.as_ref().is_none_or(|types| types.contains(&order_type));
        fits && !self.custom && self.is_in_default_menu != Some(false)
    }
}

impl From<SizeRow> for CitySize {
    fn from(row: SizeRow) -> Self {
        Self { size_id: row.product_size_id, name: row.name, price: row.calculated_price }
    }
}

impl From<DosesRow> for CityRecipeEntry {
    fn from(row: DosesRow) -> Self {
        Self::Doses { ingredient_id: row.id, quantity: Some(row.quantity) }
    }
}

impl From<ShopIngredient> for MenuIngredient {
    fn from(row: ShopIngredient) -> Self {
        Self { ingredient_id: row.id, name: row.name, category_id: row.category_id, price: row.price }
    }
}

impl CityRecipeEntry {
    /// The ingredient's id.
    pub(crate) fn ingredient_id(&self) -> &str {
        match self {
            Self::Dose(id) | Self::Doses { ingredient_id: id, .. } => id,
        }
    }

    /// Its doses.
    pub(crate) fn quantity(&self) -> u32 {
        match self {
            Self::Dose(_) | Self::Doses { quantity: None, .. } => 1,
            Self::Doses { quantity: Some(quantity), .. } => *quantity,
        }
    }
}

impl MenuIngredient {
    /// Price of one more dose.
    pub(crate) fn cents(&self) -> i64 {
        cents(self.price)
    }
}

impl CitySize {
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
        let menu = CityMenu::built_in();
        assert!(menu.products.len() >= 20);
        for product in &menu.products {
            assert!(!product.sizes.is_empty(), "{}", product.name);
            assert!(product.sizes.iter().all(|size| size.cents() > 0), "{}", product.name);
            for id in product.ingredients.iter().map(CityRecipeEntry::ingredient_id) {
                assert!(menu.ingredient(id).is_some(), "{} has an unknown ingredient {id}", product.name);
            }
        }
    }

    #[test]
    fn what_is_not_brought_is_not_ordered_to_a_door() {
        let menu = CityMenu::built_in();
        let count = |category: &str, order_type| menu.products_of(&[category], order_type).len();
        assert!(count("dipattavat", WireOrderType::Delivery) > 0);
        assert!(count("dipattavat", WireOrderType::Pickup) > count("dipattavat", WireOrderType::Delivery));
        assert!(menu.products_of(&["pizza"], WireOrderType::Pickup).iter().all(|product| product.name != "Perfetta"));
    }

    #[test]
    fn a_recipe_may_say_how_many_doses() {
        let entries: Vec<CityRecipeEntry> = serde_json::from_str(
            r#"["1101", {"ingredientId": "1302", "quantity": 2}, {"ingredientId": "1306", "minQuantity": 1}]"#,
        )
        .unwrap();
        let read: Vec<_> = entries.iter().map(|entry| (entry.ingredient_id(), entry.quantity())).collect();
        assert_eq!(read, [("1101", 1), ("1302", 2), ("1306", 1)]);
    }

    #[test]
    fn a_servers_menu_is_read_from_its_answers() {
        let listing = |text: &str| serde_json::from_str::<MenuAnswer>(text).unwrap();
        let pizza = r#"{"productId":"3001","productCategoryId":"pizza","name":"Testi","custom":false,"isOutOfStock":false,
            "productSizes":[{"productSizeID":"101","name":"Normaali","calculatedPrice":12.9}],
            "ingredients":[{"id":"1101","quantity":2}]}"#;
        let out = pizza.replace("3001", "3002").replace("\"isOutOfStock\":false", "\"isOutOfStock\":true");
        let menu = |products: &str| listing(&format!(r#"{{"categories":[{{"products":[{products}]}}]}}"#));
        let rows: Vec<ShopIngredient> =
            serde_json::from_str(r#"[{"id":"1101","name":"Juusto","categoryId":"cheese","price":1.5}]"#).unwrap();
        let listings = vec![
            (WireOrderType::Pickup, menu(&format!("{pizza},{out}"))),
            (WireOrderType::Eatin, menu(pizza)),
            (WireOrderType::Delivery, menu("")),
        ];
        let menu = CityMenu::of_listings(listings, rows).unwrap();
        let sold = |order_type| menu.products_of(&["pizza"], order_type);
        assert_eq!(
            [sold(WireOrderType::Pickup).len(), sold(WireOrderType::Eatin).len(), sold(WireOrderType::Delivery).len()],
            [1, 1, 0]
        );
        let pizza = sold(WireOrderType::Pickup)[0];
        assert_eq!((pizza.sizes[0].cents(), pizza.ingredients[0].quantity()), (1290, 2));
        assert_eq!(menu.ingredient("1101").unwrap().cents(), 150);
        assert!(CityMenu::of_listings(Vec::new(), Vec::new()).is_none());
    }

    #[test]
    fn euros_have_two_decimals() {
        assert_eq!(cents(13.9), 1390);
        assert_eq!(serde_json::to_string(&euros(1390)).unwrap(), "13.9");
        assert_eq!(serde_json::to_string(&euros(1255)).unwrap(), "12.55");
    }
}
