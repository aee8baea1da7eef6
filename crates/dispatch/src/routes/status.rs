//! `POST /api/dispatch/orders/{orderId}/status` and `POST /api/dispatch/status`: reporting statuses.

use axum::extract::State;
use domain::ids::OrderId;
use orders::ReportedStatus;
use serde::Serialize;
use serde_json::Value;
use server::{ApiError, ErrorBody, Json, Path, dispatch_key::DispatchCaller, security::Witness};
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{
    Dispatch,
    state::find_order,
    statuses::{SetOneStatus, SetStatus, StatusSet, set_one},
};

/// The most statuses of one call.
const MAX_STATUSES: usize = 500;
/// One answer for each status of the call, in order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StatusesSet {
    results: Vec<OneResult>,
}

/// An answer, or why there is none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum OneResult {
    Set(StatusSet),
    Failed(ErrorBody),
}

/// Moves an order to a new status.
///
/// Idempotent by `eventId`, or by `ifSeq`; a status that the order has already changes nothing.
#[utoipa::path(post, path = "/api/dispatch/orders/{orderId}/status", operation_id = "setStatus", tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    request_body = SetStatus, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "Where the order stands now", body = StatusSet),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_status(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(order): Path<String>,
    Json(body): Json<SetStatus>,
) -> Result<Json<StatusSet>, ApiError> {
    let accepted = Instant::now();
    let order = find_order(&dispatch, &key, &order).await?;
    set_one(&dispatch, &key, order, body, accepted).await.map(Json)
}

/// Moves many orders. Items stand alone: one that fails does not hold up the others.
#[utoipa::path(post, path = "/api/dispatch/status", operation_id = "setStatuses", tag = "dispatch",
    request_body = Vec<SetOneStatus>, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "One answer or error for each item, in order", body = StatusesSet),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_statuses(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    witness: Witness,
    Json(body): Json<Vec<Value>>,
) -> Result<Json<StatusesSet>, ApiError> {
    let accepted = Instant::now();
    if body.len() > MAX_STATUSES {
        return Err(ApiError::invalid(""));
    }
    let mut results: Vec<Option<OneResult>> = body.iter().map(|_| None).collect();
    let (mut indexes, mut reports) = (Vec::new(), Vec::new());
    for (index, item) in body.iter().enumerate() {
        match read_item(&dispatch, &key, item, accepted).await {
            Ok(report) => {
                indexes.push(index);
                reports.push(report);
            }
            Err(error) => results[index] = Some(failed(&error, &witness)),
        }
    }
    let reported = dispatch.orders.report_all(&key.reporter, reports).await;
    for (index, reported) in indexes.into_iter().zip(reported) {
        results[index] = Some(match reported {
            Ok(appended) => OneResult::Set(StatusSet::from(appended)),
            Err(error) => failed(&error.into(), &witness),
        });
    }
    Ok(Json(StatusesSet { results: results.into_iter().flatten().collect() }))
}

/// Why one item failed. Who watches over the others' calls sees it too.
fn failed(error: &ApiError, witness: &Witness) -> OneResult {
    witness.refused(error.refusal(), || "POST /api/dispatch/status".to_owned());
    OneResult::Failed(error.body())
}

/// An item that does not fit fails alone, as it would in a call of its own.
async fn read_item(
    dispatch: &Dispatch,
    key: &DispatchCaller,
    item: &Value,
    accepted: Instant,
) -> Result<(OrderId, ReportedStatus), ApiError> {
    let SetOneStatus { order_id, status } = SetOneStatus::read(item)?;
    let order = find_order(dispatch, key, &order_id).await?;
    Ok((order, status.check(dispatch.orders.deps().clock.now(), accepted)?))
}
