//! Who of the staff changes something at their work place (docs/spec/people.md, "Callers and sessions").

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use deps::{Caller, Deps, StaffCaller};
use domain::{Reporter, error::Code, order::Source, staff::Role};

use crate::{ApiError, credentials::caller_of, csrf::ProvenCall, origin::AllowedOrigins, session::SessionCookie};

/// A member of staff who changes something: whoever comes with the staff token, or a person whose session's cookie comes
/// with the proof that one of our own pages sent it. 401 for everybody else.
#[derive(Debug, Clone)]
pub struct StaffAtWork(pub StaffCaller);

/// A member of staff who looks at something, which needs no such proof. 401 for everybody else.
#[derive(Debug, Clone)]
pub struct StaffLooking(pub StaffCaller);

impl<S> FromRequestParts<S> for StaffLooking
where
    S: Send + Sync,
    Deps: FromRef<S>,
    SessionCookie: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let (deps, cookie) = (Deps::from_ref(state), SessionCookie::from_ref(state));
        match caller_of(&*deps.callers, &parts.headers, &parts.extensions, Some(cookie)).await? {
            Caller::Staff(caller) => Ok(Self(caller)),
            Caller::TotpSetup(_) => Err(ApiError::new(Code::TotpSetup)),
            Caller::Guest | Caller::Customer(_) | Caller::Key(_) => Err(ApiError::new(Code::SignedOut)),
        }
    }
}

impl StaffAtWork {
    /// Who reports, for those whose work place it is.
    ///
    /// # Errors
    /// 403 `staff/role-forbidden` for others.
    pub fn reporter(&self, role: Role) -> Result<Reporter, ApiError> {
        let Self(caller) = self;
        if !caller.roles().has(role) {
            return Err(ApiError::new(Code::RoleForbidden));
        }
        let source = match role {
            Role::Restaurant => Source::Kitchen,
            Role::Dispatch => Source::Dispatch,
            Role::CallCentre => Source::Staff,
        };
        Ok(Reporter { actor: caller.actor(), source, reach: caller.reach() })
    }
}

impl<S> FromRequestParts<S> for StaffAtWork
where
    S: Send + Sync,
    Deps: FromRef<S>,
    SessionCookie: FromRef<S>,
    AllowedOrigins: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let StaffLooking(caller) = StaffLooking::from_request_parts(parts, state).await?;
        ProvenCall::from_request_parts(parts, state).await?;
        Ok(Self(caller))
    }
}
