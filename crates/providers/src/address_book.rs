//! The embedded geocoder: a book of houses.

use std::collections::HashMap;

use domain::geo::LatLng;

use crate::street_address::{StreetAddress, fold};

/// House numbers further apart than this are no neighbours: no answer is better than the wrong end of a long street.
const NEIGHBOUR_NUMBERS: u32 = 10;

const HEADER: &str = "street,number,postcode,city,lat,lng";
const BUILT_IN: [&str; 2] =
    [include_str!("../../../content/addresses.csv"), include_str!("../../../content/addresses-elsewhere.csv")];

/// Houses by city and street, read from `content/addresses*.csv`.
#[derive(Debug, Clone, Default)]
pub struct AddressBook {
    /// (city, street), folded → houses in the order of their numbers.
    streets: HashMap<(String, String), Vec<(u32, LatLng)>>,
}

/// A row that an address file may not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct AddressBookError {
    /// Line in its file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: &'static str,
}

impl AddressBook {
    /// The book that the binary carries: central Helsinki, and some addresses around the other demo restaurants.
    ///
    /// # Panics
    /// Never: a test reads the same files.
    #[must_use]
    pub fn built_in() -> Self {
        Self::parse(&BUILT_IN).expect("the built-in address files are tested")
    }

    /// Reads address files: a header `street,number,postcode,city,lat,lng`, then a house a line; no quoting.
    ///
    /// # Errors
    /// [`AddressBookError`] names the first bad line.
    pub fn parse(files: &[&str]) -> Result<Self, AddressBookError> {
        let mut book = Self::default();
        for file in files {
            book.add(file)?;
        }
        for houses in book.streets.values_mut() {
            houses.sort_by_key(|(number, _)| *number);
        }
        Ok(book)
    }

    /// Where a house stands: the house itself, else its nearest neighbour within ten numbers, and without a number
    /// the middle house of the street. Case, accents and what follows the house number do not matter.
    #[must_use]
    pub fn find(&self, street_address: &str, city: &str) -> Option<LatLng> {
        let StreetAddress { street, number } = StreetAddress::parse(street_address);
        let houses = self.streets.get(&(fold(city), street))?;
        let Some(number) = number else {
            return houses.get(houses.len() / 2).map(|(_, point)| *point);
        };
        houses
            .iter()
            .filter(|(other, _)| other.abs_diff(number) <= NEIGHBOUR_NUMBERS)
            .min_by_key(|(other, _)| other.abs_diff(number))
            .map(|(_, point)| *point)
    }

    fn add(&mut self, file: &str) -> Result<(), AddressBookError> {
        let mut lines = file.lines().enumerate();
        if lines.next().map(|(_, header)| header) != Some(HEADER) {
            return Err(AddressBookError { line: 1, problem: "the header is not street,number,postcode,city,lat,lng" });
        }
        for (index, row) in lines {
            let (key, house) = house(row).map_err(|problem| AddressBookError { line: index + 1, problem })?;
            self.streets.entry(key).or_default().push(house);
        }
        Ok(())
    }
}

type House = ((String, String), (u32, LatLng));

fn house(row: &str) -> Result<House, &'static str> {
    let fields: Vec<&str> = row.split(',').collect();
    let [street, number, _postcode, city, lat, lng] = fields[..] else { return Err("it needs six fields") };
    let number = number.parse().map_err(|_| "the house number is no number")?;
    let degrees = |text: &str| text.parse::<f64>().map_err(|_| "a coordinate is no number");
    let point = LatLng::new(degrees(lat)?, degrees(lng)?).map_err(|_| "the point is not on the earth")?;
    Ok(((fold(city), fold(street)), (number, point)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "street,number,postcode,city,lat,lng\n\
        Yrjönkatu,2,00120,Helsinki,60.1002,24.9\n\
        Yrjönkatu,9,00120,Helsinki,60.1009,24.9\n\
        Yrjönkatu,12,00120,Helsinki,60.1012,24.9\n\
        Yrjönkatu,12,28100,Pori,61.4812,21.8\n";

    fn lat(street_address: &str, city: &str) -> Option<f64> {
        AddressBook::parse(&[BOOK]).unwrap().find(street_address, city).map(LatLng::lat)
    }

    #[test]
    fn finds_the_house_whatever_way_it_is_written() {
        for written in ["Yrjönkatu 12", "YRJÖNKATU 12 C 24", "yrjonkatu 12c", " Yrjönkatu  12 , 00120 Helsinki"] {
            assert_eq!(lat(written, "helsinki "), Some(60.1012), "{written}");
        }
        assert_eq!(lat("Yrjönkatu 12", "Pori"), Some(61.4812));
    }

    #[test]
    fn a_missing_number_is_its_neighbour() {
        assert_eq!(lat("Yrjönkatu 3", "Helsinki"), Some(60.1002));
        assert_eq!(lat("Yrjönkatu 10", "Helsinki"), Some(60.1009));
        assert_eq!(lat("Yrjönkatu 7", "Helsinki"), Some(60.1009));
        assert_eq!(lat("Yrjönkatu 22", "Helsinki"), Some(60.1012));
        assert_eq!(lat("Yrjönkatu 23", "Helsinki"), None);
    }

    #[test]
    fn without_a_number_it_is_the_middle_of_the_street() {
        assert_eq!(lat("Yrjönkatu", "Helsinki"), Some(60.1009));
    }

    #[test]
    fn what_it_does_not_know_it_does_not_guess() {
        assert_eq!(lat("Yrjönkatu 12", "Turku"), None);
        assert_eq!(lat("Vaasankatu 12", "Helsinki"), None);
        assert_eq!(lat("", ""), None);
    }

    #[test]
    fn the_built_in_book_is_sound() {
        let book = AddressBook::built_in();
        let at = book.find("Kaisaniemenkatu 5", "Helsinki").unwrap();
        assert!(at.metres_to(LatLng::new(60.17126, 24.94785).unwrap()) < 1.0);
        for (street_address, city) in
            [("Hämeenkatu 16", "Tampere"), ("Yliopistonkatu 22", "Turku"), ("Kirkkokatu 14", "Oulu")]
        {
            assert!(book.find(street_address, city).is_some(), "{street_address}, {city}");
        }
    }

    #[test]
    fn a_bad_file_names_its_line() {
        let parse = |text: &str| AddressBook::parse(&[text]).unwrap_err().to_string();
        assert_eq!(parse("Katu,1"), "line 1: the header is not street,number,postcode,city,lat,lng");
        let rows = |row: &str| parse(&format!("{HEADER}\n{row}"));
        assert_eq!(rows("Katu,1,2"), "line 2: it needs six fields");
        assert_eq!(rows("Katu,yksi,00100,H,1,1"), "line 2: the house number is no number");
        assert_eq!(rows("Katu,1,00100,H,x,1"), "line 2: a coordinate is no number");
        assert_eq!(rows("Katu,1,00100,H,91,1"), "line 2: the point is not on the earth");
    }
}
