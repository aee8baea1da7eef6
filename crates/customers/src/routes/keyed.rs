//! Calls that are made once, however often they are sent with one key.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, Request, State},
    http::request::Parts,
    middleware::Next,
    response::{IntoResponse, Response},
};
use server::{
    ApiError,
    credentials::caller_of,
    idempotency::{CallerName, IDEMPOTENCY_KEY, KeyNeed, Keyed},
};
use store::KeyRun;

use crate::Customers;

/// The run of a call that may come with a key, where what it does is answered without a body.
pub(super) struct KeyedRun {
    /// Under which it says that it is done; none without a key.
    pub(super) run: Option<KeyRun>,
    /// A run before this one has done it, and its answer was lost with its node.
    pub(super) is_done: bool,
}

impl<S: Sync> FromRequestParts<S> for KeyedRun {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let keyed = parts.extensions.get::<Keyed>();
        Ok(Self { run: keyed.map(|keyed| keyed.run), is_done: keyed.is_some_and(|keyed| keyed.made.is_some()) })
    }
}

/// Lets a call that comes with a key be made once.
pub(super) async fn once(State(customers): State<Customers>, request: Request, next: Next) -> Response {
    if !request.headers().contains_key(IDEMPOTENCY_KEY) {
        return next.run(request).await;
    }
    let cookie = Some(customers.cookie);
    let found = caller_of(&*customers.deps.callers, request.headers(), request.extensions(), cookie).await;
    let caller = match found {
        Ok(caller) => CallerName::of(&caller),
        Err(error) => return ApiError::from(error).into_response(),
    };
    let work = |request| next.run(request);
    let answered = customers.idempotency.once(&caller, KeyNeed::Optional, request, work).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}
