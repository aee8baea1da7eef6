//! What people order.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    customer::pick,
    menu::{CityMenu, CityProduct, euros},
    wire::{OrderedIngredient, OrderedItem, WireOrderType},
};

const MAINS: [&str; 7] = ["pizza", "pizza", "hapanjuuri", "monster", "kotzone", "lankku", "rulla"];
const SIDES: [&str; 4] = ["dipattavat", "dip", "icecream", "snacks"];
/// Categories of ingredients that can be left out or added; the others are what makes the product.
const GARNISH: [&str; 3] = ["toppings", "sauces", "cheese"];

/// The rows of one order: something to eat, often changed a little, and what goes with it.
pub(crate) fn basket(chance: &mut ChaCha8Rng, menu: &CityMenu, order_type: WireOrderType) -> Vec<OrderedItem> {
    let mut products: Vec<&CityProduct> = Vec::new();
    for _ in 0..chance.random_range(1..=3) {
        let category = pick(chance, &MAINS);
        products.extend(any(chance, menu, order_type, &[category]));
    }
    // A chain with other categories sells something too.
    if products.is_empty() {
        let sold: Vec<&CityProduct> = menu.products_for(order_type).collect();
        products.extend(sold.choose(chance).copied());
    }
    if chance.random_bool(0.65) {
        products.extend(any(chance, menu, order_type, &["drink"]));
    }
    if chance.random_bool(0.45) {
        products.extend(any(chance, menu, order_type, &SIDES));
    }
    // It is not driven to doors.
    if order_type != WireOrderType::Delivery && chance.random_bool(0.15) {
        products.extend(any(chance, menu, order_type, &["alcohol"]));
    }
    let mut seen = Vec::new();
    products.retain(|product| {
        !seen.contains(&&product.product_id) && {
            seen.push(&product.product_id);
            true
        }
    });
    let mut items: Vec<OrderedItem> = products.into_iter().map(|product| item(chance, menu, product)).collect();
    if chance.random_bool(0.12) {
        discount(&mut items);
    }
    items
}

fn any<'m>(
    chance: &mut ChaCha8Rng,
    menu: &'m CityMenu,
    order_type: WireOrderType,
    categories: &[&str],
) -> Option<&'m CityProduct> {
    menu.products_of(categories, order_type).choose(chance).copied()
}

fn item(chance: &mut ChaCha8Rng, menu: &CityMenu, product: &CityProduct) -> OrderedItem {
    let size = product.sizes.choose(chance).expect("a test saw that every product has a size");
    let mut ingredients = recipe(menu, product);
    let mut cents = size.cents();
    // A lemonade is what it is.
    let can_be_changed = MAINS.contains(&product.product_category_id.as_str());
    if can_be_changed && chance.random_bool(0.2) {
        leave_out(chance, &mut ingredients);
    }
    if can_be_changed && chance.random_bool(0.3) {
        cents += add(chance, menu, &mut ingredients);
    }
    OrderedItem {
        name: product.name.clone(),
        quantity: if chance.random_bool(0.15) { 2 } else { 1 },
        product_id: product.product_id.clone(),
        product_category_id: product.product_category_id.clone(),
        category_name: product.product_category_id.clone(),
        size_id: size.size_id.clone(),
        size_name: size.name.clone(),
        item_price: euros(cents),
        discounted_price: None,
        ingredients,
    }
}

fn recipe(menu: &CityMenu, product: &CityProduct) -> Vec<OrderedIngredient> {
    let known = product
        .ingredients
        .iter()
        .filter_map(|entry| Some((menu.ingredient(entry.ingredient_id())?, entry.quantity())));
    let rows = (1..).zip(known).map(|(place, (ingredient, doses))| OrderedIngredient {
        ingredient_id: ingredient.ingredient_id.clone(),
        name: ingredient.name.clone(),
        quantity: doses,
        recipe_quantity: doses,
        display_order: place,
        category_id: ingredient.category_id.clone(),
    });
    rows.collect()
}

/// Takes one garnish off. Nothing becomes cheaper by it.
fn leave_out(chance: &mut ChaCha8Rng, ingredients: &mut [OrderedIngredient]) {
    let garnish: Vec<usize> =
        (0..ingredients.len()).filter(|at| GARNISH.contains(&ingredients[*at].category_id.as_str())).collect();
    // What is left must still be something.
    if let (true, Some(at)) = (garnish.len() > 1, garnish.choose(chance)) {
        ingredients[*at].quantity = 0;
    }
}

/// Puts one dose more of some garnish on, and answers what it costs in cents.
fn add(chance: &mut ChaCha8Rng, menu: &CityMenu, ingredients: &mut Vec<OrderedIngredient>) -> i64 {
    let garnish: Vec<_> =
        menu.ingredients.iter().filter(|ingredient| GARNISH.contains(&ingredient.category_id.as_str())).collect();
    let Some(extra) = garnish.choose(chance) else { return 0 };
    match ingredients.iter_mut().find(|row| row.ingredient_id == extra.ingredient_id) {
        // What was just left out is not added again.
        Some(row) if row.quantity == 0 => return 0,
        Some(row) => row.quantity += 1,
        None => ingredients.push(OrderedIngredient {
            ingredient_id: extra.ingredient_id.clone(),
            name: extra.name.clone(),
            quantity: 1,
            recipe_quantity: 0,
            display_order: 999,
            category_id: extra.category_id.clone(),
        }),
    }
    extra.cents()
}

/// Two euros off the first row, as a coupon would.
fn discount(items: &mut [OrderedItem]) {
    if let Some(item) = items.first_mut() {
        item.discounted_price = Some(((item.item_price - 2.0) * 100.0).round() / 100.0);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;

    use super::*;

    proptest! {
        #[test]
        fn every_basket_can_be_registered_and_baked(seed: u64, is_delivery: bool) {
            let order_type = if is_delivery { WireOrderType::Delivery } else { WireOrderType::Eatin };
            let items = basket(&mut ChaCha8Rng::seed_from_u64(seed), &CityMenu::built_in(), order_type);
            prop_assert!((1..=10).contains(&items.len()));
            for item in &items {
                let cents = item.item_price * 100.0;
                prop_assert!(item.item_price > 0.0 && (cents - cents.round()).abs() < 1e-6);
                prop_assert!(item.discounted_price.is_none_or(|price| price > 0.0 && price < item.item_price));
                prop_assert!(item.ingredients.len() <= 40);
                prop_assert!(item.ingredients.is_empty() || item.ingredients.iter().any(|row| row.quantity > 0));
                prop_assert!(!is_delivery || item.category_name != "alcohol");
            }
        }
    }

    #[test]
    fn some_are_changed_and_some_are_not() {
        let menu = CityMenu::built_in();
        let items: Vec<OrderedItem> = (0..200)
            .flat_map(|seed| basket(&mut ChaCha8Rng::seed_from_u64(seed), &menu, WireOrderType::Pickup))
            .collect();
        let has = |test: fn(&OrderedIngredient) -> bool| {
            items.iter().filter(|item| item.ingredients.iter().any(test)).count()
        };
        let (added, removed) =
            (has(|row| row.quantity > row.recipe_quantity), has(|row| row.quantity < row.recipe_quantity));
        assert!(
            added > 10 && removed > 10 && added + removed < items.len(),
            "{added} and {removed} of {}",
            items.len()
        );
    }
}
