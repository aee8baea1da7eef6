//! `GET /api/dispatch/orders…`: orders as a kitchen needs them.

use axum::extract::State;
use domain::{error::Code, estimate::is_late, ids::OrderId};
use http::{ApiError, ErrorBody, Json, Path, Query};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{Event, Order};
use utoipa::{IntoParams, ToSchema};

use super::{Tracking, find_order, store_error};
use crate::{
    dispatch_key::DispatchKey,
    payload::{Estimate, LatLng, OrderType, Source, TrackedItem},
};

/// The most orders of one answer.
const MAX_OPEN: u32 = 500;

/// An order as a kitchen needs it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct KitchenOrder {
    /// The order's number.
    order_id: String,
    /// The name that another shop gave it.
    #[schema(required)]
    external_id: Option<String>,
    /// Who makes it.
    restaurant_id: String,
    /// How it reaches its eater.
    order_type: OrderType,
    /// Its present status.
    status: i16,
    /// Number of the present status.
    seq: i64,
    /// When it was placed.
    #[schema(value_type = String, format = DateTime)]
    placed_at: Timestamp,
    /// What the customer was promised.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pre_order_time: Option<Timestamp>,
    /// When it is expected.
    #[schema(required)]
    estimate: Option<Estimate>,
    /// Whether the upper estimate is past the promise.
    late: bool,
    /// Who ordered.
    customer: KitchenCustomer,
    /// What was ordered.
    order_items: Vec<TrackedItem>,
    /// The batch it travels in.
    #[schema(required)]
    batch_id: Option<String>,
    /// The car it travels in.
    #[schema(required)]
    car_id: Option<String>,
    /// What happened so far.
    status_history: Vec<KitchenEvent>,
}

/// Who ordered, for those who cook and drive.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KitchenCustomer {
    #[schema(required)]
    name: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    street_address: Option<String>,
    #[schema(required)]
    apartment_number: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(required)]
    shipping_instruction: Option<String>,
    #[schema(required)]
    coordinates: Option<LatLng>,
}

/// Something that happened, with what only colleagues read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KitchenEvent {
    seq: i64,
    status: i16,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    source: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    staff_note: Option<String>,
}

/// Which orders: by `externalId`, or the open ones of a restaurant.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct FindOrders {
    /// The name that this key gave the order.
    external_id: Option<String>,
    /// A restaurant's number.
    restaurant_id: Option<String>,
    /// `1`: those that are not over.
    open: Option<String>,
}

/// Orders of one answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct KitchenOrders {
    orders: Vec<KitchenOrder>,
}

/// One order as a kitchen needs it.
#[utoipa::path(get, path = "/api/dispatch/orders/{orderId}", operation_id = "getDispatchOrder", tag = "dispatch",
    params(("orderId" = String, Path, description = "The order's number, or `ext:` and its external id")),
    security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The order", body = KitchenOrder),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn get_order(
    State(tracking): State<Tracking>,
    key: DispatchKey,
    Path(order): Path<String>,
) -> Result<Json<KitchenOrder>, ApiError> {
    let order = find_order(&tracking, &key, &order).await?;
    read(&tracking, &key, order).await.map(Json)
}

/// An order by its external id, or the open orders of a restaurant.
#[utoipa::path(get, path = "/api/dispatch/orders", operation_id = "findDispatchOrders", tag = "dispatch",
    params(FindOrders), security(("dispatchKey" = [])),
    responses(
        (status = 200, description = "The orders", body = KitchenOrders),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn find_orders(
    State(tracking): State<Tracking>,
    key: DispatchKey,
    Query(query): Query<FindOrders>,
) -> Result<Json<KitchenOrders>, ApiError> {
    if let Some(external) = query.external_id {
        let order = find_order(&tracking, &key, &format!("ext:{external}")).await?;
        let order = read(&tracking, &key, order).await?;
        return Ok(Json(KitchenOrders { orders: vec![order] }));
    }
    let restaurant = query.restaurant_id.ok_or_else(|| ApiError::invalid("restaurantId"))?;
    let restaurant = restaurant.parse().map_err(|_| ApiError::invalid("restaurantId"))?;
    if query.open.as_deref() != Some("1") {
        return Err(ApiError::invalid("open"));
    }
    key.require(restaurant)?;
    let parts = tracking.hub.parts();
    let open = parts.store.open_orders(restaurant, MAX_OPEN).await.map_err(store_error)?;
    let now = parts.clock.now();
    Ok(Json(KitchenOrders { orders: open.iter().map(|order| KitchenOrder::new(order, now)).collect() }))
}

async fn read(tracking: &Tracking, key: &DispatchKey, order: OrderId) -> Result<KitchenOrder, ApiError> {
    let parts = tracking.hub.parts();
    let found = parts.store.order(order).await.map_err(store_error)?;
    let order = found.ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
    key.require(order.restaurant.id)?;
    Ok(KitchenOrder::new(&order, parts.clock.now()))
}

impl KitchenOrder {
    fn new(order: &Order, now: Timestamp) -> Self {
        let customer = &order.customer;
        Self {
            order_id: order.id.to_string(),
            external_id: order.external_id.clone(),
            restaurant_id: order.restaurant.id.to_string(),
            order_type: order.order_type.into(),
            status: order.status.number(),
            seq: order.seq.0,
            placed_at: order.placed_at,
            promised_at: order.promised_at,
            pre_order_time: order.pre_order_time,
            estimate: order.estimate.map(Estimate::from),
            late: !order.is_over() && is_late(order.estimate.as_ref(), order.promised_at, now),
            customer: KitchenCustomer {
                name: customer.name.clone(),
                phone: customer.phone.clone(),
                street_address: customer.street_address.clone(),
                apartment_number: customer.apartment_number.clone(),
                city: customer.city.clone(),
                postal_code: customer.postal_code.clone(),
                shipping_instruction: customer.shipping_instruction.clone(),
                coordinates: customer.coordinates.map(LatLng::from),
            },
            order_items: order.items.iter().map(TrackedItem::from).collect(),
            batch_id: None,
            car_id: None,
            status_history: order.history.iter().map(KitchenEvent::from).collect(),
        }
    }
}

impl From<&Event> for KitchenEvent {
    fn from(event: &Event) -> Self {
        Self {
            seq: event.seq.0,
            status: event.status.number(),
            at: event.at,
            source: event.source.into(),
            note: event.note.clone(),
            staff_note: event.staff_note.clone(),
        }
    }
}
