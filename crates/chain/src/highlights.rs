//! What the menu begins with: `highlights.json`.

use crate::ids::ProductId;

/// A product with a text of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub product: ProductId,
    pub menu_card_text: String,
}

/// Highlights by their time of day, with titles. A CMS story wins over the texts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Highlights {
    pub campaign: Vec<Highlight>,
    pub after_lunch: Vec<Highlight>,
    pub lunch_time: Vec<Highlight>,
    pub lunch_time_title: Option<String>,
    pub lunch_time_description: Option<String>,
    pub after_lunch_title: Option<String>,
    pub after_lunch_description: Option<String>,
    pub light_delicates_category_title: Option<String>,
    pub light_delicates_category_description: Option<String>,
}
