//! `GET /api/tracking/live`: the live socket.

use axum::{extract::State, response::Response};
use domain::error::Code;
use live::upgrade::{ConnectionRequest, Protocol};
use protocol::frames::SUBPROTOCOL;
use server::{ApiError, ErrorBody};

use super::Tracking;
use crate::client::WatchConversation;

/// Opens a live connection: WebSocket, subprotocol `ovelle.live.v1`.
#[utoipa::path(get, path = "/api/tracking/live", operation_id = "openLine", tag = "tracking",
    responses(
        (status = 101, description = "The connection is open"),
        (status = 400, description = "No WebSocket of this subprotocol", body = ErrorBody),
        (status = 403, description = "Not from this origin", body = ErrorBody),
        (status = 503, description = "The node is leaving", body = ErrorBody)))]
pub(super) async fn open_line(
    State(tracking): State<Tracking>,
    request: ConnectionRequest,
) -> Result<Response, ApiError> {
    let (hub, address, witness) = (tracking.hub.clone(), request.caller.address, request.witness.clone());
    let protocol = Protocol { name: SUBPROTOCOL, absent: Code::LiveProtocol, read_at_a_time: 1024 };
    request
        .check(&tracking.origins, protocol)?
        .open(tracking.hub.connections(), move |connection| WatchConversation::greet(connection, hub, address, witness))
}
