//! Spins that are made once, however often they are sent with one key.

use axum::{
    extract::{Request, State},
    http::Method,
    middleware::Next,
    response::{IntoResponse, Response},
};
use deps::Caller;
use server::{
    ApiError,
    credentials::caller_of,
    idempotency::{CallerName, KeyNeed},
};

use crate::programme::LoyaltyProgramme;

/// Lets a member's call be made once, which needs a key. Who is none is told so by the call itself.
pub(super) async fn once(State(programme): State<LoyaltyProgramme>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let cookie = Some(programme.cookie);
    let caller = match caller_of(&*programme.deps.callers, request.headers(), request.extensions(), cookie).await {
        Ok(caller @ Caller::Customer(_)) => CallerName::of(&caller),
        Ok(_) => return next.run(request).await,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let work = |request| next.run(request);
    let answered = programme.idempotency.once(&caller, KeyNeed::Required, request, work).await;
    answered.unwrap_or_else(IntoResponse::into_response)
}
