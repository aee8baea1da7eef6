//! Slices of the loyalty card that products bring.

use super::{Menu, Product, SizeKind};
use crate::ids::SizeId;

/// Categories of which a unit brings slices by the kind of its size.
const WITH_SLICES: [&str; 5] = ["pizza", "monster", "lankku", "kotzone", "rulla"];

impl Menu {
    /// The slices that a unit of a product in a size brings (docs/spec/people.md, "Slices of a unit").
    #[must_use]
    pub fn loyalty_slices(&self, product: &Product, size: &SizeId) -> u32 {
        if let Some(own) = product.loyalty_slices.as_ref().and_then(|slices| slices.get(size)) {
            return own;
        }
        if !WITH_SLICES.contains(&product.category.as_str()) {
            return 0;
        }
        match self.size_kind(size) {
            SizeKind::Medium => 1,
            SizeKind::Large => 2,
            SizeKind::Small | SizeKind::Special => 0,
        }
    }
}
