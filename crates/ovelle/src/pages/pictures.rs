//! Pictures of the food in the first paint, before any script has run.

use std::{collections::HashMap, fmt::Write as _};

use chain::{Chain, Product};
use pricing::recipe;

/// The files that the pages' build has drawn, by what each is a picture of.
#[derive(Debug, Default)]
pub(crate) struct Pictures(HashMap<String, String>);

impl Pictures {
    /// As the build says it: products with their recipes, and the paths of their files.
    pub(crate) fn new(said: &str) -> Self {
        Self(serde_json::from_str(said).unwrap_or_default())
    }

    /// The path of a product's picture: its own, else the drawn one. None where the page has to draw it.
    pub(crate) fn path_of<'p>(&'p self, chain: &Chain, product: &'p Product) -> Option<&'p str> {
        product.image_path.as_deref().or_else(|| self.0.get(&pictured(chain, product)).map(String::as_str))
    }
}

/// What a picture depends on, as `web/pictures/plugin.ts` writes it.
fn pictured(chain: &Chain, product: &Product) -> String {
    let mut said = format!("{} {}", product.id, product.name);
    for dose in recipe(chain, product) {
        let _infallible = write!(said, " {}:{}", dose.ingredient.id, dose.quantity);
    }
    said
}
