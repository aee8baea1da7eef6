//! Restaurants.

use domain::{
    geo::LatLng,
    hours::{HoursKind, WeekHours},
    ids::RestaurantId,
    restaurant::Restaurant,
};
use sqlx::types::Json;

use crate::{
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
};

/// The columns of [`RestaurantRow`], of `restaurants r`.
macro_rules! restaurant_columns {
    () => {
        "r.id AS r_id, r.external_id AS r_external_id, r.display_name AS r_display_name, \
         r.street_address AS r_street_address, r.postal_code AS r_postal_code, r.city AS r_city, r.phone AS r_phone, \
         r.email AS r_email, r.lat AS r_lat, r.lng AS r_lng, r.has_websale AS r_has_websale, \
         r.has_delivery AS r_has_delivery, r.is_active AS r_is_active, \
         r.no_delivery_tracking AS r_no_delivery_tracking, r.delivery_minutes AS r_delivery_minutes, \
         r.pickup_minutes AS r_pickup_minutes, r.hours AS r_hours"
    };
}
pub(crate) use restaurant_columns;

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
        hours: Json<Vec<(HoursKind, WeekHours)>>,
    }
}

impl RestaurantRow {
    pub(crate) fn restaurant(self) -> Result<Restaurant, StoreError> {
        let place = Place::new("restaurants", self.id);
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

const SAVE: &str = "INSERT INTO restaurants (id, external_id, display_name, street_address, postal_code, city, phone, \
    email, lat, lng, has_websale, has_delivery, is_active, no_delivery_tracking, delivery_minutes, pickup_minutes, \
    hours) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
    ON CONFLICT (id) DO UPDATE SET external_id = excluded.external_id, display_name = excluded.display_name, \
    street_address = excluded.street_address, postal_code = excluded.postal_code, city = excluded.city, \
    phone = excluded.phone, email = excluded.email, lat = excluded.lat, lng = excluded.lng, \
    has_websale = excluded.has_websale, has_delivery = excluded.has_delivery, is_active = excluded.is_active, \
    no_delivery_tracking = excluded.no_delivery_tracking, delivery_minutes = excluded.delivery_minutes, \
    pickup_minutes = excluded.pickup_minutes, hours = excluded.hours";

impl Store {
    /// All restaurants, by number.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn restaurants(&self) -> Result<Vec<Restaurant>, StoreError> {
        const SQL: &str = concat!("SELECT ", restaurant_columns!(), " FROM restaurants r ORDER BY r.id");
        let rows: Vec<RestaurantRow> = reading!(self, connection => {
            row::all(&sqlx::query(SQL).fetch_all(connection).await?)
        })?;
        rows.into_iter().map(RestaurantRow::restaurant).collect()
    }

    /// One restaurant.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn restaurant(&self, id: RestaurantId) -> Result<Option<Restaurant>, StoreError> {
        const SQL: &str = concat!("SELECT ", restaurant_columns!(), " FROM restaurants r WHERE r.id = $1");
        let row: Option<RestaurantRow> = reading!(self, connection => {
            row::maybe(sqlx::query(SQL).bind(id.0).fetch_optional(connection).await?.as_ref())
        })?;
        row.map(RestaurantRow::restaurant).transpose()
    }

    /// Adds restaurants, or brings those with the same number up to date. Others stay as they are.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn save_restaurants(&self, all: &[Restaurant]) -> Result<(), StoreError> {
        // In one order, so that two nodes that start together do not wait for each other in a circle.
        let mut all = all.to_vec();
        all.sort_by_key(|restaurant| restaurant.id);
        writing!(self, connection => {
            for restaurant in all {
                sqlx::query(SAVE)
                    .bind(restaurant.id.0)
                    .bind(restaurant.external_id)
                    .bind(restaurant.display_name)
                    .bind(restaurant.street_address)
                    .bind(restaurant.postal_code)
                    .bind(restaurant.city)
                    .bind(restaurant.phone)
                    .bind(restaurant.email)
                    .bind(restaurant.location.lat())
                    .bind(restaurant.location.lng())
                    .bind(restaurant.has_websale)
                    .bind(restaurant.has_delivery)
                    .bind(restaurant.is_active)
                    .bind(restaurant.no_delivery_tracking)
                    .bind(i64::from(restaurant.delivery_minutes))
                    .bind(i64::from(restaurant.pickup_minutes))
                    .bind(Json(restaurant.hours))
                    .execute(&mut *connection)
                    .await?;
            }
            Ok::<(), StoreError>(())
        })
    }
}
