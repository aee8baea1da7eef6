//! A row of the staff's board (docs/spec/hub.md, "The board").

use domain::{
    Allergen,
    board::BoardRow,
    estimate::{car_unheard_since, is_late},
    presence::Presence,
};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{EstimatePayload, OrderTypePayload};

/// An order as the staff's board shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardOrder {
    /// Ids of the allergens that whoever eats it avoids, sorted: read first.
    pub avoid_allergens: Vec<&'static str>,
    /// Whether it is brought without packaging; absent where it is packed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub without_packaging: bool,
    /// The order's number.
    pub order_id: String,
    /// Who makes it.
    pub restaurant_id: String,
    /// How it reaches its eater.
    pub order_type: OrderTypePayload,
    /// Its present status.
    pub status: i16,
    /// When the present status was reported to have happened.
    #[schema(value_type = String, format = DateTime)]
    pub status_at: Timestamp,
    /// Number of the present status.
    pub seq: i64,
    /// The car that it travels in.
    #[schema(required)]
    pub car_id: Option<String>,
    /// On the road: since when nothing was heard of its car, where its word does not count at present. The first
    /// two minutes mean nothing; null where no car is expected to be heard.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub car_unheard_since: Option<Timestamp>,
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
    /// Whether it was placed before a pause of its restaurant, and paid in it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub during_pause: bool,
    /// Whether its customer is watching right now, on any node.
    pub watched: bool,
    /// E-mail addresses of the staff who have it open right now, on any node; sorted.
    pub opened_by: Vec<String>,
    /// Who ordered.
    pub customer: BoardCustomer,
}

/// Who ordered, for those who answer the phone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardCustomer {
    #[schema(required)]
    pub name: Option<String>,
    #[schema(required)]
    pub phone: Option<String>,
    #[schema(required)]
    pub street_address: Option<String>,
    #[schema(required)]
    pub city: Option<String>,
}

impl BoardOrder {
    /// The row at a moment, on which `late` depends, and with who is looking at the order.
    #[must_use]
    pub fn new(row: &BoardRow, presence: &Presence, now: Timestamp) -> Self {
        let late = row.over_at.is_none() && is_late(row.estimate.as_ref(), row.promised_at, now);
        Self::judged(row, presence, late)
    }

    /// The row, where somebody has judged already whether it is late.
    pub fn judged(row: &BoardRow, presence: &Presence, late: bool) -> Self {
        Self {
            avoid_allergens: Allergen::ids_of(row.avoid_allergens.iter().copied()),
            without_packaging: row.without_packaging,
            order_id: row.id.to_string(),
            restaurant_id: row.restaurant_id.to_string(),
            order_type: row.order_type.into(),
            status: row.status.number(),
            status_at: row.status_at,
            seq: row.seq.0,
            car_id: row.car.as_ref().map(ToString::to_string),
            car_unheard_since: unheard_since(row),
            placed_at: row.placed_at,
            promised_at: row.promised_at,
            pre_order_time: row.pre_order_time,
            estimate: row.estimate.map(EstimatePayload::from),
            late,
            during_pause: row.during_pause,
            watched: presence.watched,
            opened_by: presence.opened_by.iter().map(ToString::to_string).collect(),
            customer: BoardCustomer {
                name: row.customer_name.clone(),
                phone: row.customer_phone.clone(),
                street_address: row.street_address.clone(),
                city: row.city.clone(),
            },
        }
    }
}

/// Of what no car carries, and of a door that nobody can find, no car is missed.
fn unheard_since(row: &BoardRow) -> Option<Timestamp> {
    let is_expected = row.has_door && row.car.is_some();
    is_expected.then(|| car_unheard_since(row.status, row.status_at, row.estimate.as_ref())).flatten()
}
