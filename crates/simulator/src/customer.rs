//! Who orders, and how one gets in.

use rand::{RngExt, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::{
    addresses::House,
    texts,
    wire::{Customer, Door},
};

/// Somebody; with a door where there is a house to deliver to.
pub(crate) fn customer(chance: &mut ChaCha8Rng, home: Option<(&House, &str)>) -> Customer {
    let first = pick(chance, &texts::FIRST_NAMES);
    let last = pick(chance, &texts::LAST_NAMES);
    Customer {
        name: format!("{first} {last}"),
        // No Finnish subscriber number begins with a zero: nobody can be called by mistake.
        phone: format!("+358 9 000 {:04}", chance.random_range(0..10_000)),
        door: home.map(|(house, city)| door(chance, house, city)),
    }
}

fn door(chance: &mut ChaCha8Rng, house: &House, city: &str) -> Door {
    let staircase = char::from(b'A' + chance.random_range(0..4_u8));
    let flat = chance.random_range(1..40);
    Door {
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
