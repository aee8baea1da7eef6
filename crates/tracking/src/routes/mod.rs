//! The hub's routes: each file an endpoint or two, with its wire types.

mod batches;
pub(crate) mod bodies;
mod car;
mod dispatch_live;
mod feedback;
mod live;
mod orders;
mod places;
pub(crate) mod positions;
mod register;
mod shops;
pub(crate) mod status;
mod track;
mod upgrade;

use std::sync::Arc;

use axum::extract::FromRef;
use domain::{error::Code, ids::OrderId};
use providers::{Geocoder, Router as Drives};
use server::{ApiError, rate::RateTable};
use store::StoreError;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use live::AllowedOrigins;
pub use shops::Shop;
pub(crate) use track::knows_etag;

use crate::{
    dispatch_key::{DispatchKey, DispatchKeys},
    dispatch_line,
    hub::{Hub, Road, join::Refused},
    intake::Intake,
    protocol,
};

/// What the routes work on.
#[derive(Clone)]
pub struct Tracking {
    /// Who watches.
    pub hub: Hub,
    /// What comes in.
    pub intake: Intake,
    /// Whose keys there are.
    pub keys: DispatchKeys,
    /// Where addresses are.
    pub geocoder: Arc<Geocoder>,
    /// How long drives take.
    pub drives: Arc<Drives>,
    /// From where browsers may open the live socket.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
    /// Geocodings, by address.
    pub geocodings: Arc<RateTable>,
    /// Drive estimates, by address.
    pub estimates: Arc<RateTable>,
}

impl FromRef<Tracking> for DispatchKeys {
    fn from_ref(tracking: &Tracking) -> Self {
        tracking.keys.clone()
    }
}

/// All routes of the hub, with their part of the API's document.
pub fn routes() -> OpenApiRouter<Tracking> {
    OpenApiRouter::new()
        .routes(routes!(register::register_order, orders::find_orders))
        .routes(routes!(orders::get_order))
        .routes(routes!(status::set_status))
        .routes(routes!(status::set_statuses))
        .routes(routes!(batches::put_batch))
        .routes(routes!(batches::depart_batch))
        .routes(routes!(positions::add_positions))
        .routes(routes!(track::track_order))
        .routes(routes!(car::locate_car))
        .routes(routes!(car::locate_car_v1))
        .routes(routes!(feedback::give_feedback))
        .routes(routes!(places::geocode))
        .routes(routes!(places::estimate))
        .routes(routes!(shops::list_shops))
        .routes(routes!(shops::get_shop))
        .routes(routes!(live::open_line))
        .routes(routes!(dispatch_live::open_dispatch_line))
}

/// The frames of the live protocol, for the API's document.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(
    protocol::ServerFrame,
    protocol::ClientFrame,
    dispatch_line::DispatchServerFrame,
    dispatch_line::DispatchClientFrame
)))]
pub struct LiveFrames;

/// What a failure of the store is answered with.
#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
#[must_use]
pub fn store_error(error: StoreError) -> ApiError {
    if error.is_unavailable() {
        tracing::warn!(error = %server::error::chain(&error), "the database did not answer");
        ApiError::unavailable()
    } else {
        ApiError::internal(&error)
    }
}

/// The order of a path or an item: its number, or `ext:` and the name that this key gave it.
pub(crate) async fn find_order(tracking: &Tracking, key: &DispatchKey, text: &str) -> Result<OrderId, ApiError> {
    let Some(external) = text.strip_prefix("ext:") else {
        return text.parse().map_err(|_| ApiError::new(Code::OrderNotFound));
    };
    // No database could be asked for such a text, so no order has it.
    if !is_text(external, register::MAX_TEXT) {
        return Err(ApiError::new(Code::OrderNotFound));
    }
    let store = &tracking.hub.parts().store;
    let found = store.order_by_external_id(&key.actor(), external).await.map_err(store_error)?;
    found.ok_or_else(|| ApiError::new(Code::OrderNotFound))
}

/// Checks the key of a tracking link.
async fn open_order(
    tracking: &Tracking,
    order_id: &str,
    order_key: &str,
    caller: &server::address::Caller,
) -> Result<OrderId, ApiError> {
    let checked = tracking.hub.check_key(order_id, order_key, caller.address, Road::Call).await;
    checked.map_err(|refused| match refused {
        Refused::Because(Code::TooMany) => ApiError::new(Code::TooMany).retry_after(std::time::Duration::from_secs(60)),
        Refused::Because(code) => ApiError::new(code),
        Refused::Unavailable(error) => store_error(error),
    })
}

/// Refuses a text that is longer than `most` characters, or holds the one that no database keeps.
fn check_text(text: Option<&String>, most: usize, field: &str) -> Result<(), ApiError> {
    if text.is_some_and(|text| !is_text(text, most)) { Err(ApiError::invalid(field)) } else { Ok(()) }
}

fn is_text(text: &str, most: usize) -> bool {
    !text.contains('\0') && text.chars().count() <= most
}
