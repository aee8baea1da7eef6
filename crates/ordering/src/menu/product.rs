//! A product, as the shop's pages know it.

use std::collections::BTreeMap;

use chain::{Allergen, Chain, Diet, IncludedToppings, Product, ProductSize, SizeId};
use pricing::{Stock as _, recipe, recipe_price};
use serde::Serialize;
use server::euros::Euros;
use utoipa::ToSchema;

use super::{
    ingredient::IngredientRow,
    shared::SharedIngredients,
    situation::Situation,
    slot::{IngredientSlot, slots},
};

/// What every view of a product has (PD-14).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductCore {
    pub product_id: String,
    pub product_category_id: String,
    #[schema(required)]
    pub product_category_name: Option<String>,
    pub name: String,
    #[schema(required)]
    pub description: Option<String>,
    #[schema(required)]
    pub imagepath: Option<String>,
    #[schema(required)]
    pub menuimagepathmobile: Option<String>,
    #[schema(required)]
    pub background_color: Option<String>,
    pub slug: String,
    /// The size that is chosen.
    pub size_id: String,
    /// By their price.
    pub product_sizes: Vec<PricedSize>,
    /// What the cheapest size costs.
    pub base_price: Euros,
    /// Whether cards say that it costs at least something.
    pub has_from_price: bool,
    pub custom: bool,
    pub editable: bool,
    pub restricted_modification: bool,
    pub is_in_default_menu: bool,
    pub is_hidden_from_menu: bool,
    pub inactive: bool,
    pub is_age_restricted: bool,
    pub tags: Vec<TagName>,
    /// By the names of tags: what is to be chosen in its slots for the tag to be true of it.
    pub tags_by_choice: BTreeMap<String, Vec<String>>,
    pub recommended_ingredients: Vec<RecommendedIngredient>,
    #[schema(required)]
    pub product_recommendation: Option<ProductRecommendation>,
    /// `HH:mm`; null: sold at all times.
    #[schema(required)]
    pub available_for_sale_from: Option<String>,
    #[schema(required)]
    pub available_for_sale_until: Option<String>,
    /// Whether it is sold at this time of day.
    pub is_available_now: bool,
    pub is_out_of_stock: bool,
    /// Of whatever is on it as the recipe has it.
    pub allergens: Vec<&'static str>,
    /// What all of it suits as the recipe has it: of `vegan`, `vegetarian`, `lactoseFree`, `glutenFree`; sorted.
    pub diets: Vec<&'static str>,
    pub ingredient_meta: IngredientMeta,
    /// Units: the page's own, as the next three.
    pub quantity: u32,
    #[schema(required)]
    pub combo_id: Option<String>,
    pub customized: bool,
    #[schema(required)]
    pub uuid: Option<String>,
}

/// A product in a size.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PricedSize {
    #[serde(rename = "productSizeID")]
    pub product_size_id: String,
    pub name: String,
    /// What a unit costs as the recipe has it.
    pub calculated_price: Euros,
    pub is_out_of_stock: bool,
}

/// A tag of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TagName {
    pub name: String,
}

/// An ingredient to point at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecommendedIngredient {
    pub ingredient_id: String,
    pub product_size_id: String,
}

/// A product to point at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductRecommendation {
    pub recommended_product_id: String,
    pub recommendation_text: String,
}

/// What bounds the choice of ingredients.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IngredientMeta {
    #[schema(required)]
    pub included_toppings: Option<Included>,
    pub max_toppings: u32,
    pub restricted_modification: bool,
}

/// Toppings that the price of the chosen size holds: for so much, or so many doses, of which a special one takes
/// `doses / special`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Included {
    Worth { worth: Euros },
    Doses { doses: u32, special: u32 },
}

/// A product with all that it can be made of.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProductView {
    #[serde(flatten)]
    pub core: ProductCore,
    /// Those of `allergens` that stay whatever is taken off it.
    pub own_allergens: Vec<&'static str>,
    /// As the recipe has it.
    pub ingredients: Vec<IngredientRow>,
    pub ingredient_slots: Vec<IngredientSlot>,
    /// What a shared link adds, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<SharedIngredients>,
}

impl ProductCore {
    /// A product in one of its sizes.
    #[must_use]
    pub fn new(chain: &Chain, situation: &Situation, product: &Product, size: &ProductSize) -> Self {
        let product_sizes = priced_sizes(chain, situation, product);
        Self {
            product_id: product.id.to_string(),
            product_category_id: product.category.to_string(),
            product_category_name: chain.menu().category(&product.category).map(|category| category.name.clone()),
            name: product.name.clone(),
            description: product.description.clone(),
            imagepath: product.image_path.clone(),
            menuimagepathmobile: product.mobile_image_path.clone(),
            background_color: product.background_color.clone(),
            slug: product.slug.clone(),
            size_id: size.id.to_string(),
            base_price: product_sizes.first().map_or(Euros::default(), |cheapest| cheapest.calculated_price),
            product_sizes,
            has_from_price: product.is_custom || product.id.as_str() == FROM_PRICE,
            custom: product.is_custom,
            editable: product.is_editable,
            restricted_modification: product.is_restricted,
            is_in_default_menu: product.is_in_default_menu,
            is_hidden_from_menu: product.is_hidden_from_menu,
            inactive: product.is_inactive,
            is_age_restricted: product.is_age_restricted,
            tags: product.tags.iter().map(|name| TagName { name: name.clone() }).collect(),
            tags_by_choice: tags_by_choice(product),
            recommended_ingredients: recommended(product),
            product_recommendation: product.recommendation.as_ref().map(|one| ProductRecommendation {
                recommended_product_id: one.product.to_string(),
                recommendation_text: one.text.clone(),
            }),
            available_for_sale_from: product.sale_times.map(|times| times.from.to_string()),
            available_for_sale_until: product.sale_times.map(|times| times.until.to_string()),
            is_available_now: situation.is_on_sale(product),
            is_out_of_stock: situation.stock.is_product_out(&product.id, &size.id),
            allergens: allergens(chain, product),
            diets: diets(chain, product),
            ingredient_meta: meta(chain, product, &size.id),
            quantity: 1,
            combo_id: None,
            customized: false,
            uuid: None,
        }
    }
}

/// The product that costs at least something though it is not a custom one (docs/spec/ordering.md, "Menu").
const FROM_PRICE: &str = "1102";

/// Its sizes by their price.
fn priced_sizes(chain: &Chain, situation: &Situation, product: &Product) -> Vec<PricedSize> {
    let priced = |size: &ProductSize| PricedSize {
        product_size_id: size.id.to_string(),
        name: size.name.clone(),
        calculated_price: Euros(recipe_price(chain, product, size, situation.has_lunch_prices)),
        is_out_of_stock: situation.stock.is_product_out(&product.id, &size.id),
    };
    let mut sizes: Vec<PricedSize> = product.sizes.iter().map(priced).collect();
    sizes.sort_by_key(|size| size.calculated_price);
    sizes
}

fn recommended(product: &Product) -> Vec<RecommendedIngredient> {
    let rows = product.recommended_ingredients.iter();
    let row = |(ingredient, size): &(chain::IngredientId, SizeId)| RecommendedIngredient {
        ingredient_id: ingredient.to_string(),
        product_size_id: size.to_string(),
    };
    rows.map(row).collect()
}

/// The allergens of whatever is on it as the recipe has it.
fn allergens(chain: &Chain, product: &Product) -> Vec<&'static str> {
    let on = recipe(chain, product).filter(|dose| dose.quantity > 0);
    let of_ingredients = on.flat_map(|dose| dose.ingredient.allergens.iter().copied());
    Allergen::ids_of(product.allergens.iter().copied().chain(of_ingredients))
}

/// What everything on it suits as the recipe has it; of what nothing is known nothing is said.
fn diets(chain: &Chain, product: &Product) -> Vec<&'static str> {
    let on: Vec<_> = recipe(chain, product).filter(|dose| dose.quantity > 0).collect();
    let suits = |diet: &Diet| !on.is_empty() && on.iter().all(|dose| dose.ingredient.suits(*diet));
    Diet::NAMES.into_iter().filter(|(_, diet)| suits(diet)).map(|(name, _)| name).collect()
}

fn tags_by_choice(product: &Product) -> BTreeMap<String, Vec<String>> {
    let ids = |chosen: &Vec<chain::IngredientId>| chosen.iter().map(ToString::to_string).collect();
    product.tags_by_choice.iter().map(|(tag, chosen)| (tag.clone(), ids(chosen))).collect()
}

fn meta(chain: &Chain, product: &Product, size: &SizeId) -> IngredientMeta {
    let included = product.included_toppings.as_ref().and_then(|rule| match rule {
        IncludedToppings::Worth(worth) => worth.get(size).map(|worth| Included::Worth { worth: Euros(worth) }),
        IncludedToppings::Doses { doses, special } => Some(Included::Doses { doses: *doses, special: *special }),
    });
    IngredientMeta {
        included_toppings: included,
        max_toppings: chain.settings().max_toppings,
        restricted_modification: product.is_restricted,
    }
}

/// The size of a product that was asked for, and whether it has it: else its first.
#[must_use]
pub fn chosen_size<'p>(product: &'p Product, asked: Option<&str>) -> (&'p ProductSize, bool) {
    let first = || product.sizes.first().expect("the reader lets no product in that has no size");
    let Some(asked) = asked else { return (first(), true) };
    product.size(asked).map_or_else(|| (first(), false), |size| (size, true))
}

/// A product in one of its sizes, with all that it can be made of.
#[must_use]
pub fn product_view(
    chain: &Chain,
    situation: &Situation,
    product: &Product,
    size: &ProductSize,
    shared: Option<SharedIngredients>,
) -> ProductView {
    let row = |dose: pricing::RecipeDose<'_>| {
        let is_out = situation.stock.is_ingredient_out(&dose.ingredient.id, &size.id);
        let bounds = dose.bounds();
        IngredientRow {
            quantity: dose.quantity,
            min_quantity: *bounds.start(),
            max_quantity: *bounds.end(),
            ..IngredientRow::new(dose.ingredient, Some(&size.id), is_out)
        }
    };
    ProductView {
        core: ProductCore::new(chain, situation, product, size),
        own_allergens: Allergen::ids_of(product.allergens.iter().copied()),
        ingredients: recipe(chain, product).map(row).collect(),
        ingredient_slots: slots(chain, situation, product, &size.id),
        shared,
    }
}
