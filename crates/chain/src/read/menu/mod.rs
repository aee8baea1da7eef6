//! `menu.json`.

mod claims;
mod ingredients;
mod products;
mod slots;

use std::collections::HashMap;

use crate::{
    ids::{IngredientId, ProductCategoryId, SizeId},
    json::{JsonFields, JsonNode, SeenNames},
    menu::{Allergen, Category, Diet, Ingredient, Menu, Size, SizeKind, Tag},
};

use claims::Claims;

/// Places on a page are at most this.
const LAST_PLACE: u32 = 1_000_000;
/// The most doses that anything may ask for.
const MOST_DOSES: u32 = 99;

/// What the readers of products look up.
pub(super) struct MenuLookup<'m> {
    size_names: HashMap<&'m SizeId, &'m str>,
    ingredients: HashMap<&'m IngredientId, &'m Ingredient>,
    claims: Claims,
}

pub(super) fn menu(root: &JsonNode<'_>) -> Menu {
    root.object(|fields| {
        let sizes = sizes(fields);
        let categories = categories(fields);
        let mut tag_names = SeenNames::default();
        let tags = fields.maybe_list("tags", |node| tag(node, &mut tag_names));
        let mut ids = SeenNames::default();
        let ingredients =
            fields.must("ingredients").list(|node| node.object(|fields| ingredients::ingredient(fields, &mut ids)));
        let known = MenuLookup {
            size_names: sizes.iter().map(|size| (&size.id, size.name.as_str())).collect(),
            ingredients: ingredients.iter().map(|one| (&one.id, one)).collect(),
            claims: Claims::new(&tags),
        };
        let products = products::products(&fields.must("products"), &known);
        Menu::new(sizes, categories, tags, ingredients, products)
    })
}

fn sizes(fields: &JsonFields<'_>) -> Vec<Size> {
    let kinds = [
        ("small", SizeKind::Small),
        ("medium", SizeKind::Medium),
        ("large", SizeKind::Large),
        ("special", SizeKind::Special),
    ];
    let mut seen = SeenNames::default();
    fields.maybe_list("sizes", |node| {
        node.object(|fields| {
            let node = fields.must("sizeId");
            let id = node.id();
            seen.take(&node, "the size", &id);
            let kind = fields.must("kind").one_of(&kinds).unwrap_or(SizeKind::Special);
            Size { id, name: fields.must("name").name(), kind }
        })
    })
}

fn categories(fields: &JsonFields<'_>) -> Vec<Category> {
    let mut seen = SeenNames::default();
    fields.must("categories").list(|node| {
        node.object(|fields| {
            let node = fields.must("id");
            let id: ProductCategoryId = node.id();
            seen.take(&node, "the category", &id);
            let is_usually_hidden = Category::HIDDEN.contains(&id.as_str());
            Category {
                id,
                name: fields.must("name").name(),
                description: fields.maybe_text("description"),
                display_order: display_order(fields),
                image: fields.maybe_text("image"),
                show_description: fields.flag("showDescription", false),
                hidden: fields.flag("hidden", is_usually_hidden),
            }
        })
    })
}

fn tag(node: &JsonNode<'_>, seen: &mut SeenNames<String>) -> Tag {
    node.object(|fields| {
        let node = fields.must("name");
        let name = node.name();
        seen.take(&node, "the tag", &name.to_lowercase());
        let diet = fields.maybe("diet").and_then(|node| node.one_of(&Diet::NAMES));
        Tag { name, image_url: fields.must("imageUrl").text(), diet }
    })
}

fn display_order(fields: &JsonFields<'_>) -> u32 {
    fields.maybe("displayOrder").map_or(Category::LAST, |node| node.count(0..=LAST_PLACE))
}

/// `diets?` with what they include, sorted, each once.
fn diets(fields: &JsonFields<'_>) -> Vec<Diet> {
    let said: Vec<_> = fields.maybe_list("diets", |node| node.one_of(&Diet::NAMES)).into_iter().flatten().collect();
    let includes = |diet: &Diet| said.iter().any(|own| own.includes(*diet));
    Diet::NAMES.into_iter().map(|(_, diet)| diet).filter(includes).collect()
}

fn allergens(fields: &JsonFields<'_>) -> Vec<Allergen> {
    let mut allergens: Vec<_> =
        fields.maybe_list("allergens", |node| node.one_of(&Allergen::IDS)).into_iter().flatten().collect();
    allergens.sort_unstable();
    allergens.dedup();
    allergens
}
