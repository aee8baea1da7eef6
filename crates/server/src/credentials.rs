//! What a request's headers say of its caller.

use axum::http::{Extensions, HeaderMap, header};
use deps::{Caller, Callers, Credentials};
use store::StoreError;

use crate::{security::Witness, session::SessionCookie};

/// `Authorization` that is no `Bearer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotBearer;

/// The token of `Authorization: Bearer …`; `None` where the request has no `Authorization`.
#[must_use]
pub fn bearer(headers: &HeaderMap) -> Option<Result<&str, NotBearer>> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok();
    let token =
        given.and_then(|value| value.split_once(' ')).filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    Some(token.map(|(_, token)| token.trim()).ok_or(NotBearer))
}

/// What the headers say, with the session of this cookie where one counts.
#[must_use]
pub fn credentials(headers: &HeaderMap, cookie: Option<SessionCookie>) -> Credentials<'_> {
    Credentials {
        bearer: bearer(headers).and_then(Result::ok),
        session: cookie.and_then(|cookie| cookie.read(headers)),
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
    let (credentials, witness) = (credentials(headers, cookie), Witness::of(extensions));
    let caller = callers.caller(credentials).await?;
    match caller.actor() {
        Some(actor) => witness.knows(actor),
        // A session that has ended is no guess.
        None if credentials.bearer.is_some() => witness.meets_a_stranger(),
        None => {}
    }
    Ok(caller)
}
