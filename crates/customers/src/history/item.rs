//! Items of an order, held against the menu of now.

use chain::Chain;
use domain::{
    money::Cents,
    order::{Item, ItemIngredient},
};
use pricing::{OrderedDose, RecordedLine, ReorderFlags, ordered_ingredient_name};
use serde::Serialize;
use server::{ApiError, euros::Euros};
use store::CustomerOrder;
use utoipa::ToSchema;

use super::{read_record, text};

/// An item of an order, as it was sold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PastItem {
    uuid: String,
    product_id: String,
    size_id: String,
    size_name: String,
    product_category_id: String,
    /// With ` (poistunut valikoimasta)` behind that of a product that is gone.
    name: String,
    quantity: u32,
    /// Of all units.
    price: Euros,
    /// The same after discounts.
    discounted_price: Euros,
    /// What is on it, and what was left out of its recipe, with no doses.
    ingredients: Vec<PastIngredient>,
    /// Null where there is no picture.
    #[schema(required)]
    images: Option<ItemImages>,
    /// The product is gone, or its size.
    pub(super) inactive: bool,
    /// An ingredient of it is gone, or no more in this size.
    includes_inactive_ingredients: bool,
    /// The recipe is another one.
    recipe_outdated: bool,
}

/// An ingredient of an item.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PastIngredient {
    #[serde(rename = "ingredientID")]
    ingredient_id: String,
    /// `Tuntematon täyte` where nobody knows it.
    name: String,
    /// Doses on a unit.
    quantity: u32,
    /// Doses that the recipe had.
    recipe_quantity: u32,
    display_order: u32,
    category_id: String,
}

/// Pictures of a product.
#[derive(Debug, Serialize, ToSchema)]
struct ItemImages {
    #[schema(required)]
    menuimagepath: Option<String>,
    #[schema(required)]
    menuimagepathmobile: Option<String>,
}

/// An item to order again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ItemToReorder {
    #[serde(flatten)]
    pub(crate) item: PastItem,
    /// Ids of the allergens that whoever ate it avoids, sorted.
    pub(crate) avoid_allergens: Vec<&'static str>,
}

impl PastItem {
    /// Of an item and the line that it was priced as.
    fn of(chain: &Chain, item: &Item, line: &RecordedLine) -> Self {
        let flags = flags_of(chain, item);
        let product = item.product_id.as_deref().and_then(|id| chain.menu().product(id));
        let images = product.map(|product| (product.image_path.clone(), product.mobile_image_path.clone()));
        Self {
            uuid: item.uuid.clone(),
            product_id: text(&item.product_id),
            size_id: text(&item.size_id),
            size_name: text(&item.size_name),
            product_category_id: text(&item.product_category_id),
            name: flags.name(&item.name).into_owned(),
            quantity: item.quantity,
            price: Euros(Cents(line.price)),
            discounted_price: Euros(Cents(line.price - line.discount)),
            ingredients: item.ingredients.iter().map(|on| PastIngredient::of(chain, on)).collect(),
            images: images
                .filter(|(path, mobile)| path.is_some() || mobile.is_some())
                .map(|(menuimagepath, menuimagepathmobile)| ItemImages { menuimagepath, menuimagepathmobile }),
            inactive: flags.inactive,
            includes_inactive_ingredients: flags.includes_inactive_ingredients,
            recipe_outdated: flags.recipe_outdated,
        }
    }
}

impl PastIngredient {
    fn of(chain: &Chain, on: &ItemIngredient) -> Self {
        Self {
            name: ordered_ingredient_name(chain, on.ingredient_id.as_deref().unwrap_or_default()).to_owned(),
            ingredient_id: text(&on.ingredient_id),
            quantity: on.quantity,
            recipe_quantity: on.recipe_quantity,
            display_order: on.display_order,
            category_id: text(&on.category_id),
        }
    }
}

/// The items of an order, in its order.
///
/// # Errors
/// 500 where what it keeps of its price cannot be read.
pub(crate) fn ordered_items(chain: &Chain, order: &CustomerOrder) -> Result<Vec<PastItem>, ApiError> {
    Ok(items_of(chain, order, &read_record(order)?.lines))
}

/// The lines of a record are those of the items, one by one.
pub(super) fn items_of(chain: &Chain, order: &CustomerOrder, lines: &[RecordedLine]) -> Vec<PastItem> {
    order.items.iter().zip(lines).map(|(item, line)| PastItem::of(chain, item, line)).collect()
}

/// What of an item is sold no more, or otherwise.
pub(crate) fn flags_of(chain: &Chain, item: &Item) -> ReorderFlags {
    let doses: Vec<OrderedDose<'_>> = item.ingredients.iter().map(dose_of).collect();
    let (product, size) = (item.product_id.as_deref(), item.size_id.as_deref());
    ReorderFlags::of(chain, product.unwrap_or_default(), size.unwrap_or_default(), &doses)
}

fn dose_of(on: &ItemIngredient) -> OrderedDose<'_> {
    OrderedDose {
        ingredient: on.ingredient_id.as_deref().unwrap_or_default(),
        quantity: on.quantity,
        recipe_quantity: on.recipe_quantity,
    }
}

/// Whether something in an order is no more sold.
pub(crate) fn has_inactive_item(chain: &Chain, order: &CustomerOrder) -> bool {
    order.items.iter().any(|item| flags_of(chain, item).inactive)
}
