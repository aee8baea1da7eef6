//! What a request's headers say of its caller.

use axum::{
    extract::Request,
    http::{Extensions, HeaderMap, header},
};
use deps::{Caller, Callers, Credentials};
use domain::error::Code;
use store::StoreError;

use crate::{ApiError, security::Witness, session::SessionCookie};

/// Calls that look at no `Authorization`: they sign in or out, answer everybody, or are signed by themselves.
const LOOK_AT_NONE: [&str; 11] = [
    "/api/users/session",
    "/api/users/login",
    "/api/users/token",
    "/api/users/logout",
    "/api/users/logout-all",
    "/api/users/sendForgotPasswordEmail",
    "/api/users/changeUserPassword",
    "/api/users/staff/sign-in",
    "/api/users/staff/sign-out",
    "/api/payments/notifications/test",
    "/api/cms/webhook",
];

/// `Authorization` that is no `Bearer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotBearer;

/// Who comes with the `Authorization` of a request, found once; in the request's extensions.
#[derive(Debug, Clone)]
struct BearerOf(Caller);

/// The token of `Authorization: Bearer …`; `None` where the request has no `Authorization`.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<Result<&str, NotBearer>> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok();
    let token =
        given.and_then(|value| value.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(token.map(|(_, token)| token.trim()).ok_or(NotBearer))
}

/// What the headers say. `Authorization` counts alone; without one, the session of this cookie where one counts.
#[must_use]
pub fn credentials(headers: &HeaderMap, cookie: Option<SessionCookie>) -> Credentials<'_> {
    match bearer(headers) {
        Some(bearer) => Credentials { bearer: bearer.ok(), session: None },
        None => Credentials { bearer: None, session: cookie.and_then(|cookie| cookie.read(headers)) },
    }
}

/// Lets a call in, as far as its `Authorization` goes: one that nobody has is refused whatever is asked for
/// (docs/spec/people.md, "Sessions").
///
/// # Errors
/// 401, with the code of those whom the call is for; where the database cannot be read.
pub async fn admit(callers: &dyn Callers, request: &mut Request) -> Result<(), ApiError> {
    let path = request.uri().path();
    let Some(bearer) = bearer(request.headers()) else { return Ok(()) };
    if !path.starts_with("/api/") || LOOK_AT_NONE.contains(&path) {
        return Ok(());
    }
    let nobody = || ApiError::new(code_of_nobody(path));
    let credentials = Credentials { bearer: Some(bearer.map_err(|NotBearer| nobody())?), session: None };
    match witnessed(callers, credentials, request.extensions()).await? {
        Caller::Guest => Err(nobody()),
        caller => {
            request.extensions_mut().insert(BearerOf(caller));
            Ok(())
        }
    }
}

fn code_of_nobody(path: &str) -> Code {
    let is_of = |places: &[&str]| places.iter().any(|place| path.starts_with(place));
    if is_of(&["/api/dispatch/"]) {
        Code::NoKey
    } else if is_of(&["/api/staff/", "/api/users/staff/", "/api/driver/"]) {
        Code::SignedOut
    } else {
        Code::Unauthorized
    }
}

/// Who calls, by what a request says; its [`Witness`] learns it too.
///
/// # Errors
/// Where the database cannot be read.
pub async fn caller_of(
    callers: &dyn Callers,
    headers: &HeaderMap,
    extensions: &Extensions,
    cookie: Option<SessionCookie>,
) -> Result<Caller, StoreError> {
    match extensions.get::<BearerOf>() {
        Some(BearerOf(caller)) => Ok(caller.clone()),
        None => witnessed(callers, credentials(headers, cookie), extensions).await,
    }
}

async fn witnessed(
    callers: &dyn Callers,
    credentials: Credentials<'_>,
    extensions: &Extensions,
) -> Result<Caller, StoreError> {
    let witness = Witness::of(extensions);
    let caller = callers.caller(credentials).await?;
    match caller.actor() {
        Some(actor) => witness.knows(actor),
        // A session that has ended is no guess.
        None if credentials.bearer.is_some() => witness.meets_a_stranger(),
        None => {}
    }
    Ok(caller)
}
