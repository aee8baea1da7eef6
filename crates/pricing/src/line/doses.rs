//! What is on a line, beside what its recipe has.

use chain::{Chain, Ingredient, IngredientId, Product, RecipeEntry, SizeId, Slot};
use domain::money::Cents;
use smallvec::SmallVec;

use super::recipe::{RecipeDose, recipe};
use crate::cart::CartLine;

/// Doses of one ingredient on a unit.
#[derive(Debug, Clone)]
pub(crate) struct Dose<'a> {
    pub(crate) ingredient: &'a Ingredient,
    pub(crate) quantity: u32,
    /// What the recipe has of it: its entry, or the one dose of a slot's default.
    pub(crate) recipe: u32,
    pub(crate) entry: Option<&'a RecipeEntry>,
    /// The slot of the product that offers it.
    pub(crate) slot: Option<&'a Slot>,
    pub(crate) added_from: Option<&'a str>,
}

impl Dose<'_> {
    /// Doses beyond the recipe.
    pub(crate) fn extra(&self) -> u32 {
        self.quantity.saturating_sub(self.recipe)
    }
}

/// All ingredients of the recipe and of the line, each once: those of the line in its order, then what it leaves out.
#[derive(Debug, Clone)]
pub(crate) struct Doses<'a> {
    pub(crate) all: Vec<Dose<'a>>,
    /// Ids that nobody knows, or that the size does not have.
    pub(crate) wrong: SmallVec<[&'a str; 2]>,
}

impl<'a> Doses<'a> {
    /// What is on a line of a product.
    pub(crate) fn of(chain: &'a Chain, product: &'a Product, line: &'a CartLine) -> Self {
        let on_the_line = line.ingredients.as_ref().map_or(0, Vec::len);
        let most = on_the_line + product.recipe.len() + product.slots.len();
        let mut doses = Self { all: Vec::with_capacity(most), wrong: SmallVec::new() };
        match &line.ingredients {
            None => doses.all.extend(recipe(chain, product).map(|dose| in_recipe(product, dose))),
            Some(ingredients) => {
                for on in ingredients {
                    doses.put(chain, product, &on.ingredient, on.quantity, on.added_from.as_deref());
                }
            }
        }
        for dose in &doses.all {
            if !exists_in(dose.ingredient, &line.size) && dose.quantity > 0 {
                doses.wrong.push(dose.ingredient.id.as_str());
            }
        }
        doses.add_left_out(chain, product);
        doses
    }

    /// What is on a product as its recipe has it.
    pub(crate) fn of_recipe(chain: &'a Chain, product: &'a Product) -> Self {
        let doses = recipe(chain, product).map(|dose| in_recipe(product, dose));
        Self { all: doses.collect(), wrong: SmallVec::new() }
    }

    fn put(
        &mut self,
        chain: &'a Chain,
        product: &'a Product,
        id: &'a IngredientId,
        quantity: u32,
        from: Option<&'a str>,
    ) {
        if let Some(known) = self.all.iter_mut().find(|dose| dose.ingredient.id == *id) {
            known.quantity = known.quantity.saturating_add(quantity);
            return;
        }
        match chain.menu().ingredient(id.as_str()) {
            Some(ingredient) => self.all.push(dose_of(product, ingredient, quantity, from)),
            None if self.wrong.contains(&id.as_str()) => {}
            None => self.wrong.push(id.as_str()),
        }
    }

    fn add_left_out(&mut self, chain: &'a Chain, product: &'a Product) {
        let listed = product.recipe.iter().map(|entry| &entry.ingredient);
        for id in listed.chain(product.slots.iter().filter_map(|slot| slot.default.as_ref())) {
            if self.all.iter().all(|dose| dose.ingredient.id != *id)
                && let Some(ingredient) = chain.menu().ingredient(id.as_str())
            {
                self.all.push(dose_of(product, ingredient, 0, None));
            }
        }
    }

    /// What is really on a unit.
    pub(crate) fn on(&self) -> impl Iterator<Item = &Dose<'a>> {
        self.all.iter().filter(|dose| dose.quantity > 0)
    }

    /// The doses of a slot's options on a unit.
    pub(crate) fn in_slot<'s>(&'s self, slot: &'s Slot) -> impl Iterator<Item = &'s Dose<'a>> {
        self.on().filter(move |dose| dose.slot.is_some_and(|own| own.id == slot.id))
    }

    /// Doses of toppings on a unit.
    pub(crate) fn toppings(&self) -> u32 {
        self.on().filter(|dose| dose.ingredient.is_topping()).map(|dose| dose.quantity).sum()
    }
}

fn in_recipe<'a>(product: &'a Product, dose: RecipeDose<'a>) -> Dose<'a> {
    dose_of(product, dose.ingredient, dose.quantity, None)
}

fn dose_of<'a>(product: &'a Product, ingredient: &'a Ingredient, quantity: u32, from: Option<&'a str>) -> Dose<'a> {
    let entry = product.recipe.iter().find(|entry| entry.ingredient == ingredient.id);
    let slot = product.slots.iter().find(|slot| slot.options.contains(&ingredient.id));
    let is_default = slot.is_some_and(|slot| slot.default.as_ref() == Some(&ingredient.id));
    let recipe = entry.map_or(u32::from(is_default), |entry| entry.quantity);
    Dose { ingredient, quantity, recipe, entry, slot, added_from: from }
}

/// Whether an ingredient exists in a size.
fn exists_in(ingredient: &Ingredient, size: &SizeId) -> bool {
    ingredient.dosings.as_ref().is_none_or(|all| all.iter().any(|dosing| dosing.active && dosing.size == *size))
}

/// What one dose costs in a size.
pub(crate) fn dose_price(ingredient: &Ingredient, size: &SizeId) -> Cents {
    let dosing = ingredient.dosings.as_ref().and_then(|all| all.iter().find(|dosing| dosing.size == *size));
    dosing.and_then(|dosing| dosing.price).unwrap_or(ingredient.price)
}
