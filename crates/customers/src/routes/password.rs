//! `POST /api/users/me/password`: another password, by who knows the present one.

use axum::{extract::State, http::StatusCode};
use domain::{error::Code, password};
use mail::AccountMail;
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, address::ClientAddress};
use store::PasswordSet;
use utoipa::ToSchema;

use super::{CUSTOMER_CHANGES, keyed::KeyedRun};
use crate::{ChangingCustomer, Customers};

/// The present password, and the one that is to stand in its place.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeOwnPassword {
    #[schema(format = Password)]
    current_password: String,
    #[schema(format = Password)]
    new_password: String,
}

/// Gives whoever calls the password that they chose, and ends their other sessions. A wrong present password counts as a
/// failure to sign in.
#[utoipa::path(post, path = "/api/users/me/password", operation_id = "changeOwnPassword", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = ChangeOwnPassword, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 204, description = "Changed; other sessions have ended"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "There is no password yet: the reset link makes one", body = ErrorBody),
        (status = 422, description = "The present password is wrong, or the new one too weak", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn change_own_password(
    State(customers): State<Customers>,
    caller: ClientAddress,
    ChangingCustomer(customer): ChangingCustomer,
    keyed: KeyedRun,
    Json(body): Json<ChangeOwnPassword>,
) -> Result<StatusCode, ApiError> {
    if keyed.is_done {
        return Ok(StatusCode::NO_CONTENT);
    }
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let now = customers.deps.clock.now();
    let gone = || ApiError::new(Code::Unauthorized);
    let account = customers.deps.store.customers().by_id(customer.id, now).await?.ok_or_else(gone)?;
    if account.password_hash.is_none() {
        return Err(ApiError::new(Code::NoPassword));
    }
    password::check(&body.new_password, &account.email, customers.settings.password_min)
        .map_err(|weak| customers.wrong_field(domain::customer::WrongField::with_code("newPassword", weak.code())))?;
    customers.require_password(&caller, &account, body.current_password).await?;
    let password_hash = customers.passwords.hash(caller.address, body.new_password).await?;
    let told = AccountMail::PasswordChanged { forgot_link: customers.forgot_link() };
    let set = PasswordSet {
        customer: customer.id,
        password_hash,
        token: None,
        old_hash: account.password_hash,
        session: Some(customer.session_id),
        run: keyed.run,
        message: customers.mail(&account.email, &told, now),
        now,
    };
    // Somebody else was quicker, and this session has ended with it.
    if !customers.deps.store.customers().set_password(set).await? {
        return Err(gone());
    }
    tracing::info!(customer = customer.id.0, "chose a password");
    Ok(StatusCode::NO_CONTENT)
}
