//! The slots of a product.

use crate::{
    ids::{IngredientId, SizeId, SlotId},
    json::{JsonFields, JsonNode, SeenNames},
    menu::{IngredientCategory, ProductSize, Slot, SlotDisplay},
    per_size::PerSize,
};

use super::{MOST_DOSES, MenuLookup};

/// The key that stands for every size without one of its own.
const ANY_SIZE: &str = "*";

pub(super) fn slots(fields: &JsonFields<'_>, sizes: &[ProductSize], known: &MenuLookup<'_>) -> Vec<Slot> {
    let (mut ids, mut options) = (SeenNames::default(), SeenNames::default());
    fields.maybe_list("slots", |node| node.object(|fields| slot(fields, sizes, known, &mut ids, &mut options)))
}

fn slot(
    fields: &JsonFields<'_>,
    sizes: &[ProductSize],
    known: &MenuLookup<'_>,
    ids: &mut SeenNames<SlotId>,
    taken: &mut SeenNames<IngredientId>,
) -> Slot {
    let node = fields.must("id");
    let id = node.id();
    ids.take(&node, "the slot", &id);
    let options = fields.must("options").list(|node| {
        let option = node.ingredient();
        taken.take(node, "in the slots of this product the ingredient", &option);
        option
    });
    let default = fields.maybe("default").map(|node| default_of(&node, &options, sizes, known));
    let doses = |name| fields.maybe(name).map(|node| per_size(&node, sizes, |node| node.count(0..=MOST_DOSES)));
    Slot {
        id,
        category: fields.must("categoryId").one_of(&IngredientCategory::NAMES).unwrap_or(IngredientCategory::Dough),
        options,
        default,
        required: fields.flag("required", false),
        free: doses("free").unwrap_or_default(),
        max: doses("max").unwrap_or_default(),
        display: fields.must("display").one_of(&SlotDisplay::NAMES).unwrap_or(SlotDisplay::Base),
        header: fields.must("header").text(),
        label: fields.must("label").text(),
        error_message: fields.maybe_text("errorMessage"),
        show_price: fields.flag("showPrice", false),
        give_discount_for_change: fields.flag("giveDiscountForChange", false),
        must_be_seen: fields.flag("mustBeSeen", false),
    }
}

fn default_of(
    node: &JsonNode<'_>,
    options: &[IngredientId],
    sizes: &[ProductSize],
    known: &MenuLookup<'_>,
) -> IngredientId {
    let default = node.ingredient();
    if node.is_text() && !options.contains(&default) {
        node.fault(format_args!("{default} is none of the slot's options"));
    }
    must_be_dosed(node, &default, sizes, known);
    default
}

/// Records a fault where an ingredient lacks a dosing in a size of its product. One that does not exist is said elsewhere.
pub(super) fn must_be_dosed(node: &JsonNode<'_>, id: &IngredientId, sizes: &[ProductSize], known: &MenuLookup<'_>) {
    let Some(ingredient) = known.ingredients.get(id) else { return };
    for size in sizes.iter().filter(|size| !ingredient.is_dosed(&size.id)) {
        node.fault(format_args!("the ingredient {id} has no dosing in the size {}", size.id));
    }
}

/// `{sizeId | "*": value}` of a product's own sizes.
pub(super) fn per_size<T: Copy>(
    node: &JsonNode<'_>,
    sizes: &[ProductSize],
    mut read: impl FnMut(&JsonNode<'_>) -> T,
) -> PerSize<T> {
    let mut other = None;
    let own = node.entries(|key, node| {
        let value = read(node);
        if key == ANY_SIZE {
            other = Some(value);
            return None;
        }
        let size = SizeId::from(key);
        if !sizes.iter().any(|own| own.id == size) {
            node.fault(format_args!("{size} is no size of the product"));
        }
        Some((size, value))
    });
    PerSize::new(own.into_iter().flatten().collect(), other)
}
