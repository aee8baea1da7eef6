//! `GET /api/dispatch/live`: the dispatch connection.

use axum::{extract::State, http::HeaderMap, response::Response};
use domain::error::Code;
use live::upgrade::{ConnectionRequest, Protocol};
use server::{
    ApiError, ErrorBody,
    credentials::{NotBearer, bearer},
};

use crate::{
    Dispatch,
    connection::{DispatchConnection, SUBPROTOCOL},
};

/// Opens a dispatch connection: WebSocket, subprotocol `ovelle.dispatch.v1`. Without `Authorization` the
/// first frame brings the key.
#[utoipa::path(get, path = "/api/dispatch/live", operation_id = "openDispatchLine", tag = "dispatch",
    security((), ("dispatchKey" = [])),
    responses(
        (status = 101, description = "The connection is open"),
        (status = 400, description = "No WebSocket of this subprotocol", body = ErrorBody),
        (status = 401, description = "Nobody has this key", body = ErrorBody),
        (status = 403, description = "Not from this origin", body = ErrorBody),
        (status = 503, description = "The node is leaving", body = ErrorBody)))]
pub(super) async fn open_dispatch_line(
    State(dispatch): State<Dispatch>,
    headers: HeaderMap,
    request: ConnectionRequest,
) -> Result<Response, ApiError> {
    let protocol = Protocol { name: SUBPROTOCOL, absent: Code::DispatchProtocol, read_at_a_time: 16 * 1024 };
    let witness = request.witness.clone();
    let upgrade = request.check(&dispatch.origins, protocol)?;
    let known = match bearer(&headers) {
        None => None,
        Some(Err(NotBearer)) => return Err(ApiError::new(Code::NoKey)),
        Some(Ok(key)) => {
            let known = dispatch.keys.open(key).await?;
            let Some(known) = known else {
                witness.meets_a_stranger();
                return Err(ApiError::new(Code::NoKey));
            };
            witness.knows(known.key.reporter.actor.clone());
            Some(known)
        }
    };
    let connections = dispatch.connections.clone();
    upgrade.open(&connections, move |connection| DispatchConnection::new(connection, dispatch, known, witness))
}
