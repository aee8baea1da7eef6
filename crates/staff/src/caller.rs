//! Who of the staff is calling.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use deps::{Caller, StaffCaller};
use domain::error::Code;
use server::{ApiError, credentials::caller_of};
use store::StaffSession;

use crate::StaffState;

/// Somebody who may see orders: who is signed in, or whoever comes with the configured token.
#[derive(Debug, Clone)]
pub struct StaffUser(pub StaffCaller);

/// A person who is signed in; an extractor for what a machine has no business with.
#[derive(Debug, Clone)]
pub struct SignedIn(pub StaffSession);

/// A person who is signed in, also one who must set up a second factor before anything else.
#[derive(Debug, Clone)]
pub struct HalfSignedIn(pub StaffSession);

impl<S> FromRequestParts<S> for HalfSignedIn
where
    S: Send + Sync,
    StaffState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let staff = StaffState::from_ref(state);
        let cookie = Some(staff.cookie);
        match caller_of(&*staff.deps.callers, &parts.headers, &parts.extensions, cookie).await? {
            Caller::TotpSetup(session) => Ok(Self(session)),
            _ => SignedIn::from_request_parts(parts, state).await.map(|SignedIn(session)| Self(session)),
        }
    }
}

impl<S> FromRequestParts<S> for StaffUser
where
    S: Send + Sync,
    StaffState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let staff = StaffState::from_ref(state);
        let cookie = Some(staff.cookie);
        match caller_of(&*staff.deps.callers, &parts.headers, &parts.extensions, cookie).await? {
            Caller::Staff(caller) => Ok(Self(caller)),
            Caller::TotpSetup(_) => Err(ApiError::new(Code::TotpSetup)),
            Caller::Guest | Caller::Customer(_) | Caller::Key(_) => Err(ApiError::new(Code::SignedOut)),
        }
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    StaffState: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match StaffUser::from_request_parts(parts, state).await? {
            StaffUser(StaffCaller::Person(session)) => Ok(Self(session)),
            StaffUser(StaffCaller::Token) => Err(ApiError::new(Code::StaffForbidden)),
        }
    }
}
