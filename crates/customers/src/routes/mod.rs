//! The routes of accounts: each file an endpoint or two, with its wire types.

mod addresses;
mod confirm_email;
mod decline;
mod erase;
mod export;
mod favourite;
mod forgotten_password;
mod guest_rights;
mod history;
mod identity;
mod identity_callback;
mod identity_start;
mod keyed;
mod link_provider;
mod loyalty;
mod me;
mod password;
mod profile;
mod provider_token;
mod register;
mod register_with_provider;
mod reorder;
mod search_customers;
mod session;
mod sign_in;
mod sign_out;
mod stand_in_identity;
mod unlink_provider;

use axum::{
    Router,
    http::{HeaderValue, header::CACHE_CONTROL},
    middleware,
    response::{IntoResponse, Response},
};
use domain::{customer::WrongField, error::Code};
use server::{ApiError, Json, documented::DocumentedRoutes, extract::require_json, rate_limits::CUSTOMER_CHANGES};
use utoipa::openapi::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::Customers;

/// Calls that are made as often as they come, or look after their key themselves.
fn plain() -> OpenApiRouter<Customers> {
    OpenApiRouter::new()
        .routes(routes!(session::get_session))
        .routes(routes!(identity::get_identity))
        .routes(routes!(identity::make_challenge))
        .routes(routes!(register::register))
        .merge(of_providers())
        .routes(routes!(sign_in::login))
        .routes(routes!(sign_in::make_bearer_token))
        .routes(routes!(sign_out::sign_out))
        .routes(routes!(sign_out::sign_out_everywhere))
        .routes(routes!(me::get_me, profile::change_me))
        .routes(routes!(forgotten_password::send_forgot_password_email))
        .routes(routes!(decline::decline_terms))
        .routes(routes!(export::export_me))
        .routes(routes!(erase::erase_me))
        .routes(routes!(guest_rights::export_order))
        .routes(routes!(guest_rights::erase_order))
        .routes(routes!(confirm_email::undo_email))
        .routes(routes!(loyalty::join))
        .routes(routes!(addresses::get_addresses))
        .routes(routes!(addresses::change_address, addresses::remove_address))
        .routes(routes!(addresses::make_address_primary))
        .routes(routes!(history::get_order_history))
        .routes(routes!(history::get_latest_orders))
        .routes(routes!(history::get_own_order))
        .routes(routes!(reorder::get_items_to_reorder))
        .routes(routes!(search_customers::search_customers))
        .routes(routes!(favourite::remove_favourite_order))
}

/// Calls of who signs in elsewhere.
fn of_providers() -> OpenApiRouter<Customers> {
    OpenApiRouter::new()
        .routes(routes!(identity_start::start_identity, identity_start::start_link))
        .routes(routes!(identity_callback::finish_identity))
        .routes(routes!(link_provider::link_provider))
        .routes(routes!(register_with_provider::register_with_provider))
        .routes(routes!(unlink_provider::unlink_provider))
}

/// Calls that are made once with one key.
fn keyed() -> OpenApiRouter<Customers> {
    OpenApiRouter::new()
        .routes(routes!(password::change_own_password))
        .routes(routes!(forgotten_password::change_user_password))
        .routes(routes!(confirm_email::confirm_email))
        .routes(routes!(loyalty::leave))
        .routes(routes!(addresses::add_address))
        .routes(routes!(favourite::set_favourite_order))
}

static PLAIN: DocumentedRoutes<Customers> = DocumentedRoutes::new(plain);
static KEYED: DocumentedRoutes<Customers> = DocumentedRoutes::new(keyed);

/// All routes of accounts, ready to serve.
pub fn router(customers: Customers) -> Router {
    let once = middleware::from_fn_with_state(customers.clone(), keyed::once);
    let keyed = KEYED.router().layer(once);
    let stand_in = customers.stand_in.clone().map(stand_in_identity::router).unwrap_or_default();
    let all = PLAIN.router().merge(keyed).with_state(customers);
    all.layer(middleware::from_fn(require_json)).merge(stand_in)
}

/// Their part of the API's document.
#[must_use]
pub fn document() -> OpenApi {
    plain().merge(keyed()).into_openapi()
}

/// An answer with a person's data: nobody keeps it on the way.
fn private<T: serde::Serialize>(body: T) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(body)).into_response()
}

impl Customers {
    /// The refusal of a field that does not fit.
    fn wrong_field(&self, wrong: WrongField) -> ApiError {
        let refused = ApiError::new(wrong.code).with("field", wrong.field);
        match wrong.rule {
            Some(rule) => refused.with("rule", rule.as_str()),
            // The staff's shortest is another one.
            None if wrong.code == Code::PasswordTooShort => {
                refused.worded(format!("Salasanassa oltava vähintään {} merkkiä", self.settings.password_min))
            }
            None => refused,
        }
    }
}
