//! The routes of dispatch: each file an endpoint or two, with its wire types.

mod batches;
pub(crate) mod bodies;
mod kitchen;
mod orders;
mod positions;
mod register;
mod socket;
mod status;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{Dispatch, connection};

/// All routes of dispatch, with their part of the API's document.
pub fn routes() -> OpenApiRouter<Dispatch> {
    OpenApiRouter::new()
        .routes(routes!(register::register_order, orders::find_orders))
        .routes(routes!(orders::get_order))
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
        .routes(routes!(socket::open_dispatch_line))
}

/// The frames of the dispatch connection, for the API's document.
#[derive(utoipa::OpenApi)]
#[openapi(components(schemas(connection::DispatchServerFrame, connection::DispatchClientFrame)))]
pub struct DispatchFrames;
