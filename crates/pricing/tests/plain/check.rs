//! Whether a line may be as it is (docs/spec/ordering.md, "Line checks"): the thirteen rows one after another.

use chain::{IngredientCategory, Product, ProductSize};
use domain::order::OrderType;
use pricing::{CartLine, PersonKind, PriceRequest};
use serde_json::json;

use super::{
    outcome::Said,
    texts::About,
    time::{daily, local, within},
    unit::{On, all_on, recipe},
};

/// What stays of a line.
pub(crate) struct Kept<'a> {
    pub(crate) product: &'a Product,
    pub(crate) size: &'a ProductSize,
    pub(crate) on: Vec<On<'a>>,
    pub(crate) is_out_of_stock: bool,
}

/// All faults of a line in the order of the rows; the first is the line's message. None stays of a line that is gone.
pub(crate) fn check<'a>(request: &PriceRequest<'a>, line: &CartLine, about: &About) -> (Vec<Said>, Option<Kept<'a>>) {
    let kitchen = request.kitchen;
    let mut faults: Vec<Said> = Vec::new();
    let plainly = |code: &str| about.message(code, &[], json!({}));

    // 1.
    let product = request.chain.menu().products().iter().find(|one| one.id.as_str() == line.product.as_str());
    let Some(product) = product.filter(|product| !product.is_inactive) else {
        return (vec![plainly("product/not-found")], None);
    };
    // 2.
    if !product.is_in_default_menu && !kitchen.extra_products.iter().any(|id| *id == product.id) {
        return (vec![plainly("product/not-in-default-menu")], None);
    }
    // 3.
    let is_not_sold = kitchen.products_not_sold.iter().any(|id| *id == product.id);
    if is_not_sold || !product.order_types.contains(&request.cart.order_type) {
        return (vec![plainly("product/not-in-shop-menu")], None);
    }
    // 4.
    if product.is_age_restricted {
        if request.cart.order_type == OrderType::Delivery {
            faults.push(plainly("alcohol/no-delivery"));
        } else {
            let is_customer = matches!(request.person.kind, PersonKind::Customer | PersonKind::Member);
            if !is_customer || !request.person.is_adult {
                let age = request.chain.settings().minimum_age.to_string();
                faults.push(about.message("alcohol/not-allowed", &[("age", age)], json!({})));
                return (faults, None);
            }
        }
    }
    // 5.
    let Some(size) = product.sizes.iter().find(|size| size.id.as_str() == line.size.as_str()) else {
        faults.push(plainly("product/incorrect"));
        return (faults, None);
    };
    // 6.
    let (on, unknown) = all_on(request.chain, product, line);
    let mut wrong: Vec<String> = unknown;
    for one in &on {
        if one.quantity > 0 && one.ingredient.price_in(&size.id).is_none() {
            wrong.push(one.ingredient.id.to_string());
        }
    }
    if !wrong.is_empty() {
        faults.push(about.message("product/ingredients-incorrect", &[], json!({"ingredientIds": wrong})));
        return (faults, None);
    }
    let is_out_of_stock = check_kept(request, product, size, &on, about, &mut faults);
    (faults, Some(Kept { product, size, on, is_out_of_stock }))
}

/// Rows 7 to 13; whether the line is out of stock.
fn check_kept(
    request: &PriceRequest<'_>,
    product: &Product,
    size: &ProductSize,
    on: &[On<'_>],
    about: &About,
    faults: &mut Vec<Said>,
) -> bool {
    let category = product.category.as_str();
    let there = || on.iter().filter(|one| one.quantity > 0);
    let ids = |all: Vec<&On<'_>>| all.iter().map(|one| one.ingredient.id.to_string()).collect::<Vec<_>>();

    // 9.
    let changed: Vec<&On<'_>> = on
        .iter()
        .filter(|one| one.slot.is_none() && one.quantity != one.of_recipe)
        .filter(|one| {
            let is_more = one.quantity > one.of_recipe;
            let is_base = matches!(
                one.ingredient.category,
                IngredientCategory::Dough | IngredientCategory::BaseSauce | IngredientCategory::Cheese
            );
            let is_spice = one.ingredient.category == IngredientCategory::Spices
                || one.ingredient.subcategory.as_deref() == Some("5");
            !product.is_editable
                || (is_more && (one.ingredient.is_recipe_only || is_base))
                || (is_more && product.is_restricted && !is_spice)
        })
        .collect();
    // 10.
    let least = |one: &On<'_>| {
        let entry = product.recipe.iter().find(|entry| entry.ingredient == one.ingredient.id);
        entry.and_then(|entry| entry.min_quantity).unwrap_or(one.ingredient.min_quantity)
    };
    let beyond: Vec<&On<'_>> = there()
        .filter(|one| {
            let entry = product.recipe.iter().find(|entry| entry.ingredient == one.ingredient.id);
            // What the recipe itself has is never too much.
            let usual = one.ingredient.max_quantity.max(one.of_recipe);
            let most = entry.and_then(|entry| entry.max_quantity).unwrap_or(usual);
            let in_slot = |slot: &chain::Slot| -> u32 {
                there().filter(|two| two.slot.is_some_and(|own| own.id == slot.id)).map(|two| two.quantity).sum()
            };
            one.quantity < least(one)
                || one.quantity > most
                || one.slot.is_some_and(|slot| in_slot(slot) > slot.max(&size.id))
        })
        .collect();
    let out: Vec<&On<'_>> =
        there().filter(|one| request.stock.is_ingredient_out(&one.ingredient.id, &size.id)).collect();
    let is_out_of_stock = !out.is_empty() || request.stock.is_product_out(&product.id, &size.id);

    // 7.
    if let Some(times) = product.sale_times
        && !within(daily(times), &local(request.moment.at()))
    {
        let metadata = json!({"from": times.from.to_string(), "until": times.until.to_string()});
        faults.push(about.message("product/not-sold-at-time", &[], metadata));
    }
    // 8.
    if is_out_of_stock {
        faults.push(about.message("product/out-of-stock", &[], json!({"ingredientIds": ids(out)})));
    }
    for (code, wrong) in [("product/modification-not-allowed", changed), ("product/min-max-invalid-quantity", beyond)] {
        if !wrong.is_empty() {
            faults.push(about.message(code, &[], json!({"ingredientIds": ids(wrong)})));
        }
    }
    // 11.
    for slot in product.slots.iter().filter(|slot| slot.required) {
        if there().any(|one| one.slot.is_some_and(|own| own.id == slot.id)) {
            continue;
        }
        let code = match (slot.category, category) {
            (IngredientCategory::Dough, _) => "product/no-dough",
            (IngredientCategory::Dip, "monster") => "product/monster-needs-dip",
            _ => "product/required-ingredients-missing",
        };
        let mut message = about.message(code, &[], json!({"slotId": slot.id.as_str()}));
        if let Some(own) = &slot.error_message {
            message.1.clone_from(own);
        }
        faults.push(message);
    }
    let gone: Vec<&On<'_>> = on
        .iter()
        .filter(|one| one.slot.is_none() && one.of_recipe > 0 && one.quantity == 0 && least(one) >= 1)
        .collect();
    if !gone.is_empty() || (product.is_editable && there().next().is_none()) {
        let metadata = json!({"ingredientIds": ids(gone)});
        faults.push(about.message("product/required-ingredients-missing", &[], metadata));
    }
    // 12.
    let has_topping_in_recipe =
        recipe(product).iter().any(|(id, _)| on.iter().any(|one| one.ingredient.id.as_str() == id && one.is_topping()));
    let toppings: u32 = there().filter(|one| one.is_topping()).map(|one| one.quantity).sum();
    let needs_one = ["pizza", "monster", "minimonster", "lankku", "kotzone", "rulla"].contains(&category);
    if needs_one && (product.is_custom || has_topping_in_recipe) && toppings == 0 {
        faults.push(about.message("product/not-enough-ingredients", &[], json!({})));
    }
    // 13.
    let most = request.chain.settings().max_toppings;
    if toppings > most {
        let metadata = json!({});
        faults.push(about.message("product/too-many-ingredients", &[("max", most.to_string())], metadata));
    }
    is_out_of_stock
}
