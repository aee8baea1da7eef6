//! An order as those need it who cook it and bring it (docs/spec/hub.md, "Reading orders").

use domain::{
    Allergen,
    estimate::is_late,
    order::{Customer, Order, StatusEvent},
};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{EstimatePayload, LatLngPayload, OrderTypePayload, SourcePayload, TrackedItem};

/// An order as a kitchen needs it, with what happened to it so far.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KitchenOrder {
    /// The order as it stands.
    #[serde(flatten)]
    pub row: KitchenRow,
    /// What happened so far.
    pub status_history: Vec<KitchenEvent>,
}

/// An order as a kitchen needs it: its row of the board, and what is to be made.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KitchenRow {
    /// Ids of the allergens that whoever eats it avoids, sorted: read first.
    pub avoid_allergens: Vec<&'static str>,
    /// Whether it is brought without packaging; absent where it is packed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub without_packaging: bool,
    /// The order's number.
    pub order_id: String,
    /// The name that another shop gave it.
    #[schema(required)]
    pub external_id: Option<String>,
    /// Who makes it.
    pub restaurant_id: String,
    /// How it reaches its eater.
    pub order_type: OrderTypePayload,
    /// Its present status.
    pub status: i16,
    /// Number of the present status.
    pub seq: i64,
    #[schema(value_type = String, format = DateTime)]
    pub placed_at: Timestamp,
    /// What the customer was promised.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub pre_order_time: Option<Timestamp>,
    /// When it is expected.
    #[schema(required)]
    pub estimate: Option<EstimatePayload>,
    /// Whether the upper estimate is past the promise.
    pub late: bool,
    /// Whether it was placed before a pause of its restaurant, and paid in it; absent where it was not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub during_pause: bool,
    /// Who ordered.
    pub customer: KitchenCustomer,
    /// What was ordered.
    pub order_items: Vec<TrackedItem>,
    /// The batch it travels in.
    #[schema(required)]
    pub batch_id: Option<String>,
    /// The car it travels in.
    #[schema(required)]
    pub car_id: Option<String>,
}

/// Who ordered, for those who cook and drive.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KitchenCustomer {
    #[schema(required)]
    pub name: Option<String>,
    #[schema(required)]
    pub phone: Option<String>,
    #[schema(required)]
    pub street_address: Option<String>,
    #[schema(required)]
    pub apartment_number: Option<String>,
    #[schema(required)]
    pub city: Option<String>,
    #[schema(required)]
    pub postal_code: Option<String>,
    #[schema(required)]
    pub shipping_instruction: Option<String>,
    #[schema(required)]
    pub coordinates: Option<LatLngPayload>,
}

/// Something that happened, with what only colleagues read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KitchenEvent {
    /// Its number; statuses are ordered by it, never by `at`.
    pub seq: i64,
    pub status: i16,
    /// When it was reported to have happened.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who reported it.
    pub source: SourcePayload,
    /// A word to the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// A word to colleagues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff_note: Option<String>,
}

impl KitchenOrder {
    /// The order at a moment, on which `late` depends.
    #[must_use]
    pub fn new(order: &Order, now: Timestamp) -> Self {
        let late = !order.is_over() && is_late(order.estimate.as_ref(), order.promised_at, now);
        let status_history = order.history.iter().map(KitchenEvent::from).collect();
        Self { row: KitchenRow::judged(order, late), status_history }
    }
}

impl KitchenRow {
    /// The row, where somebody has judged already whether it is late.
    pub fn judged(order: &Order, late: bool) -> Self {
        Self {
            avoid_allergens: Allergen::ids_of(order.customer.avoid_allergens.iter().copied()),
            without_packaging: order.customer.without_packaging,
            order_id: order.id.to_string(),
            external_id: order.external_id.clone(),
            restaurant_id: order.restaurant.id.to_string(),
            order_type: order.order_type.into(),
            status: order.status.number(),
            seq: order.seq.0,
            placed_at: order.placed_at,
            promised_at: order.promised_at,
            pre_order_time: order.pre_order_time,
            estimate: order.estimate.map(EstimatePayload::from),
            late,
            during_pause: order.during_pause,
            customer: KitchenCustomer::from(&order.customer),
            order_items: order.items.iter().map(TrackedItem::from).collect(),
            batch_id: order.travel.as_ref().map(|travel| travel.batch.to_string()),
            car_id: order.travel.as_ref().map(|travel| travel.car.to_string()),
        }
    }
}

impl From<&Customer> for KitchenCustomer {
    fn from(customer: &Customer) -> Self {
        Self {
            name: customer.name.clone(),
            phone: customer.phone.clone(),
            street_address: customer.street_address.clone(),
            apartment_number: customer.apartment_number.clone(),
            city: customer.city.clone(),
            postal_code: customer.postal_code.clone(),
            shipping_instruction: customer.shipping_instruction.clone(),
            coordinates: customer.coordinates.map(LatLngPayload::from),
        }
    }
}

impl From<&StatusEvent> for KitchenEvent {
    fn from(event: &StatusEvent) -> Self {
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
