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
    pub postal_code: String,
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::hours::DayHours;

    pub(crate) fn kaisaniemi() -> Restaurant {
        Restaurant {
            id: RestaurantId(12),
            external_id: "1012".into(),
            display_name: "Ovelle Kaisaniemi".into(),
            street_address: "Kaisaniemenkatu 5".into(),
            postal_code: "00100".into(),
            city: "Helsinki".into(),
            phone: "+358 9 000 0112".into(),
            email: "kaisaniemi@ovelle.example".into(),
            location: LatLng::new(60.17126, 24.94785).unwrap(),
            has_websale: true,
            has_delivery: true,
            is_active: true,
            no_delivery_tracking: false,
            delivery_minutes: 40,
            pickup_minutes: 20,
            hours: Vec::new(),
        }
    }

    #[test]
    fn general_hours_are_those_of_the_house() {
        let until = |end: &str| {
            let monday = DayHours { start: "10:30".into(), end: end.into() };
            WeekHours { mon: Some(monday), ..WeekHours::default() }
        };
        let with = |hours| Restaurant { hours, ..kaisaniemi() }.general_hours();
        let house = (HoursKind::General, until("23:00"));
        assert_eq!(with(vec![(HoursKind::Delivery, until("22:00")), house]), until("23:00"));
        assert_eq!(with(vec![(HoursKind::Lunch, until("14:00"))]), WeekHours::default());
    }
}
