//! The staff's routes: each file an endpoint or two, with its wire types.

mod live_token;
mod me;
mod order;
mod orders;
mod password;
mod sign_in;

use std::sync::Arc;

use axum::{extract::FromRef, http::HeaderValue};
use domain::staff;
use server::{
    ApiError,
    origin::AllowedOrigins,
    password::{PasswordError, Passwords},
    session::SessionCookie,
};
use store::StaffSession;
use tracking::Hub;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::Attempts;

/// What the routes work on.
#[derive(Clone)]
pub struct Staff {
    /// The store, the clock, and who watches.
    pub hub: Hub,
    /// Hashes of passwords.
    pub passwords: Passwords,
    /// Tries to sign in.
    pub attempts: Arc<Attempts>,
    /// The session's cookie.
    pub cookie: SessionCookie,
    /// From where browsers may call.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
}

impl FromRef<Staff> for AllowedOrigins {
    fn from_ref(staff: &Staff) -> Self {
        staff.origins.clone()
    }
}

/// All routes of the staff, with their part of the API's document.
pub fn routes() -> OpenApiRouter<Staff> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(me::sign_out))
        .routes(routes!(me::who_am_i))
        .routes(routes!(password::change_password))
        .routes(routes!(live_token::make_live_token))
        .routes(routes!(orders::find_orders))
        .routes(routes!(order::show_order))
}

/// Who is signed in.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Me {
    /// By what they sign in; `token` for a machine.
    email: String,
    /// Restaurants that they are bound to; empty: they see the whole chain.
    restaurant_ids: Vec<String>,
    /// What they are there for.
    roles: Vec<Role>,
    /// Whether they are to choose a password of their own.
    must_change_password: bool,
}

/// A work place of the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StaffRole)]
enum Role {
    CallCentre,
    Restaurant,
    Dispatch,
}

impl From<staff::Role> for Role {
    fn from(role: staff::Role) -> Self {
        match role {
            staff::Role::CallCentre => Self::CallCentre,
            staff::Role::Restaurant => Self::Restaurant,
            staff::Role::Dispatch => Self::Dispatch,
        }
    }
}

fn roles(roles: staff::Roles) -> Vec<Role> {
    roles.iter().map(Role::from).collect()
}

impl From<&StaffSession> for Me {
    fn from(session: &StaffSession) -> Self {
        Self {
            email: session.email.to_string(),
            restaurant_ids: session.reach.bound().into_iter().flatten().map(ToString::to_string).collect(),
            roles: roles(session.roles),
            must_change_password: session.must_change,
        }
    }
}

/// For answers that hold somebody's data or a token.
fn no_store() -> HeaderValue {
    HeaderValue::from_static("no-store")
}

/// What a password that was neither hashed nor checked is answered with.
#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn password_error(error: PasswordError) -> ApiError {
    match error {
        PasswordError::Busy => ApiError::unavailable(),
        PasswordError::Broken => ApiError::internal(&error),
    }
}
