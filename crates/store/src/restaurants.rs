//! Restaurants.

use std::collections::BTreeMap;

use domain::{ids::RestaurantId, restaurant::Restaurant};
use sqlx::{Row, types::Json};

use crate::{
    connection::{reading, writing},
    error::StoreError,
    restaurant_row::{RestaurantRow, restaurant_columns},
    row,
    store::Store,
};

const SAVE: &str = "INSERT INTO restaurants (id, external_id, display_name, street_address, postal_code, city, phone, \
    email, lat, lng, has_websale, has_delivery, is_active, no_delivery_tracking, delivery_minutes, pickup_minutes, \
    hours) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) \
    ON CONFLICT (id) DO UPDATE SET external_id = excluded.external_id, display_name = excluded.display_name, \
    street_address = excluded.street_address, postal_code = excluded.postal_code, city = excluded.city, \
    phone = excluded.phone, email = excluded.email, lat = excluded.lat, lng = excluded.lng, \
    has_websale = excluded.has_websale, has_delivery = excluded.has_delivery, is_active = excluded.is_active, \
    no_delivery_tracking = excluded.no_delivery_tracking, delivery_minutes = excluded.delivery_minutes, \
    pickup_minutes = excluded.pickup_minutes, hours = excluded.hours";

const ACTIVE: &str = "SELECT id FROM restaurants WHERE is_active";
const RETIRE: &str = "UPDATE restaurants SET is_active = $2 WHERE id = $1";

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
        self.write_restaurants(all, false).await
    }

    /// Does as [`Store::save_restaurants`] does, and makes all others inactive: their orders go on, and they stay.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn replace_restaurants(&self, all: &[Restaurant]) -> Result<(), StoreError> {
        self.write_restaurants(all, true).await
    }

    async fn write_restaurants(&self, all: &[Restaurant], retires_others: bool) -> Result<(), StoreError> {
        // In one order, so that two nodes that start together do not wait for each other in a circle.
        let mut rows: BTreeMap<i64, Option<Restaurant>> =
            all.iter().map(|restaurant| (restaurant.id.0, Some(restaurant.clone()))).collect();
        writing!(self, connection => {
            if retires_others {
                for row in sqlx::query(ACTIVE).fetch_all(&mut *connection).await? {
                    rows.entry(row.try_get(0)?).or_insert(None);
                }
            }
            for (id, restaurant) in rows {
                let Some(restaurant) = restaurant else {
                    sqlx::query(RETIRE).bind(id).bind(false).execute(&mut *connection).await?;
                    continue;
                };
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
