//! What is out of stock: `stock.json`.

use std::collections::BTreeSet;

use crate::ids::{IngredientId, ProductId};

/// What a restaurant is out of.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OutOfStock {
    pub products: BTreeSet<ProductId>,
    pub ingredients: BTreeSet<IngredientId>,
}
