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

impl Highlights {
    /// The same, and what it is silent about as another says it.
    pub(crate) fn or(self, other: &Self) -> Self {
        let list = |mine: Vec<Highlight>, others: &[Highlight]| if mine.is_empty() { others.to_vec() } else { mine };
        let text = |mine: Option<String>, other: &Option<String>| mine.or_else(|| other.clone());
        Self {
            campaign: list(self.campaign, &other.campaign),
            after_lunch: list(self.after_lunch, &other.after_lunch),
            lunch_time: list(self.lunch_time, &other.lunch_time),
            lunch_time_title: text(self.lunch_time_title, &other.lunch_time_title),
            lunch_time_description: text(self.lunch_time_description, &other.lunch_time_description),
            after_lunch_title: text(self.after_lunch_title, &other.after_lunch_title),
            after_lunch_description: text(self.after_lunch_description, &other.after_lunch_description),
            light_delicates_category_title: text(
                self.light_delicates_category_title,
                &other.light_delicates_category_title,
            ),
            light_delicates_category_description: text(
                self.light_delicates_category_description,
                &other.light_delicates_category_description,
            ),
        }
    }
}
