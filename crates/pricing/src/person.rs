//! Who asks, and what is known beside the chain's files.

use std::fmt;

use chain::{IngredientId, OutOfStock, ProductId, PromotionCode, SizeId};

/// Who asks for a price (docs/spec/ordering.md, "Who calls").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buyer {
    pub kind: PersonKind,
    /// Whether they are old enough for what is age-restricted, on the judged day.
    pub is_adult: bool,
}

/// The kinds of people who ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PersonKind {
    /// Nobody is signed in.
    Guest,
    /// A customer who is signed in.
    Customer,
    /// A customer of the loyalty programme.
    Member,
    /// Somebody who orders for a caller.
    CallCentre,
}

impl Buyer {
    /// Nobody who is known.
    pub const GUEST: Self = Self { kind: PersonKind::Guest, is_adult: false };

    pub(crate) fn is_signed_in(self) -> bool {
        self.kind != PersonKind::Guest
    }

    pub(crate) fn is_member(self) -> bool {
        self.kind == PersonKind::Member
    }

    /// Whether they may order what is age-restricted: the call centre never does.
    #[must_use]
    pub fn may_order_alcohol(self) -> bool {
        self.is_adult && matches!(self.kind, PersonKind::Customer | PersonKind::Member)
    }
}

/// What is out of stock where the order is made.
pub trait Stock: fmt::Debug {
    /// Whether a product is out in a size.
    fn is_product_out(&self, product: &ProductId, size: &SizeId) -> bool;
    /// Whether an ingredient is out in a size.
    fn is_ingredient_out(&self, ingredient: &IngredientId, size: &SizeId) -> bool;
}

/// The stock of the files alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct StockOf<'a>(pub Option<&'a OutOfStock>);

impl Stock for StockOf<'_> {
    fn is_product_out(&self, product: &ProductId, _: &SizeId) -> bool {
        self.0.is_some_and(|out| out.products.contains(product))
    }

    fn is_ingredient_out(&self, ingredient: &IngredientId, _: &SizeId) -> bool {
        self.0.is_some_and(|out| out.ingredients.contains(ingredient))
    }
}

/// What is known of codes beside the files: who has used them, and whose benefits they are.
pub trait CodeLookUp: fmt::Debug {
    /// Whether this caller has tried too many codes before this one: it is not looked up then.
    fn is_blocked(&self, _: &PromotionCode) -> bool {
        false
    }

    /// How often orders have used a code that has a limit.
    fn uses(&self, code: &PromotionCode) -> u32;

    /// The type of a benefit that this person may use by this code; none where there is none.
    fn benefit_type(&self, code: &PromotionCode) -> Option<&str>;
}

/// No code was used, and nobody has benefits.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoCodes;

impl CodeLookUp for NoCodes {
    fn uses(&self, _: &PromotionCode) -> u32 {
        0
    }

    fn benefit_type(&self, _: &PromotionCode) -> Option<&str> {
        None
    }
}
