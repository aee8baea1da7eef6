//! An order as it is read.

pub(crate) mod rows;

use domain::{
    Actor,
    batch::Travel,
    estimate::Estimate,
    ids::{BatchId, CarId, OrderId, RestaurantId, Rev, Seq},
    key::Salt,
    order::{Course, Customer, Feedback, Item, OrderType, Payment, Source, Status},
    restaurant::Restaurant,
};
use jiff::Timestamp;

/// An order with all that belongs to it, as it stood at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant: Restaurant,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Its present status.
    pub status: Status,
    /// Number of the present status; that of the last event in `history`.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// When it was placed.
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// Minutes that the restaurant planned for it when it was placed.
    pub planned_minutes: u32,
    /// The present estimate; none where nothing can be promised.
    pub estimate: Option<Estimate>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// Who ordered.
    pub customer: Customer,
    /// What was ordered.
    pub items: Vec<Item>,
    /// How it was paid.
    pub payment: Payment,
    /// Its name in the system that it was taken in.
    pub external_id: Option<String>,
    /// The random bytes that its key is made of.
    pub key_salt: Salt,
    /// Version of the secret that its key is made with.
    pub key_version: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// What the eater thought of it.
    pub feedback: Option<Feedback>,
    /// All its statuses, the first one first.
    pub history: Vec<Event>,
}

impl Order {
    /// What decides which statuses it can pass through.
    #[must_use]
    pub fn course(&self) -> Course {
        Course { order_type: self.order_type, delivery_tracking: !self.restaurant.no_delivery_tracking }
    }

    /// Whether it is over (contract, "Statuses").
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over_at.is_some()
    }
}

/// An order without its items and history: enough to check a key, to answer what cannot be tracked
/// any more, and to announce.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderHead {
    /// Its number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// What decides which statuses it can pass through.
    pub course: Course,
    /// Its present status.
    pub status: Status,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// Its place in its batch, if it is in one.
    pub travel: Option<Travel>,
    /// The random bytes that its key is made of.
    pub key_salt: Salt,
    /// Version of the secret that its key is made with.
    pub key_version: u32,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
}

/// What the sweep compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// The order's number.
    pub id: OrderId,
    /// Number of its present status.
    pub seq: Seq,
    /// Number of its present state.
    pub rev: Rev,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
}

/// What the sweep compares of many orders at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadSum {
    /// How many of them there are.
    pub orders: usize,
    /// The sum of the numbers of their present statuses.
    pub seq: i64,
    /// The sum of the numbers of their present states.
    pub rev: i64,
    /// When the first of them can no longer be tracked; none where there is no order.
    pub first_expiry: Option<Timestamp>,
}

/// A status that an order took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number: 0 where the order was registered, then one more each.
    pub seq: Seq,
    /// The status.
    pub status: Status,
    /// When it happened, as reported; else when it was recorded. Order is by `seq`, never by this.
    pub at: Timestamp,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// As whom the reporter reported it.
    pub source: Source,
    /// Who reported it.
    pub actor: Actor,
    /// The reporter's own name for it.
    pub event_id: Option<String>,
    /// For the customer.
    pub note: Option<String>,
    /// For colleagues.
    pub staff_note: Option<String>,
    /// The batch that the order was in with it.
    pub batch: Option<BatchId>,
    /// The car that carried that batch.
    pub car: Option<CarId>,
}
