//! The embedded geocoder: a book of houses.

mod read;
mod suggest;

use std::{
    collections::{BTreeMap, HashMap},
    fmt::{self, Write as _},
    ops::Range,
};

use domain::geo::LatLng;
use sha2::{Digest, Sha256};

use crate::{
    place::Place,
    street_address::{HouseNumber, StreetAddress, fold},
};

pub use read::AddressFault;
use read::AddressRow;
pub(crate) use suggest::{MOST as MOST_SUGGESTIONS, is_enough};

/// House numbers further apart than this are no neighbours: no answer is better than the wrong end of a long street.
const NEIGHBOUR_NUMBERS: u32 = 10;
/// A house further away than this is not where somebody stands, metres.
pub(crate) const NEAR_METRES: f64 = 200.0;
/// At least [`NEAR_METRES`] to the north, degrees.
const NEAR_DEGREES: f64 = 0.0019;

const BUILT_IN: [&str; 2] =
    [include_str!("../../../../content/addresses.csv"), include_str!("../../../../content/addresses-elsewhere.csv")];

/// Houses by street and by place, read from address files.
#[derive(Debug, Clone, Default)]
pub struct AddressBook {
    /// In the order of their folded names, then of their cities.
    streets: Vec<Street>,
    /// In the order of their streets, then of their numbers.
    houses: Vec<House>,
    /// Each word that a street begins with or goes on with, and all that follows it: `(folded street and city, street)`.
    words: Vec<(String, usize)>,
    /// The houses from south to north.
    northward: Vec<usize>,
    ids: HashMap<String, BookEntry>,
}

#[derive(Debug, Clone)]
struct Street {
    name: String,
    city: String,
    folded: String,
    folded_city: String,
    houses: Range<usize>,
}

#[derive(Debug, Clone)]
struct House {
    street: usize,
    number: String,
    house_number: HouseNumber,
    postcode: Option<String>,
    point: LatLng,
}

/// What an id stands for, by its place in its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BookEntry {
    Street(usize),
    House(usize),
    /// A number between those of a street's houses.
    Between {
        street: usize,
        number: PlainNumber,
    },
}

/// A house number of digits, and perhaps a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PlainNumber {
    digits: u32,
    letter: Option<char>,
}

impl PlainNumber {
    /// None where there is more to the number.
    fn of(number: &HouseNumber) -> Option<Self> {
        let digits = number.digits;
        let mut behind = number.folded.strip_prefix(&digits.to_string())?.chars();
        let letter = behind.next();
        let is_plain = letter.is_none_or(|letter| letter.is_ascii_lowercase()) && behind.next().is_none();
        is_plain.then_some(Self { digits, letter })
    }
}

impl fmt::Display for PlainNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digits)?;
        self.letter.map_or(Ok(()), |letter| write!(f, "{letter}"))
    }
}

/// Stands between a street's id and a number, in the id of a house that the book does not have.
const BETWEEN: char = '.';

impl AddressBook {
    /// The book that the binary carries: central Helsinki, and some addresses around the other demo restaurants.
    ///
    /// # Panics
    /// Never: a test reads the same files.
    #[must_use]
    pub fn built_in() -> Self {
        Self::parse(&BUILT_IN.map(str::as_bytes)).expect("the built-in address files are tested")
    }

    /// Reads address files: a header `street,number,postcode,city,lat,lng`, then a house a line; no quoting. Of a house
    /// that stands there twice the first counts.
    ///
    /// # Errors
    /// All that is wrong, in the order of the lines.
    pub fn parse(files: &[&[u8]]) -> Result<Self, Vec<AddressFault>> {
        let (mut rows, mut faults) = (Vec::new(), Vec::new());
        for file in files {
            read::read(file, &mut rows, &mut faults);
        }
        if faults.is_empty() { Ok(Self::of_rows(rows)) } else { Err(faults) }
    }

    fn of_rows(rows: Vec<AddressRow>) -> Self {
        let mut by_street: BTreeMap<(String, String), Vec<AddressRow>> = BTreeMap::new();
        for row in rows {
            by_street.entry((fold(&row.street), fold(&row.city))).or_default().push(row);
        }
        let mut book = Self::default();
        for ((folded, folded_city), mut rows) in by_street {
            rows.sort_by(|a, b| a.house_number.cmp(&b.house_number).then_with(|| a.postcode.cmp(&b.postcode)));
            rows.dedup_by(|next, first| next.house_number == first.house_number && next.postcode == first.postcode);
            let (begin, street) = (book.houses.len(), book.streets.len());
            let (name, city) = (rows[0].street.clone(), rows[0].city.clone());
            book.houses.extend(rows.into_iter().map(|row| {
                let AddressRow { number, house_number, postcode, point, .. } = row;
                House { street, number, house_number, postcode, point }
            }));
            book.streets.push(Street { name, city, folded, folded_city, houses: begin..book.houses.len() });
        }
        book.index();
        book
    }

    /// Makes the ways in from what is looked for.
    fn index(&mut self) {
        for (at, street) in self.streets.iter().enumerate() {
            let whole = format!("{} {}", street.folded, street.folded_city);
            let begins = street.folded.match_indices(' ').map(|(space, _)| space + 1);
            self.words.extend([0].into_iter().chain(begins).map(|begin| (whole[begin..].to_owned(), at)));
            let id = id(&[&street.folded, &street.folded_city]);
            self.ids.entry(id).or_insert(BookEntry::Street(at));
        }
        self.words.sort_unstable();
        self.northward = (0..self.houses.len()).collect();
        self.northward.sort_by(|a, b| self.houses[*a].point.lat().total_cmp(&self.houses[*b].point.lat()));
        for at in 0..self.houses.len() {
            self.ids.entry(self.house_id(&self.houses[at])).or_insert(BookEntry::House(at));
        }
    }

    /// Where a house stands: the house itself, else its nearest neighbour within ten numbers, and without a number
    /// the middle house of the street. Case, accents and what follows the house number do not matter.
    #[must_use]
    pub fn find(&self, street_address: &str, city: &str) -> Option<LatLng> {
        let StreetAddress { street, number, .. } = StreetAddress::parse(street_address);
        let city = fold(city);
        let at = self.streets.binary_search_by(|known| (&known.folded, &known.folded_city).cmp(&(&street, &city)));
        let at = at.ok()?;
        let Some(number) = number else {
            let houses = &self.houses[self.streets[at].houses.clone()];
            return houses.get(houses.len() / 2).map(|house| house.point);
        };
        self.neighbour(at, number.digits, &number.folded).map(|house| house.point)
    }

    /// The house of a street with a number, else the one within ten numbers of it.
    fn neighbour(&self, street: usize, digits: u32, folded: &str) -> Option<&House> {
        let houses = self.houses[self.streets[street].houses.clone()].iter();
        houses
            .filter(|house| house.house_number.digits.abs_diff(digits) <= NEIGHBOUR_NUMBERS)
            .min_by_key(|house| (house.house_number.digits.abs_diff(digits), house.house_number.folded != folded))
    }

    /// What an id of [`Place`] stands for.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<Place> {
        if let Some(entry) = self.ids.get(id) {
            return self.place_of(*entry);
        }
        let (street, number) = id.split_once(BETWEEN)?;
        let Some(BookEntry::Street(street)) = self.ids.get(street) else { return None };
        let read = PlainNumber::of(&HouseNumber::parse(number)?).filter(|read| read.to_string() == number)?;
        self.place_of(BookEntry::Between { street: *street, number: read })
    }

    /// The house nearest to a point, within 200 m.
    #[must_use]
    pub fn nearest(&self, point: LatLng) -> Option<Place> {
        let from = self.northward.partition_point(|at| self.houses[*at].point.lat() < point.lat() - NEAR_DEGREES);
        let band = self.northward[from..].iter().map(|at| (*at, self.houses[*at].point));
        let band = band.take_while(|(_, house)| house.lat() <= point.lat() + NEAR_DEGREES);
        let near = band.filter(|(_, house)| point.is_within(NEAR_METRES, *house));
        let nearest = near.min_by(|(_, a), (_, b)| point.metres_to(*a).total_cmp(&point.metres_to(*b)));
        nearest.and_then(|(at, _)| self.place_of(BookEntry::House(at)))
    }

    /// A place of the book; none where a number has no house near it.
    fn place_of(&self, entry: BookEntry) -> Option<Place> {
        let place = match entry {
            BookEntry::House(at) => {
                let house = &self.houses[at];
                let street = &self.streets[house.street];
                Place {
                    id: self.house_id(house),
                    street: street.name.clone(),
                    number: Some(house.number.clone()),
                    postcode: house.postcode.clone(),
                    city: street.city.clone(),
                    point: house.point,
                }
            }
            BookEntry::Street(at) => {
                let street = &self.streets[at];
                let houses = &self.houses[street.houses.clone()];
                let first = &houses[0].postcode;
                let is_same = houses.iter().all(|house| house.postcode == *first);
                Place {
                    id: id(&[&street.folded, &street.folded_city]),
                    street: street.name.clone(),
                    number: None,
                    postcode: first.clone().filter(|_| is_same),
                    city: street.city.clone(),
                    point: houses[houses.len() / 2].point,
                }
            }
            BookEntry::Between { street, number } => {
                let number_text = number.to_string();
                let house = self.neighbour(street, number.digits, &number_text)?;
                let street = &self.streets[street];
                Place {
                    id: format!("{}{BETWEEN}{number_text}", id(&[&street.folded, &street.folded_city])),
                    street: street.name.clone(),
                    number: Some(number_text),
                    postcode: house.postcode.clone(),
                    city: street.city.clone(),
                    point: house.point,
                }
            }
        };
        Some(place)
    }

    fn house_id(&self, house: &House) -> String {
        let Street { folded, folded_city, .. } = &self.streets[house.street];
        id(&[folded, folded_city, &house.house_number.folded, house.postcode.as_deref().unwrap_or_default()])
    }
}

/// An id that is the same on every node and after every reading: 64 bits of a hash, in hexadecimal.
fn id(parts: &[&str]) -> String {
    let hash = Sha256::digest(parts.join("\n"));
    hash.iter().take(8).fold(String::with_capacity(16), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "street,number,postcode,city,lat,lng\n\
        Yrjönkatu,2,00120,Helsinki,60.1002,24.9\n\
        Yrjönkatu,9,00120,Helsinki,60.1009,24.9\n\
        Yrjönkatu,12,00130,Helsinki,60.1012,24.9\n\
        Yrjönkatu,12b,00130,Helsinki,60.1013,24.9\n\
        Yrjönkatu,12,00130,Helsinki,60.2,24.9\n\
        Yrjönkatu,12,28100,Pori,61.4812,21.8\n";

    fn book() -> AddressBook {
        AddressBook::parse(&[BOOK.as_bytes()]).unwrap()
    }

    fn lat(street_address: &str, city: &str) -> Option<f64> {
        book().find(street_address, city).map(LatLng::lat)
    }

    #[test]
    fn finds_the_house_whatever_way_it_is_written() {
        for written in ["Yrjönkatu 12", "YRJÖNKATU 12 C 24", "yrjonkatu 12c", " Yrjönkatu  12 , 00120 Helsinki"] {
            assert_eq!(lat(written, "helsinki "), Some(60.1012), "{written}");
        }
        assert_eq!(lat("Yrjönkatu 12B", "Helsinki"), Some(60.1013));
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
        assert_eq!(lat("Yrjönkatu", "Helsinki"), Some(60.1012));
        assert_eq!(lat("Yrjönkatu, 00120 Helsinki", "Helsinki"), Some(60.1012));
    }

    #[test]
    fn what_it_does_not_know_it_does_not_guess() {
        assert_eq!(lat("Yrjönkatu 12", "Turku"), None);
        assert_eq!(lat("Vaasankatu 12", "Helsinki"), None);
        assert_eq!(lat("", ""), None);
        assert_eq!((book().place("0123456789abcdef"), book().place("")), (None, None));
    }

    #[test]
    fn every_house_and_street_is_found_by_its_id() {
        let book = AddressBook::built_in();
        let entries =
            (0..book.streets.len()).map(BookEntry::Street).chain((0..book.houses.len()).map(BookEntry::House));
        for entry in entries {
            let place = book.place_of(entry).unwrap();
            assert_eq!(book.place(&place.id), Some(place.clone()), "{place:?}");
        }
        // Other rows beside it do not change the id that somebody keeps.
        let alone =
            AddressBook::parse(&[b"street,number,postcode,city,lat,lng\nYRJ\xc3\x96NKATU,9,00120,Helsinki,60,24"]);
        let id = alone.unwrap().nearest(LatLng::new(60.0, 24.0).unwrap()).unwrap().id;
        assert_eq!(self::book().place(&id).unwrap().label(), "Yrjönkatu 9, 00120 Helsinki");
    }

    #[test]
    fn the_nearest_house_is_within_two_hundred_metres() {
        let at = |lat: f64, lng: f64| book().nearest(LatLng::new(lat, lng).unwrap()).map(|place| place.label());
        assert_eq!(at(60.1008, 24.9).as_deref(), Some("Yrjönkatu 9, 00120 Helsinki"));
        // 100 m and 300 m to the west.
        assert_eq!(at(60.1009, 24.8982).as_deref(), Some("Yrjönkatu 9, 00120 Helsinki"));
        assert_eq!(at(60.1009, 24.8946), None);
        assert_eq!(at(60.0975, 24.9), None);
        assert_eq!((at(90.0, 24.9), at(-90.0, 0.0), at(60.1009, -180.0)), (None, None, None));
    }

    #[test]
    fn a_street_has_a_postal_code_where_its_houses_have_one() {
        let book = book();
        let of = |city: &str| book.place(&id(&["yrjonkatu", city])).unwrap();
        assert_eq!((of("pori").label(), of("helsinki").postcode), ("Yrjönkatu, 28100 Pori".to_owned(), None));
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
}
