//! Who orders, and how one gets in.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    addresses::CityHouse,
    texts,
    wire::{DoorAddress, OrderingCustomer},
};

/// Telephone numbers begin so. No Finnish subscriber's begins with a zero: nobody can be called by mistake.
const AREA: &str = "+358 9 000";

/// One of a hundred telephone exchanges: by it a city knows its own customers again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Exchange(u8);

impl Exchange {
    /// That of a city; the same name has the same one.
    pub(crate) fn of(city: &str) -> Self {
        let sum = city.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        Self((sum % 100).try_into().unwrap_or_default())
    }

    /// What its numbers begin with.
    pub(crate) fn prefix(self) -> String {
        format!("{AREA} {:02} ", self.0)
    }
}

/// Somebody; with a door where there is a house to deliver to.
pub(crate) fn customer(
    chance: &mut ChaCha8Rng,
    exchange: Exchange,
    home: Option<(&CityHouse, &str)>,
) -> OrderingCustomer {
    let first = pick(chance, &texts::FIRST_NAMES);
    let last = pick(chance, &texts::LAST_NAMES);
    OrderingCustomer {
        name: format!("{first} {last}"),
        phone: format!("{}{:04}", exchange.prefix(), chance.random_range(0..10_000)),
        door: home.map(|(house, city)| door(chance, house, city)),
    }
}

fn door(chance: &mut ChaCha8Rng, house: &CityHouse, city: &str) -> DoorAddress {
    let staircase = char::from(b'A' + chance.random_range(0..4_u8));
    let flat = chance.random_range(1..40);
    DoorAddress {
        street_address: house.street_address.clone(),
        apartment_number: chance.random_bool(0.8).then(|| format!("{staircase} {flat}")),
        postal_code: house.postal_code.clone(),
        city: city.to_owned(),
        shipping_instruction: chance.random_bool(0.5).then(|| pick(chance, &texts::INSTRUCTIONS).to_owned()),
        // Where they are left out, the server has to find the door itself.
        coordinates: chance.random_bool(0.5).then_some(house.coordinates),
    }
}

/// One of a list that is not empty.
pub(crate) fn pick(chance: &mut ChaCha8Rng, list: &[&'static str]) -> &'static str {
    list.choose(chance).expect("the lists of texts are not empty")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cities_of_other_names_have_other_telephones() {
        let of = |city: &str| Exchange::of(city).prefix();
        assert_eq!(of("demo-7"), of("demo-7"));
        assert!(of("demo-7") != of("city-7") && of("demo-7") != of("demo-8"));
        assert!(of("demo-7").starts_with("+358 9 000 ") && of("demo-7").len() + 4 <= 18, "{}", of("demo-7"));
    }
}
