//! `PUT /api/dispatch/batches/{batchId}` and `POST …/depart`: which orders travel together.

use axum::extract::State;
use domain::{
    ids::{BatchId, OrderId},
    words::name,
};
use orders::NewBatch;
use serde::{Deserialize, Serialize};
use server::{ApiError, ErrorBody, Json, Path, dispatch_key::DispatchCaller};
use store::BatchPut;
use utoipa::ToSchema;

use crate::{Dispatch, state::find_order};

/// The most stops of one batch.
const MAX_STOPS: usize = 100;
/// The longest plan that anybody means, minutes: a day.
const MAX_MINUTES: i64 = 24 * 60;

/// A batch as dispatch wants it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PutBatch)]
pub(super) struct PutBatchBody {
    /// The car that carries it.
    pub(super) car_id: String,
    /// Its orders (numbers, or `ext:` and an external id), in the order in which they are brought; at most 100.
    stops: Vec<String>,
    /// Minutes from the start of the batch to its doors; without it the server plans.
    estimated_minutes: Option<i64>,
}

/// A batch as it stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Batch)]
pub(super) struct BatchPayload {
    /// Its name.
    batch_id: String,
    /// The car that carries it.
    car_id: String,
    /// Its orders, in the order in which they are brought.
    stops: Vec<String>,
}

/// Nothing is asked for.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct DepartBatch {}

/// Says which orders a car takes along, and in which order. Each goes to 5 and 6, all or none.
///
/// Idempotent: the same body again changes nothing.
#[utoipa::path(put, path = "/api/dispatch/batches/{batchId}", operation_id = "putBatch", tag = "dispatch",
    params(("batchId" = String, Path, description = "The batch's name, one in the whole chain")),
    request_body = PutBatchBody, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The batch as it stands", body = BatchPayload),
        (status = "4XX", description = "Refused: nothing of it was done", body = ErrorBody)))]
pub(super) async fn put_batch(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(batch): Path<String>,
    Json(body): Json<PutBatchBody>,
) -> Result<Json<BatchPayload>, ApiError> {
    let new = body.check(&dispatch, &key, batch_id(&batch)?).await?;
    let put = dispatch.orders.put_batch(&key.reporter, new).await?;
    Ok(Json(put.into()))
}

/// Says that a batch has left: its stops at 5 to 7 go to 8.
///
/// Idempotent: a second time adds nothing.
#[utoipa::path(post, path = "/api/dispatch/batches/{batchId}/depart", operation_id = "departBatch", tag = "dispatch",
    params(("batchId" = String, Path, description = "The batch's name")),
    request_body = DepartBatch, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The batch as it stands", body = BatchPayload),
        (status = "4XX", description = "Refused: nothing of it was done", body = ErrorBody)))]
pub(super) async fn depart_batch(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(batch): Path<String>,
    Json(DepartBatch {}): Json<DepartBatch>,
) -> Result<Json<BatchPayload>, ApiError> {
    let departed = dispatch.orders.depart(&key.reporter, batch_id(&batch)?).await?;
    Ok(Json(departed.into()))
}

fn batch_id(text: &str) -> Result<BatchId, ApiError> {
    name(text).map_err(|_| ApiError::invalid("batchId"))
}

impl PutBatchBody {
    async fn check(self, dispatch: &Dispatch, key: &DispatchCaller, batch: BatchId) -> Result<NewBatch, ApiError> {
        let car = name(&self.car_id).map_err(|_| ApiError::invalid("carId"))?;
        let minutes = self.estimated_minutes;
        if minutes.is_some_and(|minutes| !(0..=MAX_MINUTES).contains(&minutes)) {
            return Err(ApiError::invalid("estimatedMinutes"));
        }
        if self.stops.len() > MAX_STOPS {
            return Err(ApiError::invalid("stops"));
        }
        let mut stops: Vec<OrderId> = Vec::with_capacity(self.stops.len());
        for (index, stop) in self.stops.iter().enumerate() {
            let order = find_order(dispatch, key, stop).await.map_err(|error| error.with("orderId", stop.as_str()))?;
            if stops.contains(&order) {
                return Err(ApiError::invalid(format!("stops[{index}]")));
            }
            stops.push(order);
        }
        let estimated_minutes = minutes.and_then(|minutes| u32::try_from(minutes).ok());
        Ok(NewBatch { batch, car, stops, estimated_minutes })
    }
}

impl From<BatchPut> for BatchPayload {
    fn from(put: BatchPut) -> Self {
        Self {
            batch_id: put.batch.to_string(),
            car_id: put.car.to_string(),
            stops: put.stops.iter().map(OrderId::to_string).collect(),
        }
    }
}
