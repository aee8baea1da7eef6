//! `POST /api/users/logout` and `/logout-all`.

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use deps::{Caller, StaffCaller};
use server::{
    ApiError, ErrorBody,
    credentials::{bearer, caller_of},
    csrf::{OwnPage, ProvenCall},
    session::BrowserSession,
};

use crate::Customers;

/// Ends the session whose cookie or token comes with the call. Idempotent: one that has ended already is 204 too.
#[utoipa::path(post, path = "/api/users/logout", operation_id = "logout", tag = "users",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security((), ("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Signed out; the cookie is taken away"),
        (status = 403, description = "Not from one of our pages", body = ErrorBody)))]
pub(super) async fn sign_out(State(customers): State<Customers>, request: Request) -> Result<Response, ApiError> {
    let (mut parts, _) = request.into_parts();
    if let Some(Ok(token)) = bearer(&parts.headers) {
        customers.deps.store.sessions().end_by_token(domain::key::fingerprint(token)).await?;
    } else {
        OwnPage::from_request_parts(&mut parts, &customers).await?;
        let Ok(browser) = BrowserSession::from_request_parts(&mut parts, &customers).await;
        browser.end(&customers.deps.store).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, customers.cookie.take())]).into_response())
}

/// Ends all sessions of whoever calls, also of their other devices. Idempotent, as `logout` is.
#[utoipa::path(post, path = "/api/users/logout-all", operation_id = "logoutEverywhere", tag = "users",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security((), ("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Signed out; the cookie is taken away"),
        (status = 403, description = "Not from one of our pages", body = ErrorBody)))]
pub(super) async fn sign_out_everywhere(
    State(customers): State<Customers>,
    request: Request,
) -> Result<Response, ApiError> {
    let (mut parts, _) = request.into_parts();
    ProvenCall::from_request_parts(&mut parts, &customers).await?;
    let cookie = Some(customers.cookie);
    let store = &customers.deps.store;
    match caller_of(&*customers.deps.callers, &parts.headers, &parts.extensions, cookie).await? {
        Caller::Customer(customer) => store.sessions().end_all_of_customer(customer.id).await?,
        Caller::Staff(StaffCaller::Person(session)) | Caller::TotpSetup(session) => {
            store.staff().end_all_sessions(session.staff_id).await?;
        }
        Caller::Staff(StaffCaller::Token) | Caller::Guest | Caller::Key(_) => {}
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, customers.cookie.take())]).into_response())
}
