//! The kitchen's answer to an order: accept, preparation, reject. Machines call below `/api/dispatch` with their keys,
//! people of a restaurant below `/api/staff`.

use axum::extract::State;
use domain::{
    Reporter, SecurityKind,
    error::Code,
    ids::{OrderId, Seq},
    order::Reason,
    staff::Role,
    words::Lines,
};
use orders::{Acceptance, Orders, Preparation, Rejection};
use protocol::payload::EstimatePayload;
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json, Path,
    dispatch_key::DispatchCaller,
    words::{AuthorKind, check_length},
    work_place::StaffAtWork,
};
use store::OrderPrepared;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{
    Dispatch,
    state::find_order,
    statuses::StatusSet,
    texts::{MAX_TEXT, check_text},
};

/// Minutes that a kitchen may take for an order.
const PREPARATION_MINUTES: std::ops::RangeInclusive<i64> = 5..=180;
/// Minutes by which a kitchen may move an order at a time.
const MOST_DELTA: i64 = 60;

/// That the kitchen takes an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AcceptOrder {
    /// Minutes until it is ready, 5 to 180; a delivery comes later by the way.
    preparation_minutes: Option<i64>,
    /// Apply only where the order stands at this number.
    if_seq: Option<i64>,
    /// The kitchen's own name for the event: a known one changes nothing.
    event_id: Option<String>,
}

/// That an order takes longer, or less long.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PrepareOrder {
    /// Minutes more, -60 to 60 and not 0.
    delta_minutes: i64,
    /// The kitchen's own name for the event: a known one changes nothing.
    event_id: String,
}

/// That the kitchen does not make an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RejectOrder {
    /// `out-of-stock`, `too-busy`, `closed`, `outside-area`, `customer-asked`, `suspicious`, or `other`.
    reason: String,
    /// The customer reads this in the place of the reason's sentence. Required with `other`.
    note: Option<String>,
    /// Apply only where the order stands at this number.
    if_seq: Option<i64>,
    /// The kitchen's own name for the event: a known one changes nothing.
    event_id: Option<String>,
}

/// When an order is expected now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OrderEstimate {
    /// The order's number.
    order_id: String,
    /// Number of its present state.
    rev: i64,
    /// When it is expected; null where nothing can be promised.
    #[schema(required)]
    estimate: Option<EstimatePayload>,
}

/// Takes an order: it goes to 1.
#[utoipa::path(post, path = "/api/dispatch/orders/{orderId}/accept", operation_id = "acceptOrder", tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    request_body = AcceptOrder, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "Where the order stands now", body = StatusSet),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn accept_order(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(order): Path<String>,
    Json(body): Json<AcceptOrder>,
) -> Result<Json<StatusSet>, ApiError> {
    let order = find_order(&dispatch, &key, &order).await?;
    accept(&dispatch.orders, &key.reporter, order, body).await
}

/// Says that an order takes longer, or less long. What was promised stays.
#[utoipa::path(post, path = "/api/dispatch/orders/{orderId}/preparation", operation_id = "prepareOrder",
    tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    request_body = PrepareOrder, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "When it is expected now", body = OrderEstimate),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn prepare_order(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(order): Path<String>,
    Json(body): Json<PrepareOrder>,
) -> Result<Json<OrderEstimate>, ApiError> {
    let order = find_order(&dispatch, &key, &order).await?;
    prepare(&dispatch.orders, &key.reporter, order, body).await
}

/// Does not make an order, which can be said until it is ready: it goes to 13.
#[utoipa::path(post, path = "/api/dispatch/orders/{orderId}/reject", operation_id = "rejectOrder", tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    request_body = RejectOrder, security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "Where the order stands now", body = StatusSet),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn reject_order(
    State(dispatch): State<Dispatch>,
    key: DispatchCaller,
    Path(order): Path<String>,
    Json(body): Json<RejectOrder>,
) -> Result<Json<StatusSet>, ApiError> {
    let order = find_order(&dispatch, &key, &order).await?;
    reject(&dispatch.orders, &key.reporter, order, body.check(AuthorKind::Program)?).await
}

/// Takes an order, as a person of its restaurant: it goes to 1.
#[utoipa::path(post, path = "/api/staff/orders/{orderId}/accept", operation_id = "acceptStaffOrder", tag = "staff",
    params(("orderId" = String, Path, description = "The order's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = AcceptOrder, security(("staffSession" = [])),
    responses(
        (status = 200, description = "Where the order stands now", body = StatusSet),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of a restaurant", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn accept_staff_order(
    State(dispatch): State<Dispatch>,
    staff: StaffAtWork,
    Path(order): Path<String>,
    Json(body): Json<AcceptOrder>,
) -> Result<Json<StatusSet>, ApiError> {
    let (by, order) = of_restaurant(&staff, &order)?;
    accept(&dispatch.orders, &by, order, body).await.map_err(hide_others)
}

/// Says, as a person of its restaurant, that an order takes longer, or less long. What was promised stays.
#[utoipa::path(post, path = "/api/staff/orders/{orderId}/preparation", operation_id = "prepareStaffOrder",
    tag = "staff",
    params(("orderId" = String, Path, description = "The order's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = PrepareOrder, security(("staffSession" = [])),
    responses(
        (status = 200, description = "When it is expected now", body = OrderEstimate),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of a restaurant", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn prepare_staff_order(
    State(dispatch): State<Dispatch>,
    staff: StaffAtWork,
    Path(order): Path<String>,
    Json(body): Json<PrepareOrder>,
) -> Result<Json<OrderEstimate>, ApiError> {
    let (by, order) = of_restaurant(&staff, &order)?;
    prepare(&dispatch.orders, &by, order, body).await.map_err(hide_others)
}

/// Does not make an order, as a person of its restaurant; can be said until it is ready: it goes to 13.
#[utoipa::path(post, path = "/api/staff/orders/{orderId}/reject", operation_id = "rejectStaffOrder", tag = "staff",
    params(("orderId" = String, Path, description = "The order's number"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = RejectOrder, security(("staffSession" = [])),
    responses(
        (status = 200, description = "Where the order stands now", body = StatusSet),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of a restaurant", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn reject_staff_order(
    State(dispatch): State<Dispatch>,
    staff: StaffAtWork,
    Path(order): Path<String>,
    Json(body): Json<RejectOrder>,
) -> Result<Json<StatusSet>, ApiError> {
    let (by, order) = of_restaurant(&staff, &order)?;
    reject(&dispatch.orders, &by, order, body.check(AuthorKind::Person)?).await.map_err(hide_others)
}

fn of_restaurant(staff: &StaffAtWork, order: &str) -> Result<(Reporter, OrderId), ApiError> {
    let by = staff.reporter(Role::Restaurant)?;
    let order = order.parse().map_err(|_| ApiError::new(Code::OrderNotFound))?;
    Ok((by, order))
}

/// To people an order of another restaurant is as if it were not there; keys are told.
fn hide_others(error: ApiError) -> ApiError {
    if error.code() != Code::Forbidden {
        return error;
    }
    ApiError::new(Code::OrderNotFound).witnessed_as(SecurityKind::RoleRefused)
}

async fn accept(
    orders: &Orders,
    by: &Reporter,
    order: OrderId,
    body: AcceptOrder,
) -> Result<Json<StatusSet>, ApiError> {
    let acceptance = body.check()?;
    Ok(Json(orders.accept(by, order, acceptance).await?.into()))
}

async fn prepare(
    orders: &Orders,
    by: &Reporter,
    order: OrderId,
    body: PrepareOrder,
) -> Result<Json<OrderEstimate>, ApiError> {
    let preparation = body.check()?;
    Ok(Json(orders.prepare(by, order, preparation).await?.into()))
}

async fn reject(
    orders: &Orders,
    by: &Reporter,
    order: OrderId,
    rejection: Rejection,
) -> Result<Json<StatusSet>, ApiError> {
    Ok(Json(orders.reject(by, order, rejection).await?.into()))
}

impl AcceptOrder {
    pub(crate) fn check(self) -> Result<Acceptance, ApiError> {
        let minutes = self.preparation_minutes.map(|minutes| {
            let fitting = Some(minutes).filter(|minutes| PREPARATION_MINUTES.contains(minutes));
            fitting
                .and_then(|minutes| u32::try_from(minutes).ok())
                .ok_or_else(|| ApiError::invalid("preparationMinutes"))
        });
        Ok(Acceptance {
            preparation_minutes: minutes.transpose()?,
            if_seq: seq(self.if_seq)?,
            event_id: event_id(self.event_id)?,
            accepted: Instant::now(),
        })
    }
}

impl PrepareOrder {
    pub(crate) fn check(self) -> Result<Preparation, ApiError> {
        let fits = self.delta_minutes != 0 && (-MOST_DELTA..=MOST_DELTA).contains(&self.delta_minutes);
        let delta_minutes = i32::try_from(self.delta_minutes).ok().filter(|_| fits);
        let delta_minutes = delta_minutes.ok_or_else(|| ApiError::invalid("deltaMinutes"))?;
        let event_id = event_id(Some(self.event_id))?.ok_or_else(|| ApiError::invalid("eventId"))?;
        Ok(Preparation { delta_minutes, event_id })
    }
}

impl RejectOrder {
    pub(crate) fn check(self, writer: AuthorKind) -> Result<Rejection, ApiError> {
        let reason: Reason = self.reason.parse().map_err(|_| ApiError::invalid("reason"))?;
        check_length(self.note.as_ref(), MAX_TEXT, "note")?;
        let note = writer.words(self.note.as_deref(), Lines::One, "note")?;
        let note = note.or_else(|| reason.sentence().map(str::to_owned)).ok_or_else(|| ApiError::invalid("note"))?;
        let (if_seq, event_id) = (seq(self.if_seq)?, event_id(self.event_id)?);
        Ok(Rejection { reason, note, if_seq, event_id, accepted: Instant::now() })
    }
}

fn seq(if_seq: Option<i64>) -> Result<Option<Seq>, ApiError> {
    if if_seq.is_some_and(|seq| seq < 0) { Err(ApiError::invalid("ifSeq")) } else { Ok(if_seq.map(Seq)) }
}

fn event_id(event_id: Option<String>) -> Result<Option<String>, ApiError> {
    check_text(event_id.as_ref(), MAX_TEXT, "eventId")?;
    if event_id.as_ref().is_some_and(String::is_empty) { Err(ApiError::invalid("eventId")) } else { Ok(event_id) }
}

impl From<OrderPrepared> for OrderEstimate {
    fn from(prepared: OrderPrepared) -> Self {
        let present = prepared.present;
        Self {
            order_id: present.order.to_string(),
            rev: present.rev.0,
            estimate: present.estimate.map(EstimatePayload::from),
        }
    }
}
