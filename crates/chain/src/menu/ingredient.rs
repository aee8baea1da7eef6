//! What is on a product.

use domain::{Allergen, money::Cents};

use crate::{
    ids::{IngredientId, ProductId, SizeId},
    menu::Diet,
};

/// What kind of ingredient something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IngredientCategory {
    Dough,
    BaseSauce,
    Cheese,
    Sauces,
    Dip,
    Toppings,
    Spices,
    Drinks,
    IceCream,
    Snacks,
}

impl IngredientCategory {
    /// Each with its name in the files.
    pub const NAMES: [(&str, Self); 10] = [
        ("dough", Self::Dough),
        ("baseSauce", Self::BaseSauce),
        ("cheese", Self::Cheese),
        ("sauces", Self::Sauces),
        ("dip", Self::Dip),
        ("toppings", Self::Toppings),
        ("spices", Self::Spices),
        ("drinks", Self::Drinks),
        ("iceCream", Self::IceCream),
        ("snacks", Self::Snacks),
    ];

    /// Its name in the files and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, category)| *category == self).map_or("", |(name, _)| name)
    }

    /// Whether it is changed in slots and never added (docs/spec/ordering.md, "Ingredient").
    #[must_use]
    pub fn is_base(self) -> bool {
        matches!(self, Self::Dough | Self::BaseSauce | Self::Cheese)
    }
}

/// How much of an ingredient a size has.
#[derive(Debug, Clone, PartialEq)]
pub struct Dosing {
    pub size: SizeId,
    /// Grams of one dose.
    pub grams: Option<f64>,
    /// What a dose costs in this size; none: the ingredient's own price.
    pub price: Option<Cents>,
    pub active: bool,
}

/// What 100 g of an ingredient hold: kilocalories, and grams of the rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nutrition {
    pub energy: f64,
    pub total_fat: f64,
    pub saturated_fat: f64,
    pub carbohydrate: f64,
    pub sugars: f64,
    pub protein: f64,
    pub salt: f64,
}

/// An ingredient.
#[derive(Debug, Clone, PartialEq)]
pub struct Ingredient {
    pub id: IngredientId,
    pub name: String,
    pub category: IngredientCategory,
    pub subcategory: Option<String>,
    /// What one dose costs, VAT included.
    pub price: Cents,
    /// Its sizes; none: it exists in all of them, at its own price.
    pub dosings: Option<Vec<Dosing>>,
    /// The fewest doses on a product.
    pub min_quantity: u32,
    /// The most doses on a product.
    pub max_quantity: u32,
    pub display_order: u32,
    /// Whether it takes more of the included toppings' budget than others.
    pub is_special: bool,
    pub is_recipe_only: bool,
    pub is_listed_on_ingredient_page: bool,
    /// What it suits, with what that includes; sorted.
    pub diets: Vec<Diet>,
    pub allergens: Vec<Allergen>,
    pub image: Option<String>,
    pub description: Option<String>,
    pub summary_description: Option<String>,
    /// The product that it becomes in the cart as an optional dip.
    pub dip_product: Option<ProductId>,
    pub nutrition: Option<Nutrition>,
    /// Kilograms of carbon dioxide that one dose stands for.
    pub carbon_footprint: Option<f64>,
}

impl Ingredient {
    /// The subcategory that makes a spice of whatever is in it (docs/spec/ordering.md, "Ingredient").
    const SPICES: &str = "5";

    /// Its dosing in a size; none where it is not dosed there, or has no dosings at all.
    #[must_use]
    pub fn dosing(&self, size: &SizeId) -> Option<&Dosing> {
        self.dosings.as_ref()?.iter().find(|dosing| dosing.active && dosing.size == *size)
    }

    /// Whether it exists in a size.
    #[must_use]
    pub fn is_dosed(&self, size: &SizeId) -> bool {
        self.dosings.is_none() || self.dosing(size).is_some()
    }

    /// What one dose costs in a size; none where it does not exist there.
    #[must_use]
    pub fn price_in(&self, size: &SizeId) -> Option<Cents> {
        self.is_dosed(size).then(|| self.dosing(size).and_then(|dosing| dosing.price).unwrap_or(self.price))
    }

    /// Whether it may be eaten on a diet.
    #[must_use]
    pub fn suits(&self, diet: Diet) -> bool {
        self.diets.contains(&diet)
    }

    /// Whether its doses count as toppings.
    #[must_use]
    pub fn is_topping(&self) -> bool {
        self.category == IngredientCategory::Toppings
    }

    /// Whether it is a spice.
    #[must_use]
    pub fn is_spice(&self) -> bool {
        self.category == IngredientCategory::Spices || self.subcategory.as_deref() == Some(Self::SPICES)
    }
}
