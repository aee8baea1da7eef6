//! What a kitchen is out of.

use std::collections::BTreeMap;

use chain::{IngredientId, OutOfStock, ProductId, SizeId};
use domain::live_state::{Article, ArticleKind, LiveState};
use jiff::Timestamp;

/// What a kitchen is out of, in all sizes or in some.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct KitchenStock {
    products: BTreeMap<ProductId, Sizes>,
    ingredients: BTreeMap<IngredientId, Sizes>,
}

/// The sizes in which something is out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Sizes {
    All,
    Some(Vec<SizeId>),
}

impl KitchenStock {
    /// What the files say.
    #[must_use]
    pub fn of_files(out: Option<&OutOfStock>) -> Self {
        let Some(out) = out else { return Self::default() };
        Self {
            products: out.products.iter().map(|id| (id.clone(), Sizes::All)).collect(),
            ingredients: out.ingredients.iter().map(|id| (id.clone(), Sizes::All)).collect(),
        }
    }

    /// What the kitchen itself says at a moment comes before what the files say.
    pub(crate) fn take_word(&mut self, state: &LiveState, now: Timestamp) {
        for Article { kind, id } in &state.back {
            match kind {
                ArticleKind::Product => drop(self.products.remove(id.as_str())),
                ArticleKind::Ingredient => drop(self.ingredients.remove(id.as_str())),
            }
        }
        for out in state.out.iter().filter(|out| out.until.is_none_or(|until| now < until)) {
            let (id, size) = (out.article.id.as_str(), out.size.as_deref().map(SizeId::from));
            match out.article.kind {
                ArticleKind::Product => self.add_product(id.into(), size),
                ArticleKind::Ingredient => self.add_ingredient(id.into(), size),
            }
        }
    }

    /// Whether it names something, in whatever size.
    pub(crate) fn names(&self, article: &Article) -> bool {
        match article.kind {
            ArticleKind::Product => self.products.contains_key(article.id.as_str()),
            ArticleKind::Ingredient => self.ingredients.contains_key(article.id.as_str()),
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

impl pricing::Stock for KitchenStock {
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
        let mut stock = KitchenStock::default();
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

    #[test]
    fn a_kitchen_s_own_word_comes_before_the_files() {
        let files = OutOfStock { products: ["3001".into(), "3002".into()].into(), ingredients: ["1301".into()].into() };
        let article = |kind, id: &str| Article { kind, id: id.to_owned() };
        let until = Timestamp::from_second(100).unwrap();
        let out = |kind, id, size: Option<&str>| domain::live_state::StockOut {
            article: article(kind, id),
            size: size.map(str::to_owned),
            until: Some(until),
            by: "kitchen".to_owned(),
            at: Timestamp::UNIX_EPOCH,
        };
        let (product, ingredient) = (ArticleKind::Product, ArticleKind::Ingredient);
        let state = LiveState {
            back: vec![article(product, "3001"), article(ingredient, "1301")],
            out: vec![out(product, "3003", None), out(ingredient, "1301", Some("101"))],
            ..LiveState::default()
        };
        let at = |second| {
            let mut stock = KitchenStock::of_files(Some(&files));
            stock.take_word(&state, Timestamp::from_second(second).unwrap());
            stock
        };
        let before = at(99);
        assert_eq!(before.products().map(ProductId::as_str).collect::<Vec<_>>(), ["3002", "3003"]);
        assert!(before.is_ingredient_out(&"1301".into(), &"101".into()));
        assert!(!before.is_ingredient_out(&"1301".into(), &"102".into()));
        let after = at(100);
        assert_eq!(after.products().map(ProductId::as_str).collect::<Vec<_>>(), ["3002"]);
        assert!(!after.is_ingredient_out(&"1301".into(), &"101".into()), "it ends by itself");
    }
}
