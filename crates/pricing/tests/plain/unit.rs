//! What is on a line and what a unit of it costs (docs/spec/ordering.md, "The order of the rules", steps 1 to 4).

use chain::{Chain, IncludedToppings, Ingredient, IngredientCategory, Product, ProductSize, Slot};
use pricing::CartLine;

use super::outcome::Amounts;

/// An ingredient of the line or of the recipe.
#[derive(Clone)]
pub(crate) struct On<'a> {
    pub(crate) ingredient: &'a Ingredient,
    pub(crate) quantity: u32,
    pub(crate) of_recipe: u32,
    pub(crate) slot: Option<&'a Slot>,
    pub(crate) added_from: Option<String>,
}

impl On<'_> {
    pub(crate) fn is_topping(&self) -> bool {
        self.ingredient.category == IngredientCategory::Toppings
    }
}

/// The recipe: what the product lists, and one dose of each slot's default that it does not list.
pub(crate) fn recipe(product: &Product) -> Vec<(String, u32)> {
    let mut recipe: Vec<(String, u32)> =
        product.recipe.iter().map(|entry| (entry.ingredient.to_string(), entry.quantity)).collect();
    for default in product.slots.iter().filter_map(|slot| slot.default.as_ref()) {
        if !recipe.iter().any(|(id, _)| id == default.as_str()) {
            recipe.push((default.to_string(), 1));
        }
    }
    recipe
}

/// What was sent, an id twice added up, then what the recipe has beside it; and the ids that nobody knows.
pub(crate) fn all_on<'a>(chain: &'a Chain, product: &'a Product, line: &CartLine) -> (Vec<On<'a>>, Vec<String>) {
    let recipe = recipe(product);
    let mut sent: Vec<(String, u32, Option<String>)> = Vec::new();
    match &line.ingredients {
        None => sent.extend(recipe.iter().map(|(id, quantity)| (id.clone(), *quantity, None))),
        Some(ingredients) => {
            for one in ingredients {
                match sent.iter_mut().find(|(id, ..)| id == one.ingredient.as_str()) {
                    Some((_, quantity, _)) => *quantity += one.quantity,
                    None => {
                        let from = one.added_from.as_deref().map(str::to_owned);
                        sent.push((one.ingredient.to_string(), one.quantity, from));
                    }
                }
            }
        }
    }
    for (id, _) in &recipe {
        if !sent.iter().any(|(known, ..)| known == id) {
            sent.push((id.clone(), 0, None));
        }
    }
    let (mut on, mut unknown) = (Vec::new(), Vec::new());
    for (id, quantity, added_from) in sent {
        let Some(ingredient) = chain.menu().ingredients().iter().find(|one| one.id.as_str() == id) else {
            unknown.push(id);
            continue;
        };
        let of_recipe = recipe.iter().find(|(known, _)| *known == id).map_or(0, |(_, quantity)| *quantity);
        let slot = product.slots.iter().find(|slot| slot.options.iter().any(|option| option.as_str() == id));
        on.push(On { ingredient, quantity, of_recipe, slot, added_from });
    }
    (on, unknown)
}

/// What a unit costs.
#[derive(Clone, Default)]
pub(crate) struct Unit {
    pub(crate) base: i64,
    pub(crate) price: i64,
    pub(crate) correction: i64,
    /// What each dose of a topping costs that step 2 lets pay.
    pub(crate) paid_toppings: Vec<i64>,
    pub(crate) steps: Amounts,
}

/// Prices a unit.
pub(crate) fn unit(product: &Product, size: &ProductSize, on: &[On<'_>], is_lunch: bool) -> Unit {
    let mut unit = Unit::default();
    let dose_price = |ingredient: &Ingredient| ingredient.price_in(&size.id).unwrap().0;
    let mut step = |kind, amount: i64| *unit.steps.entry(kind).or_default() += amount;

    // 1. Base.
    step("base", size.price.0);
    unit.base = size.price.0;
    if let (true, Some(lunch)) = (is_lunch, size.lunch_price) {
        step("lunch", lunch.0 - size.price.0);
        unit.base = lunch.0;
    }

    // 2. Slots: a dose for a dose.
    for slot in &product.slots {
        let mut chosen: Vec<(i64, String, bool)> = Vec::new();
        for one in on.iter().filter(|one| one.slot.is_some_and(|own| own.id == slot.id)) {
            for dose in 0..one.quantity {
                if dose >= one.of_recipe {
                    chosen.push((dose_price(one.ingredient), one.ingredient.id.to_string(), one.is_topping()));
                }
            }
        }
        chosen.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let default = on.iter().find(|one| slot.default.as_ref().is_some_and(|id| *id == one.ingredient.id));
        let mut less = match default {
            Some(default) if slot.give_discount_for_change && default.quantity == 0 => dose_price(default.ingredient),
            _ => 0,
        };
        for (place, (full, _, is_topping)) in chosen.into_iter().enumerate() {
            step("slot", full);
            if place < slot.free(&size.id) as usize {
                step("free-dose", -full);
                continue;
            }
            let paid = (full - less).max(0);
            step("free-dose", paid - full);
            less = 0;
            if is_topping {
                unit.paid_toppings.push(paid);
            }
        }
    }

    // 2. What is outside slots, above the recipe.
    let mut toppings: Vec<(i64, String, bool)> = Vec::new();
    for one in on.iter().filter(|one| one.slot.is_none()) {
        for dose in 0..one.quantity {
            if dose >= one.of_recipe {
                step("extra", dose_price(one.ingredient));
                if one.is_topping() {
                    let id = one.ingredient.id.to_string();
                    toppings.push((dose_price(one.ingredient), id, one.ingredient.is_special));
                }
            }
        }
    }
    unit.paid_toppings.extend(toppings.iter().map(|(price, ..)| *price));

    // 3. Included toppings.
    match &product.included_toppings {
        None => {}
        Some(IncludedToppings::Worth(worth)) => {
            let sum: i64 = toppings.iter().map(|(price, ..)| price).sum();
            let worth = worth.get(&size.id).map_or(0, |worth| worth.0);
            step("included", (sum - worth).max(0) - sum);
        }
        Some(IncludedToppings::Doses { doses, special }) => {
            toppings.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
            // In parts of a dose.
            let mut budget = doses * special;
            for (price, _, is_special) in &toppings {
                let needs = if *is_special { *doses } else { *special };
                if needs <= budget {
                    budget -= needs;
                    step("included", -price);
                }
            }
        }
    }

    // 4. Unit.
    let sum: i64 = unit.steps.values().sum();
    unit.price = sum.max(size.minimum_price.map_or(0, |least| least.0));
    unit.correction = unit.price - sum;
    *unit.steps.entry("minimum").or_default() += unit.correction;
    unit
}
