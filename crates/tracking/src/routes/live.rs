//! `GET /api/tracking/live`: the live socket.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    extract::{Extension, State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, header},
    response::Response,
};
use domain::error::Code;
use http::{
    ApiError, ErrorBody,
    accept::Connection,
    address::{Caller, origin_of},
};

use super::Tracking;
use crate::{close::CloseCode, hub::NoSeat, line::websocket, protocol::SUBPROTOCOL};

/// Refused origins that are remembered, so that each is logged once.
const REMEMBERED: usize = 100;
/// Our frames are small, but one snapshot may be as large as the order that was registered.
const LARGEST_FRAME: usize = 1024 * 1024;

/// From where browsers may open the live socket, besides the host's own pages.
#[derive(Debug, Clone, Default)]
pub struct AllowedOrigins(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    allowed: Vec<String>,
    refused: Mutex<HashSet<String>>,
}

impl AllowedOrigins {
    /// These origins, or those of these addresses. What is neither, `null` above all, allows nothing.
    #[must_use]
    pub fn new(allowed: impl IntoIterator<Item = String>) -> Self {
        let allowed = allowed.into_iter().filter_map(|address| origin_of(&address)).collect();
        Self(Arc::new(Inner { allowed, refused: Mutex::default() }))
    }

    fn allows(&self, origin: &str, caller: &Caller) -> bool {
        let known = origin_of(origin).filter(|known| known.eq_ignore_ascii_case(origin));
        let own = origin_of(&caller.own_origin());
        if known.is_some_and(|known| Some(&known) == own.as_ref() || self.0.allowed.contains(&known)) {
            return true;
        }
        let origin = origin.to_ascii_lowercase();
        let mut refused = self.0.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < REMEMBERED && refused.insert(origin.clone()) {
            tracing::warn!(origin, "a live socket was refused; OVELLE_ALLOWED_ORIGINS would allow its origin");
        }
        false
    }
}

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
