//! `POST /api/users/staff/sign-in`.

use std::time::Duration;

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use domain::{
    error::Code,
    password::LONGEST,
    staff::{Email, SESSION_LONGEST},
};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, address::ClientAddress, csrf, session::Token};
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
}

/// Signs somebody of the staff in.
///
/// Each call begins a session of its own, so it is not idempotent; the oldest of a person's twenty ends.
/// An unknown address is answered as a wrong password is, after the same time. After five failures of an
/// account, or twenty of an address, within 15 minutes, each further try is 429 until `Retry-After` has
/// passed.
#[utoipa::path(post, path = "/api/users/staff/sign-in", operation_id = "signInStaff", tag = "staff",
    request_body = SignIn,
    responses(
        (status = 200, description = "Signed in; the session's cookie is set", body = Me),
        (status = 401, description = "No such address, or not with this password", body = ErrorBody),
        (status = 429, description = "Too many failures; after `Retry-After` it may be tried again", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn sign_in(
    State(staff): State<StaffState>,
    caller: ClientAddress,
    headers: HeaderMap,
    Json(body): Json<SignIn>,
) -> Result<Response, ApiError> {
    csrf::refuse_foreign(&headers, &caller, &staff.origins)?;
    if body.password.len() > LONGEST {
        return Err(ApiError::invalid("password"));
    }
    // What is no address is nobody's: the same road, the same answer.
    let email: Option<Email> = body.email.parse().ok();
    let account = email.as_ref().map_or(body.email.as_str(), Email::as_str);
    let deps = &staff.deps;
    let try_it = async {
        let found = match &email {
            Some(email) => deps.store.staff().by_email(email).await?,
            None => None,
        };
        let hash = found.as_ref().map(|person| person.password_hash.clone());
        let is_right = staff.passwords.verify(caller.address, body.password, hash).await?;
        Ok(found.filter(|_| is_right))
    };
    let found = staff.attempts.judge(account, caller.address, try_it).await?;
    let wrong = || ApiError::new(Code::WrongPassword);
    let person = found.ok_or_else(wrong)?;
    let (token, now) = (Token::new(&deps.chance), deps.clock.now());
    let session = NewSession { staff: &person, sha256: token.fingerprint(), now };
    // None: removed, or given another password, while theirs was checked.
    deps.store.staff().add_session(session).await?.ok_or_else(wrong)?;
    tracing::info!(staff = person.id, "signed in");
    let me = Me {
        email: person.email.to_string(),
        restaurant_ids: person.restaurants.iter().map(ToString::to_string).collect(),
        roles: super::roles(person.roles),
        must_change_password: person.must_change,
    };
    let lasts = Duration::try_from(SESSION_LONGEST).unwrap_or(Duration::ZERO);
    let kept = [(header::SET_COOKIE, staff.cookie.give(&token, lasts)), (header::CACHE_CONTROL, super::no_store())];
    Ok((kept, Json(me)).into_response())
}
