//! Who of the staff is calling.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{header, request::Parts},
};
use domain::{Reach, error::Code};
use server::{ApiError, session};
use store::StaffSession;
use tracking::routes::store_error;

use crate::routes::Staff;

/// Somebody who may see orders: who is signed in, or whoever comes with the configured token.
#[derive(Debug, Clone)]
pub enum StaffUser {
    /// A person, by their cookie.
    Person(StaffSession),
    /// A machine or a test, as a call-centre user who sees the whole chain.
    Token,
}

/// A person who is signed in; an extractor for what a machine has no business with.
#[derive(Debug, Clone)]
pub struct SignedIn(pub StaffSession);

impl StaffUser {
    /// What logs know them by.
    #[must_use]
    pub fn log_name(&self) -> String {
        match self {
            Self::Person(session) => session.staff_id.to_string(),
            Self::Token => "token".to_owned(),
        }
    }

    /// The restaurants of which they may see what they have.
    #[must_use]
    pub fn reach(&self) -> Reach {
        match self {
            Self::Person(session) => session.reach.clone(),
            Self::Token => Reach::all(),
        }
    }
}

/// The token of `Authorization: Bearer …`; none where nothing of the kind was given.
fn bearer(parts: &Parts) -> Option<&str> {
    let given = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = given.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl<S> FromRequestParts<S> for StaffUser
where
    S: Send + Sync,
    Staff: FromRef<S>,
{
    type Rejection = ApiError;

    /// A token that was given counts alone: a wrong one is not made good by a cookie.
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let staff = Staff::from_ref(state);
        let hub = staff.hub.parts();
        if let Some(given) = bearer(parts) {
            let opens = hub.staff_token.as_ref().is_some_and(|token| token.opens(given));
            return if opens { Ok(Self::Token) } else { Err(ApiError::new(Code::SignedOut)) };
        }
        let token = staff.cookie.read(&parts.headers).ok_or_else(|| ApiError::new(Code::SignedOut))?;
        let found = hub.store.session(&session::fingerprint(token), hub.clock.now()).await.map_err(store_error)?;
        found.map(Self::Person).ok_or_else(|| ApiError::new(Code::SignedOut))
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    Staff: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match StaffUser::from_request_parts(parts, state).await? {
            StaffUser::Person(session) => Ok(Self(session)),
            StaffUser::Token => Err(ApiError::new(Code::StaffForbidden)),
        }
    }
}
