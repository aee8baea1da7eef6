//! The menu: what is sold, by category, with what it begins with.

use std::collections::HashSet;

use chain::{Category, Chain, Highlight, Product, ProductCategoryId, hours::zone};
use jiff::Timestamp;
use pricing::{Buyer, Moment, Stock as _, recipe};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    product::{ProductCore, chosen_size},
    situation::Situation,
};

/// The menu.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuListing {
    /// Null where no restaurant is chosen.
    #[schema(required)]
    pub shop_id: Option<String>,
    pub is_lunch_time: bool,
    pub categories: Vec<MenuCategory>,
    pub highlights: MenuHighlights,
    pub light_delicacies: LightDelicacies,
    /// How many products `rajaus` keeps; null without it.
    #[schema(required)]
    pub matches: Option<usize>,
}

/// A category of products with what is sold of it (MN-28).
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuCategory {
    #[serde(rename = "productCategoryID")]
    pub product_category_id: String,
    pub product_category_name: String,
    #[schema(required)]
    pub product_category_description: Option<String>,
    pub display_order: u32,
    pub slug: String,
    #[schema(required)]
    pub image: Option<String>,
    pub show_description: bool,
    pub hidden: bool,
    /// Whether `rajaus` keeps nothing of it.
    pub filtered: bool,
    pub products: Vec<MenuProduct>,
}

/// A product's card.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuProduct {
    #[serde(flatten)]
    pub core: ProductCore,
    /// As the recipe has it.
    pub ingredients: Vec<RecipeDoses>,
    /// Whether it holds an allergen that is to be avoided.
    pub avoided: bool,
}

/// Doses of an ingredient of a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RecipeDoses {
    pub id: String,
    pub quantity: u32,
}

/// What the menu begins with, at lunch or after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MenuHighlights {
    pub category_id: &'static str,
    #[schema(required)]
    pub title: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
    pub items: Vec<HighlightItem>,
}

/// A product of the menu with a text of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HighlightItem {
    pub product_id: String,
    pub menu_card_text: String,
}

/// What is small: to be dipped, and the minimonsters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LightDelicacies {
    pub category_id: &'static str,
    #[schema(required)]
    pub title: Option<String>,
    #[schema(required)]
    pub description: Option<String>,
    pub product_ids: Vec<String>,
}

/// The category of highlights (MN-17).
const HIGHLIGHTS: &str = "999";
/// The category of light delicacies (MN-18), and what it is merged of.
const LIGHT_DELICACIES: &str = "998";
const LIGHT: [&str; 2] = ["dipattavat", "minimonster"];

/// The menu in a situation: what is sold and not hidden, in the file's order, in categories by their place.
#[must_use]
pub fn listing(chain: &Chain, situation: &Situation) -> MenuListing {
    let menu = chain.menu();
    let sold = |category: &Category| -> Vec<&Product> {
        let is_shown = |product: &&Product| {
            product.category == category.id && !product.is_hidden_from_menu && situation.sells(chain, product)
        };
        menu.products().iter().filter(is_shown).collect()
    };
    let mut categories: Vec<(&Category, Vec<&Product>)> =
        menu.categories().iter().map(|category| (category, sold(category))).collect();
    categories.retain(|(_, products)| !products.is_empty());
    categories.sort_by_key(|(category, _)| category.display_order);
    let held: HashSet<&str> =
        categories.iter().flat_map(|(_, products)| products.iter().map(|product| product.id.as_str())).collect();
    MenuListing {
        shop_id: situation.shop.map(|id| id.to_string()),
        is_lunch_time: situation.is_lunch_time,
        highlights: highlights(chain, situation.is_lunch_time, &held),
        light_delicacies: light_delicacies(chain, &categories),
        categories: categories.into_iter().map(|(category, all)| view(chain, situation, category, &all)).collect(),
        matches: None,
    }
}

fn view(chain: &Chain, situation: &Situation, category: &Category, products: &[&Product]) -> MenuCategory {
    MenuCategory {
        product_category_id: category.id.to_string(),
        product_category_name: category.name.clone(),
        product_category_description: category.description.clone(),
        display_order: category.display_order,
        slug: chain::slug(&category.name),
        image: category.image.clone(),
        show_description: category.show_description,
        hidden: category.hidden,
        filtered: false,
        products: products.iter().map(|product| card(chain, situation, product)).collect(),
    }
}

fn card(chain: &Chain, situation: &Situation, product: &Product) -> MenuProduct {
    let (size, _) = chosen_size(product, None);
    let doses =
        recipe(chain, product).map(|dose| RecipeDoses { id: dose.ingredient.id.to_string(), quantity: dose.quantity });
    let is_out_of_stock = product.sizes.iter().all(|size| situation.stock.is_product_out(&product.id, &size.id));
    MenuProduct {
        core: ProductCore { is_out_of_stock, ..ProductCore::new(chain, situation, product, size) },
        ingredients: doses.collect(),
        avoided: false,
    }
}

/// Those of the time of day, then those of campaigns: each once, and only what the menu holds.
fn highlights(chain: &Chain, is_lunch_time: bool, held: &HashSet<&str>) -> MenuHighlights {
    let all = chain.highlights();
    let (title, description) = if is_lunch_time {
        (&all.lunch_time_title, &all.lunch_time_description)
    } else {
        (&all.after_lunch_title, &all.after_lunch_description)
    };
    let mut items: Vec<HighlightItem> = Vec::new();
    for Highlight { product, menu_card_text } in highlighted(chain, is_lunch_time) {
        if held.contains(product.as_str()) && items.iter().all(|item| item.product_id != product.as_str()) {
            items.push(HighlightItem { product_id: product.to_string(), menu_card_text: menu_card_text.clone() });
        }
    }
    MenuHighlights { category_id: HIGHLIGHTS, title: title.clone(), description: description.clone(), items }
}

fn highlighted(chain: &Chain, is_lunch_time: bool) -> impl Iterator<Item = &Highlight> {
    let all = chain.highlights();
    let first = if is_lunch_time { &all.lunch_time } else { &all.after_lunch };
    first.iter().chain(&all.campaign)
}

/// The first highlight that is sold at a time, for somebody who is not known and has chosen no restaurant: pages begin with it.
#[must_use]
pub fn first_highlight(chain: &Chain, now: Timestamp) -> Option<&Product> {
    let situation = Situation::anywhere(chain, None, &Moment::now(now, zone()), Buyer::GUEST);
    let mut all =
        highlighted(chain, situation.is_lunch_time).filter_map(|one| chain.menu().product(one.product.as_str()));
    all.find(|product| !product.is_hidden_from_menu && situation.sells(chain, product) && situation.is_on_sale(product))
}

fn light_delicacies(chain: &Chain, categories: &[(&Category, Vec<&Product>)]) -> LightDelicacies {
    let of = |id: &str| {
        let wanted = ProductCategoryId::from(id);
        categories.iter().filter(move |(category, _)| category.id == wanted).flat_map(|(_, products)| products)
    };
    let texts = chain.highlights();
    LightDelicacies {
        category_id: LIGHT_DELICACIES,
        title: texts.light_delicates_category_title.clone(),
        description: texts.light_delicates_category_description.clone(),
        product_ids: LIGHT.into_iter().flat_map(of).map(|product| product.id.to_string()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_begin_with_the_first_highlight_that_is_sold_now() {
        let chain = Chain::built_in();
        let mut found = HashSet::new();
        for hour in 0..24 {
            let now: Timestamp = format!("2026-11-26T{hour:02}:15:00Z").parse().unwrap();
            let situation = Situation::anywhere(&chain, None, &Moment::now(now, zone()), Buyer::GUEST);
            let listing = listing(&chain, &situation);
            let sold = |item: &&HighlightItem| situation.is_on_sale(chain.menu().product(&item.product_id).unwrap());
            let expected = listing.highlights.items.iter().find(sold).map(|item| item.product_id.as_str());
            let first = first_highlight(&chain, now).map(|product| product.id.as_str());
            assert_eq!(first, expected, "{now}");
            found.extend(first);
        }
        assert!(found.len() > 1, "the day changes it");
    }
}
