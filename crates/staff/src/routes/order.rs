//! `GET /api/staff/orders/{orderId}`: one order, with what only colleagues know of it.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use deps::StaffCaller;
use domain::{
    Allergen, SecurityKind,
    error::Code,
    ids::OrderId,
    order::{Order, StatusEvent},
    presence::Presence,
    words::{Lines, Words},
};
use jiff::Timestamp;
use protocol::payload::{KitchenCustomer, OrderTracking, SourcePayload};
use serde::Serialize;
use server::{ApiError, ErrorBody, Json, Path};
use utoipa::ToSchema;

use super::no_store;
use crate::{StaffState, StaffUser};

/// An order as the staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffOrder {
    /// Ids of the allergens that whoever eats it avoids, sorted: read first.
    avoid_allergens: Vec<&'static str>,
    /// Whether it is brought without packaging; absent where it is packed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    without_packaging: bool,
    /// Whether it was placed before a pause of its restaurant, and paid in it; absent where it was not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    during_pause: bool,
    /// The order as its customer sees it.
    order: OrderTracking,
    /// Who ordered.
    customer: KitchenCustomer,
    /// What happened so far, with what only colleagues read.
    staff_history: Vec<StaffEvent>,
    /// The batch it travels in.
    #[schema(required)]
    batch_id: Option<String>,
    /// The car it travels in.
    #[schema(required)]
    car_id: Option<String>,
    /// The name that another shop gave it.
    #[schema(required)]
    external_id: Option<String>,
    /// The customer's link, to copy; null where the secret that its key was made with is gone.
    #[schema(required)]
    tracking_url: Option<String>,
    /// Until when the link can be followed.
    #[schema(value_type = String, format = DateTime)]
    tracking_expires_at: Timestamp,
    /// When it became over, if it is.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    over_at: Option<Timestamp>,
    /// Whether the customer is watching right now, on any node.
    watching: bool,
    /// E-mail addresses of the others of the staff who have it open right now, on any node; sorted.
    opened_by: Vec<String>,
}

/// Something that happened to an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffEvent {
    /// Its number; statuses are ordered by it, never by `at`.
    seq: i64,
    /// The status, −1…13.
    status: i16,
    /// When it was reported to have happened.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    recorded_at: Timestamp,
    /// Who reported it.
    source: SourcePayload,
    /// Name of the key that it came with.
    key_name: String,
    /// A word to the customer.
    #[schema(required)]
    note: Option<String>,
    /// A word to colleagues.
    #[schema(required)]
    staff_note: Option<String>,
    /// The batch that the order travelled in.
    #[schema(required)]
    batch_id: Option<String>,
    /// The car that it travelled in.
    #[schema(required)]
    car_id: Option<String>,
}

/// Shows an order with its history and notes. One of a restaurant that the person is not bound to is as
/// if it were not there. Reading, so it may be repeated; each view is logged with who and which.
#[utoipa::path(get, path = "/api/staff/orders/{orderId}", operation_id = "getStaffOrder", tag = "staff",
    params(("orderId" = String, Path, description = "The order's number")),
    security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "The order", body = StaffOrder),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "No such order, or not for this person", body = ErrorBody)))]
pub(super) async fn show_order(
    State(staff): State<StaffState>,
    StaffUser(caller): StaffUser,
    Path(order): Path<String>,
) -> Result<Response, ApiError> {
    let unknown = || ApiError::new(Code::OrderNotFound);
    let id: OrderId = order.parse().map_err(|_| unknown())?;
    let found = staff.deps.store.orders().by_id(id).await?;
    let order = found.ok_or_else(unknown)?;
    if !caller.reach().includes(order.restaurant.id) {
        return Err(unknown().witnessed_as(SecurityKind::RoleRefused));
    }
    tracing::info!(staff = &*caller.actor().name(), order = %id, "viewed an order");
    let mut presence = staff.presence.presences(&[id]).await.remove(&id).unwrap_or_default();
    if let StaffCaller::Person(me) = &caller {
        presence.opened_by.remove(&me.email);
    }
    let body = StaffOrder::new(&order, &presence, &staff);
    Ok(([(header::CACHE_CONTROL, no_store())], Json(body)).into_response())
}

impl StaffOrder {
    fn new(order: &Order, presence: &Presence, staff: &StaffState) -> Self {
        let deps = &staff.deps;
        let key = deps.secrets.order_key(order.key_version, order.id, &order.key_salt);
        let url =
            |key: domain::key::OrderKey| format!("{}/tilaus/{}?orderKey={}", staff.public_url, order.id, key.reveal());
        Self {
            avoid_allergens: Allergen::ids_of(order.customer.avoid_allergens.iter().copied()),
            without_packaging: order.customer.without_packaging,
            during_pause: order.during_pause,
            order: OrderTracking::new(order, deps.clock.now()),
            customer: KitchenCustomer::from(&order.customer),
            staff_history: order.history.iter().map(StaffEvent::from).collect(),
            batch_id: order.travel.as_ref().map(|travel| travel.batch.to_string()),
            car_id: order.travel.as_ref().map(|travel| travel.car.to_string()),
            // A program compares it as it gave it; what a person reads hides nothing.
            external_id: order.external_id.as_deref().and_then(|id| Words::cleaned(id, Lines::One)).map(String::from),
            tracking_url: key.map(url),
            tracking_expires_at: order.expires_at,
            over_at: order.over_at,
            watching: presence.watched,
            opened_by: presence.opened_by.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<&StatusEvent> for StaffEvent {
    fn from(event: &StatusEvent) -> Self {
        Self {
            seq: event.seq.0,
            status: event.status.number(),
            at: event.at,
            recorded_at: event.recorded_at,
            source: event.source.into(),
            key_name: event.actor.shown_name().into_owned(),
            note: event.note.clone(),
            staff_note: event.staff_note.clone(),
            batch_id: event.batch.as_ref().map(ToString::to_string),
            car_id: event.car.as_ref().map(ToString::to_string),
        }
    }
}
