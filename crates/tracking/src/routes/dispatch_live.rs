//! `GET /api/dispatch/live`: the dispatch line.

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::error::Code;
use server::{ApiError, ErrorBody};

use super::{
    Tracking, store_error,
    upgrade::{LineRequest, Protocol},
};
use crate::{
    dispatch_key::bearer,
    dispatch_line::{DispatchLine, SUBPROTOCOL},
};

/// Opens a dispatch line: WebSocket, subprotocol `ovelle.dispatch.v1`. Without `Authorization` the
/// first frame brings the key.
#[utoipa::path(get, path = "/api/dispatch/live", operation_id = "openDispatchLine", tag = "dispatch",
    security((), ("dispatchKey" = [])),
    responses(
        (status = 101, description = "The line is open"),
        (status = 400, description = "No WebSocket of this subprotocol", body = ErrorBody),
        (status = 401, description = "Nobody has this key", body = ErrorBody),
        (status = 403, description = "Not from this origin", body = ErrorBody),
        (status = 503, description = "The node is leaving", body = ErrorBody)))]
pub(super) async fn open_dispatch_line(
    State(tracking): State<Tracking>,
    headers: HeaderMap,
    request: LineRequest,
) -> Result<Response, ApiError> {
    let protocol = Protocol { name: SUBPROTOCOL, absent: Code::DispatchProtocol, read_at_a_time: 16 * 1024 };
    let upgrade = request.check(&tracking, protocol)?;
    let known = match bearer(&headers) {
        None => None,
        Some(Err(error)) => return Err(error),
        Some(Ok(key)) => {
            let known = tracking.keys.open(key).await.map_err(store_error)?;
            Some(known.ok_or_else(|| ApiError::new(Code::NoKey))?)
        }
    };
    let calls = tracking.clone();
    upgrade.open(&tracking, move |line| DispatchLine::new(line, calls, known))
}
