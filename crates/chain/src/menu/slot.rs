//! Places of a product that hold one of several ingredients.

use crate::{
    ids::{IngredientId, SizeId, SlotId},
    menu::IngredientCategory,
    per_size::PerSize,
};

/// How a slot is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SlotDisplay {
    Base,
    Select,
    SelectUpsell,
    IngredientExtra,
}

impl SlotDisplay {
    /// Each with its name in the files.
    pub const NAMES: [(&str, Self); 4] = [
        ("base", Self::Base),
        ("select", Self::Select),
        ("select-upsell", Self::SelectUpsell),
        ("ingredient-extra", Self::IngredientExtra),
    ];

    /// Its name in the files and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, display)| *display == self).map_or("", |(name, _)| name)
    }
}

/// A place of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    pub id: SlotId,
    pub category: IngredientCategory,
    pub options: Vec<IngredientId>,
    /// What is in it unless the customer chooses: one dose of the recipe, listed there or not.
    pub default: Option<IngredientId>,
    pub required: bool,
    pub(crate) free: PerSize<u32>,
    pub(crate) max: PerSize<u32>,
    pub display: SlotDisplay,
    pub header: String,
    pub label: String,
    pub error_message: Option<String>,
    pub show_price: bool,
    pub give_discount_for_change: bool,
    pub must_be_seen: bool,
}

impl Slot {
    /// How many chosen doses beside the default's cost nothing in a size.
    #[must_use]
    pub fn free(&self, size: &SizeId) -> u32 {
        self.free.get(size).unwrap_or(0)
    }

    /// The most doses in a size: as the data says, else as many as are free, and one at least.
    #[must_use]
    pub fn max(&self, size: &SizeId) -> u32 {
        self.max.get(size).unwrap_or_else(|| self.free(size).max(1))
    }
}
