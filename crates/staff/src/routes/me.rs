//! `GET /api/users/staff/me` and `POST /api/users/staff/sign-out`.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use deps::StaffCaller;
use server::{ApiError, ErrorBody, Json, csrf::ProvenCall};

use super::{Me, no_store};
use crate::{HalfSignedIn, StaffState, StaffUser};

/// Who is signed in.
#[utoipa::path(get, path = "/api/users/staff/me", operation_id = "getStaffMe", tag = "staff",
    security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "Who is signed in", body = Me),
        (status = 401, description = "Nobody is", body = ErrorBody)))]
pub(super) async fn who_am_i(
    user: Result<StaffUser, ApiError>,
    half: Result<HalfSignedIn, ApiError>,
) -> Result<Response, ApiError> {
    let me = match (user, half) {
        (Err(_), Ok(HalfSignedIn(session))) => Me { must_set_up: true, ..Me::from(&session) },
        (Err(refused), Err(_)) => return Err(refused),
        (Ok(StaffUser(StaffCaller::Person(session))), _) => Me::from(&session),
        // As a user of the call centre.
        (Ok(StaffUser(caller @ StaffCaller::Token)), _) => Me {
            email: "token".to_owned(),
            restaurant_ids: Vec::new(),
            roles: super::roles(caller.roles()),
            must_change_password: false,
            must_set_up: false,
        },
    };
    Ok(([(header::CACHE_CONTROL, no_store())], Json(me)).into_response())
}

/// Ends the session. Idempotent: one that has ended already is 204 too.
///
/// A changing call with a cookie must come from our own page: its `Origin` or `Sec-Fetch-Site` says so,
/// or it bears the header `X-Ovelle-Csrf`.
#[utoipa::path(post, path = "/api/users/staff/sign-out", operation_id = "signOutStaff", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security((), ("staffSession" = [])),
    responses(
        (status = 204, description = "Signed out; the cookie is taken away"),
        (status = 403, description = "Not from one of our pages", body = ErrorBody)))]
pub(super) async fn sign_out(
    State(staff): State<StaffState>,
    _: ProvenCall,
    session: Result<HalfSignedIn, ApiError>,
) -> Result<Response, ApiError> {
    match session {
        Ok(HalfSignedIn(session)) => {
            staff.deps.store.staff().end_session(session.session_id).await?;
            tracing::info!(staff = session.staff_id, "signed out");
        }
        Err(error) if error.code() == domain::error::Code::SignedOut => {}
        Err(error) => return Err(error),
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, staff.cookie.take())]).into_response())
}
