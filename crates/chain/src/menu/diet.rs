//! What somebody eats: facts of an ingredient, and what a tag claims.

/// A diet. What suits it is said of each ingredient: its allergens do not decide it (docs/spec/ordering.md,
/// "Ingredient").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Diet {
    GlutenFree,
    LactoseFree,
    Vegan,
    Vegetarian,
}

impl Diet {
    /// Each with its name in the files and on the wire, in the order of the names.
    pub const NAMES: [(&str, Self); 4] = [
        ("glutenFree", Self::GlutenFree),
        ("lactoseFree", Self::LactoseFree),
        ("vegan", Self::Vegan),
        ("vegetarian", Self::Vegetarian),
    ];

    /// Its name in the files and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::NAMES.iter().find(|(_, diet)| *diet == self).map_or("", |(name, _)| name)
    }

    /// Whether whatever suits this one suits the other too.
    #[must_use]
    pub fn includes(self, other: Self) -> bool {
        self == other || (self, other) == (Self::Vegan, Self::Vegetarian)
    }
}
