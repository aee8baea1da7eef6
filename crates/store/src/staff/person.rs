//! The people of the chain, as they stand in their table.

use domain::{
    ids::RestaurantId,
    staff::{Email, Roles},
};
use jiff::Timestamp;

use crate::{
    error::StoreError,
    json::JsonColumn,
    row::{Row, TableRow},
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
pub struct StaffMember {
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
    /// Their second factor, where they have one.
    pub totp: Option<StaffTotp>,
    /// The sealed secret that waits for its confirmation.
    pub totp_pending: Option<Vec<u8>>,
}

/// A second factor that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffTotp {
    /// The sealed secret.
    pub secret: Vec<u8>,
    /// The step of the code that was used last.
    pub last_step: Option<i64>,
}

pub(super) fn staff(row: &Row) -> Result<StaffMember, StoreError> {
    let row = row.of("staff", "id");
    let JsonColumn(restaurants): JsonColumn<Vec<i64>> = row.get("restaurants")?;
    Ok(StaffMember {
        id: row.get("id")?,
        email: row.parse("email", |email: String| email.parse().ok())?,
        password_hash: row.get("password_hash")?,
        must_change: row.get("must_change")?,
        restaurants: restaurants.into_iter().map(RestaurantId).collect(),
        roles: roles(&row.get::<JsonColumn<Vec<String>>>("roles")?.0),
        created_at: row.get::<Ts>("created_at")?.get(),
        totp: totp(row)?,
        totp_pending: row.get("totp_pending")?,
    })
}

fn totp(row: TableRow<'_>) -> Result<Option<StaffTotp>, StoreError> {
    let secret: Option<Vec<u8>> = row.get("totp_secret")?;
    let last_step = row.get("totp_step")?;
    Ok(secret.map(|secret| StaffTotp { secret, last_step }))
}

/// The roles of a row. One that a newer version gave is none to this one.
pub(super) fn roles(names: &[String]) -> Roles {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}
