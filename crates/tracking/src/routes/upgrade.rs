//! How a request becomes a connection: its origin, its subprotocol, its slot.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
    response::Response,
};
use domain::{SecurityKind, error::Code};
use futures_util::future::Either;
use live::{CloseCode, Connection, Conversation, NoSlot, socket};
use server::{ApiError, address::Caller, security::Witness, websocket::Handshake};

use super::Tracking;

/// A protocol that is spoken on connections.
pub(super) struct Protocol {
    /// Its name at the upgrade.
    pub(super) name: &'static str,
    /// What a request without it is answered with.
    pub(super) absent: Code,
    /// What is read at a time, in bytes.
    pub(super) read_at_a_time: usize,
}

/// A request that would become a connection.
pub(super) struct ConnectionRequest {
    pub(super) caller: Caller,
    pub(super) witness: Witness,
    origin: Option<HeaderValue>,
    handshake: Option<Handshake>,
}

/// A request that may become one.
pub(super) struct Upgrade {
    caller: Caller,
    witness: Witness,
    handshake: Handshake,
    protocol: Protocol,
}

impl<S: Send + Sync> FromRequestParts<S> for ConnectionRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self {
            caller: Caller::from_request_parts(parts, state).await?,
            witness: Witness::of(&parts.extensions),
            origin: parts.headers.get(header::ORIGIN).cloned(),
            handshake: Handshake::of(parts),
        })
    }
}

impl ConnectionRequest {
    /// Checks where it comes from and what it would speak.
    pub(super) fn check(self, tracking: &Tracking, protocol: Protocol) -> Result<Upgrade, ApiError> {
        let Self { caller, witness, origin, handshake } = self;
        let is_allowed = |origin: HeaderValue| origin.to_str().is_ok_and(|text| tracking.origins.allows(text, &caller));
        if !origin.is_none_or(is_allowed) {
            return Err(ApiError::new(Code::LiveOrigin));
        }
        let handshake = handshake.filter(|handshake| handshake.offers(protocol.name));
        let handshake = handshake.ok_or_else(|| ApiError::new(protocol.absent))?;
        Ok(Upgrade { caller, witness, handshake, protocol })
    }
}

impl Upgrade {
    /// Takes a slot and opens the connection.
    pub(super) fn open<C, B>(self, tracking: &Tracking, begin: B) -> Result<Response, ApiError>
    where
        C: Conversation + Unpin + 'static,
        B: FnOnce(Arc<dyn Connection>) -> C + Send + 'static,
    {
        let Self { caller, witness, handshake, protocol } = self;
        let slot = tracking.hub.connections().take_slot(caller.address);
        if slot.as_ref().is_err_and(|none| *none == NoSlot::Leaving) {
            return Err(ApiError::new(Code::Draining).retry_after(Duration::from_secs(1)));
        }
        if slot.is_err() {
            witness.tell(SecurityKind::Limit, protocol.name);
        }
        let (patience, at_a_time) = (tracking.hub.limits().live.stuck_write, protocol.read_at_a_time);
        Ok(handshake.accept(Some(protocol.name), move |stream, early| match slot {
            Ok(slot) => Either::Left(socket::serve(stream, (&early, at_a_time), slot, begin)),
            Err(_) => Either::Right(Box::pin(socket::refuse(stream, CloseCode::TooMany, patience))),
        }))
    }
}
