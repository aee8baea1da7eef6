//! The tracking payload (docs/spec/hub.md, "Tracking by polling"), as polling answers it and a snapshot carries it.

mod board;
mod item;
mod kitchen;
mod outlook;
mod restaurant;
mod restaurant_state;

use domain::{
    Allergen,
    estimate::Basis,
    geo,
    order::{Order, Source, Status, StatusEvent},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use board::{BoardCustomer, BoardOrder};
pub use item::{
    DiscountDetails, OrderPaymentDetails, PaymentPayload, SplitPaymentPayload, TrackedIngredient, TrackedItem,
};
pub use kitchen::{KitchenCustomer, KitchenEvent, KitchenOrder, KitchenRow};
pub use outlook::OutlookPayload;
pub use restaurant::{DayHoursPayload, RestaurantAddress, TrackedRestaurant, WeekHoursPayload};
pub use restaurant_state::{ArticleKindPayload, OutPayload, PausePayload, RestaurantState};

/// What a watcher may know of an order.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderTracking {
    /// Ids of the allergens that whoever eats it avoids, sorted: read first.
    pub avoid_allergens: Vec<&'static str>,
    /// Whether it is brought without packaging; absent where it is packed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub without_packaging: bool,
    /// The order's number.
    pub order_id: String,
    /// Number of the present status.
    pub seq: i64,
    /// Number of the present state.
    pub rev: i64,
    /// When the order was placed.
    #[schema(value_type = String, format = DateTime)]
    pub placed_at: Timestamp,
    /// Where the order stands.
    pub order_info: OrderInfo,
    /// How it was paid.
    pub payment: PaymentPayload,
    /// What it earned.
    pub loyalty: Loyalty,
    /// The batch it travels in; null before there is one.
    #[schema(required)]
    pub batch_data: Option<BatchData>,
    /// Where it goes.
    pub customer: TrackedCustomer,
    /// Where it comes from.
    pub restaurant: TrackedRestaurant,
    /// What was ordered.
    pub order_items: Vec<TrackedItem>,
    /// What happened so far, by `seq`.
    pub status_history: Vec<StatusEntry>,
    /// When it is expected; null where nothing can be promised.
    #[schema(required)]
    pub estimate: Option<EstimatePayload>,
    /// The time the customer asked for.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub pre_order_time: Option<Timestamp>,
    /// The time the customer was promised.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub promised_at: Option<Timestamp>,
    /// Stops of the batch that come before this order's.
    #[schema(required)]
    pub stops_before: Option<u32>,
    /// What the customer thought of it.
    #[schema(required)]
    pub feedback: Option<FeedbackPayload>,
}

/// Where an order stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderInfo {
    /// The status, −1…13.
    pub status: i16,
    /// Whether it is brought to a door.
    pub is_delivery_order: bool,
    /// How it reaches its eater.
    pub order_type: OrderTypePayload,
    /// Whole minutes left at the time of the answer, never below zero.
    #[schema(required)]
    pub estimated_minutes_remaining: Option<i64>,
}

/// How an order reaches its eater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = OrderType)]
pub enum OrderTypePayload {
    Delivery,
    Pickup,
    Eatin,
}

/// Who reported a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Source)]
pub enum SourcePayload {
    Shop,
    Kitchen,
    Dispatch,
    Driver,
    Staff,
}

/// What an estimate rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Basis)]
pub enum BasisPayload {
    Car,
    Batch,
    Kitchen,
}

/// When an order is expected: minutes counted from `at`. The reader counts down, not below zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Estimate)]
pub struct EstimatePayload {
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// The likeliest.
    pub minutes: i64,
    /// At least.
    pub from: i64,
    /// At most.
    pub to: i64,
    /// What it rests on.
    pub basis: BasisPayload,
}

/// What an order earned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Loyalty {
    /// Whether there is anything to earn.
    pub loyalty_details_status: LoyaltyStatus,
    pub slices_added: u32,
}

impl Loyalty {
    /// Of an order, as it stands: what was cancelled earns nothing.
    fn of(order: &Order) -> Self {
        let earned =
            order.payment.member_slices.map(|slices| if order.status == Status::Cancelled { 0 } else { slices });
        let loyalty_details_status = match earned {
            None => LoyaltyStatus::NotMember,
            Some(0) => LoyaltyStatus::NoSlices,
            Some(_) => LoyaltyStatus::Ready,
        };
        Self { loyalty_details_status, slices_added: earned.unwrap_or(0) }
    }
}

/// Whether an order earns slices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub enum LoyaltyStatus {
    /// The customer is no member.
    NotMember,
    /// Nothing in it earns slices.
    NoSlices,
    /// The slices are counted.
    Ready,
}

/// The batch that an order travels in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchData {
    /// Minutes from the start of the batch to this order's door.
    #[schema(required)]
    pub estimated_minutes_from_batch_start: Option<i64>,
    /// When the batch last changed.
    #[schema(value_type = String, format = DateTime)]
    pub batch_status_updated_at: Timestamp,
}

/// Where an order goes. The person's name and phone are not a watcher's business.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedCustomer {
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

/// A place, WGS 84 degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = LatLng)]
pub struct LatLngPayload {
    /// Latitude.
    pub lat: f64,
    /// Longitude.
    pub lng: f64,
}

/// Something that happened to an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusEntry {
    /// Its number; statuses are ordered by it, never by `at`.
    pub seq: i64,
    /// The status, −1…13.
    pub status: i16,
    /// When it was reported to have happened.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who reported it.
    pub source: SourcePayload,
    /// A word to the customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub note: Option<String>,
}

/// What the customer thought of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Feedback)]
pub struct FeedbackPayload {
    /// 1 Huono, 2 Okei, 3 Hyvä, 4 Huippu.
    pub rating: u8,
    /// In the customer's words.
    #[schema(required)]
    pub text: Option<String>,
    /// When it was given.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
}

impl OrderTracking {
    /// The payload at a moment, on which the minutes left depend.
    #[must_use]
    pub fn new(order: &Order, now: Timestamp) -> Self {
        let is_delivery_order = order.order_type == domain::order::OrderType::Delivery;
        let OutlookPayload { estimate, batch_data, stops_before } = order.into();
        Self {
            avoid_allergens: Allergen::ids_of(order.customer.avoid_allergens.iter().copied()),
            without_packaging: order.customer.without_packaging,
            order_id: order.id.to_string(),
            seq: order.seq.0,
            rev: order.rev.0,
            placed_at: order.placed_at,
            order_info: OrderInfo {
                status: order.status.number(),
                is_delivery_order,
                order_type: order.order_type.into(),
                estimated_minutes_remaining: order.estimate.map(|estimate| estimate.minutes_left(now)),
            },
            payment: PaymentPayload::from(&order.payment),
            loyalty: Loyalty::of(order),
            batch_data,
            customer: TrackedCustomer::from(&order.customer),
            restaurant: TrackedRestaurant::from(&order.restaurant),
            order_items: order.items.iter().map(TrackedItem::from).collect(),
            status_history: order.history.iter().map(StatusEntry::from).collect(),
            estimate,
            pre_order_time: order.pre_order_time,
            promised_at: order.promised_at,
            stops_before,
            feedback: order.feedback.as_ref().map(FeedbackPayload::from),
        }
    }
}

impl From<&domain::order::Customer> for TrackedCustomer {
    fn from(customer: &domain::order::Customer) -> Self {
        Self {
            street_address: customer.street_address.clone(),
            apartment_number: customer.apartment_number.clone(),
            city: customer.city.clone(),
            postal_code: customer.postal_code.clone(),
            shipping_instruction: customer.shipping_instruction.clone(),
            coordinates: customer.coordinates.map(LatLngPayload::from),
        }
    }
}

impl From<&StatusEvent> for StatusEntry {
    fn from(event: &StatusEvent) -> Self {
        Self {
            seq: event.seq.0,
            status: event.status.number(),
            at: event.at,
            source: event.source.into(),
            note: event.note.clone(),
        }
    }
}

impl From<&domain::order::Feedback> for FeedbackPayload {
    fn from(feedback: &domain::order::Feedback) -> Self {
        Self { rating: feedback.rating, text: feedback.text.clone(), at: feedback.at }
    }
}

impl From<domain::estimate::Estimate> for EstimatePayload {
    fn from(estimate: domain::estimate::Estimate) -> Self {
        let (minutes, from, to) = estimate.minutes();
        Self { at: estimate.made_at, minutes, from, to, basis: estimate.basis.into() }
    }
}

impl From<geo::LatLng> for LatLngPayload {
    fn from(place: geo::LatLng) -> Self {
        Self { lat: place.lat(), lng: place.lng() }
    }
}

macro_rules! same_names {
    ($wire:ty, $domain:ty, $($name:ident),*) => {
        impl From<$domain> for $wire {
            fn from(value: $domain) -> Self {
                match value { $(<$domain>::$name => Self::$name),* }
            }
        }

        impl From<$wire> for $domain {
            fn from(value: $wire) -> Self {
                match value { $(<$wire>::$name => Self::$name),* }
            }
        }
    };
}

same_names!(OrderTypePayload, domain::order::OrderType, Delivery, Pickup, Eatin);
same_names!(SourcePayload, Source, Shop, Kitchen, Dispatch, Driver, Staff);
same_names!(BasisPayload, Basis, Car, Batch, Kitchen);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // spec: T-26, T-31
    #[test]
    fn loyalty_is_one_of_three_states_and_a_count() {
        use LoyaltyStatus::*;
        for (loyalty_details_status, name) in [(NotMember, "NotMember"), (NoSlices, "NoSlices"), (Ready, "Ready")] {
            let loyalty = Loyalty { loyalty_details_status, slices_added: 3 };
            let wanted = json!({ "loyaltyDetailsStatus": name, "slicesAdded": 3 });
            assert_eq!(serde_json::to_value(loyalty).unwrap(), wanted);
        }
    }
}
