//! Tags that speak of what is on a product must be true of it.

use std::collections::BTreeSet;

use chain::{Chain, Diet, Menu, Product};
use proptest::{collection::vec, option, prelude::*};
use serde_json::{Value, json};

use super::{changed, faults};

const MENU: &str = r#"{"categories":[{"id":"pizza","name":"Pizzat"}],
 "tags":[{"name":"Vegan","imageUrl":"/v.svg","diet":"vegan"},{"name":"Kasvis","imageUrl":"/k.svg","diet":"vegetarian"},
  {"name":"Laktoositon","imageUrl":"/l.svg","diet":"lactoseFree"},{"name":"Uutuus","imageUrl":"/u.svg"}],
 "ingredients":[{"ingredientID":"1","name":"Pohja","categoryId":"dough","price":0,"diets":["lactoseFree","vegan"]},
  {"ingredientID":"2","name":"Mozzarella","categoryId":"cheese","price":1,"diets":["vegetarian","lactoseFree"],"allergens":["milk"]},
  {"ingredientID":"3","name":"Vegejuusto","categoryId":"cheese","price":1,"diets":["vegan","lactoseFree"],"dosings":{"101":{},"102":{}}},
  {"ingredientID":"4","name":"Kinkku","categoryId":"toppings","price":1,"diets":["lactoseFree"]}],
 "products":[
  {"productId":"7","productCategoryId":"pizza","name":"Perfetta","tags":["kasvis","Laktoositon","Uutuus"],"tagsByChoice":{"Vegan":["3"]},
   "sizes":[{"sizeId":"101","price":9},{"sizeId":"102","price":12}],"ingredients":["1"],
   "slots":[{"id":"cheese","categoryId":"cheese","options":["2","3"],"default":"2","display":"base","header":"h","label":"l"}]}]}"#;

fn said_of(from: &str, to: &str) -> Vec<String> {
    faults(&[("menu.json", &changed(MENU, from, to)), ("areas.json", "[]"), ("campaigns.json", "[]")])
}

#[test]
fn a_tag_that_is_not_true_of_the_product_is_said() {
    let rows: [(&str, &str, &[&str]); 12] = [
        (r#""Uutuus"],"#, r#""Uutuus"],"#, &[]),
        (
            r#""Uutuus"],"#,
            r#""VEGAN"],"#,
            &["9: products[0].tags[2]: Perfetta: tag VEGAN, but Mozzarella is not vegan"],
        ),
        (
            r#""ingredients":["1"],"#,
            r#""ingredients":["1","2","4"],"#,
            &[
                "9: products[0].tags[0]: Perfetta: tag kasvis, but Kinkku is not vegetarian",
                "9: products[0].tagsByChoice.Vegan: Perfetta: tag Vegan by choice, but Kinkku is not vegan",
            ],
        ),
        (
            r#""diets":["lactoseFree","vegan"]"#,
            r#""diets":["vegan"]"#,
            &["9: products[0].tags[1]: Perfetta: tag Laktoositon, but Pohja is not lactoseFree"],
        ),
        (
            r#""Vegan":["3"]"#,
            r#""Vegan":[]"#,
            &["9: products[0].tagsByChoice.Vegan: Perfetta: tag Vegan by choice, but Mozzarella is not vegan"],
        ),
        (
            r#""Vegan":["3"]"#,
            r#""Vegan":["4"]"#,
            &[
                "9: products[0].tagsByChoice.Vegan[0]: 4 can be chosen in no slot of the product",
                "9: products[0].tagsByChoice.Vegan: Perfetta: tag Vegan by choice, but Mozzarella is not vegan",
                "9: products[0].tagsByChoice.Vegan: Perfetta: tag Vegan by choice, but Kinkku is not vegan",
            ],
        ),
        (
            r#""Vegan":["3"]"#,
            r#""Kasvis":["3","2"]"#,
            &["9: products[0].tagsByChoice.Kasvis[1]: 2 is one too many in the slot cheese"],
        ),
        (
            r#""Vegan":["3"]"#,
            r#""Vegan":["9"]"#,
            &[
                "9: products[0].tagsByChoice.Vegan[0]: 9 can be chosen in no slot of the product",
                "9: products[0].tagsByChoice.Vegan: Perfetta: tag Vegan by choice, but Mozzarella is not vegan",
                "9: products[0].tagsByChoice.Vegan[0]: there is no ingredient 9",
            ],
        ),
        (
            r#""Vegan":["3"]"#,
            r#""Uutuus":["3"]"#,
            &["9: products[0].tagsByChoice.Uutuus: Perfetta: tag Uutuus has no diet, which a choice could suit"],
        ),
        (r#""Vegan":["3"]"#, r#""Raaka":["3"]"#, &["9: products[0].tagsByChoice.Raaka: there is no tag Raaka"]),
        (
            r#""dosings":{"101":{},"102":{}}"#,
            r#""dosings":{"101":{}}"#,
            &["9: products[0].tagsByChoice.Vegan[0]: the ingredient 3 has no dosing in the size 102"],
        ),
        (
            r#""diet":"lactoseFree"}"#,
            r#""diet":"raw"}"#,
            &["3: tags[2].diet: is \"raw\", which is none of glutenFree, lactoseFree, vegan, vegetarian"],
        ),
    ];
    for (from, to, wanted) in rows {
        let mut wanted: Vec<String> = wanted.iter().map(|line| format!("menu.json:{line}")).collect();
        let mut said = said_of(from, to);
        wanted.sort();
        said.sort();
        assert_eq!(said, wanted, "{to}");
    }
}

/// Names of tags in the order of the diets that they claim.
const TAGS: [&str; 4] = ["Gluteeniton", "Laktoositon", "Vegan", "Kasvis"];
const INGREDIENTS: usize = 7;

/// A menu of one product: diets of each ingredient, whether it is in the recipe, in which of two slots it can be chosen; the
/// slots' defaults, the tags that the product carries, and one tag that a choice in either slot makes true.
#[derive(Debug, Clone)]
struct Made {
    diets: Vec<Vec<bool>>,
    in_recipe: Vec<bool>,
    slot_of: Vec<usize>,
    defaults: [Option<usize>; 2],
    carried: Vec<bool>,
    by_choice: Option<(usize, [Option<usize>; 2])>,
}

prop_compose! {
    fn made()(
        // Mostly they suit, else hardly any tag were true.
        diets in vec(vec(prop::bool::weighted(0.85), 4), INGREDIENTS), in_recipe in vec(any::<bool>(), INGREDIENTS),
        slot_of in vec(0..3_usize, INGREDIENTS), defaults in [option::of(0..INGREDIENTS), option::of(0..INGREDIENTS)],
        carried in vec(any::<bool>(), 4),
        by_choice in option::of((0..4_usize, [option::of(0..INGREDIENTS), option::of(0..INGREDIENTS)])),
    ) -> Made {
        let of_slot = |slot: usize, id: Option<usize>| id.filter(|id| slot_of[*id] == slot + 1);
        let both = |[a, b]: [Option<usize>; 2]| [of_slot(0, a), of_slot(1, b)];
        let defaults = both(defaults);
        let by_choice = by_choice.map(|(tag, chosen)| (tag, both(chosen)));
        Made { diets, in_recipe, slot_of, defaults, carried, by_choice }
    }
}

impl Made {
    fn options(&self, slot: usize) -> Vec<usize> {
        (0..INGREDIENTS).filter(|id| self.slot_of[*id] == slot + 1).collect()
    }

    fn menu(&self) -> Value {
        let named = |diets: &[bool]| {
            let all = Diet::NAMES.iter().zip(diets);
            all.filter(|(_, suits)| **suits).map(|((name, _), _)| *name).collect::<Vec<_>>()
        };
        let ids = |all: &[usize]| all.iter().map(ToString::to_string).collect::<Vec<_>>();
        let slot = |slot: usize| {
            let default = self.defaults[slot].map(|id| id.to_string());
            json!({ "id": format!("s{slot}"), "categoryId": "cheese", "options": ids(&self.options(slot)), "default": default,
                "display": "base", "header": "h", "label": "l" })
        };
        let carried: Vec<_> = TAGS.iter().zip(&self.carried).filter(|(_, is)| **is).map(|(tag, _)| *tag).collect();
        let recipe: Vec<_> = (0..INGREDIENTS).filter(|id| self.in_recipe[*id]).collect();
        let mut product = json!({ "productId": "7", "productCategoryId": "pizza", "name": "P", "tags": carried,
            "sizes": [{ "sizeId": "101", "price": 9 }, { "sizeId": "102", "price": 12 }],
            "ingredients": ids(&recipe), "slots": [slot(0), slot(1)] });
        if let Some((tag, chosen)) = &self.by_choice {
            let chosen: Vec<_> = chosen.iter().flatten().copied().collect();
            product["tagsByChoice"] = json!({ TAGS[*tag]: ids(&chosen) });
        }
        let ingredient = |id: usize| {
            json!({ "ingredientID": id.to_string(), "name": format!("I{id}"), "categoryId": "cheese", "price": 1,
                "diets": named(&self.diets[id]) })
        };
        json!({
            "categories": [{ "id": "pizza", "name": "Pizzat" }],
            "tags": TAGS.iter().zip(Diet::NAMES)
                .map(|(name, (diet, _))| json!({ "name": name, "imageUrl": "/t.svg", "diet": diet })).collect::<Vec<_>>(),
            "ingredients": (0..INGREDIENTS).map(ingredient).collect::<Vec<_>>(), "products": [product],
        })
    }

    /// Plainly: who is on it, and does each suit?
    fn lacking(&self, diet: usize, chosen: [Option<usize>; 2]) -> usize {
        let is_taken = |id: usize| (0..2).any(|slot| chosen[slot].is_some() && self.slot_of[id] == slot + 1);
        let is_on_it = |id: &usize| (self.in_recipe[*id] || self.defaults.contains(&Some(*id))) && !is_taken(*id);
        let mut on_it: BTreeSet<usize> = (0..INGREDIENTS).filter(is_on_it).collect();
        on_it.extend(chosen.into_iter().flatten());
        // The third is vegan, which is vegetarian, the fourth, too.
        let suits = |id: &usize| self.diets[*id][diet] || (diet == 3 && self.diets[*id][2]);
        on_it.iter().filter(|id| !suits(id)).count()
    }

    fn faults(&self) -> usize {
        let carried = (0..4).filter(|tag| self.carried[*tag]).map(|tag| self.lacking(tag, [None, None])).sum::<usize>();
        carried + self.by_choice.map_or(0, |(tag, chosen)| self.lacking(tag, chosen))
    }
}

/// Whether each tag that a product carries is true of whatever is on it.
fn tells_the_truth(menu: &Menu, product: &Product) -> bool {
    let mut tags = product.tags.iter().filter_map(|name| menu.tags().iter().find(|tag| tag.name == *name)?.diet);
    let defaults = product.slots.iter().filter_map(|slot| slot.default.as_ref());
    let on_it: Vec<_> = product.recipe.iter().map(|entry| &entry.ingredient).chain(defaults).collect();
    tags.all(|diet| on_it.iter().all(|id| menu.ingredient(id.as_str()).is_some_and(|one| one.suits(diet))))
}

proptest! {
    #[test]
    fn a_chain_is_read_only_where_its_tags_are_true(made in made()) {
        let text = made.menu().to_string();
        let read = Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", &text)]);
        let said = read.as_ref().err().map_or(0, |faults| faults.0.len());
        prop_assert_eq!(said, made.faults(), "{}", text);
        if let Ok(chain) = read {
            prop_assert!(chain.menu().products().iter().all(|product| tells_the_truth(chain.menu(), product)));
        }
    }
}

#[test]
fn the_built_in_chain_tells_the_truth_of_each_of_its_products() {
    let chain = Chain::built_in();
    let menu = chain.menu();
    let speaking: Vec<_> = menu.tags().iter().filter_map(|tag| Some((tag.name.as_str(), tag.diet?))).collect();
    let wanted = [
        ("Vegan", Diet::Vegan),
        ("Kasvis", Diet::Vegetarian),
        ("Gluteeniton", Diet::GlutenFree),
        ("Laktoositon", Diet::LactoseFree),
    ];
    assert_eq!(speaking, wanted);
    for product in menu.products() {
        assert!(tells_the_truth(menu, product), "{}", product.name);
        let is_own = ["perfetta", "omavalintainen-"].iter().any(|begin| product.slug.starts_with(begin));
        assert_eq!(product.tags_by_choice.iter().any(|(tag, _)| tag == "Vegan"), is_own, "{}", product.name);
        assert!(!is_own || !product.tags.iter().any(|tag| tag == "Vegan"), "{} holds mozzarella", product.name);
    }
    let mozzarella = menu.ingredient("1101").unwrap();
    assert!(mozzarella.suits(Diet::LactoseFree) && mozzarella.allergens.contains(&chain::Allergen::Milk));
}
