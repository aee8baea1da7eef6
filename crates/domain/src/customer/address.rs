//! A customer's addresses: what may stand in one, and which are the same (docs/spec/people.md, "Addresses").

use std::{fmt, ops::RangeInclusive};

use super::{FieldRule, WrongField};
use crate::{
    error::Code,
    geo::LatLng,
    words::{HiddenCharacter, Lines, Words, without_format},
};

/// The most addresses of an account.
pub const MOST_ADDRESSES: usize = 20;

/// The longest texts, in characters.
const LONGEST_STREET: usize = 100;
const LONGEST_APARTMENT: usize = 20;
const LONGEST_CITY: usize = 50;
const LONGEST_EXTRA: usize = 500;
/// Digits of a postal code.
const ZIP_CODE: usize = 5;
/// Where addresses lie: Finland, in degrees to the north and to the east.
const NORTH: RangeInclusive<f64> = 59.0..=71.0;
const EAST: RangeInclusive<f64> = 19.0..=32.0;

/// A coordinate as it was sent, in degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Coordinate<'a> {
    Text(&'a str),
    Number(f64),
}

/// An address as it was sent; none: absent, or `null`.
#[derive(Clone, Copy, Default)]
pub struct RawAddress<'a> {
    pub street_address: Option<&'a str>,
    pub apartment_number: Option<&'a str>,
    pub zip_code: Option<&'a str>,
    pub city: Option<&'a str>,
    pub primary_address: Option<bool>,
    pub extra_info: Option<&'a str>,
    pub latitude: Option<Coordinate<'a>>,
    pub longitude: Option<Coordinate<'a>>,
}

/// An address whose fields all fit. Optional texts that are absent are empty.
#[derive(Clone, PartialEq)]
pub struct Address {
    pub street_address: String,
    pub apartment_number: String,
    pub zip_code: String,
    pub city: String,
    pub extra_info: String,
    pub point: LatLng,
    /// Whether it is to be the primary one.
    pub wants_primary: bool,
}

impl RawAddress<'_> {
    /// Checks the fields, in the order in which an address has them.
    ///
    /// # Errors
    /// The first field that does not fit.
    pub fn check(self) -> Result<Address, WrongField> {
        let street_address = required("streetAddress", self.street_address, LONGEST_STREET)?;
        if !street_address.bytes().any(|byte| byte.is_ascii_digit()) {
            return Err(WrongField::with_code("streetAddress", Code::StreetNumberMissing));
        }
        let apartment_number = optional("apartmentNumber", self.apartment_number, LONGEST_APARTMENT)?;
        let zip_code = zip_code(self.zip_code)?;
        let city = required("city", self.city, LONGEST_CITY)?;
        let extra_info = optional("extraInfo", self.extra_info, LONGEST_EXTRA)?;
        let point = point(self.latitude, self.longitude)?;
        let wants_primary = self.primary_address.unwrap_or(false);
        Ok(Address { street_address, apartment_number, zip_code, city, extra_info, point, wants_primary })
    }
}

/// By what a door is known again, of its street, apartment, postal code and city: the case of letters is no difference.
#[must_use]
pub fn door_of(parts: [&str; 4]) -> String {
    parts.map(str::to_lowercase).join("\n")
}

impl Address {
    /// By what an address is known again: street, apartment, postal code and city, whatever the case of their letters.
    #[must_use]
    pub fn door(&self) -> String {
        door_of([&self.street_address, &self.apartment_number, &self.zip_code, &self.city])
    }

    /// The address in the place of an older one with the same door: a text that it does not have stays the older one's.
    #[must_use]
    pub fn in_place_of(self, old: &Self) -> Self {
        let kept = |new: String, old: &str| if new.is_empty() { old.to_owned() } else { new };
        Self {
            apartment_number: kept(self.apartment_number, &old.apartment_number),
            extra_info: kept(self.extra_info, &old.extra_info),
            ..self
        }
    }

    /// Its latitude and longitude as answers write them.
    #[must_use]
    pub fn coordinates(&self) -> [String; 2] {
        [self.point.lat(), self.point.lng()].map(|degrees| degrees.to_string())
    }
}

impl fmt::Debug for RawAddress<'_> {
    /// Without its contents: somebody lives there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RawAddress(…)")
    }
}

impl fmt::Debug for Address {
    /// Without its contents: somebody lives there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(…)")
    }
}

fn optional(field: &'static str, text: Option<&str>, longest: usize) -> Result<String, WrongField> {
    let breaking = |rule| WrongField::breaking(field, rule);
    let words = Words::read(text.unwrap_or_default(), Lines::One)
        .map_err(|HiddenCharacter| breaking(FieldRule::Characters))?
        .map(String::from)
        .unwrap_or_default();
    if words.chars().count() <= longest { Ok(words) } else { Err(breaking(FieldRule::Long)) }
}

fn required(field: &'static str, text: Option<&str>, longest: usize) -> Result<String, WrongField> {
    let words = optional(field, text, longest)?;
    if words.is_empty() { Err(WrongField::required(field)) } else { Ok(words) }
}

fn zip_code(text: Option<&str>) -> Result<String, WrongField> {
    let breaking = |rule| WrongField::breaking("zipCode", rule);
    let seen = without_format(text.unwrap_or_default()).map_err(|HiddenCharacter| breaking(FieldRule::Characters))?;
    let code = seen.trim();
    if code.is_empty() {
        return Err(breaking(FieldRule::Required));
    }
    let is_code = code.len() == ZIP_CODE && code.bytes().all(|byte| byte.is_ascii_digit());
    if is_code { Ok(code.to_owned()) } else { Err(breaking(FieldRule::Invalid)) }
}

fn point(latitude: Option<Coordinate<'_>>, longitude: Option<Coordinate<'_>>) -> Result<LatLng, WrongField> {
    let lat = said("latitude", latitude)?;
    let lng = said("longitude", longitude)?;
    let within = |field, said, bounds: &RangeInclusive<f64>| {
        degrees(said).filter(|degrees| bounds.contains(degrees)).ok_or(WrongField::breaking(field, FieldRule::Invalid))
    };
    let (lat, lng) = (within("latitude", lat, &NORTH)?, within("longitude", lng, &EAST)?);
    LatLng::new(lat, lng).map_err(|_| WrongField::breaking("latitude", FieldRule::Invalid))
}

/// A coordinate that somebody gave.
fn said<'a>(field: &'static str, coordinate: Option<Coordinate<'a>>) -> Result<Coordinate<'a>, WrongField> {
    let is_empty = |coordinate: &Coordinate<'_>| matches!(coordinate, Coordinate::Text(text) if text.trim().is_empty());
    coordinate.filter(|given| !is_empty(given)).ok_or(WrongField::with_code(field, Code::CoordinatesMissing))
}

fn degrees(coordinate: Coordinate<'_>) -> Option<f64> {
    match coordinate {
        Coordinate::Number(degrees) => Some(degrees),
        Coordinate::Text(text) => text.trim().parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn home() -> RawAddress<'static> {
        RawAddress {
            street_address: Some("Liisankatu 12"),
            zip_code: Some("00170"),
            city: Some("Helsinki"),
            latitude: Some(Coordinate::Text("60.1741")),
            longitude: Some(Coordinate::Number(24.9536)),
            ..RawAddress::default()
        }
    }

    /// Field, code and rule of what does not fit.
    type Wrong = (&'static str, &'static str, Option<&'static str>);

    fn wrong<'a>(change: impl FnOnce(&mut RawAddress<'a>)) -> Option<Wrong> {
        let mut raw: RawAddress<'a> = home();
        change(&mut raw);
        let wrong = raw.check().err()?;
        Some((wrong.field, wrong.code.as_str(), wrong.rule.map(FieldRule::as_str)))
    }

    #[test]
    fn what_fits_is_kept_in_its_one_spelling() {
        let raw = RawAddress {
            street_address: Some(" Liisankatu  12 "),
            apartment_number: Some("A 3"),
            extra_info: Some("Ovikoodi 1234"),
            primary_address: Some(true),
            zip_code: Some("\u{202d}00170 "),
            ..home()
        };
        let address = raw.check().unwrap();
        assert_eq!((address.street_address.as_str(), address.zip_code.as_str()), ("Liisankatu 12", "00170"));
        assert_eq!((address.apartment_number.as_str(), address.extra_info.as_str()), ("A 3", "Ovikoodi 1234"));
        assert_eq!((address.coordinates(), address.wants_primary), (["60.1741", "24.9536"].map(str::to_owned), true));
        let plain = home().check().unwrap();
        assert_eq!(
            (plain.apartment_number, plain.extra_info, plain.wants_primary),
            (String::new(), String::new(), false)
        );
    }

    #[test]
    fn each_field_has_its_fault() {
        let (long, invalid) = ("x".repeat(501), "request/invalid");
        for (found, expected) in [
            (wrong(|raw| raw.street_address = None), ("streetAddress", invalid, Some("required"))),
            (wrong(|raw| raw.street_address = Some(" ")), ("streetAddress", invalid, Some("required"))),
            (wrong(|raw| raw.street_address = Some(&long[..101])), ("streetAddress", invalid, Some("long"))),
            (wrong(|raw| raw.street_address = Some("Liisan\nkatu 1")), ("streetAddress", invalid, Some("characters"))),
            (wrong(|raw| raw.street_address = Some("Liisankatu")), ("streetAddress", "address/street-number", None)),
            (wrong(|raw| raw.apartment_number = Some(&long[..21])), ("apartmentNumber", invalid, Some("long"))),
            (wrong(|raw| raw.zip_code = None), ("zipCode", invalid, Some("required"))),
            (wrong(|raw| raw.zip_code = Some("0017")), ("zipCode", invalid, Some("invalid"))),
            (wrong(|raw| raw.zip_code = Some("0017a")), ("zipCode", invalid, Some("invalid"))),
            (wrong(|raw| raw.zip_code = Some("٠٠١٧٠")), ("zipCode", invalid, Some("invalid"))),
            (wrong(|raw| raw.city = Some("")), ("city", invalid, Some("required"))),
            (wrong(|raw| raw.city = Some(&long[..51])), ("city", invalid, Some("long"))),
            (wrong(|raw| raw.extra_info = Some(&long)), ("extraInfo", invalid, Some("long"))),
            (wrong(|raw| raw.latitude = None), ("latitude", "address/coordinates-missing", None)),
            (
                wrong(|raw| raw.longitude = Some(Coordinate::Text(" "))),
                ("longitude", "address/coordinates-missing", None),
            ),
            (wrong(|raw| raw.latitude = Some(Coordinate::Text("60,17"))), ("latitude", invalid, Some("invalid"))),
            (wrong(|raw| raw.longitude = Some(Coordinate::Number(f64::NAN))), ("longitude", invalid, Some("invalid"))),
        ] {
            assert_eq!(found, Some(expected));
        }
        let missing = wrong(|raw| (raw.latitude, raw.longitude) = (Some(Coordinate::Number(0.0)), None));
        assert_eq!(missing, Some(("longitude", "address/coordinates-missing", None)), "before what is elsewhere");
    }

    #[test]
    fn addresses_lie_in_finland() {
        let is_taken = |lat: f64, lng: f64| {
            let at = |degrees| Some(Coordinate::Number(degrees));
            wrong(|raw| (raw.latitude, raw.longitude) = (at(lat), at(lng))).is_none()
        };
        assert!(is_taken(59.0, 19.0) && is_taken(71.0, 32.0));
        assert!(!is_taken(58.9999, 24.0) && !is_taken(71.0001, 24.0));
        assert!(!is_taken(60.0, 18.9999) && !is_taken(60.0, 32.0001) && !is_taken(24.95, 60.17));
        assert!(!is_taken(f64::INFINITY, 24.0) && !is_taken(60.0, f64::NEG_INFINITY));
    }

    #[test]
    fn the_same_door_is_known_whatever_the_case() {
        let of = |street, apartment, city| {
            let raw = RawAddress {
                street_address: Some(street),
                apartment_number: Some(apartment),
                city: Some(city),
                ..home()
            };
            raw.check().unwrap().door()
        };
        let door = of("Äyritie 1", "a 3", "Espoo");
        assert_eq!(of("ÄYRITIE  1", "A 3", "ESPOO"), door);
        for other in [of("Äyritie 2", "a 3", "Espoo"), of("Äyritie 1", "", "Espoo"), of("Äyritie 1", "a 3", "Vantaa")]
        {
            assert_ne!(other, door);
        }
        let elsewhere = RawAddress { latitude: Some(Coordinate::Number(61.0)), extra_info: Some("x"), ..home() };
        assert_eq!(elsewhere.check().unwrap().door(), home().check().unwrap().door());
    }

    #[test]
    fn an_address_that_comes_again_keeps_the_texts_that_it_does_not_have() {
        let old = RawAddress { extra_info: Some("Ovikoodi 1234"), ..home() }.check().unwrap();
        let moved =
            RawAddress { latitude: Some(Coordinate::Number(60.2)), city: Some("HELSINKI"), ..home() }.check().unwrap();
        let merged = moved.clone().in_place_of(&old);
        assert_eq!((merged.extra_info.as_str(), merged.city.as_str()), ("Ovikoodi 1234", "HELSINKI"));
        assert_eq!((merged.point, merged.door()), (moved.point, old.door()));
        let said = RawAddress { extra_info: Some("Summeri"), ..home() }.check().unwrap().in_place_of(&old);
        assert_eq!(said.extra_info, "Summeri");
    }

    proptest! {
        #[test]
        fn coordinates_come_back_as_they_were(lat in 59.0..=71.0_f64, lng in 19.0..=32.0_f64) {
            let number = RawAddress { latitude: Some(Coordinate::Number(lat)), longitude: Some(Coordinate::Number(lng)), ..home() };
            let address = number.check().unwrap();
            let [latitude, longitude] = address.coordinates();
            let text = RawAddress { latitude: Some(Coordinate::Text(&latitude)), longitude: Some(Coordinate::Text(&longitude)), ..home() };
            prop_assert_eq!(text.check(), Ok(address));
        }
    }
}
