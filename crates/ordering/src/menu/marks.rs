//! Marks over a menu: what a person picks by, and what they avoid. The menu beneath stays as it is.

use std::collections::HashSet;

use chain::Allergen;

use super::listing::{MenuCategory, MenuListing, MenuProduct};

/// What a person picks by, and what they avoid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MenuPreferences {
    /// The name of a tag, in any case.
    tag: Option<String>,
    avoid: Vec<Allergen>,
}

/// An allergen that nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no such allergen")]
pub struct UnknownAllergen;

impl MenuPreferences {
    /// What a query says: the name of a tag (`rajaus`), and ids of allergens with commas between them (`avoid`).
    ///
    /// # Errors
    /// [`UnknownAllergen`].
    pub fn new(tag: Option<&str>, avoid: Option<&str>) -> Result<Self, UnknownAllergen> {
        let ids = avoid.unwrap_or_default().split(',').map(str::trim).filter(|id| !id.is_empty());
        let avoid = ids.map(|id| Allergen::parse(id).ok_or(UnknownAllergen)).collect::<Result<_, _>>()?;
        Ok(Self { tag: tag.map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_lowercase), avoid })
    }

    /// Whether they mark nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// A menu with the marks on it.
    #[must_use]
    pub fn over(&self, menu: &MenuListing) -> MenuListing {
        let categories: Vec<MenuCategory> = menu.categories.iter().map(|category| self.on_category(category)).collect();
        let kept: HashSet<&str> = products(&categories).map(|product| product.core.product_id.as_str()).collect();
        let mut highlights = menu.highlights.clone();
        highlights.items.retain(|item| kept.contains(item.product_id.as_str()));
        let mut light_delicacies = menu.light_delicacies.clone();
        light_delicacies.product_ids.retain(|id| kept.contains(id.as_str()));
        let matches = self.tag.as_ref().map(|_| kept.len());
        MenuListing {
            shop_id: menu.shop_id.clone(),
            is_lunch_time: menu.is_lunch_time,
            highlights,
            light_delicacies,
            matches,
            categories,
        }
    }

    fn on_category(&self, category: &MenuCategory) -> MenuCategory {
        let kept = category.products.iter().filter(|product| self.keeps(product));
        let products: Vec<_> =
            kept.map(|product| MenuProduct { avoided: self.avoids(product), ..product.clone() }).collect();
        MenuCategory { filtered: self.tag.is_some() && products.is_empty(), products, ..category.clone() }
    }

    fn keeps(&self, product: &MenuProduct) -> bool {
        let core = &product.core;
        let mut names = core.tags.iter().map(|own| &own.name).chain(core.tags_by_choice.keys());
        self.tag.as_ref().is_none_or(|tag| names.any(|name| name.to_lowercase() == *tag))
    }

    /// A recipe is the same in every size, so one that holds it holds it in all of them.
    fn avoids(&self, product: &MenuProduct) -> bool {
        product.core.allergens.iter().any(|id| self.avoid.iter().any(|allergen| allergen.as_str() == *id))
    }
}

fn products(categories: &[MenuCategory]) -> impl Iterator<Item = &MenuProduct> {
    categories.iter().flat_map(|category| &category.products)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::{Situation, listing, test_chain::test_chain};

    fn marked(tag: Option<&str>, avoid: Option<&str>) -> (Option<usize>, Vec<(String, bool)>, Vec<bool>) {
        let chain = test_chain();
        let menu = MenuPreferences::new(tag, avoid).unwrap().over(&listing(&chain, &Situation::default()));
        let cards = products(&menu.categories).map(|card| (card.core.product_id.clone(), card.avoided)).collect();
        (menu.matches, cards, menu.categories.iter().map(|category| category.filtered).collect())
    }

    #[test]
    fn a_tag_keeps_what_has_it_and_empties_the_rest() {
        let all = vec![("3001".to_owned(), false), ("3002".to_owned(), false)];
        assert_eq!(marked(None, None), (None, all.clone(), vec![false, false]));
        assert_eq!(marked(Some("  "), None), (None, all.clone(), vec![false, false]));
        assert_eq!(marked(Some("tuLINEN"), None), (Some(1), all[..1].to_vec(), vec![false, true]));
        assert_eq!(marked(Some("vegaN"), None), (Some(1), all[..1].to_vec(), vec![false, true]), "by choice too");
        assert_eq!(marked(Some("Uutuus"), None), (Some(0), Vec::new(), vec![true, true]));
    }

    #[test]
    fn what_is_to_be_avoided_is_marked_and_kept() {
        let avoided = |avoid| marked(None, Some(avoid)).1.into_iter().map(|(_, avoided)| avoided).collect::<Vec<_>>();
        assert_eq!(avoided("milk"), [true, false], "the default of a slot is on it");
        assert_eq!(avoided("sesame, nuts,"), [false, true]);
        assert_eq!(avoided("gluten,sesame"), [true, true]);
        assert_eq!(MenuPreferences::new(None, Some("milk,Milk")), Err(UnknownAllergen));
        assert!(
            MenuPreferences::new(None, Some(" ,")).unwrap().is_empty()
                && !MenuPreferences::new(Some("x"), None).unwrap().is_empty()
        );
    }
}
