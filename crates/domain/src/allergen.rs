//! Allergens: what is in food, and what its eater avoids.

/// The fourteen allergens of European law, in the order of their Finnish names on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Allergen {
    Gluten,
    Crustaceans,
    Eggs,
    Fish,
    Peanuts,
    Soybeans,
    Milk,
    Nuts,
    Celery,
    Mustard,
    Sesame,
    Sulphites,
    Lupin,
    Molluscs,
}

impl Allergen {
    /// Each with its id in files, tables and on the wire.
    pub const IDS: [(&str, Self); 14] = [
        ("gluten", Self::Gluten),
        ("crustaceans", Self::Crustaceans),
        ("eggs", Self::Eggs),
        ("fish", Self::Fish),
        ("peanuts", Self::Peanuts),
        ("soybeans", Self::Soybeans),
        ("milk", Self::Milk),
        ("nuts", Self::Nuts),
        ("celery", Self::Celery),
        ("mustard", Self::Mustard),
        ("sesame", Self::Sesame),
        ("sulphites", Self::Sulphites),
        ("lupin", Self::Lupin),
        ("molluscs", Self::Molluscs),
    ];

    /// The ids of some, sorted, each once.
    #[must_use]
    pub fn ids_of(all: impl IntoIterator<Item = Self>) -> Vec<&'static str> {
        let mut ids: Vec<_> = all.into_iter().map(Self::as_str).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The allergen of an id.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        Self::IDS.iter().find(|(own, _)| *own == id).map(|(_, allergen)| *allergen)
    }

    /// Its id.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::IDS.iter().find(|(_, allergen)| *allergen == self).map_or("", |(id, _)| id)
    }

    /// Its name, in Finnish (docs/spec/ordering.md, "Allergens").
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gluten => "gluteeni",
            Self::Crustaceans => "äyriäiset",
            Self::Eggs => "kananmuna",
            Self::Fish => "kala",
            Self::Peanuts => "maapähkinä",
            Self::Soybeans => "soija",
            Self::Milk => "maito",
            Self::Nuts => "pähkinät",
            Self::Celery => "selleri",
            Self::Mustard => "sinappi",
            Self::Sesame => "seesami",
            Self::Sulphites => "sulfiitit",
            Self::Lupin => "lupiini",
            Self::Molluscs => "nilviäiset",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_read_by_its_id_alone() {
        for (id, allergen) in [("gluten", Allergen::Gluten), ("milk", Allergen::Milk), ("molluscs", Allergen::Molluscs)]
        {
            assert_eq!((Allergen::parse(id), allergen.as_str()), (Some(allergen), id));
        }
        assert_eq!(Allergen::IDS.map(|(id, _)| Allergen::parse(id)), Allergen::IDS.map(|(_, allergen)| Some(allergen)));
        assert_eq!([Allergen::parse("Milk"), Allergen::parse("maito"), Allergen::parse("")], [None; 3]);
    }

    #[test]
    fn ids_stand_sorted_and_each_once() {
        assert_eq!(Allergen::ids_of([Allergen::Nuts, Allergen::Milk, Allergen::Nuts]), ["milk", "nuts"]);
        assert_eq!(Allergen::ids_of([]), [""; 0]);
    }
}
