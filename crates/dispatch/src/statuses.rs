//! Reported statuses as callers write them, and what they are answered.

use domain::{
    ids::{OrderId, Seq},
    order::Status,
};
use jiff::{SignedDuration, Timestamp};
use orders::ReportedStatus;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use server::{ApiError, dispatch_key::DispatchCaller, extract::from_value, words::check_length};
use store::Appended;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{
    Dispatch,
    texts::{MAX_TEXT, check_text, cleaned},
};

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

/// Reports one status; `accepted`: when the call was read.
pub(crate) async fn set_one(
    dispatch: &Dispatch,
    key: &DispatchCaller,
    order: OrderId,
    body: SetStatus,
    accepted: Instant,
) -> Result<StatusSet, ApiError> {
    let report = body.check(dispatch.orders.deps().clock.now(), accepted)?;
    Ok(dispatch.orders.report(&key.reporter, order, report).await?.into())
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

    pub(crate) fn check(self, now: Timestamp, accepted: Instant) -> Result<ReportedStatus, ApiError> {
        let status = Status::try_from(self.status).map_err(|_| ApiError::invalid("status"))?;
        if self.if_seq.is_some_and(|seq| seq < 0) {
            return Err(ApiError::invalid("ifSeq"));
        }
        // No order is older than this, and no database keeps every moment that can be written.
        let is_ancient = |at: Timestamp| at < Timestamp::UNIX_EPOCH;
        if self.occurred_at.is_some_and(|at| is_ancient(at) || at.duration_since(now) > MAX_AHEAD) {
            return Err(ApiError::invalid("occurredAt"));
        }
        check_text(self.event_id.as_ref(), MAX_TEXT, "eventId")?;
        for (text, field) in [(&self.note, "note"), (&self.staff_note, "staffNote")] {
            check_length(text.as_ref(), MAX_TEXT, field)?;
        }
        if self.event_id.as_ref().is_some_and(String::is_empty) {
            return Err(ApiError::invalid("eventId"));
        }
        let note = cleaned(self.note.as_deref());
        if status == Status::Cancelled && note.is_none() {
            return Err(ApiError::invalid("note"));
        }
        Ok(ReportedStatus {
            status,
            event_id: self.event_id,
            if_seq: self.if_seq.map(Seq),
            occurred_at: self.occurred_at,
            note,
            staff_note: cleaned(self.staff_note.as_deref()),
            minutes: None,
            last_from: None,
            accepted,
        })
    }
}
