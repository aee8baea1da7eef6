//! Who ordered, and where it goes.

use std::{collections::BTreeSet, fmt};

use crate::{allergen::Allergen, geo::LatLng};

/// The contact of an order (T-28). All of it may be absent: an order that is fetched needs no address, and contact data
/// is taken away some time after the end.
#[derive(Clone, PartialEq, Default)]
pub struct Customer {
    pub name: Option<String>,
    /// Phone number, as it was given. Never goes into a log.
    pub phone: Option<String>,
    /// Street and number.
    pub street_address: Option<String>,
    /// Door, floor or flat.
    pub apartment_number: Option<String>,
    pub city: Option<String>,
    pub postal_code: Option<String>,
    /// What the driver should know.
    pub shipping_instruction: Option<String>,
    /// Where the door is; none where nobody could say.
    pub coordinates: Option<LatLng>,
    /// What whoever eats it avoids (docs/spec/ordering.md, "Allergens"): the first thing that a kitchen reads.
    pub avoid_allergens: BTreeSet<Allergen>,
    /// Whether it is brought without packaging.
    pub without_packaging: bool,
}

impl fmt::Debug for Customer {
    /// Without its contents: whatever prints an order prints no person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Customer(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_not_printed() {
        let customer = Customer { phone: Some("+358 40 000 0000".to_owned()), ..Customer::default() };
        assert_eq!(format!("{customer:?}"), "Customer(…)");
    }
}
