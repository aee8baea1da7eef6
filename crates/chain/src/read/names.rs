//! Whatever is named must exist.

use std::collections::HashSet;

use crate::{
    chain::Contents,
    fault::Fault,
    json::{Mark, ReferenceTarget},
};

/// A fault for each name of something that is in no file. Sizes exist where they are listed, and where a product has them.
pub(super) fn dangling(names: Vec<(Mark, ReferenceTarget)>, contents: &Contents) -> Vec<Fault> {
    let known = KnownNames::of(contents);
    names.into_iter().filter_map(|(mark, target)| Some(mark.fault(known.problem(&target)?))).collect()
}

struct KnownNames<'c> {
    contents: &'c Contents,
    shops: HashSet<i64>,
    campaigns: HashSet<&'c str>,
    categories: HashSet<&'c str>,
    methods: HashSet<&'c str>,
    sizes: HashSet<&'c str>,
    tags: HashSet<String>,
    benefits: HashSet<&'c str>,
}

impl<'c> KnownNames<'c> {
    fn of(contents: &'c Contents) -> Self {
        let menu = &contents.menu;
        let of_products = menu.products().iter().flat_map(|product| &product.sizes).map(|size| size.id.as_str());
        Self {
            contents,
            shops: contents.shops.iter().map(|shop| shop.id().0).collect(),
            campaigns: contents.campaigns.iter().map(|one| one.id.as_str()).collect(),
            categories: menu.categories().iter().map(|one| one.id.as_str()).collect(),
            methods: contents.methods.iter().map(|one| one.id.as_str()).collect(),
            sizes: menu.sizes().iter().map(|size| size.id.as_str()).chain(of_products).collect(),
            tags: menu.tags().iter().map(|tag| tag.name.to_lowercase()).collect(),
            benefits: contents.benefits.0.iter().map(|one| one.name.as_str()).collect(),
        }
    }

    fn problem(&self, target: &ReferenceTarget) -> Option<String> {
        let menu = &self.contents.menu;
        let (exists, what, name) = match target {
            ReferenceTarget::Benefit(name) => (self.benefits.contains(name.as_str()), "type of benefits", name.clone()),
            ReferenceTarget::Campaign(id) => (self.campaigns.contains(id.as_str()), "campaign", id.to_string()),
            ReferenceTarget::Category(id) => (self.categories.contains(id.as_str()), "category", id.to_string()),
            ReferenceTarget::Ingredient(id) => (menu.ingredient(id.as_str()).is_some(), "ingredient", id.to_string()),
            ReferenceTarget::Method(id) => (self.methods.contains(id.as_str()), "payment method", id.to_string()),
            ReferenceTarget::Product(id) => (menu.product(id.as_str()).is_some(), "product", id.to_string()),
            ReferenceTarget::Shop(id) => (self.shops.contains(&id.0), "restaurant", id.to_string()),
            ReferenceTarget::Size(id) => (self.sizes.contains(id.as_str()), "size", id.to_string()),
            ReferenceTarget::Tag(name) => (self.tags.contains(&name.to_lowercase()), "tag", name.clone()),
        };
        (!exists).then(|| format!("there is no {what} {name}"))
    }
}
