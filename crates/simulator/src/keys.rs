//! Whose keys the city makes its calls with: a server shows watchers who said what.

use std::fmt;

/// The keys of those who live in the city; each may reach the whole chain.
#[derive(Clone, PartialEq, Eq)]
pub struct CityKeys {
    /// Of the shop that takes the orders.
    pub shop: String,
    pub kitchen: String,
    /// Of those who put deliveries into cars.
    pub dispatch: String,
    pub driver: String,
}

impl CityKeys {
    /// One key for all of them.
    #[must_use]
    pub fn same(key: &str) -> Self {
        let key = || key.to_owned();
        Self { shop: key(), kitchen: key(), dispatch: key(), driver: key() }
    }

    /// The key of whoever reports this status.
    pub(crate) fn of_status(&self, status: i16) -> &str {
        match status {
            5..=7 => &self.dispatch,
            8..=11 => &self.driver,
            12 => &self.shop,
            _ => &self.kitchen,
        }
    }
}

impl fmt::Debug for CityKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CityKeys(…)")
    }
}
