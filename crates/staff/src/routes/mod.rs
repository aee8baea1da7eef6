//! The staff's routes: each file an endpoint or two, with its wire types.

mod live_token;
mod me;
mod order;
mod orders;
mod password;
mod sign_in;
mod totp;

use axum::{Router, http::HeaderValue, middleware};
use domain::staff;
use server::{documented::DocumentedRoutes, extract::require_json};
use store::StaffSession;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::StaffState;

static ROUTES: DocumentedRoutes<StaffState> = DocumentedRoutes::new(routes);

/// All routes of the staff, ready to serve.
pub fn router(staff: StaffState) -> Router {
    ROUTES.router().with_state(staff).layer(middleware::from_fn(require_json))
}

/// All routes of the staff, with their part of the API's document.
pub fn routes() -> OpenApiRouter<StaffState> {
    OpenApiRouter::new()
        .routes(routes!(sign_in::sign_in))
        .routes(routes!(me::sign_out))
        .routes(routes!(me::who_am_i))
        .routes(routes!(password::change_password))
        .routes(routes!(totp::make_totp))
        .routes(routes!(totp::confirm_totp))
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
    roles: Vec<StaffRole>,
    /// Whether they are to choose a password of their own.
    must_change_password: bool,
    /// Whether they must set up a second factor before anything else; absent where they need not.
    #[serde(rename = "totpSetup", skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    must_set_up: bool,
}

/// A work place of the staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum StaffRole {
    CallCentre,
    Restaurant,
    Dispatch,
}

impl From<staff::Role> for StaffRole {
    fn from(role: staff::Role) -> Self {
        match role {
            staff::Role::CallCentre => Self::CallCentre,
            staff::Role::Restaurant => Self::Restaurant,
            staff::Role::Dispatch => Self::Dispatch,
        }
    }
}

fn roles(roles: staff::Roles) -> Vec<StaffRole> {
    roles.iter().map(StaffRole::from).collect()
}

impl From<&StaffSession> for Me {
    fn from(session: &StaffSession) -> Self {
        Self {
            email: session.email.to_string(),
            restaurant_ids: session.reach.bound().into_iter().flatten().map(ToString::to_string).collect(),
            roles: roles(session.roles),
            must_change_password: session.must_change,
            must_set_up: false,
        }
    }
}

/// For answers that hold somebody's data or a token.
fn no_store() -> HeaderValue {
    HeaderValue::from_static("no-store")
}
