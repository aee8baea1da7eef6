//! `POST /api/users/sendForgotPasswordEmail` and `/changeUserPassword`: a new password by a link in a mail.

use axum::{extract::State, http::StatusCode, response::Response};
use domain::{
    customer::WrongField,
    email::{CustomerEmail, comparable},
    error::Code,
    key::fingerprint,
    password,
};
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json,
    address::{ClientAddress, limit_unit},
    rate_limits::NamedLimit,
    session::Token,
};
use store::{NewCustomerToken, PasswordSet, SignInAccount, TokenPurpose};
use utoipa::ToSchema;

use super::{keyed::KeyedRun, private};
use crate::Customers;

/// For how long a link can be used.
const LINK_MINUTES: i64 = 30;
const ASKED: NamedLimit = NamedLimit { name: "forgotten passwords", most: 20, window: SignedDuration::from_hours(1) };
/// Mails of one address to one recipient, and all to one recipient, in an hour.
const MAILS_OF_ADDRESS: NamedLimit =
    NamedLimit { name: "reset mails of an address", most: 3, window: SignedDuration::from_hours(1) };
const MAILS: NamedLimit = NamedLimit { name: "reset mails", most: 10, window: SignedDuration::from_hours(1) };
/// Wrong links of one address in a minute.
const WRONG_LINKS: NamedLimit =
    NamedLimit { name: "wrong reset links", most: 10, window: SignedDuration::from_mins(1) };

/// Whose password was forgotten.
#[derive(Deserialize, ToSchema)]
pub(super) struct ForgottenPassword {
    email: String,
}

/// What everybody is answered.
#[derive(Serialize, ToSchema)]
pub(super) struct LinkSent {}

/// Mails a link to a new password, where the address is a customer's; the answer is the same for every address. Each call
/// makes another link, so it is not idempotent.
#[utoipa::path(post, path = "/api/users/sendForgotPasswordEmail", operation_id = "sendForgotPasswordEmail", tag = "users",
    request_body = ForgottenPassword,
    responses(
        (status = 202, description = "A link is on its way, where there is an account", body = LinkSent),
        (status = 422, description = "It is no address", body = ErrorBody),
        (status = 429, description = "Too many from one address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn send_forgot_password_email(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<ForgottenPassword>,
) -> Result<(StatusCode, Response), ApiError> {
    let unit = limit_unit(caller.address).to_string();
    customers.rate_limits.count(ASKED, &unit).await?;
    let email: CustomerEmail = body.email.parse().map_err(|_| ApiError::invalid("email"))?;
    // What is done for one that is known takes longer; nobody waits for it, so that nobody learns by the clock.
    let working = customers.clone();
    let sending = async move { working.send_reset_link(&comparable(email.as_str()), &unit).await };
    customers.deps.commits.spawn(async move {
        if let Err(error) = sending.await {
            tracing::warn!(%error, "a reset link was not mailed");
        }
    });
    Ok((StatusCode::ACCEPTED, private(LinkSent {})))
}

impl Customers {
    /// Mails a reset link to an account, where there is one and it has not had too many.
    ///
    /// # Errors
    /// Where the database does not answer.
    async fn send_reset_link(&self, email: &str, unit: &str) -> Result<(), store::StoreError> {
        let now = self.deps.clock.now();
        let (of_address, of_all) = (format!("{unit}\n{email}"), email);
        let is_allowed = self.rate_limits.take(MAILS_OF_ADDRESS, &of_address).await?.is_ok()
            && self.rate_limits.take(MAILS, of_all).await?.is_ok();
        let found = self.deps.store.customers().by_sign_in_email(email, now).await?;
        let Some(SignInAccount::Customer(customer)) = found.filter(|_| is_allowed) else { return Ok(()) };
        self.deps.store.failpoints().pass("a reset link is mailed").await;
        let token = Token::short(&self.deps.chance);
        let expires_at = now.checked_add(SignedDuration::from_mins(LINK_MINUTES)).unwrap_or(Timestamp::MAX);
        let link = format!(
            "{}/vaihda-salasana?passwordResetToken={}&expiresAt={}",
            self.public_url,
            token.reveal(),
            expires_at.as_millisecond()
        );
        let told = AccountMail::PasswordReset { link, minutes: LINK_MINUTES };
        let new = NewCustomerToken {
            sha256: token.fingerprint(),
            purpose: TokenPurpose::Reset,
            email: None,
            session: None,
            expires_at,
        };
        let message = self.mail(&customer.email, &told, now);
        self.deps.store.customers().add_token(customer.id, new, message, now).await
    }
}

/// A link's token, and the password that it is for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResetPassword {
    password_reset_token: String,
    #[schema(format = Password)]
    new_password: String,
}

/// Gives the account of a link a new password, once. All its sessions and other such links end. A weak password does not spend
/// the link.
#[utoipa::path(post, path = "/api/users/changeUserPassword", operation_id = "resetPassword", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once")),
    request_body = ResetPassword,
    responses(
        (status = 204, description = "Changed"),
        (status = 410, description = "The link was used, has run out, or is none", body = ErrorBody),
        (status = 422, description = "The password is too weak", body = ErrorBody),
        (status = 429, description = "Too many wrong links", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn change_user_password(
    State(customers): State<Customers>,
    caller: ClientAddress,
    keyed: KeyedRun,
    Json(body): Json<ResetPassword>,
) -> Result<StatusCode, ApiError> {
    if keyed.is_done {
        return Ok(StatusCode::NO_CONTENT);
    }
    let (store, now) = (customers.deps.store.customers(), customers.deps.clock.now());
    let sha256 = fingerprint(&body.password_reset_token);
    let _turn = customers.turns.take(sha256).await;
    let unit = limit_unit(caller.address).to_string();
    let account = match store.token(sha256, TokenPurpose::Reset, now).await? {
        Some(token) => store.by_id(token.customer, now).await?,
        None => None,
    };
    let Some(account) = account else {
        customers.rate_limits.count(WRONG_LINKS, &unit).await?;
        return Err(ApiError::new(Code::ResetExpired));
    };
    password::check(&body.new_password, &account.email, customers.settings.password_min)
        .map_err(|weak| customers.wrong_field(WrongField::with_code("newPassword", weak.code())))?;
    let password_hash = customers.passwords.hash(caller.address, body.new_password).await?;
    let told = AccountMail::PasswordChanged { forgot_link: customers.forgot_link() };
    let set = PasswordSet {
        customer: account.id,
        password_hash,
        token: Some(sha256),
        old_hash: None,
        session: None,
        run: keyed.run,
        message: customers.mail(&account.email, &told, now),
        now,
    };
    if !store.set_password(set).await? {
        return Err(ApiError::new(Code::ResetExpired));
    }
    tracing::info!(customer = account.id.0, "reset their password");
    Ok(StatusCode::NO_CONTENT)
}
