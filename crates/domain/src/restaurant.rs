//! A restaurant, as far as orders and their watchers need it.

use crate::{
    geo::LatLng,
    hours::{HoursKind, WeekHours},
    ids::RestaurantId,
};

/// A restaurant of the chain (RS-01).
#[derive(Debug, Clone, PartialEq)]
pub struct Restaurant {
    /// Its number.
    pub id: RestaurantId,
    /// The number that other systems know it by.
    pub external_id: String,
    /// Its name, as people read it.
    pub display_name: String,
    /// Street and number.
    pub street_address: String,
    /// Postal code.
    pub postal_code: String,
    /// City.
    pub city: String,
    /// Phone number.
    pub phone: String,
    /// E-mail address.
    pub email: String,
    /// Where it stands.
    pub location: LatLng,
    /// Whether it sells on the web.
    pub has_websale: bool,
    /// Whether it delivers.
    pub has_delivery: bool,
    /// Whether it is in business.
    pub is_active: bool,
    /// Whether its deliveries cannot be followed past the kitchen (T-49).
    pub no_delivery_tracking: bool,
    /// Minutes from order to door, right now.
    pub delivery_minutes: u32,
    /// Minutes from order to counter, right now.
    pub pickup_minutes: u32,
    /// Its hours by kind.
    pub hours: Vec<(HoursKind, WeekHours)>,
}

impl Restaurant {
    /// The general hours, empty where none are given.
    #[must_use]
    pub fn general_hours(&self) -> WeekHours {
        let general = self.hours.iter().find(|(kind, _)| *kind == HoursKind::General);
        general.map(|(_, week)| week.clone()).unwrap_or_default()
    }
}
