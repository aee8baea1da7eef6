//! Where an order comes from, and when that place is open.

use domain::{
    hours::{DayHours, WeekHours},
    restaurant::Restaurant,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::LatLngPayload;

/// Where an order comes from.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedRestaurant {
    pub restaurant_id: String,
    pub display_name: String,
    pub no_delivery_tracking: bool,
    pub coordinates: LatLngPayload,
    pub phone: String,
    pub email: String,
    pub address: RestaurantAddress,
    pub opening_hours: WeekHoursPayload,
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
#[schema(as = WeekHours)]
pub struct WeekHoursPayload {
    #[schema(required)]
    pub mon: Option<DayHoursPayload>,
    #[schema(required)]
    pub tue: Option<DayHoursPayload>,
    #[schema(required)]
    pub wed: Option<DayHoursPayload>,
    #[schema(required)]
    pub thu: Option<DayHoursPayload>,
    #[schema(required)]
    pub fri: Option<DayHoursPayload>,
    #[schema(required)]
    pub sat: Option<DayHoursPayload>,
    #[schema(required)]
    pub sun: Option<DayHoursPayload>,
}

/// One day's hours, `HH:MM` in Helsinki. An end at or before the start belongs to the next day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DayHours)]
pub struct DayHoursPayload {
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

impl From<DayHours> for DayHoursPayload {
    fn from(hours: DayHours) -> Self {
        Self { start: hours.start, end: hours.end }
    }
}

impl From<WeekHours> for WeekHoursPayload {
    fn from(week: WeekHours) -> Self {
        Self {
            mon: week.mon.map(DayHoursPayload::from),
            tue: week.tue.map(DayHoursPayload::from),
            wed: week.wed.map(DayHoursPayload::from),
            thu: week.thu.map(DayHoursPayload::from),
            fri: week.fri.map(DayHoursPayload::from),
            sat: week.sat.map(DayHoursPayload::from),
            sun: week.sun.map(DayHoursPayload::from),
        }
    }
}
