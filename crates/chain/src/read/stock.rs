//! `stock.json`.

use std::collections::HashMap;

use domain::ids::RestaurantId;

use crate::{
    json::{Node, Seen},
    stock::OutOfStock,
};

pub(super) fn stock(root: &Node<'_>) -> HashMap<RestaurantId, OutOfStock> {
    let mut seen = Seen::default();
    let rows = root.list(|node| {
        node.object(|fields| {
            let node = fields.must("shopId");
            let shop = node.shop();
            if shop.0 != 0 {
                seen.take(&node, "the restaurant", &shop);
            }
            let out = OutOfStock {
                products: fields.maybe_list("products", Node::product).into_iter().collect(),
                ingredients: fields.maybe_list("ingredients", Node::ingredient).into_iter().collect(),
            };
            (shop, out)
        })
    });
    rows.into_iter().collect()
}
