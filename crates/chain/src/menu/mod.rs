//! What can be ordered: `menu.json`.

mod category;
mod diet;
mod ingredient;
mod product;
mod slices;
mod slot;

use foldhash::HashMap;

use crate::ids::{IngredientId, ProductCategoryId, ProductId, SizeId};

pub use category::{Category, Size, SizeKind, Tag};
pub use diet::Diet;
pub use domain::Allergen;
pub use ingredient::{Dosing, Ingredient, IngredientCategory, Nutrition};
pub use product::{IncludedToppings, Product, ProductSize, RecipeEntry, Recommendation};
pub use slot::{Slot, SlotDisplay};

/// The menu of the whole chain, in the order of its file.
#[derive(Debug, Clone, Default)]
pub struct Menu {
    sizes: Vec<Size>,
    categories: Vec<Category>,
    tags: Vec<Tag>,
    ingredients: Vec<Ingredient>,
    products: Vec<Product>,
    ingredient_places: HashMap<IngredientId, usize>,
    product_places: HashMap<ProductId, usize>,
    slug_places: HashMap<String, usize>,
}

impl Menu {
    /// A menu with its indexes. Ids and slugs stand once each: the reader sees to it.
    #[must_use]
    pub(crate) fn new(
        sizes: Vec<Size>,
        categories: Vec<Category>,
        tags: Vec<Tag>,
        ingredients: Vec<Ingredient>,
        products: Vec<Product>,
    ) -> Self {
        let ingredient_places = ingredients.iter().enumerate().map(|(at, one)| (one.id.clone(), at)).collect();
        let product_places = products.iter().enumerate().map(|(at, one)| (one.id.clone(), at)).collect();
        let slug_places = products.iter().enumerate().map(|(at, one)| (one.slug.clone(), at)).collect();
        Self { sizes, categories, tags, ingredients, products, ingredient_places, product_places, slug_places }
    }

    /// The sizes that are listed.
    #[must_use]
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// What a size is; special where it is not listed.
    #[must_use]
    pub fn size_kind(&self, id: &SizeId) -> SizeKind {
        self.sizes.iter().find(|size| size.id == *id).map_or(SizeKind::Special, |size| size.kind)
    }

    /// The categories of products.
    #[must_use]
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    /// A category of products.
    #[must_use]
    pub fn category(&self, id: &ProductCategoryId) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == *id)
    }

    /// What products can be picked by.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// All ingredients.
    #[must_use]
    pub fn ingredients(&self) -> &[Ingredient] {
        &self.ingredients
    }

    /// An ingredient.
    #[must_use]
    pub fn ingredient(&self, id: &str) -> Option<&Ingredient> {
        self.ingredient_places.get(id).map(|at| &self.ingredients[*at])
    }

    /// All products, those that are inactive or hidden among them.
    #[must_use]
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// A product.
    #[must_use]
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.product_places.get(id).map(|at| &self.products[*at])
    }

    /// A product by its id, else by its slug.
    #[must_use]
    pub fn product_by_id_or_slug(&self, text: &str) -> Option<&Product> {
        self.product(text).or_else(|| self.slug_places.get(text).map(|at| &self.products[*at]))
    }
}
