//! What a product costs as nobody changed it: the menu says what the cart then asks.

use chain::{Chain, MinuteOfDay};
use pricing::{recipe, recipe_price};

use crate::order::{example, made, order, plain, wide};

/// Holds each product of a chain in each size against a cart that has nothing else; how many were held.
fn held_against_carts(chain: &Chain, is_lunch: bool) -> usize {
    let mut held = 0;
    for product in chain.menu().products() {
        for size in &product.sizes {
            let mut order = order(vec![plain("a", product.id.as_str(), size.id.as_str(), 1)]);
            if is_lunch {
                order = order.at("2026-11-24T12:00");
                order.lunch_until = Some(MinuteOfDay::of_hour(13));
            }
            let is_lunch = is_lunch && order.moment.is_within(chain.settings().lunch);
            let said = recipe_price(chain, product, size, is_lunch);
            order.priced(chain, |priced| {
                let Some(line) = priced.lines.first() else { return };
                assert_eq!(line.item_price, said, "{} {}", product.id, size.id);
                let on: Vec<_> = line.ingredients.iter().map(|one| (&one.ingredient.id, one.quantity)).collect();
                let of_recipe = recipe(chain, product).filter(|dose| dose.quantity > 0);
                assert_eq!(on, of_recipe.map(|dose| (&dose.ingredient.id, dose.quantity)).collect::<Vec<_>>());
                held += 1;
            });
        }
    }
    held
}

#[test]
fn the_menu_says_what_the_cart_asks() {
    for chain in [example(""), wide(""), Chain::built_in()] {
        for is_lunch in [false, true] {
            let held = held_against_carts(&chain, is_lunch);
            assert!(held * 2 > chain.menu().products().len(), "{held} were held against a cart");
        }
    }
}

// spec: PD-50
#[test]
fn dips_that_come_with_a_product_cost_nothing_and_no_more_of_them_are_given() {
    let (chain, mut looked) = (Chain::built_in(), 0);
    for product in chain.menu().products() {
        for size in &product.sizes {
            let free = match (product.category.as_str(), size.id.as_str()) {
                ("monster", "202") => 2,
                ("lankku" | "minimonster" | "monster", _) => 1,
                _ => continue,
            };
            let on: Vec<_> = recipe(&chain, product).map(|dose| (dose.ingredient.id.as_str(), dose.quantity)).collect();
            let with = |dips: u32| {
                let on = [&on[..], &[("1801", dips)]].concat();
                let order = order(vec![made("a", product.id.as_str(), size.id.as_str(), &on)]);
                (order.payable(&chain), order.messages(&chain).contains(&"product/min-max-invalid-quantity"))
            };
            let price = recipe_price(&chain, product, size, false).0;
            assert_eq!(with(free), (price, false), "{} {}", product.id, size.id);
            assert!(with(free + 1).1, "{} {}", product.id, size.id);
            looked += 1;
        }
    }
    assert!(looked > 20, "{looked} sizes have dips");
}
