//! Who makes a call, as it comes to be known, and what the security log is told of the call.

use std::{
    convert::Infallible,
    net::IpAddr,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    extract::{FromRequestParts, Request},
    http::{Extensions, request::Parts},
    response::Response,
};
use domain::{Actor, SecurityKind};

use super::{SecurityEvent, SecurityLog, kind_of};
use crate::{address, error::Refusal};

/// Sees a call from its beginning to its answer; an extension of each request. A clone is the same one.
#[derive(Debug, Clone, Default)]
pub struct Witness(Arc<WitnessState>);

#[derive(Debug, Default)]
struct WitnessState {
    log: SecurityLog,
    address: Option<IpAddr>,
    who: OnceLock<Actor>,
    /// Whether it has come with a token that nobody has.
    is_stranger: AtomicBool,
}

impl Witness {
    /// Begins to watch a call whose caller's address is known.
    pub fn begin(log: &SecurityLog, request: &mut Request) -> Self {
        let address = request.extensions().get::<address::ClientAddress>().map(|caller| caller.address);
        let witness = Self(Arc::new(WitnessState { log: log.clone(), address, ..WitnessState::default() }));
        request.extensions_mut().insert(witness.clone());
        witness
    }

    /// The one of a call; one that tells nobody where there is none.
    #[must_use]
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get().cloned().unwrap_or_default()
    }

    /// Who calls has become known. Whoever was known first stays it.
    pub fn knows(&self, who: Actor) {
        // A second look at the same credentials finds the same caller.
        let _known = self.0.who.set(who);
    }

    /// The call came with a token that nobody has.
    pub fn meets_a_stranger(&self) {
        if !self.0.is_stranger.swap(true, Ordering::Relaxed) {
            self.tell(SecurityKind::SignInFailed, "a token");
        }
    }

    /// From where the call came.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        self.0.address
    }

    /// Something happened in this call.
    pub fn tell(&self, kind: SecurityKind, subject: &str) {
        let WitnessState { log, address, who, .. } = &*self.0;
        let who = who.get().unwrap_or(&Actor::Guest);
        log.tell(SecurityEvent { kind, who, address: *address, subject });
    }

    /// A refusal is an event, where its code says so; `about` is what was asked for.
    pub fn refused(&self, refusal: Refusal, about: impl FnOnce() -> String) {
        if let Some(kind) = kind_of(refusal) {
            self.tell(kind, &about());
        }
    }

    /// Tells what an answer says of its call.
    pub fn answered(&self, response: &Response, about: impl FnOnce() -> String) {
        if let Some(refusal) = response.extensions().get::<Refusal>() {
            self.refused(*refusal, about);
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Witness {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.extensions))
    }
}
