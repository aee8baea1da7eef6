//! The hub's routes: each file an endpoint or two, with its wire types.

mod car;
pub(crate) mod feedback;
mod live_socket;
mod places;
mod track;

use std::sync::Arc;

use domain::ids::OrderId;
use orders::Orders;
use protocol::frames;
use providers::{Geocoder, Router as Drives};
use server::{ApiError, origin::AllowedOrigins, rate::AddressCalls, wrong_keys::Transport};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::hub::Hub;

pub(crate) use track::knows_etag;

/// What the routes work on.
#[derive(Clone)]
pub struct Tracking {
    /// Who watches.
    pub hub: Hub,
    /// What changes.
    pub orders: Orders,
    /// Where an address is.
    pub geocoder: Arc<Geocoder>,
    /// How long drives take.
    pub drives: Arc<Drives>,
    /// From where browsers may open the live socket.
    pub origins: AllowedOrigins,
    pub geocodings: Arc<AddressCalls>,
    /// Drive estimates, by address.
    pub estimates: Arc<AddressCalls>,
}

/// All routes of the hub, with their part of the API's document.
pub fn routes() -> OpenApiRouter<Tracking> {
    OpenApiRouter::new()
        .routes(routes!(track::track_order))
        .routes(routes!(car::locate_car))
        .routes(routes!(car::locate_car_v1))
        .routes(routes!(feedback::give_feedback))
        .routes(routes!(places::geocode))
        .routes(routes!(places::estimate))
        .routes(routes!(live_socket::open_line))
}

/// The frames of the live protocol, for the API's document.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(frames::ServerFrame, frames::ClientFrame)))]
pub struct LiveFrames;

/// Checks the key of a tracking link.
async fn open_order(
    tracking: &Tracking,
    order_id: &str,
    order_key: &str,
    caller: &server::address::ClientAddress,
) -> Result<OrderId, ApiError> {
    Ok(tracking.hub.check_key(order_id, order_key, caller.address, Transport::Call).await?)
}

/// That an order that a key opens is not in the hub.
async fn missing(tracking: &Tracking, order: OrderId) -> ApiError {
    tracking.hub.code_of_missing(order).await.map_or_else(ApiError::from, ApiError::new)
}
