//! How a request becomes a connection: its origin, its subprotocol, its slot.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
    response::Response,
};
use domain::{SecurityKind, error::Code};
use futures_util::future::Either;
use server::{ApiError, address::ClientAddress, origin::AllowedOrigins, security::Witness, websocket::Handshake};

use crate::{CloseCode, Connection, Connections, Conversation, NoSlot, socket};

/// A protocol that is spoken on connections.
pub struct Protocol {
    /// Its name at the upgrade.
    pub name: &'static str,
    /// What a request without it is answered with.
    pub absent: Code,
    /// What is read at a time, in bytes.
    pub read_at_a_time: usize,
}

/// A request that would become a connection.
pub struct ConnectionRequest {
    /// Who calls.
    pub caller: ClientAddress,
    /// Who tells the security log of it.
    pub witness: Witness,
    origin: Option<HeaderValue>,
    handshake: Option<Handshake>,
}

/// A request that may become one.
pub struct Upgrade {
    caller: ClientAddress,
    witness: Witness,
    handshake: Handshake,
    protocol: Protocol,
}

impl<S: Send + Sync> FromRequestParts<S> for ConnectionRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self {
            caller: ClientAddress::from_request_parts(parts, state).await?,
            witness: Witness::of(&parts.extensions),
            origin: parts.headers.get(header::ORIGIN).cloned(),
            handshake: Handshake::of(parts),
        })
    }
}

impl ConnectionRequest {
    /// Checks where it comes from and what it would speak.
    ///
    /// # Errors
    /// 403 where it comes from a foreign origin, 400 where it would not speak the protocol.
    pub fn check(self, origins: &AllowedOrigins, protocol: Protocol) -> Result<Upgrade, ApiError> {
        let Self { caller, witness, origin, handshake } = self;
        let is_allowed = |origin: HeaderValue| origin.to_str().is_ok_and(|text| origins.allows(text, &caller));
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
    ///
    /// # Errors
    /// 503 where the node is leaving.
    pub fn open<C, B>(self, connections: &Connections, begin: B) -> Result<Response, ApiError>
    where
        C: Conversation + Unpin + 'static,
        B: FnOnce(Arc<dyn Connection>) -> C + Send + 'static,
    {
        let Self { caller, witness, handshake, protocol } = self;
        let slot = connections.take_slot(caller.address);
        if slot.as_ref().is_err_and(|none| *none == NoSlot::Leaving) {
            return Err(ApiError::new(Code::Draining).retry_after(Duration::from_secs(1)));
        }
        if slot.is_err() {
            witness.tell(SecurityKind::Limit, protocol.name);
        }
        let (patience, at_a_time) = (connections.limits().stuck_write, protocol.read_at_a_time);
        Ok(handshake.accept(Some(protocol.name), move |stream, early| match slot {
            Ok(slot) => Either::Left(socket::serve(stream, (&early, at_a_time), slot, begin)),
            Err(_) => Either::Right(Box::pin(socket::refuse(stream, CloseCode::TooMany, patience))),
        }))
    }
}
