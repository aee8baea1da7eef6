//! How a request becomes a line: its origin, its subprotocol, its seat.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{FromRequestParts, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderValue, header, request::Parts},
    response::Response,
};
use domain::error::Code;
use http::{ApiError, accept::Connection, address::Caller};

use super::Tracking;
use crate::{
    close::CloseCode,
    hub::NoSeat,
    line::{
        Line,
        websocket::{self, Conversation},
    },
};

/// What a frame of ours may be longer than the longest board, in bytes. One snapshot may be as large
/// as the order that was registered.
const BESIDE_BOARD: usize = 1024 * 1024;

/// A protocol that is spoken on lines.
pub(super) struct Protocol {
    /// Its name at the upgrade.
    pub(super) name: &'static str,
    /// What a request without it is answered with.
    pub(super) absent: Code,
    /// The largest frame from a client, in bytes.
    pub(super) largest_frame: usize,
    /// What is read at a time, in bytes; kept as long as the line is.
    pub(super) read_buffer: usize,
}

/// A request that would become a line.
pub(super) struct LineRequest {
    pub(super) caller: Caller,
    connection: Option<Connection>,
    origin: Option<HeaderValue>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
}

/// A request that may become one.
pub(super) struct Upgrade {
    caller: Caller,
    connection: Option<Connection>,
    upgrade: WebSocketUpgrade,
}

impl<S: Send + Sync> FromRequestParts<S> for LineRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self {
            caller: Caller::from_request_parts(parts, state).await?,
            connection: parts.extensions.get().cloned(),
            origin: parts.headers.get(header::ORIGIN).cloned(),
            upgrade: WebSocketUpgrade::from_request_parts(parts, state).await,
        })
    }
}

impl LineRequest {
    /// Checks where it comes from and what it would speak.
    pub(super) fn check(self, tracking: &Tracking, protocol: &Protocol) -> Result<Upgrade, ApiError> {
        let Self { caller, connection, origin, upgrade } = self;
        let is_allowed = |origin: HeaderValue| origin.to_str().is_ok_and(|text| tracking.origins.allows(text, &caller));
        if !origin.is_none_or(is_allowed) {
            return Err(ApiError::new(Code::LiveOrigin));
        }
        let upgrade = upgrade.map_err(|_| ApiError::new(protocol.absent))?.protocols([protocol.name]);
        if upgrade.selected_protocol().is_none() {
            return Err(ApiError::new(protocol.absent));
        }
        // The library's defaults cost 128 KiB a line and bound nothing.
        let upgrade = upgrade
            .read_buffer_size(protocol.read_buffer)
            .write_buffer_size(0)
            .max_write_buffer_size(tracking.hub.limits().board_bytes + BESIDE_BOARD)
            .max_message_size(protocol.largest_frame)
            .max_frame_size(protocol.largest_frame);
        Ok(Upgrade { caller, connection, upgrade })
    }
}

impl Upgrade {
    /// Takes a seat and opens the line.
    pub(super) fn open<C, B>(self, tracking: &Tracking, begin: B) -> Result<Response, ApiError>
    where
        C: Conversation + 'static,
        B: FnOnce(Arc<dyn Line>) -> C + Send + 'static,
    {
        let seat = tracking.hub.take_seat(self.caller.address);
        if seat.as_ref().is_err_and(|none| *none == NoSeat::Leaving) {
            return Err(ApiError::new(Code::Draining).retry_after(Duration::from_secs(1)));
        }
        if let Some(connection) = self.connection {
            connection.upgraded();
        }
        let (hub, patience) = (tracking.hub.clone(), tracking.hub.limits().stuck_write);
        Ok(self.upgrade.on_upgrade(move |socket| async move {
            match seat {
                Ok(seat) => websocket::serve(socket, hub, seat, begin).await,
                Err(_) => websocket::refuse(socket, CloseCode::TooMany, patience).await,
            }
        }))
    }
}
