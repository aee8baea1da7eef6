//! What tags claim of products, held against what is on them (docs/spec/ordering.md, "Product").

use std::collections::HashMap;

use crate::{
    ids::IngredientId,
    json::{JsonFields, JsonNode, SeenNames},
    menu::{Diet, Ingredient, ProductSize, RecipeEntry, Slot, Tag},
};

use super::{MenuLookup, slots::must_be_dosed};

/// What tags speak of, by their names in small letters.
pub(super) struct Claims(HashMap<String, Option<Diet>>);

impl Claims {
    pub(super) fn new(tags: &[Tag]) -> Self {
        Self(tags.iter().map(|tag| (tag.name.to_lowercase(), tag.diet)).collect())
    }

    fn of(&self, tag: &str) -> Option<Diet> {
        self.0.get(&tag.to_lowercase()).copied().flatten()
    }

    fn is_of_something_else(&self, tag: &str) -> bool {
        self.0.get(&tag.to_lowercase()).is_some_and(Option::is_none)
    }
}

/// A product whose tags are read: what is on it as it is sold, which is the same in every size.
pub(super) struct Claimed<'p> {
    pub(super) name: &'p str,
    pub(super) sizes: &'p [ProductSize],
    pub(super) recipe: &'p [RecipeEntry],
    pub(super) slots: &'p [Slot],
    pub(super) known: &'p MenuLookup<'p>,
}

impl Claimed<'_> {
    /// `tags?`, each true of what is on the product.
    pub(super) fn tags(&self, fields: &JsonFields<'_>) -> Vec<String> {
        fields.maybe_list("tags", |node| {
            let tag = node.tag();
            self.must_be_true(node, &tag, None);
            tag
        })
    }

    /// `tagsByChoice?`: what is to be chosen in the product's slots for a tag to be true.
    pub(super) fn tags_by_choice(&self, fields: &JsonFields<'_>) -> Vec<(String, Vec<IngredientId>)> {
        let Some(node) = fields.maybe("tagsByChoice") else { return Vec::new() };
        node.entries(|tag, node| {
            node.names_tag(tag);
            let (mut chosen, mut ids) = (Vec::new(), SeenNames::default());
            for node in node.elements().unwrap_or_default() {
                let id = node.ingredient();
                ids.take(&node, "the ingredient", &id);
                self.must_be_choice(&node, &id, &chosen);
                chosen.push(id);
            }
            if self.known.claims.is_of_something_else(tag) {
                node.fault(format_args!("{}: tag {tag} has no diet, which a choice could suit", self.name));
            }
            self.must_be_true(node, tag, Some(&chosen));
            (tag.to_owned(), chosen)
        })
    }

    /// Records each ingredient of the product that the tag's diet does not allow.
    fn must_be_true(&self, node: &JsonNode<'_>, tag: &str, chosen: Option<&[IngredientId]>) {
        let Some(diet) = self.known.claims.of(tag) else { return };
        let by_choice = if chosen.is_some() { " by choice" } else { "" };
        for ingredient in self.on_it(chosen.unwrap_or_default()).filter(|ingredient| !ingredient.suits(diet)) {
            let (name, lacking, diet) = (self.name, &ingredient.name, diet.as_str());
            node.fault(format_args!("{name}: tag {tag}{by_choice}, but {lacking} is not {diet}"));
        }
    }

    /// Records a choice that nobody can make in each size: of no slot, one too many, or not dosed.
    fn must_be_choice(&self, node: &JsonNode<'_>, id: &IngredientId, before: &[IngredientId]) {
        if !node.is_text() {
            return;
        }
        let Some(slot) = self.slots.iter().find(|slot| slot.options.contains(id)) else {
            return node.fault(format_args!("{id} can be chosen in no slot of the product"));
        };
        let in_slot = before.iter().filter(|other| slot.options.contains(other)).count();
        if self.sizes.iter().any(|size| in_slot >= usize::try_from(slot.max(&size.id)).unwrap_or(usize::MAX)) {
            node.fault(format_args!("{id} is one too many in the slot {}", slot.id));
        }
        must_be_dosed(node, id, self.sizes, self.known);
    }

    /// What is on it with these choices; what is chosen takes the place of all that its slot holds otherwise.
    fn on_it<'c>(&'c self, chosen: &'c [IngredientId]) -> impl Iterator<Item = &'c Ingredient> {
        let is_chosen = |slot: &&Slot| slot.options.iter().any(|option| chosen.contains(option));
        let taken: Vec<&IngredientId> = self.slots.iter().filter(is_chosen).flat_map(|slot| &slot.options).collect();
        let of_recipe = self.recipe.iter().map(|entry| &entry.ingredient);
        let mut defaults: Vec<&IngredientId> = self.slots.iter().filter_map(|slot| slot.default.as_ref()).collect();
        defaults.retain(|id| self.recipe.iter().all(|entry| entry.ingredient != **id));
        let stays = of_recipe.chain(defaults).filter(move |id| !taken.contains(id));
        stays.chain(chosen).filter_map(|id| self.known.ingredients.get(id).copied())
    }
}
