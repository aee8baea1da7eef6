//! `POST /api/users/confirmEmail` and `/undoEmail`: the links of the mails about another address.

use axum::{extract::State, http::StatusCode};
use domain::{email::comparable, error::Code, key::fingerprint};
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody, Json,
    address::{ClientAddress, limit_unit},
    rate_limits::NamedLimit,
    session::Token,
};
use store::{ConfirmEmail, ConfirmEmailError, KeyRun, NewCustomerToken, TokenPurpose};
use utoipa::ToSchema;

use super::keyed::KeyedRun;
use crate::Customers;

/// For how long a change can be undone.
const UNDO_DAYS: i64 = 7;
const WRONG_LINKS: NamedLimit =
    NamedLimit { name: "wrong e-mail links", most: 10, window: SignedDuration::from_mins(1) };

/// A link's token.
#[derive(Deserialize, ToSchema)]
pub(super) struct EmailLink {
    token: String,
}

/// Makes the address that a link was mailed to the account's, once. Links to new passwords and other sessions end, but the
/// session of whoever asked for it; the old address is told, with a link that undoes it.
#[utoipa::path(post, path = "/api/users/confirmEmail", operation_id = "confirmEmail", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once")),
    request_body = EmailLink,
    responses(
        (status = 204, description = "The address is the account's"),
        (status = 409, description = "Somebody took the address meanwhile", body = ErrorBody),
        (status = 410, description = "The link was used, has run out, or is none", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn confirm_email(
    State(customers): State<Customers>,
    caller: ClientAddress,
    keyed: KeyedRun,
    Json(body): Json<EmailLink>,
) -> Result<StatusCode, ApiError> {
    if keyed.is_done {
        return Ok(StatusCode::NO_CONTENT);
    }
    use_link(&customers, &caller, &body.token, TokenPurpose::ConfirmEmail, keyed.run).await
}

/// Makes the address that was the account's before its own again: for who did not ask for the change. All sessions end. A
/// second call is 410.
#[utoipa::path(post, path = "/api/users/undoEmail", operation_id = "undoEmail", tag = "users",
    request_body = EmailLink,
    responses(
        (status = 204, description = "The address is the account's again"),
        (status = 409, description = "Somebody took the address meanwhile", body = ErrorBody),
        (status = 410, description = "The link was used, has run out, or is none", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn undo_email(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<EmailLink>,
) -> Result<StatusCode, ApiError> {
    use_link(&customers, &caller, &body.token, TokenPurpose::UndoEmail, None).await
}

async fn use_link(
    customers: &Customers,
    caller: &ClientAddress,
    token: &str,
    purpose: TokenPurpose,
    run: Option<KeyRun>,
) -> Result<StatusCode, ApiError> {
    let (store, now) = (customers.deps.store.customers(), customers.deps.clock.now());
    let sha256 = fingerprint(token);
    let found = store.token(sha256, purpose, now).await?;
    let Some((found, email)) = found.and_then(|found| found.email.clone().map(|email| (found, email))) else {
        customers.rate_limits.count(WRONG_LINKS, &limit_unit(caller.address).to_string()).await?;
        return Err(ApiError::new(Code::ResetExpired));
    };
    let expired = || ApiError::new(Code::ResetExpired);
    let account = store.by_id(found.customer, now).await?.ok_or_else(expired)?;
    let undo = (purpose == TokenPurpose::ConfirmEmail).then(|| {
        let token = Token::short(&customers.deps.chance);
        let undo_link = format!("{}/vahvista-sahkoposti?undo={}", customers.public_url, token.reveal());
        let new = NewCustomerToken {
            sha256: token.fingerprint(),
            purpose: TokenPurpose::UndoEmail,
            email: Some(account.email.clone()),
            session: None,
            expires_at: now.checked_add(SignedDuration::from_hours(24 * UNDO_DAYS)).unwrap_or(Timestamp::MAX),
        };
        let told = AccountMail::EmailChanged { undo_link, days: UNDO_DAYS };
        (new, customers.mail(&account.email, &told, now))
    });
    let confirm = ConfirmEmail { sha256, purpose, compared: comparable(&email), undo, run, now };
    store.confirm_email(confirm).await.map_err(|error| match error {
        ConfirmEmailError::Expired => expired(),
        ConfirmEmailError::EmailTaken => ApiError::new(Code::EmailTaken),
        ConfirmEmailError::Store(error) => error.into(),
    })?;
    tracing::info!(customer = account.id.0, "has another e-mail address");
    Ok(StatusCode::NO_CONTENT)
}
