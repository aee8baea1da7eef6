//! `POST /api/users/staff/totp` and `/totp/confirm`: setting up a second factor.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::{
    email::comparable,
    error::Code,
    password::LONGEST,
    totp::{TotpSecret, recovery_codes},
};
use qrcode::{Color, QrCode};
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, address::ClientAddress, csrf::ProvenCall};
use store::{ConfirmTotp, StaffMember, StaffSession};
use utoipa::ToSchema;

use super::no_store;
use crate::{HalfSignedIn, StaffState};

/// The present password, and a code where there is a second factor already.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MakeTotp {
    #[schema(format = Password)]
    current_password: String,
    code: Option<String>,
}

/// A secret for an authenticator app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTotp {
    /// In base32, to be typed.
    secret: String,
    /// `otpauth://totp/…`, for a picture.
    uri: String,
    /// The picture of `uri` for the camera of a phone, row by row: 1 is dark, 0 light. Nobody else ever draws it.
    qr_code: Vec<String>,
}

/// The rows of a picture that a phone's camera reads as a text.
fn qr_code(text: &str) -> Result<Vec<String>, ApiError> {
    let code = QrCode::new(text).map_err(|error| ApiError::internal(&error))?;
    let bit = |dot: &Color| if *dot == Color::Dark { '1' } else { '0' };
    Ok(code.to_colors().chunks(code.width()).map(|row| row.iter().map(bit).collect()).collect())
}

/// A code of the app.
#[derive(Deserialize, ToSchema)]
pub(super) struct ConfirmCode {
    code: String,
}

/// Codes for whoever has lost their app, each good once; shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Makes a secret for a second factor; it counts once it is confirmed, and until then the old one does. Each call makes another
/// one, so it is not idempotent. A wrong password or code counts as a failure to sign in.
#[utoipa::path(post, path = "/api/users/staff/totp", operation_id = "makeStaffTotp", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = MakeTotp, security(("staffSession" = [])),
    responses(
        (status = 200, description = "The secret", body = NewTotp),
        (status = 401, description = "Nobody is signed in, or a code is needed or wrong", body = ErrorBody),
        (status = 422, description = "The present password is wrong", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn make_totp(
    State(staff): State<StaffState>,
    _: ProvenCall,
    caller: ClientAddress,
    HalfSignedIn(session): HalfSignedIn,
    Json(body): Json<MakeTotp>,
) -> Result<Response, ApiError> {
    if body.current_password.len() > LONGEST {
        return Err(ApiError::invalid("currentPassword"));
    }
    let person = person_of(&staff, &session).await?;
    let mut refusal = ApiError::new(Code::PasswordWrong).with("field", "currentPassword");
    let try_it = async {
        let hash = Some(person.password_hash.clone());
        if !staff.passwords.verify(caller.address, body.current_password, hash).await? {
            return Ok(None);
        }
        let is_given = staff.second_factor.is_given(&person, body.code.as_deref()).await?;
        refusal = ApiError::new(Code::StaffCodeInvalid);
        Ok(is_given.then_some(()))
    };
    let judged = staff.attempts.judge(&comparable(person.email.as_str()), &caller, try_it).await?;
    judged.ok_or(refusal)?;
    let deps = &staff.deps;
    let secret = TotpSecret::new(deps.chance.bytes());
    let sealed = staff.second_factor.seal(person.id, &secret, deps.chance.bytes());
    deps.store.staff().ask_totp(person.id, sealed).await?;
    let uri = secret.uri(person.email.as_str());
    let made = NewTotp { secret: secret.base32(), qr_code: qr_code(&uri)?, uri };
    Ok(([(header::CACHE_CONTROL, no_store())], Json(made)).into_response())
}

/// Confirms the secret that was made last, by a code of it. From then on it counts; the person's other sessions end, and
/// earlier recovery codes are good for nothing. A wrong code counts as a failure to sign in.
#[utoipa::path(post, path = "/api/users/staff/totp/confirm", operation_id = "confirmStaffTotp", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = ConfirmCode, security(("staffSession" = [])),
    responses(
        (status = 200, description = "The second factor counts", body = RecoveryCodes),
        (status = 401, description = "Nobody is signed in, or the code is wrong", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn confirm_totp(
    State(staff): State<StaffState>,
    _: ProvenCall,
    caller: ClientAddress,
    HalfSignedIn(session): HalfSignedIn,
    Json(body): Json<ConfirmCode>,
) -> Result<Response, ApiError> {
    let person = person_of(&staff, &session).await?;
    let deps = &staff.deps;
    let codes = recovery_codes(&deps.chance.bytes());
    let try_it = async {
        let Some(pending) = person.totp_pending.clone() else { return Ok(None) };
        let Some(step) = staff.second_factor.confirmed_step(person.id, &pending, &body.code) else { return Ok(None) };
        let confirm = ConfirmTotp {
            staff: person.id,
            pending,
            step: step.0,
            recovery_codes: codes.iter().map(domain::totp::RecoveryCode::fingerprint).collect(),
            session: session.session_id,
            now: deps.clock.now(),
        };
        Ok(deps.store.staff().confirm_totp(confirm).await?.then_some(()))
    };
    let judged = staff.attempts.judge(&comparable(person.email.as_str()), &caller, try_it).await?;
    judged.ok_or_else(|| ApiError::new(Code::StaffCodeInvalid))?;
    tracing::info!(staff = person.id, "set up a second factor");
    let shown = RecoveryCodes { recovery_codes: codes.iter().map(domain::totp::RecoveryCode::reveal).collect() };
    Ok(([(header::CACHE_CONTROL, no_store())], Json(shown)).into_response())
}

async fn person_of(staff: &StaffState, session: &StaffSession) -> Result<StaffMember, ApiError> {
    let person = staff.deps.store.staff().by_id(session.staff_id).await?;
    person.ok_or_else(|| ApiError::new(Code::SignedOut))
}
