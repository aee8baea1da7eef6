//! What products are ordered by: categories, sizes, tags.

use crate::{
    ids::{ProductCategoryId, SizeId},
    menu::Diet,
};

/// What a size is, wherever it is called so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SizeKind {
    Small,
    Medium,
    Large,
    /// Whatever is not listed, such as a bottle's.
    Special,
}

/// A size that several products have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    pub id: SizeId,
    pub name: String,
    pub kind: SizeKind,
}

/// A category of products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    pub id: ProductCategoryId,
    pub name: String,
    pub description: Option<String>,
    /// The lower, the higher on the page.
    pub display_order: u32,
    pub image: Option<String>,
    pub show_description: bool,
    pub hidden: bool,
}

impl Category {
    /// Categories that are hidden unless the data says otherwise (docs/spec/ordering.md, "Menu").
    pub const HIDDEN: [&str; 3] = ["minimonster", "alcohol", "etu-pizza"];
    /// The place of what names none.
    pub const LAST: u32 = 999;
}

/// What products can be picked by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub image_url: String,
    /// What it claims of all that is on a product; none: nothing of the kind.
    pub diet: Option<Diet>,
}
