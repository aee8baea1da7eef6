//! Where customers live: `content/addresses*.csv`.

use std::collections::BTreeMap;

use crate::wire::CityPoint;

/// A house that can be delivered to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CityHouse {
    /// Street and number.
    pub(crate) street_address: String,
    pub(crate) postal_code: String,
    pub(crate) coordinates: CityPoint,
}

/// Houses by city.
#[derive(Debug, Clone, Default)]
pub(crate) struct Addresses(BTreeMap<String, Vec<CityHouse>>);

impl Addresses {
    /// The houses that the binary carries.
    pub(crate) fn built_in() -> Self {
        let mut cities: BTreeMap<String, Vec<CityHouse>> = BTreeMap::new();
        let files =
            [include_str!("../../../content/addresses.csv"), include_str!("../../../content/addresses-elsewhere.csv")];
        for row in files.iter().flat_map(|file| file.lines().skip(1)) {
            let (city, house) = house(row).expect("a test reads the same files");
            cities.entry(city).or_default().push(house);
        }
        Self(cities)
    }

    /// The houses of a city; none where it is not in the book.
    pub(crate) fn of(&self, city: &str) -> &[CityHouse] {
        self.0.get(city).map_or(&[], Vec::as_slice)
    }
}

/// Reads `street,number,postcode,city,lat,lng`.
fn house(row: &str) -> Option<(String, CityHouse)> {
    let fields: Vec<&str> = row.split(',').collect();
    let [street, number, postcode, city, lat, lng] = fields[..] else { return None };
    let house = CityHouse {
        street_address: format!("{street} {number}"),
        postal_code: postcode.to_owned(),
        coordinates: CityPoint { lat: lat.parse().ok()?, lng: lng.parse().ok()? },
    };
    Some((city.to_owned(), house))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_houses_can_be_delivered_to() {
        let addresses = Addresses::built_in();
        assert!(addresses.of("Helsinki").len() > 400);
        assert!(addresses.of("Oulu").len() > 3);
        assert!(addresses.of("Rovaniemi").is_empty());
        for house in addresses.0.values().flatten() {
            assert_eq!(house.postal_code.len(), 5, "{}", house.street_address);
        }
    }
}
