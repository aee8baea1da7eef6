//! The hub's routes: each file an endpoint or two, with its wire types.

mod batches;
pub(crate) mod bodies;
mod car;
mod dispatch_orders;
mod dispatch_socket;
mod feedback;
mod kitchen;
mod live_socket;
mod places;
mod positions;
mod register;
mod status;
mod track;
mod upgrade;

use std::sync::Arc;

use axum::extract::FromRef;
use deps::Deps;
use domain::ids::OrderId;
use orders::Orders;
use protocol::frames;
use providers::{Geocoder, Router as Drives};
use server::{ApiError, rate::AddressCalls, session::SessionCookie, wrong_keys::Transport};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    dispatch::{Dispatch, connection as dispatch_connection},
    hub::Hub,
};

pub use server::origin::AllowedOrigins;
pub(crate) use track::knows_etag;

/// What the routes work on.
#[derive(Clone)]
pub struct Tracking {
    /// Who watches.
    pub hub: Hub,
    /// What changes.
    pub orders: Orders,
    /// Whose keys there are, and what they ask.
    pub dispatch: Dispatch,
    /// Where an address is.
    pub geocoder: Arc<Geocoder>,
    /// How long drives take.
    pub drives: Arc<Drives>,
    /// The session's cookie.
    pub cookie: SessionCookie,
    /// From where browsers may open the live socket, and make changing calls.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
    /// Geocodings, by address.
    pub geocodings: Arc<AddressCalls>,
    /// Drive estimates, by address.
    pub estimates: Arc<AddressCalls>,
}

impl FromRef<Tracking> for Deps {
    fn from_ref(tracking: &Tracking) -> Self {
        tracking.hub.deps().clone()
    }
}

impl FromRef<Tracking> for SessionCookie {
    fn from_ref(tracking: &Tracking) -> Self {
        tracking.cookie
    }
}

impl FromRef<Tracking> for AllowedOrigins {
    fn from_ref(tracking: &Tracking) -> Self {
        tracking.origins.clone()
    }
}

/// All routes of the hub, with their part of the API's document.
pub fn routes() -> OpenApiRouter<Tracking> {
    OpenApiRouter::new()
        .routes(routes!(register::register_order, dispatch_orders::find_orders))
        .routes(routes!(dispatch_orders::get_order))
        .routes(routes!(status::set_status))
        .routes(routes!(status::set_statuses))
        .routes(routes!(kitchen::accept_order))
        .routes(routes!(kitchen::prepare_order))
        .routes(routes!(kitchen::reject_order))
        .routes(routes!(kitchen::accept_staff_order))
        .routes(routes!(kitchen::prepare_staff_order))
        .routes(routes!(kitchen::reject_staff_order))
        .routes(routes!(batches::put_batch))
        .routes(routes!(batches::depart_batch))
        .routes(routes!(positions::add_positions))
        .routes(routes!(track::track_order))
        .routes(routes!(car::locate_car))
        .routes(routes!(car::locate_car_v1))
        .routes(routes!(feedback::give_feedback))
        .routes(routes!(places::geocode))
        .routes(routes!(places::estimate))
        .routes(routes!(live_socket::open_line))
        .routes(routes!(dispatch_socket::open_dispatch_line))
}

/// The frames of the live protocol, for the API's document.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(
    frames::ServerFrame,
    frames::ClientFrame,
    dispatch_connection::DispatchServerFrame,
    dispatch_connection::DispatchClientFrame
)))]
pub struct LiveFrames;

/// Checks the key of a tracking link.
async fn open_order(
    tracking: &Tracking,
    order_id: &str,
    order_key: &str,
    caller: &server::address::Caller,
) -> Result<OrderId, ApiError> {
    Ok(tracking.hub.check_key(order_id, order_key, caller.address, Transport::Call).await?)
}

/// That an order that a key opens is not in the hub.
async fn missing(tracking: &Tracking, order: OrderId) -> ApiError {
    tracking.hub.code_of_missing(order).await.map_or_else(ApiError::from, ApiError::new)
}
