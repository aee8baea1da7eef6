//! What somebody orders most (docs/spec/people.md, "History"). Whether an item can be ordered as it was, the menu says.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::order::Item;

/// So many of somebody's newest orders are looked at.
pub const REORDER_LOOKS_AT: usize = 20;
/// The most items that are offered.
pub const MOST_REORDERED: usize = 4;

/// By what items are the same: product, size, and the doses of what is on them.
type Sameness<'o> = (&'o str, &'o str, Vec<(&'o str, u32)>);

/// The items that stood in most of somebody's orders, `most` of them; of those in equally many the newest first, and of
/// those of one order the first of its lines. Each is as it was ordered last. `orders` begin with the newest; of them the
/// first [`REORDER_LOOKS_AT`] count. What may not be ordered again as it was is left out.
#[must_use]
pub fn most_ordered<'o>(orders: &[&'o [Item]], may_be_reordered: impl Fn(&Item) -> bool, most: usize) -> Vec<&'o Item> {
    let mut found: BTreeMap<Sameness<'o>, Found<'o>> = BTreeMap::new();
    for (order, items) in orders.iter().take(REORDER_LOOKS_AT).enumerate() {
        for (line, item) in items.iter().enumerate().filter(|(_, item)| may_be_reordered(item)) {
            let Some(sameness) = sameness(item) else { continue };
            let found = found.entry(sameness).or_insert(Found { item, newest: (order, line), last: None, orders: 0 });
            // Two lines of one order count once.
            found.orders += usize::from(found.last != Some(order));
            found.last = Some(order);
        }
    }
    let mut ranked: Vec<Found<'o>> = found.into_values().collect();
    ranked.sort_unstable_by_key(|found| (Reverse(found.orders), found.newest));
    ranked.into_iter().take(most).map(|found| found.item).collect()
}

struct Found<'o> {
    /// As it was ordered last.
    item: &'o Item,
    /// Its place there: the order, the newest first, and the line.
    newest: (usize, usize),
    /// The order in which it was counted last.
    last: Option<usize>,
    orders: usize,
}

/// None of an item that the menu does not know by its product and size.
fn sameness(item: &Item) -> Option<Sameness<'_>> {
    let on = item.ingredients.iter().filter(|ingredient| ingredient.quantity > 0);
    let mut doses: Vec<_> = on
        .map(|ingredient| Some((ingredient.ingredient_id.as_deref()?, ingredient.quantity)))
        .collect::<Option<_>>()?;
    doses.sort_unstable();
    Some((item.product_id.as_deref()?, item.size_id.as_deref()?, doses))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{money::Cents, order::ItemIngredient};

    /// An item of a product, with doses of ingredients; `uuid` tells its lines apart.
    fn item(uuid: &str, product: &str, doses: &[(&str, u32)]) -> Item {
        let ingredient = |(id, quantity): &(&str, u32)| ItemIngredient {
            ingredient_id: Some((*id).to_owned()),
            name: (*id).to_owned(),
            quantity: *quantity,
            recipe_quantity: 1,
            display_order: 999,
            category_id: None,
        };
        Item {
            uuid: uuid.to_owned(),
            name: product.to_owned(),
            product_id: Some(product.to_owned()),
            size_id: Some("101".to_owned()),
            size_name: None,
            product_category_id: None,
            category_name: None,
            quantity: 1,
            item_price: Cents(1200),
            discounted_price: None,
            description: None,
            applied_campaigns: BTreeMap::new(),
            ingredients: doses.iter().map(ingredient).collect(),
        }
    }

    fn uuids(orders: &[Vec<Item>], most: usize) -> Vec<String> {
        let orders: Vec<&[Item]> = orders.iter().map(Vec::as_slice).collect();
        most_ordered(&orders, |item| item.name != "gone", most).iter().map(|item| item.uuid.clone()).collect()
    }

    #[test]
    fn what_stood_in_most_orders_is_first_then_what_is_newest() {
        let orders = [
            vec![item("a1", "kana", &[]), item("a2", "kinkku", &[])],
            vec![item("b1", "tuna", &[]), item("b2", "kinkku", &[])],
            vec![item("c1", "kinkku", &[]), item("c2", "tuna", &[]), item("c3", "vege", &[])],
            vec![item("d1", "vanha", &[])],
        ];
        assert_eq!(uuids(&orders, 4), ["a2", "b1", "a1", "c3"]);
        assert_eq!(uuids(&orders, 1), ["a2"]);
        assert_eq!(uuids(&[], 4), [""; 0]);
    }

    #[test]
    fn the_same_is_product_size_and_what_is_on_it() {
        let small = Item { size_id: Some("100".to_owned()), ..item("c1", "kinkku", &[("1301", 2), ("1201", 1)]) };
        let orders = [
            vec![item("a1", "kinkku", &[("1301", 2), ("1201", 1)])],
            vec![item("b1", "kinkku", &[("1201", 1), ("1301", 2), ("1401", 0)])],
            vec![small],
            vec![item("d1", "kinkku", &[("1301", 1), ("1201", 1)])],
        ];
        assert_eq!(uuids(&orders, 4), ["a1", "c1", "d1"], "whatever their order, and without what was left out");
    }

    #[test]
    fn lines_of_one_order_count_once_and_what_cannot_be_ordered_again_never() {
        let twice = vec![item("a1", "kana", &[]), item("a2", "kana", &[]), item("a3", "gone", &[])];
        let orders = [twice, vec![item("b1", "kinkku", &[])], vec![item("c1", "kinkku", &[]), item("c2", "gone", &[])]];
        assert_eq!(uuids(&orders, 4), ["b1", "a1"]);
        let unknown = Item { product_id: None, ..item("a1", "kana", &[]) };
        assert_eq!(uuids(&[vec![unknown]], 4), [""; 0]);
    }

    #[test]
    fn the_newest_twenty_orders_count() {
        let mut orders = vec![vec![item("a1", "kana", &[])]];
        orders.extend((0..19).map(|_| Vec::new()));
        orders.extend((0..5).map(|_| vec![item("old", "kinkku", &[])]));
        assert_eq!(uuids(&orders, 4), ["a1"]);
    }

    proptest! {
        #[test]
        fn each_is_offered_once_and_none_in_fewer_orders_goes_first(products in prop::collection::vec(prop::collection::vec(0..6_u8, 0..6), 0..25), most in 1..=4_usize) {
            let orders: Vec<Vec<Item>> = products.iter().map(|of| of.iter().map(|product| item("x", &product.to_string(), &[])).collect()).collect();
            let slices: Vec<&[Item]> = orders.iter().map(Vec::as_slice).collect();
            let offered: Vec<u8> = most_ordered(&slices, |_| true, most).iter().map(|item| item.name.parse().unwrap()).collect();
            let looked_at = || products.iter().take(REORDER_LOOKS_AT);
            let of = |product: u8| looked_at().filter(|of| of.contains(&product)).count();
            let known = (0..6).filter(|product| of(*product) > 0).count();
            prop_assert_eq!(offered.len(), known.min(most));
            prop_assert!(offered.windows(2).all(|pair| of(pair[0]) >= of(pair[1])));
            let least = offered.last().map_or(0, |last| of(*last));
            prop_assert!((0..6).filter(|product| !offered.contains(product)).all(|left| offered.len() < most || of(left) <= least));
            let mut once = offered.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), offered.len());
        }
    }
}
