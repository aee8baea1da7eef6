//! What was ordered, as a watcher sees it.

use std::collections::BTreeMap;

use crate::money::Cents;

/// One row of an order (T-30). Kept with the order as it was sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its own id within the order.
    pub uuid: String,
    /// Name, as people read it.
    pub name: String,
    /// Product of the menu, where known.
    pub product_id: Option<String>,
    /// Size, where known.
    pub size_id: Option<String>,
    pub size_name: Option<String>,
    /// Category of the menu, where known.
    pub product_category_id: Option<String>,
    /// Name of the category (pizza, monster …).
    pub category_name: Option<String>,
    /// How many.
    pub quantity: u32,
    /// Price of one.
    pub item_price: Cents,
    /// Price of one after discounts, where there is any.
    pub discounted_price: Option<Cents>,
    /// Free description; stands in the place of the ingredients.
    pub description: Option<String>,
    /// Campaign id → how many of this row it was applied to.
    pub applied_campaigns: BTreeMap<String, u32>,
    /// What is on it.
    pub ingredients: Vec<ItemIngredient>,
}

/// One ingredient of an item. More than the recipe is added, less is removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemIngredient {
    /// Its id, where known.
    pub ingredient_id: Option<String>,
    pub name: String,
    /// How many doses are on it.
    pub quantity: u32,
    /// How many the recipe has.
    pub recipe_quantity: u32,
    /// Its place in lists; 999 where nothing else is said (docs/spec/ordering.md, "Ingredient").
    pub display_order: u32,
    /// Its category, where known.
    pub category_id: Option<String>,
}
