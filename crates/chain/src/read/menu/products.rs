//! Products.

use crate::{
    ids::{IngredientId, ProductId, SizeId},
    json::{JsonFields, JsonNode, SeenNames},
    menu::{IncludedToppings, Product, ProductSize, RecipeEntry, Recommendation},
    payment::ALL_TYPES,
    slug::slug,
    time::DayTimes,
};

use super::{
    MOST_DOSES, MenuLookup, allergens,
    claims::Claimed,
    ingredients::quantities,
    slots::{must_be_dosed, per_size, slots},
};

/// The most loyalty slices that a unit may bring.
const MOST_SLICES: u32 = 100;

pub(super) fn products(node: &JsonNode<'_>, known: &MenuLookup<'_>) -> Vec<Product> {
    let (mut ids, mut slugs) = (SeenNames::default(), SeenNames::default());
    node.list(|node| node.object(|fields| product(fields, known, &mut ids, &mut slugs)))
}

fn product(
    fields: &JsonFields<'_>,
    known: &MenuLookup<'_>,
    ids: &mut SeenNames<ProductId>,
    slugs: &mut SeenNames<String>,
) -> Product {
    let node = fields.must("productId");
    let id: ProductId = node.id();
    ids.take(&node, "the product", &id);
    let category = fields.must("productCategoryId").category();
    let name = fields.must("name").name();
    let slug = slug_of(fields, &name, slugs);
    let sizes = sizes(&fields.must("sizes"), known);
    let recipe = recipe(&fields.must("ingredients"), &sizes, known);
    let slots = slots(fields, &sizes, known);
    let claimed = Claimed { name: &name, sizes: &sizes, recipe: &recipe, slots: &slots, known };
    let (tags, tags_by_choice) = (claimed.tags(fields), claimed.tags_by_choice(fields));
    let is_editable = Product::EDITABLE.contains(&category.as_str());
    let is_alcohol = category.as_str() == Product::ALCOHOL;
    Product {
        slots,
        is_custom: fields.flag("custom", false),
        is_editable: fields.flag("editable", is_editable),
        is_restricted: fields.flag("restrictedModification", false),
        included_toppings: fields.maybe("includedToppings").map(|node| included_toppings(&node, &sizes)),
        is_in_default_menu: fields.flag("isInDefaultMenu", true),
        is_hidden_from_menu: fields.flag("isHiddenFromMenu", false),
        is_inactive: fields.flag("inactive", false),
        order_types: fields.maybe("orderTypes").map_or(ALL_TYPES.to_vec(), |node| node.order_types()),
        tags,
        tags_by_choice,
        recommended_ingredients: fields.maybe_list("recommendedIngredients", |node| recommended(node, &sizes)),
        recommendation: fields.maybe("productRecommendation").map(|node| recommendation(&node)),
        sale_times: sale_times(fields),
        is_age_restricted: fields.flag("isAgeRestricted", is_alcohol),
        loyalty_slices: fields
            .maybe("loyaltySlices")
            .map(|node| per_size(&node, &sizes, |node| node.count(0..=MOST_SLICES))),
        allergens: allergens(fields),
        image_path: fields.maybe_text("imagepath"),
        mobile_image_path: fields.maybe_text("menuimagepathmobile"),
        background_color: fields.maybe_text("backgroundColor"),
        description: fields.maybe_text("description"),
        id,
        category,
        name,
        slug,
        sizes,
        recipe,
    }
}

/// The slug that is given, else that of the name.
fn slug_of(fields: &JsonFields<'_>, name: &str, seen: &mut SeenNames<String>) -> String {
    let given = fields.maybe("slug");
    let slug = given.as_ref().map_or_else(|| slug(name), JsonNode::name);
    if !slug.is_empty() {
        seen.take(given.as_ref().unwrap_or(fields.node()), "the slug", &slug);
    }
    slug
}

fn sizes(node: &JsonNode<'_>, known: &MenuLookup<'_>) -> Vec<ProductSize> {
    let mut seen = SeenNames::default();
    let sizes = node.elements();
    if sizes.as_ref().is_some_and(Vec::is_empty) {
        node.fault("has no size");
    }
    let size = |node: &JsonNode<'_>| {
        node.object(|fields| {
            let node = fields.must("sizeId");
            let id: SizeId = node.id();
            seen.take(&node, "the size", &id);
            let usual = known.size_names.get(&id).map_or(id.as_str(), |name| name).to_owned();
            ProductSize {
                name: fields.maybe("name").map_or(usual, |node| node.name()),
                price: fields.must("price").cents(),
                lunch_price: fields.maybe("lunchPrice").map(|node| node.cents()),
                minimum_price: fields.maybe("minimumPrice").map(|node| node.cents()),
                id,
            }
        })
    };
    sizes.unwrap_or_default().iter().map(size).collect()
}

fn recipe(node: &JsonNode<'_>, sizes: &[ProductSize], known: &MenuLookup<'_>) -> Vec<RecipeEntry> {
    let mut seen = SeenNames::default();
    node.list(|node| {
        let entry = if node.is_text() {
            RecipeEntry { ingredient: node.ingredient(), quantity: 1, min_quantity: None, max_quantity: None }
        } else {
            node.object(|fields| {
                let (min_quantity, max_quantity) = quantities(fields);
                RecipeEntry {
                    ingredient: fields.must("ingredientId").ingredient(),
                    quantity: fields.maybe("quantity").map_or(1, |node| node.count(1..=MOST_DOSES)),
                    min_quantity,
                    max_quantity,
                }
            })
        };
        seen.take(node, "the ingredient", &entry.ingredient);
        must_be_dosed(node, &entry.ingredient, sizes, known);
        entry
    })
}

/// `{"worth": …}` or `{"doses": …, "special": …}`.
fn included_toppings(node: &JsonNode<'_>, sizes: &[ProductSize]) -> IncludedToppings {
    node.object(|fields| {
        if let Some(worth) = fields.maybe("worth") {
            return IncludedToppings::Worth(per_size(&worth, sizes, |node| node.cents()));
        }
        let doses = fields.must("doses").count(1..=MOST_DOSES);
        let special = fields.must("special");
        let count = special.count(1..=MOST_DOSES);
        if count > doses {
            special.fault("is more than doses");
        }
        IncludedToppings::Doses { doses, special: count }
    })
}

fn recommended(node: &JsonNode<'_>, sizes: &[ProductSize]) -> (IngredientId, SizeId) {
    node.object(|fields| {
        let size = fields.must("productSizeId");
        let id: SizeId = size.id();
        if size.is_text() && !sizes.iter().any(|own| own.id == id) {
            size.fault(format_args!("{id} is no size of the product"));
        }
        (fields.must("ingredientId").ingredient(), id)
    })
}

fn recommendation(node: &JsonNode<'_>) -> Recommendation {
    node.object(|fields| Recommendation {
        product: fields.must("recommendedProductId").product(),
        text: fields.must("recommendationText").text(),
    })
}

/// `availableForSaleFrom` and `availableForSaleUntil`: both or neither.
fn sale_times(fields: &JsonFields<'_>) -> Option<DayTimes> {
    match (fields.maybe("availableForSaleFrom"), fields.maybe("availableForSaleUntil")) {
        (None, None) => None,
        (Some(from), Some(until)) => Some(DayTimes { from: from.start_time(), until: until.end_time() }),
        (Some(one), None) | (None, Some(one)) => {
            one.fault("stands alone: availableForSaleFrom and availableForSaleUntil come together");
            None
        }
    }
}
