//! An address with its place, as it is suggested and chosen.

use domain::geo::LatLng;

/// A house, or a street where no number is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// What it is asked for by; it stays the same, and says nothing.
    pub id: String,
    /// The street's name.
    pub street: String,
    /// House number; none: the street as a whole.
    pub number: Option<String>,
    /// Postal code; none where it is not known, or a street has several.
    pub postcode: Option<String>,
    pub city: String,
    /// The door; of a street, its middle house.
    pub point: LatLng,
}

impl Place {
    /// Street and number, as it is written on a letter.
    #[must_use]
    pub fn street_address(&self) -> String {
        match &self.number {
            Some(number) => format!("{} {number}", self.street),
            None => self.street.clone(),
        }
    }

    /// One line that says it all: `Vaasankatu 12, 00500 Helsinki`.
    #[must_use]
    pub fn label(&self) -> String {
        match &self.postcode {
            Some(postcode) => format!("{}, {postcode} {}", self.street_address(), self.city),
            None => format!("{}, {}", self.street_address(), self.city),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_written_as_on_a_letter() {
        let mut place = Place {
            id: "1".to_owned(),
            street: "Vaasankatu".to_owned(),
            number: Some("12".to_owned()),
            postcode: Some("00500".to_owned()),
            city: "Helsinki".to_owned(),
            point: LatLng::new(60.1878, 24.9611).unwrap(),
        };
        assert_eq!(place.label(), "Vaasankatu 12, 00500 Helsinki");
        (place.number, place.postcode) = (None, None);
        assert_eq!((place.street_address().as_str(), place.label().as_str()), ("Vaasankatu", "Vaasankatu, Helsinki"));
    }
}
