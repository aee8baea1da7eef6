//! How restaurants stand in their table.

use domain::{
    geo::LatLng,
    hours::{HoursKind, WeekHours},
    ids::RestaurantId,
    restaurant::Restaurant,
};

use crate::{
    error::StoreError,
    json::JsonColumn,
    row::{ValueLocation, row},
};

/// The columns of [`RestaurantRow`], of `restaurants r`.
pub(crate) const RESTAURANT_COLUMNS: &str = "r.id AS r_id, r.external_id AS r_external_id, r.display_name AS r_display_name, \
     r.street_address AS r_street_address, r.postal_code AS r_postal_code, r.city AS r_city, r.phone AS r_phone, \
     r.email AS r_email, r.lat AS r_lat, r.lng AS r_lng, r.has_websale AS r_has_websale, \
     r.has_delivery AS r_has_delivery, r.is_active AS r_is_active, \
     r.no_delivery_tracking AS r_no_delivery_tracking, r.delivery_minutes AS r_delivery_minutes, \
     r.pickup_minutes AS r_pickup_minutes, r.hours AS r_hours";

row! {
    struct RestaurantRow of "restaurants" by "r_id" named "r_" {
        id: i64,
        external_id: String,
        display_name: String,
        street_address: String,
        postal_code: String,
        city: String,
        phone: String,
        email: String,
        lat: f64,
        lng: f64,
        has_websale: bool,
        has_delivery: bool,
        is_active: bool,
        no_delivery_tracking: bool,
        delivery_minutes: i64,
        pickup_minutes: i64,
        hours: JsonColumn<Vec<(HoursKind, WeekHours)>>,
    }
}

impl RestaurantRow {
    pub(crate) fn restaurant(self) -> Result<Restaurant, StoreError> {
        let place = ValueLocation::new("restaurants", self.id);
        Ok(Restaurant {
            id: RestaurantId(self.id),
            location: place.sound("lat", LatLng::new(self.lat, self.lng).ok())?,
            delivery_minutes: place.sound("delivery_minutes", u32::try_from(self.delivery_minutes).ok())?,
            pickup_minutes: place.sound("pickup_minutes", u32::try_from(self.pickup_minutes).ok())?,
            external_id: self.external_id,
            display_name: self.display_name,
            street_address: self.street_address,
            postal_code: self.postal_code,
            city: self.city,
            phone: self.phone,
            email: self.email,
            has_websale: self.has_websale,
            has_delivery: self.has_delivery,
            is_active: self.is_active,
            no_delivery_tracking: self.no_delivery_tracking,
            hours: self.hours.0,
        })
    }
}
