//! What a kitchen is out of.

use std::collections::BTreeMap;

use chain::{IngredientId, OutOfStock, ProductId, SizeId};

/// What a kitchen is out of, in all sizes or in some.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Stock {
    products: BTreeMap<ProductId, Sizes>,
    ingredients: BTreeMap<IngredientId, Sizes>,
}

/// The sizes in which something is out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Sizes {
    All,
    Some(Vec<SizeId>),
}

impl Stock {
    /// What the files say.
    #[must_use]
    pub fn of_files(out: Option<&OutOfStock>) -> Self {
        let Some(out) = out else { return Self::default() };
        Self {
            products: out.products.iter().map(|id| (id.clone(), Sizes::All)).collect(),
            ingredients: out.ingredients.iter().map(|id| (id.clone(), Sizes::All)).collect(),
        }
    }

    /// Besides, a product is out: in one size, or in all.
    pub fn add_product(&mut self, id: ProductId, size: Option<SizeId>) {
        add(&mut self.products, id, size);
    }

    /// Besides, an ingredient is out: in one size, or in all.
    pub fn add_ingredient(&mut self, id: IngredientId, size: Option<SizeId>) {
        add(&mut self.ingredients, id, size);
    }

    /// Products that are out in every size.
    pub fn products(&self) -> impl Iterator<Item = &ProductId> {
        wholly_out(&self.products)
    }

    /// Ingredients that are out in every size.
    pub fn ingredients(&self) -> impl Iterator<Item = &IngredientId> {
        wholly_out(&self.ingredients)
    }
}

fn add<K: Ord>(all: &mut BTreeMap<K, Sizes>, id: K, size: Option<SizeId>) {
    let sizes = all.entry(id).or_insert_with(|| Sizes::Some(Vec::new()));
    match (sizes, size) {
        (Sizes::All, _) => {}
        (sizes, None) => *sizes = Sizes::All,
        (Sizes::Some(sizes), Some(size)) => sizes.push(size),
    }
}

fn wholly_out<K>(all: &BTreeMap<K, Sizes>) -> impl Iterator<Item = &K> {
    all.iter().filter(|(_, sizes)| **sizes == Sizes::All).map(|(id, _)| id)
}

fn is_out<K: Ord>(all: &BTreeMap<K, Sizes>, id: &K, size: &SizeId) -> bool {
    all.get(id).is_some_and(|sizes| match sizes {
        Sizes::All => true,
        Sizes::Some(sizes) => sizes.contains(size),
    })
}

impl pricing::Stock for Stock {
    fn is_product_out(&self, product: &ProductId, size: &SizeId) -> bool {
        is_out(&self.products, product, size)
    }

    fn is_ingredient_out(&self, ingredient: &IngredientId, size: &SizeId) -> bool {
        is_out(&self.ingredients, ingredient, size)
    }
}

#[cfg(test)]
mod tests {
    use pricing::Stock as _;

    use super::*;

    #[test]
    fn what_is_out_is_out_in_its_sizes() {
        let mut stock = Stock::default();
        let (product, normal, large) = ("3001".into(), "101".into(), "102".into());
        stock.add_product("3001".into(), Some("101".into()));
        assert!(stock.is_product_out(&product, &normal) && !stock.is_product_out(&product, &large));
        assert_eq!(stock.products().count(), 0);
        stock.add_product("3001".into(), None);
        stock.add_product("3001".into(), Some("101".into()));
        assert!(stock.is_product_out(&product, &large));
        assert_eq!(stock.products().collect::<Vec<_>>(), [&product]);
        assert!(!stock.is_ingredient_out(&"3001".into(), &normal));
    }
}
