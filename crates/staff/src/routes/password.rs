//! `POST /api/users/staff/password`.

use axum::{extract::State, http::StatusCode};
use domain::{
    email::comparable,
    error::Code,
    password::{LONGEST, SHORTEST_OF_STAFF, WeakPassword, check},
};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, address::ClientAddress, csrf::ProvenCall};
use utoipa::ToSchema;

use crate::{SignedIn, StaffState};

/// The present password, and the one that is to stand in its place.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangePassword {
    /// The present one.
    #[schema(format = Password)]
    password: String,
    /// At least 8 characters, none that everybody tries; never cut off.
    #[schema(format = Password, min_length = 8)]
    new_password: String,
}

/// Gives the signed-in person the password that they chose, and ends their other sessions.
///
/// Not idempotent: a second call needs the new password as the present one. A wrong present password
/// counts as a failure to sign in. A changing call with a cookie must come from our own page: its `Origin`
/// or `Sec-Fetch-Site` says so, or it bears the header `X-Ovelle-Csrf`.
#[utoipa::path(post, path = "/api/users/staff/password", operation_id = "changeStaffPassword", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = ChangePassword, security(("staffSession" = [])),
    responses(
        (status = 204, description = "Changed; the person's other sessions have ended"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 422, description = "The present password is wrong, or the new one too short, too long or too common; \
            `metadata.field` says which", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn change_password(
    State(staff): State<StaffState>,
    _: ProvenCall,
    caller: ClientAddress,
    SignedIn(session): SignedIn,
    Json(body): Json<ChangePassword>,
) -> Result<StatusCode, ApiError> {
    if body.password.len() > LONGEST {
        return Err(ApiError::invalid("password"));
    }
    check(&body.new_password, session.email.as_str(), SHORTEST_OF_STAFF).map_err(weak)?;
    let store = &staff.deps.store;
    let try_it = async {
        let person = store.staff().by_id(session.staff_id).await?;
        let person = person.ok_or_else(|| ApiError::new(Code::SignedOut))?;
        let hash = Some(person.password_hash.clone());
        let is_right = staff.passwords.verify(caller.address, body.password, hash).await?;
        Ok(is_right.then_some(person))
    };
    let found = staff.attempts.judge(&comparable(session.email.as_str()), &caller, try_it).await?;
    let person = found.ok_or_else(|| ApiError::new(Code::PasswordWrong).with("field", "password"))?;
    let new_hash = staff.passwords.hash(caller.address, body.new_password).await?;
    let is_changed = store.staff().change_password(&session, &person.password_hash, &new_hash).await?;
    if !is_changed {
        // Somebody else was quicker, and this session has ended with it.
        return Err(ApiError::new(Code::SignedOut));
    }
    tracing::info!(staff = session.staff_id, "chose a password");
    Ok(StatusCode::NO_CONTENT)
}

fn weak(weak: WeakPassword) -> ApiError {
    ApiError::new(weak.code()).with("field", "newPassword")
}
