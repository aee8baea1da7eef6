//! `POST /api/users/me/erase`: an account is no more.

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{Actor, error::Code};
use serde::Deserialize;
use server::{
    ApiError, ErrorBody,
    address::ClientAddress,
    extract::{from_json, read_body},
    idempotency::{KeyNeed, key_of},
};
use store::{EraseError, EraseOnlyIf};
use utoipa::ToSchema;

use super::CUSTOMER_CHANGES;
use crate::{
    ChangingCustomer, Customers,
    erasing::{Erasing, refused},
};

/// The word with which somebody says that they mean it.
const CONFIRMED: &str = "POISTA";

/// That somebody wants to be forgotten.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EraseAccount {
    /// `POISTA`.
    confirm: String,
    /// Needed where the account has one.
    #[schema(format = Password)]
    current_password: Option<String>,
    /// Whether orders that wait for their money are ended first.
    #[serde(default)]
    end_unpaid: bool,
}

/// Erases the account of whoever calls, with all that is known of them; sessions end, and the address is free again. Amounts
/// stay for the books, under a number without a person.
///
/// The same again with its key is 204 for 24 hours, though nobody is signed in any more.
#[utoipa::path(post, path = "/api/users/me/erase", operation_id = "eraseMe", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = EraseAccount, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Erased; the cookie is taken away"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not of a customer, or the account has no password and the session is not young", body = ErrorBody),
        (status = 409, description = "An order is not over, or can still be paid", body = ErrorBody),
        (status = 422, description = "The word or the password is missing or wrong", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn erase_me(
    State(customers): State<Customers>,
    caller: ClientAddress,
    request: Request,
) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let key = key_of(&parts.headers, KeyNeed::Optional)?;
    let key = key.map(|key| customers.rate_limits.digest(&format!("erased by {}", key.as_str())));
    let ChangingCustomer(customer) = match ChangingCustomer::from_request_parts(&mut parts, &customers).await {
        Ok(customer) => customer,
        Err(refused) if refused.code() == Code::Unauthorized => return again(&customers, key, refused).await,
        Err(refused) => return Err(refused),
    };
    let asked: EraseAccount = from_json(&read_body(Request::new(body)).await?)?;
    if asked.confirm != CONFIRMED {
        return Err(ApiError::invalid("confirm"));
    }
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    match customers.require_owner(&caller, &customer, asked.current_password).await {
        Err(gone) if gone.code() == Code::Unauthorized => return again(&customers, key, gone).await,
        known => drop(known?),
    }
    customers.end_unpaid(customer.id, asked.end_unpaid).await?;
    let who = Actor::Customer(customer.id);
    let erasing = Erasing { id: customer.id, only_if: EraseOnlyIf::Any, key, who, address: Some(caller.address) };
    match customers.erase(erasing).await {
        Ok(()) => Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, customers.cookie.take())]).into_response()),
        Err(gone @ EraseError::Gone) => again(&customers, key, refused(gone)).await,
        Err(error) => Err(refused(error)),
    }
}

/// The answer to whoever is not signed in any more: that of their first call, where it came with this key.
async fn again(customers: &Customers, key: Option<[u8; 32]>, refused: ApiError) -> Result<Response, ApiError> {
    let Some(key) = key else { return Err(refused) };
    let is_known = customers.deps.store.spent_tokens().is_spent(key, customers.deps.clock.now()).await?;
    if is_known { Ok(StatusCode::NO_CONTENT.into_response()) } else { Err(refused) }
}
