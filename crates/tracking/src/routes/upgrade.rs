//! How a request becomes a line: its origin, its subprotocol, its seat.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderValue, header, request::Parts},
    response::Response,
};
use domain::error::Code;
use futures_util::future::Either;
use server::{ApiError, address::Caller, websocket::Handshake};

use super::Tracking;
use crate::{
    close::CloseCode,
    hub::NoSeat,
    line::{Conversation, Line, direct},
};

/// A protocol that is spoken on lines.
pub(super) struct Protocol {
    /// Its name at the upgrade.
    pub(super) name: &'static str,
    /// What a request without it is answered with.
    pub(super) absent: Code,
    /// What is read at a time, in bytes.
    pub(super) read_at_a_time: usize,
}

/// A request that would become a line.
pub(super) struct LineRequest {
    pub(super) caller: Caller,
    origin: Option<HeaderValue>,
    handshake: Option<Handshake>,
}

/// A request that may become one.
pub(super) struct Upgrade {
    caller: Caller,
    handshake: Handshake,
    protocol: Protocol,
}

impl<S: Send + Sync> FromRequestParts<S> for LineRequest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Ok(Self {
            caller: Caller::from_request_parts(parts, state).await?,
            origin: parts.headers.get(header::ORIGIN).cloned(),
            handshake: Handshake::of(parts),
        })
    }
}

impl LineRequest {
    /// Checks where it comes from and what it would speak.
    pub(super) fn check(self, tracking: &Tracking, protocol: Protocol) -> Result<Upgrade, ApiError> {
        let Self { caller, origin, handshake } = self;
        let is_allowed = |origin: HeaderValue| origin.to_str().is_ok_and(|text| tracking.origins.allows(text, &caller));
        if !origin.is_none_or(is_allowed) {
            return Err(ApiError::new(Code::LiveOrigin));
        }
        let handshake = handshake.filter(|handshake| handshake.offers(protocol.name));
        let handshake = handshake.ok_or_else(|| ApiError::new(protocol.absent))?;
        Ok(Upgrade { caller, handshake, protocol })
    }
}

impl Upgrade {
    /// Takes a seat and opens the line.
    pub(super) fn open<C, B>(self, tracking: &Tracking, begin: B) -> Result<Response, ApiError>
    where
        C: Conversation + Unpin + 'static,
        B: FnOnce(Arc<dyn Line>) -> C + Send + 'static,
    {
        let Self { caller, handshake, protocol } = self;
        let seat = tracking.hub.take_seat(caller.address);
        if seat.as_ref().is_err_and(|none| *none == NoSeat::Leaving) {
            return Err(ApiError::new(Code::Draining).retry_after(Duration::from_secs(1)));
        }
        let (hub, at_a_time) = (tracking.hub.clone(), protocol.read_at_a_time);
        Ok(handshake.accept(Some(protocol.name), move |stream, early| match seat {
            Ok(seat) => Either::Left(direct::serve(stream, (&early, at_a_time), &hub, seat, begin)),
            Err(_) => {
                let patience = hub.limits().stuck_write;
                Either::Right(Box::pin(direct::refuse(stream, CloseCode::TooMany, patience)))
            }
        }))
    }
}
