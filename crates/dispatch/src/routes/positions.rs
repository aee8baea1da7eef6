//! `POST /api/dispatch/cars/{carId}/positions`: where a car is.

use axum::{extract::State, http::StatusCode};
use domain::{ids::CarId, words::name};
use serde::Deserialize;
use serde_json::Value;
use server::{ApiError, ErrorBody, Json, Path, dispatch_key::DispatchCaller};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{
    Dispatch,
    positions::{NewPosition, PositionsSet, take},
};

/// One position, or several.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "shows the shape in the API's document; the body is read by its own kind")]
pub(super) enum NewPositions {
    One(NewPosition),
    Several(Vec<NewPosition>),
}

/// Says where a car is. All positions of a call are taken, or none.
///
/// Idempotent: a position that is not newer than the newest known is stale.
#[utoipa::path(post, path = "/api/dispatch/cars/{carId}/positions", operation_id = "addPositions", tag = "dispatch",
    params(("carId" = String, Path, description = "The car's name, one in the whole chain")),
    request_body = NewPositions, security(("dispatchKey" = [])),
    responses(
        (status = 202, description = "How many were news", body = PositionsSet),
        (status = "4XX", description = "Refused: none was taken", body = ErrorBody)))]
pub(super) async fn add_positions(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(car): Path<String>,
    Json(body): Json<Value>,
) -> Result<(StatusCode, Json<PositionsSet>), ApiError> {
    let accepted = Instant::now();
    let car: CarId = name(&car).map_err(|_| ApiError::invalid("carId"))?;
    let (items, is_list) = match &body {
        Value::Array(items) => (items.as_slice(), true),
        one => (std::slice::from_ref(one), false),
    };
    let field = |index: usize| if is_list { format!("[{index}]") } else { String::new() };
    let taken = take(&dispatch, &key, &car, items, accepted, field).await?;
    Ok((StatusCode::ACCEPTED, Json(taken)))
}
