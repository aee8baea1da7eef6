//! Calls that are made once, however often they are sent with one key.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use deps::Caller;
use server::{
    ApiError,
    idempotency::{CallerName, IDEMPOTENCY_KEY, KeyNeed},
};

use crate::ordering::Ordering;

/// Lets a call that comes with a key be made once. Who calls was found out before.
pub(super) async fn once(State(ordering): State<Ordering>, request: Request, next: Next) -> Response {
    if !request.headers().contains_key(IDEMPOTENCY_KEY) {
        return next.run(request).await;
    }
    let caller = match ordering.caller_of(request.headers(), request.extensions()).await {
        Ok(caller) => CallerName::of(&caller),
        Err(error) => return ApiError::from(error).into_response(),
    };
    let work = |request| next.run(request);
    let answered = ordering.idempotency.once(&caller, KeyNeed::Optional, request, work).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}

/// Lets a call of the staff be made once, which needs a key. Who is none of them is told so by the call itself.
pub(super) async fn once_of_staff(State(ordering): State<Ordering>, request: Request, next: Next) -> Response {
    let caller = match ordering.caller_of(request.headers(), request.extensions()).await {
        Ok(caller @ Caller::Staff(_)) => CallerName::of(&caller),
        Ok(_) => return next.run(request).await,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let work = |request| next.run(request);
    let answered = ordering.idempotency.once(&caller, KeyNeed::Required, request, work).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}
