//! `POST /api/dispatch/orders/{orderId}/status` and `POST /api/dispatch/status`: reporting statuses.

use axum::extract::State;
use domain::{
    ids::{OrderId, Seq},
    order::Status,
};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::{ApiError, ErrorBody, Json, Path, extract::from_value};
use store::Appended;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::{Tracking, check_text, find_order, register::MAX_TEXT};
use crate::{
    dispatch_key::DispatchKey,
    intake::{Report, report_error},
};

/// The most statuses of one call.
const MAX_STATUSES: usize = 500;
/// How far ahead of ours a reporter's clock may be.
const MAX_AHEAD: SignedDuration = SignedDuration::from_secs(60);

/// A reported status.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetStatus {
    /// The status, 0…13.
    status: i64,
    /// The reporter's own name for the event: a known one changes nothing.
    event_id: Option<String>,
    /// Apply only where the order stands at this number.
    if_seq: Option<i64>,
    /// When it happened; at most a minute ahead.
    #[schema(value_type = Option<String>, format = DateTime)]
    occurred_at: Option<Timestamp>,
    /// The customer reads this. Required with 13.
    note: Option<String>,
    /// For colleagues.
    staff_note: Option<String>,
}

/// A reported status of one order among several.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetOneStatus {
    /// The order's number, or `ext:` and its external id.
    pub(crate) order_id: String,
    #[serde(flatten)]
    pub(crate) status: SetStatus,
}

impl SetOneStatus {
    /// Reads its two halves, because a flattened one would not name the field that does not fit.
    pub(crate) fn read(item: &Value) -> Result<Self, ApiError> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Which {
            order_id: String,
        }
        let Which { order_id } = from_value(item)?;
        Ok(Self { order_id, status: from_value(item)? })
    }
}

/// Where the order stands now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StatusSet {
    /// The order's number.
    order_id: String,
    /// Number of its present status.
    seq: i64,
    /// Its present status.
    status: i16,
    /// Whether this call moved it there.
    applied: bool,
}

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
    State(tracking): State<Tracking>,
    key: DispatchKey,
    Path(order): Path<String>,
    Json(body): Json<SetStatus>,
) -> Result<Json<StatusSet>, ApiError> {
    let accepted = Instant::now();
    let order = find_order(&tracking, &key, &order).await?;
    set_one(&tracking, &key, order, body, accepted).await.map(Json)
}

/// Moves many orders. Items stand alone: one that fails does not hold up the others.
#[utoipa::path(post, path = "/api/dispatch/status", operation_id = "setStatuses", tag = "dispatch",
    request_body = Vec<SetOneStatus>, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "One answer or error for each item, in order", body = StatusesSet),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn set_statuses(
    State(tracking): State<Tracking>,
    key: DispatchKey,
    Json(body): Json<Vec<Value>>,
) -> Result<Json<StatusesSet>, ApiError> {
    let accepted = Instant::now();
    if body.len() > MAX_STATUSES {
        return Err(ApiError::invalid(""));
    }
    let mut results: Vec<Option<OneResult>> = body.iter().map(|_| None).collect();
    let (mut indexes, mut reports) = (Vec::new(), Vec::new());
    for (index, item) in body.iter().enumerate() {
        match read_item(&tracking, &key, item, accepted).await {
            Ok(report) => {
                indexes.push(index);
                reports.push(report);
            }
            Err(error) => results[index] = Some(OneResult::Failed(error.body())),
        }
    }
    let reported = tracking.intake.report_all(&key, reports).await;
    for (index, reported) in indexes.into_iter().zip(reported) {
        results[index] = Some(match reported {
            Ok(appended) => OneResult::Set(StatusSet::from(appended)),
            Err(error) => OneResult::Failed(report_error(error).body()),
        });
    }
    Ok(Json(StatusesSet { results: results.into_iter().flatten().collect() }))
}

/// An item that does not fit fails alone, as it would in a call of its own.
async fn read_item(
    tracking: &Tracking,
    key: &DispatchKey,
    item: &Value,
    accepted: Instant,
) -> Result<(OrderId, Report), ApiError> {
    let SetOneStatus { order_id, status } = SetOneStatus::read(item)?;
    let order = find_order(tracking, key, &order_id).await?;
    Ok((order, status.check(tracking.hub.parts().clock.now(), accepted)?))
}

/// Reports one status; `accepted`: when the call was read.
pub(crate) async fn set_one(
    tracking: &Tracking,
    key: &DispatchKey,
    order: OrderId,
    body: SetStatus,
    accepted: Instant,
) -> Result<StatusSet, ApiError> {
    let report = body.check(tracking.hub.parts().clock.now(), accepted)?;
    tracking.intake.report(key, order, report).await.map(StatusSet::from).map_err(report_error)
}

impl From<Appended> for StatusSet {
    fn from(appended: Appended) -> Self {
        Self {
            order_id: appended.order.to_string(),
            seq: appended.seq.0,
            status: appended.status.number(),
            applied: appended.applied.is_some(),
        }
    }
}

impl SetStatus {
    /// Whether it fits, before anything is looked up.
    pub(crate) fn fits(self, now: Timestamp) -> Result<(), ApiError> {
        self.check(now, Instant::now()).map(drop)
    }

    fn check(self, now: Timestamp, accepted: Instant) -> Result<Report, ApiError> {
        let status = Status::try_from(self.status).map_err(|_| ApiError::invalid("status"))?;
        if self.if_seq.is_some_and(|seq| seq < 0) {
            return Err(ApiError::invalid("ifSeq"));
        }
        // No order is older than this, and no database keeps every moment that can be written.
        let is_ancient = |at: Timestamp| at < Timestamp::UNIX_EPOCH;
        if self.occurred_at.is_some_and(|at| is_ancient(at) || at.duration_since(now) > MAX_AHEAD) {
            return Err(ApiError::invalid("occurredAt"));
        }
        let texts = [(&self.event_id, "eventId"), (&self.note, "note"), (&self.staff_note, "staffNote")];
        for (text, field) in texts {
            check_text(text.as_ref(), MAX_TEXT, field)?;
        }
        if self.event_id.as_ref().is_some_and(String::is_empty) {
            return Err(ApiError::invalid("eventId"));
        }
        let note = self.note.filter(|note| !note.trim().is_empty());
        if status == Status::Cancelled && note.is_none() {
            return Err(ApiError::invalid("note"));
        }
        Ok(Report {
            status,
            event_id: self.event_id,
            if_seq: self.if_seq.map(Seq),
            occurred_at: self.occurred_at,
            note,
            staff_note: self.staff_note.filter(|note| !note.trim().is_empty()),
            accepted,
        })
    }
}
