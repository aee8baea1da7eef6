//! `stock.json`.

use std::collections::HashMap;

use domain::ids::RestaurantId;

use crate::{
    json::{JsonNode, SeenNames},
    stock::OutOfStock,
};

pub(super) fn stock(root: &JsonNode<'_>) -> HashMap<RestaurantId, OutOfStock> {
    let mut seen = SeenNames::default();
    let rows = root.list(|node| {
        node.object(|fields| {
            let node = fields.must("shopId");
            let shop = node.shop();
            if shop.0 != 0 {
                seen.take(&node, "the restaurant", &shop);
            }
            let out = OutOfStock {
                products: fields.maybe_list("products", JsonNode::product).into_iter().collect(),
                ingredients: fields.maybe_list("ingredients", JsonNode::ingredient).into_iter().collect(),
            };
            (shop, out)
        })
    });
    rows.into_iter().collect()
}
