//! `POST /api/users/staff/live-token`: what a page opens a live subscription with.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use domain::error::Code;
use jiff::Timestamp;
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, csrf::ProvenCall, session::Token};
use utoipa::ToSchema;

use super::no_store;
use crate::{SignedIn, StaffState};

/// A token for one subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LiveToken {
    /// For the frame `subscribe`, once.
    token: String,
    /// Until when it may be used.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Makes a token for one live subscription: of the board, or of an order in the place of its key.
///
/// Each call makes another one; 60 seconds, single use. A changing call with a cookie must come from our
/// own page: its `Origin` or `Sec-Fetch-Site` says so, or it bears the header `X-Ovelle-Csrf`.
#[utoipa::path(post, path = "/api/users/staff/live-token", operation_id = "makeLiveToken", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    security(("staffSession" = [])),
    responses(
        (status = 200, description = "The token", body = LiveToken),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not from one of our pages", body = ErrorBody)))]
pub(super) async fn make_live_token(
    State(staff): State<StaffState>,
    _: ProvenCall,
    SignedIn(session): SignedIn,
) -> Result<Response, ApiError> {
    let deps = &staff.deps;
    let token = Token::new(&deps.chance);
    let made = deps.store.staff().add_live_token(session.session_id, token.fingerprint(), deps.clock.now()).await;
    let expires_at = made?.ok_or_else(|| ApiError::new(Code::SignedOut))?;
    let body = LiveToken { token: token.reveal().to_owned(), expires_at };
    Ok(([(header::CACHE_CONTROL, no_store())], Json(body)).into_response())
}
