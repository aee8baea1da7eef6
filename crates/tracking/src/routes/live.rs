//! `GET /api/tracking/live`: the live socket.

use axum::{
    extract::{Extension, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, header},
    response::Response,
};
use domain::error::Code;
pub use http::origin::AllowedOrigins;
use http::{ApiError, ErrorBody, accept::Connection, address::Caller};

use super::Tracking;
use crate::{close::CloseCode, hub::NoSeat, line::websocket, protocol::SUBPROTOCOL};

/// Our frames are small, but one snapshot may be as large as the order that was registered.
const LARGEST_FRAME: usize = 1024 * 1024;

/// Opens a live line: WebSocket, subprotocol `ovelle.live.v1`.
#[utoipa::path(get, path = "/api/tracking/live", operation_id = "openLine", tag = "tracking",
    responses(
        (status = 101, description = "The line is open"),
        (status = 400, description = "No WebSocket of this subprotocol", body = ErrorBody),
        (status = 403, description = "Not from this origin", body = ErrorBody),
        (status = 503, description = "The node is leaving", body = ErrorBody)))]
pub(super) async fn open_line(
    State(tracking): State<Tracking>,
    caller: Caller,
    connection: Option<Extension<Connection>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    if let Some(origin) = headers.get(header::ORIGIN) {
        let is_allowed = origin.to_str().is_ok_and(|origin| tracking.origins.allows(origin, &caller));
        if !is_allowed {
            return Err(ApiError::new(Code::LiveOrigin));
        }
    }
    let upgrade = upgrade.map_err(|_| ApiError::new(Code::LiveProtocol))?.protocols([SUBPROTOCOL]);
    if upgrade.selected_protocol().is_none() {
        return Err(ApiError::new(Code::LiveProtocol));
    }
    let limits = tracking.hub.limits();
    // The library's defaults cost 128 KiB a line and bound nothing.
    let upgrade = upgrade
        .read_buffer_size(1024)
        .write_buffer_size(0)
        .max_write_buffer_size(LARGEST_FRAME)
        .max_message_size(limits.client_frame)
        .max_frame_size(limits.client_frame);
    let seat = tracking.hub.take_seat(caller.address);
    if seat.as_ref().is_err_and(|none| *none == NoSeat::Leaving) {
        return Err(ApiError::new(Code::Draining).retry_after(std::time::Duration::from_secs(1)));
    }
    if let Some(Extension(connection)) = connection {
        connection.upgraded();
    }
    let (hub, address, patience) = (tracking.hub.clone(), caller.address, limits.stuck_write);
    Ok(upgrade.on_upgrade(move |socket| async move {
        match seat {
            Ok(seat) => websocket::serve(socket, hub, seat, address).await,
            Err(_) => websocket::refuse(socket, CloseCode::TooMany, patience).await,
        }
    }))
}
