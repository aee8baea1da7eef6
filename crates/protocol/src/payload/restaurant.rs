//! Where an order comes from, and when that place is open.

use domain::{
    hours::{DayHours as DomainDayHours, WeekHours as DomainWeekHours},
    restaurant::Restaurant,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::LatLng;

/// Where an order comes from.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedRestaurant {
    pub restaurant_id: String,
    pub display_name: String,
    pub no_delivery_tracking: bool,
    pub coordinates: LatLng,
    pub phone: String,
    pub email: String,
    pub address: RestaurantAddress,
    pub opening_hours: WeekHours,
}

/// A restaurant's address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestaurantAddress {
    pub street_address: String,
    pub postal_code: String,
    pub city: String,
}

/// A week of opening hours; null where a day is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct WeekHours {
    #[schema(required)]
    pub mon: Option<DayHours>,
    #[schema(required)]
    pub tue: Option<DayHours>,
    #[schema(required)]
    pub wed: Option<DayHours>,
    #[schema(required)]
    pub thu: Option<DayHours>,
    #[schema(required)]
    pub fri: Option<DayHours>,
    #[schema(required)]
    pub sat: Option<DayHours>,
    #[schema(required)]
    pub sun: Option<DayHours>,
}

/// One day's hours, `HH:MM` in Helsinki. An end at or before the start belongs to the next day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DayHours {
    pub start: String,
    pub end: String,
}

impl From<&Restaurant> for TrackedRestaurant {
    fn from(restaurant: &Restaurant) -> Self {
        Self {
            restaurant_id: restaurant.id.to_string(),
            display_name: restaurant.display_name.clone(),
            no_delivery_tracking: restaurant.no_delivery_tracking,
            coordinates: restaurant.location.into(),
            phone: restaurant.phone.clone(),
            email: restaurant.email.clone(),
            address: RestaurantAddress {
                street_address: restaurant.street_address.clone(),
                postal_code: restaurant.postal_code.clone(),
                city: restaurant.city.clone(),
            },
            opening_hours: restaurant.general_hours().into(),
        }
    }
}

impl From<DomainDayHours> for DayHours {
    fn from(hours: DomainDayHours) -> Self {
        Self { start: hours.start, end: hours.end }
    }
}

impl From<DomainWeekHours> for WeekHours {
    fn from(week: DomainWeekHours) -> Self {
        Self {
            mon: week.mon.map(DayHours::from),
            tue: week.tue.map(DayHours::from),
            wed: week.wed.map(DayHours::from),
            thu: week.thu.map(DayHours::from),
            fri: week.fri.map(DayHours::from),
            sat: week.sat.map(DayHours::from),
            sun: week.sun.map(DayHours::from),
        }
    }
}
