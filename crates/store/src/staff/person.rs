//! The people of the chain, as they stand in their table.

use domain::{
    ids::RestaurantId,
    staff::{Email, Roles},
};
use jiff::Timestamp;
use sqlx::types::Json;

use crate::{
    error::StoreError,
    row::{Place, row},
    ts::Ts,
};

/// Somebody to be let in.
#[derive(Debug, Clone)]
pub struct NewStaff {
    /// By what they sign in.
    pub email: Email,
    /// Their password's hash, in the PHC form.
    pub password_hash: String,
    /// Whether they are to choose a password of their own.
    pub must_change: bool,
    /// Restaurants that they are bound to; empty: the whole chain.
    pub restaurants: Vec<RestaurantId>,
    /// What they are there for.
    pub roles: Roles,
    /// The present moment.
    pub created_at: Timestamp,
}

/// Somebody who may sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Staff {
    /// Their number; what logs know them by.
    pub id: i64,
    /// By what they sign in.
    pub email: Email,
    /// Their password's hash, in the PHC form.
    pub password_hash: String,
    /// Whether they are to choose a password of their own.
    pub must_change: bool,
    /// Restaurants that they are bound to; empty: the whole chain.
    pub restaurants: Vec<RestaurantId>,
    /// What they are there for.
    pub roles: Roles,
    /// When they were let in.
    pub created_at: Timestamp,
}

row! {
    struct StaffRow of "staff" by "id" named "" {
        id: i64,
        email: String,
        password_hash: String,
        must_change: bool,
        restaurants: Json<Vec<i64>>,
        roles: Json<Vec<String>>,
        created_at: Ts,
    }
}

impl StaffRow {
    pub(super) fn staff(self) -> Result<Staff, StoreError> {
        let place = Place::new("staff", self.id);
        Ok(Staff {
            email: place.sound("email", self.email.parse().ok())?,
            roles: roles(&self.roles.0),
            id: self.id,
            password_hash: self.password_hash,
            must_change: self.must_change,
            restaurants: self.restaurants.0.into_iter().map(RestaurantId).collect(),
            created_at: self.created_at.get(),
        })
    }
}

/// The roles of a row. One that a newer version gave is none to this one.
pub(super) fn roles(names: &[String]) -> Roles {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}
