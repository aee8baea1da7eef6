//! Whether what somebody ordered once can be ordered again as it was.

use std::borrow::Cow;

use chain::{Chain, Ingredient, Product, SizeId};

use crate::line::recipe;

/// What an ingredient is called that nobody knows (RO-07).
pub const UNKNOWN_INGREDIENT: &str = "Tuntematon täyte";

/// An ingredient of a line that was ordered. What was left out of the recipe is one too, with no doses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderedDose<'o> {
    pub ingredient: &'o str,
    /// Doses on it.
    pub quantity: u32,
    /// Doses that its recipe had then.
    pub recipe_quantity: u32,
}

/// What has changed since a line was ordered (docs/spec/people.md, "History").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReorderFlags {
    /// The product is gone, or its size.
    pub inactive: bool,
    /// An ingredient of it is gone, or no more in this size.
    pub includes_inactive_ingredients: bool,
    /// The recipe is another one.
    pub recipe_outdated: bool,
}

impl ReorderFlags {
    /// Compares a line with the menu.
    #[must_use]
    pub fn of(chain: &Chain, product: &str, size: &str, doses: &[OrderedDose<'_>]) -> Self {
        let size = SizeId::from(size);
        let sold = chain.menu().product(product).filter(|one| !one.is_inactive && one.size(size.as_str()).is_some());
        let is_had = |ingredient: &Ingredient| sold.is_none() || ingredient.is_dosed(&size);
        let is_gone = |dose: &&OrderedDose<'_>| !chain.menu().ingredient(dose.ingredient).is_some_and(is_had);
        Self {
            inactive: sold.is_none(),
            includes_inactive_ingredients: doses.iter().filter(|dose| dose.quantity > 0).any(|dose| is_gone(&dose)),
            recipe_outdated: sold.is_some_and(|product| is_outdated(chain, product, doses)),
        }
    }

    /// Whether it can be ordered again as it was.
    #[must_use]
    pub fn is_unchanged(self) -> bool {
        self == Self::default()
    }

    /// What people read of it; none: nothing has changed.
    #[must_use]
    pub fn text(self) -> Option<&'static str> {
        if self.inactive {
            Some("Tuotetta ei ole enää saatavilla.")
        } else if self.includes_inactive_ingredients || self.recipe_outdated {
            Some("Täytteiden saatavuus tai tuotteen resepti on muuttunut.")
        } else {
            None
        }
    }

    /// What the product is called.
    #[must_use]
    pub fn name(self, name: &str) -> Cow<'_, str> {
        if self.inactive { Cow::Owned(format!("{name} (poistunut valikoimasta)")) } else { Cow::Borrowed(name) }
    }
}

/// What an ingredient that was ordered is called.
#[must_use]
pub fn ordered_ingredient_name<'c>(chain: &'c Chain, id: &str) -> &'c str {
    chain.menu().ingredient(id).map_or(UNKNOWN_INGREDIENT, |ingredient| &ingredient.name)
}

/// Whether the recipe of then is not that of now.
fn is_outdated(chain: &Chain, product: &Product, doses: &[OrderedDose<'_>]) -> bool {
    let mut then: Vec<(&str, u32)> = doses
        .iter()
        .map(|dose| (dose.ingredient, dose.recipe_quantity))
        .filter(|(_, quantity)| *quantity > 0)
        .collect();
    let now = recipe(chain, product).map(|dose| (dose.ingredient.id.as_str(), dose.quantity));
    let mut now: Vec<(&str, u32)> = now.filter(|(_, quantity)| *quantity > 0).collect();
    then.sort_unstable();
    now.sort_unstable();
    then != now
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pizza in two sizes, of which one has bacon, and what is no more sold.
    const MENU: &str = r#"{
        "categories":[{"id":"pizza","name":"Pizzat"}],
        "ingredients":[
            {"ingredientID":"1201","name":"Pizzapohja","categoryId":"dough","price":0},
            {"ingredientID":"1101","name":"Juusto","categoryId":"cheese","price":1},
            {"ingredientID":"1301","name":"Seitan","categoryId":"toppings","price":1},
            {"ingredientID":"1305","name":"Pekoni","categoryId":"toppings","price":1,"dosings":{"101":{}}}],
        "products":[
            {"productId":"3001","productCategoryId":"pizza","name":"Testipizza",
             "ingredients":["1201",{"ingredientId":"1301","quantity":2}],
             "slots":[{"id":"cheese","categoryId":"cheese","options":["1101"],"default":"1101","display":"base","header":"Pohja","label":"Juusto"}],
             "sizes":[{"sizeId":"101","name":"Normaali","price":10},{"sizeId":"102","name":"Perhe","price":20}]},
            {"productId":"3005","productCategoryId":"pizza","name":"Entinen","inactive":true,"ingredients":[],
             "sizes":[{"sizeId":"101","price":10}]}]}"#;

    fn test_chain() -> Chain {
        Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", MENU)])
            .unwrap_or_else(|faults| panic!("{:#?}", faults.0))
    }

    fn flags(product: &str, size: &str, doses: &[(&str, u32, u32)]) -> [bool; 3] {
        let chain = test_chain();
        let doses: Vec<_> = doses
            .iter()
            .map(|(id, on, recipe)| OrderedDose { ingredient: id, quantity: *on, recipe_quantity: *recipe })
            .collect();
        let flags = ReorderFlags::of(&chain, product, size, &doses);
        [flags.inactive, flags.includes_inactive_ingredients, flags.recipe_outdated]
    }

    const RECIPE: [(&str, u32, u32); 3] = [("1201", 1, 1), ("1301", 2, 2), ("1101", 1, 1)];

    #[test]
    fn what_was_ordered_is_held_against_the_menu_of_now() {
        let with = |more: &[(&'static str, u32, u32)]| [&RECIPE[..], more].concat();
        assert_eq!(flags("3001", "101", &RECIPE), [false; 3]);
        assert_eq!(flags("3001", "101", &with(&[("1305", 2, 0)])), [false; 3], "what was added is no recipe");
        let left_out = [("1301", 0, 2), ("1101", 1, 1), ("1201", 1, 1)];
        assert_eq!(flags("3001", "101", &left_out), [false; 3], "nor is what was left out");
        assert_eq!(flags("3001", "102", &with(&[("1305", 1, 0)])), [false, true, false], "not in this size");
        assert_eq!(flags("3001", "101", &with(&[("999", 1, 0)])), [false, true, false]);
        assert_eq!(flags("3001", "101", &with(&[("999", 0, 1)])), [false, false, true], "left out, and gone");
        assert_eq!(flags("3001", "101", &[("1201", 1, 1), ("1301", 2, 1), ("1101", 1, 1)]), [false, false, true]);
        assert_eq!(flags("3001", "101", &RECIPE[..2]), [false, false, true], "the cheese is new");
        for (product, size) in [("3999", "101"), ("3005", "101"), ("3001", "100")] {
            assert_eq!(flags(product, size, &with(&[("1305", 1, 0)])), [true, false, false], "{product} {size}");
        }
        assert_eq!(flags("3999", "101", &[("999", 1, 0)]), [true, true, false]);
    }

    #[test]
    fn people_read_what_has_changed() {
        let inactive = ReorderFlags { inactive: true, recipe_outdated: true, ..ReorderFlags::default() };
        assert_eq!(inactive.text(), Some("Tuotetta ei ole enää saatavilla."));
        assert_eq!(inactive.name("Entinen"), "Entinen (poistunut valikoimasta)");
        let outdated = ReorderFlags { recipe_outdated: true, ..ReorderFlags::default() };
        assert_eq!(outdated.text(), Some("Täytteiden saatavuus tai tuotteen resepti on muuttunut."));
        assert_eq!((ReorderFlags::default().text(), outdated.name("Testipizza")), (None, "Testipizza".into()));
        assert!(ReorderFlags::default().is_unchanged() && !outdated.is_unchanged());
        let chain = test_chain();
        assert_eq!(["1305", "999"].map(|id| ordered_ingredient_name(&chain, id)), ["Pekoni", "Tuntematon täyte"]);
    }
}
