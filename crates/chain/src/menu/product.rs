//! What is sold.

use domain::{money::Cents, order::OrderType};

use crate::{
    ids::{IngredientId, ProductCategoryId, ProductId, SizeId},
    menu::{Allergen, Slot},
    per_size::PerSize,
    time::DayTimes,
};

/// A product in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductSize {
    pub id: SizeId,
    pub name: String,
    /// What it costs as the recipe has it, VAT included.
    pub price: Cents,
    /// What it costs at lunch.
    pub lunch_price: Option<Cents>,
    /// The least that a unit costs, whatever is on it.
    pub minimum_price: Option<Cents>,
}

/// An ingredient of a recipe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeEntry {
    pub ingredient: IngredientId,
    /// Doses.
    pub quantity: u32,
    /// The fewest doses; none: the ingredient's own.
    pub min_quantity: Option<u32>,
    /// The most doses; none: the ingredient's own.
    pub max_quantity: Option<u32>,
}

/// Toppings that the price of a product holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IncludedToppings {
    /// Toppings for so much.
    Worth(PerSize<Cents>),
    /// So many doses; a special one takes `doses / special` of them.
    Doses { doses: u32, special: u32 },
}

/// What is recommended beside a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub product: ProductId,
    pub text: String,
}

/// A product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    pub id: ProductId,
    pub category: ProductCategoryId,
    pub name: String,
    pub description: Option<String>,
    /// Its name in addresses.
    pub slug: String,
    /// At least one.
    pub sizes: Vec<ProductSize>,
    pub recipe: Vec<RecipeEntry>,
    pub slots: Vec<Slot>,
    /// Whether the customer puts it together.
    pub is_custom: bool,
    pub is_editable: bool,
    /// Whether nothing but spices may go beyond the recipe outside slots.
    pub is_restricted: bool,
    pub included_toppings: Option<IncludedToppings>,
    pub is_in_default_menu: bool,
    pub is_hidden_from_menu: bool,
    pub is_inactive: bool,
    pub order_types: Vec<OrderType>,
    /// Names of tags.
    pub tags: Vec<String>,
    /// Names of tags that are true of it once these are chosen in its slots.
    pub tags_by_choice: Vec<(String, Vec<IngredientId>)>,
    /// Ingredients to point at, each with the size that they are meant for.
    pub recommended_ingredients: Vec<(IngredientId, SizeId)>,
    pub recommendation: Option<Recommendation>,
    /// When it is sold; none: always.
    pub sale_times: Option<DayTimes>,
    pub is_age_restricted: bool,
    /// Slices of the loyalty card; none: by the kind of the size.
    pub loyalty_slices: Option<PerSize<u32>>,
    /// Allergens that are in none of its ingredients.
    pub allergens: Vec<Allergen>,
    pub image_path: Option<String>,
    pub mobile_image_path: Option<String>,
    pub background_color: Option<String>,
}

impl Product {
    /// Categories whose products can be changed unless the data says otherwise.
    pub const EDITABLE: [&str; 7] = ["pizza", "hapanjuuri", "monster", "minimonster", "kotzone", "lankku", "rulla"];
    /// The category whose products are age-restricted unless the data says otherwise.
    pub const ALCOHOL: &str = "alcohol";

    /// The product in a size.
    #[must_use]
    pub fn size(&self, id: &str) -> Option<&ProductSize> {
        self.sizes.iter().find(|size| size.id.as_str() == id)
    }
}
