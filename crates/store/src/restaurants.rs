//! Restaurants.

use std::collections::BTreeMap;

use domain::{ids::RestaurantId, restaurant::Restaurant};

use crate::{
    conn::Conn,
    error::StoreError,
    json::JsonColumn,
    restaurant_row::{RESTAURANT_COLUMNS, RestaurantRow},
    row::{FromRow, Row},
    sql::Sql,
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

static ALL: Sql = Sql::new(|_| format!("SELECT {RESTAURANT_COLUMNS} FROM restaurants r ORDER BY r.id"));
static BY_ID: Sql = Sql::new(|_| format!("SELECT {RESTAURANT_COLUMNS} FROM restaurants r WHERE r.id = $1"));

/// The restaurants of a store.
#[derive(Debug, Clone, Copy)]
pub struct RestaurantStore<'s>(&'s Store);

impl Store {
    /// Its restaurants.
    #[must_use]
    pub fn restaurants(&self) -> RestaurantStore<'_> {
        RestaurantStore(self)
    }
}

impl RestaurantStore<'_> {
    /// All restaurants, by number.
    ///
    /// # Errors
    /// Where the database does not answer, or a row cannot be read.
    pub async fn all(self) -> Result<Vec<Restaurant>, StoreError> {
        let rows = self.0.read((), |conn, ()| Box::pin(conn.query(&ALL).fetch_all())).await?;
        rows.iter().map(restaurant).collect()
    }

    /// One restaurant.
    ///
    /// # Errors
    /// Where the database does not answer, or the row cannot be read.
    pub async fn by_id(self, id: RestaurantId) -> Result<Option<Restaurant>, StoreError> {
        let row = self.0.read(id, |conn, id| Box::pin(conn.query(&BY_ID).bind(id.0).fetch_optional())).await?;
        row.as_ref().map(restaurant).transpose()
    }

    /// Adds restaurants, or brings those with the same number up to date. Others stay as they are.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn save(self, all: &[Restaurant]) -> Result<(), StoreError> {
        let all = all.to_vec();
        self.0.write(move |conn| Box::pin(write(conn, all, false))).await
    }

    /// Does as [`Self::save`] does, and makes all others inactive: their orders go on, and they stay.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn replace(self, all: &[Restaurant]) -> Result<(), StoreError> {
        let all = all.to_vec();
        self.0.write(move |conn| Box::pin(write(conn, all, true))).await
    }
}

async fn write(conn: &mut Conn<'_>, all: Vec<Restaurant>, retires_others: bool) -> Result<(), StoreError> {
    // In one order, so that two nodes that start together do not wait for each other in a circle.
    let mut rows: BTreeMap<i64, Option<Restaurant>> =
        all.into_iter().map(|restaurant| (restaurant.id.0, Some(restaurant))).collect();
    if retires_others {
        for id in conn.query(ACTIVE).scalars().await? {
            rows.entry(id).or_insert(None);
        }
    }
    for (id, restaurant) in rows {
        match restaurant {
            Some(restaurant) => save(conn, restaurant).await?,
            None => drop(conn.query(RETIRE).bind(id).bind(false).execute().await?),
        }
    }
    Ok(())
}

async fn save(conn: &mut Conn<'_>, restaurant: Restaurant) -> Result<(), StoreError> {
    let query = conn
        .query(SAVE)
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
        .bind(JsonColumn(restaurant.hours));
    query.execute().await?;
    Ok(())
}

fn restaurant(row: &Row) -> Result<Restaurant, StoreError> {
    RestaurantRow::read(row)?.restaurant()
}
