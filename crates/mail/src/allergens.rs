//! Allergens by the names that people read.

/// Ids of the chain's files, with their names.
const NAMES: [(&str, &str); 14] = [
    ("gluten", "gluteeni"),
    ("crustaceans", "äyriäiset"),
    ("eggs", "kananmuna"),
    ("fish", "kala"),
    ("peanuts", "maapähkinä"),
    ("soybeans", "soija"),
    ("milk", "maito"),
    ("nuts", "pähkinät"),
    ("celery", "selleri"),
    ("mustard", "sinappi"),
    ("sesame", "seesami"),
    ("sulphites", "sulfiitit"),
    ("lupin", "lupiini"),
    ("molluscs", "nilviäiset"),
];

/// The name of an allergen by its id; an id that nobody knows is its own name.
#[must_use]
pub fn allergen_name(id: &str) -> &str {
    NAMES.iter().find(|(known, _)| *known == id).map_or(id, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_name() {
        assert_eq!((allergen_name("milk"), allergen_name("gold")), ("maito", "gold"));
    }
}
