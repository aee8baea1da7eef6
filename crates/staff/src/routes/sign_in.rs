//! `POST /api/users/staff/sign-in`.

use std::time::Duration;

use axum::{
    extract::State,
    http::header,
    response::{AppendHeaders, IntoResponse, Response},
};
use domain::{
    customer::SessionChannel,
    email::comparable,
    error::Code,
    password::LONGEST,
    staff::{Email, SESSION_LONGEST},
};
use serde::Deserialize;
use server::{
    ApiError, ErrorBody, Json,
    address::ClientAddress,
    csrf::OwnPage,
    session::{BrowserSession, Token},
};
use store::NewSession;
use utoipa::ToSchema;

use super::Me;
use crate::StaffState;

/// By what somebody signs in.
#[derive(Deserialize, ToSchema)]
pub(super) struct SignIn {
    /// Their e-mail address; large and small letters are one.
    email: String,
    #[schema(format = Password)]
    password: String,
    /// The second factor of somebody who has one: six digits, or a recovery code.
    code: Option<String>,
}

/// Signs somebody of the staff in.
///
/// Each call begins a session of its own, so it is not idempotent; the oldest of a person's twenty ends.
/// An unknown address is answered as a wrong password is, after the same time. After five failures of an
/// account, or twenty of an address, within 15 minutes, each further try is 429 until `Retry-After` has
/// passed. The session that the browser had ends. The call must come from our own page: its `Origin` or `Sec-Fetch-Site` says so,
/// or it bears the header `X-Ovelle-Csrf`.
#[utoipa::path(post, path = "/api/users/staff/sign-in", operation_id = "signInStaff", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = SignIn,
    responses(
        (status = 200, description = "Signed in; the session's cookie is set", body = Me),
        (status = 401, description = "No such address, not with this password, or a code is needed or wrong", body = ErrorBody),
        (status = 429, description = "Too many failures; after `Retry-After` it may be tried again", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn sign_in(
    State(staff): State<StaffState>,
    caller: ClientAddress,
    _: OwnPage,
    before: BrowserSession,
    Json(body): Json<SignIn>,
) -> Result<Response, ApiError> {
    if body.password.len() > LONGEST {
        return Err(ApiError::invalid("password"));
    }
    // A flood costs no database what nobody has a turn for.
    staff.passwords.has_room()?;
    // What is no address is nobody's: the same road, the same answer.
    let email: Option<Email> = body.email.parse().ok();
    let account = comparable(&body.email);
    let deps = &staff.deps;
    let mut refusal = Code::WrongPassword;
    let try_it = async {
        let found = match &email {
            Some(email) => deps.store.staff().by_email(email).await?,
            None => None,
        };
        let hash = found.as_ref().map(|person| person.password_hash.clone());
        let is_right = staff.passwords.verify(caller.address, body.password, hash).await?;
        let Some(person) = found.filter(|_| is_right) else { return Ok(None) };
        if !staff.second_factor.is_given(&person, body.code.as_deref()).await? {
            refusal = Code::StaffCodeInvalid;
            return Ok(None);
        }
        Ok(Some(person))
    };
    let found = staff.attempts.judge(&account, &caller, try_it).await?;
    let person = found.ok_or_else(|| ApiError::new(refusal))?;
    let (token, now) = (Token::new(&deps.chance), deps.clock.now());
    let session = NewSession { staff: &person, sha256: token.fingerprint(), channel: SessionChannel::Cookie, now };
    // None: removed, or given another password, while theirs was checked.
    deps.store.staff().add_session(session).await?.ok_or_else(|| ApiError::new(Code::WrongPassword))?;
    before.end(&deps.store).await?;
    tracing::info!(staff = person.id, "signed in");
    let me = Me {
        email: person.email.to_string(),
        restaurant_ids: person.restaurants.iter().map(ToString::to_string).collect(),
        roles: super::roles(person.roles),
        must_change_password: person.must_change,
        must_set_up: staff.second_factor.must_set_up(&person),
    };
    let lasts = Duration::try_from(SESSION_LONGEST).unwrap_or(Duration::ZERO);
    let cookies = [staff.cookie.give(&token, lasts), staff.attempts.remember(&account, &caller)];
    let cookies = AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((cookies, [(header::CACHE_CONTROL, super::no_store())], Json(me)).into_response())
}
