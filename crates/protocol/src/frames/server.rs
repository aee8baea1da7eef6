//! What the server says on a live connection.

use domain::{
    error::Code,
    ids::{OrderId, Rev, Seq},
    order::StatusEvent,
};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::{ToSchema, openapi::Ref};

use super::{BoardCar, CarPosition, ShopTopic};
use crate::payload::{
    BatchData, BoardOrder, EstimatePayload, FeedbackPayload, OrderTracking, OrderTypePayload, OutlookPayload,
    SourcePayload,
};

/// What the server says.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "made, encoded and dropped at once")]
pub enum ServerFrame {
    /// The first frame on a connection.
    Hello(HelloFrame),
    /// A subscription stands.
    Subscribed(SubscribedFrame),
    /// The whole state of an order.
    Snapshot(SnapshotFrame),
    /// A committed status.
    Status(StatusFrame),
    /// Where the car is.
    Position(PositionFrame),
    /// A new estimate.
    Estimate(EstimateFrame),
    /// Nothing for this order follows.
    End(EndFrame),
    /// The board, or what changed on it.
    Board(BoardFrame),
    /// The cars of the board, or what changed of them.
    Cars(CarsFrame),
    /// Whether a restaurant takes orders of a type, as it is now.
    Shop(ShopFrame),
    /// Something asked for cannot be had.
    Error(ErrorFrame),
    /// The answer to a ping; comes after all that was asked before it.
    Pong,
    /// Sent whenever nothing else was for `beatSeconds`.
    Beat(BeatFrame),
}

/// The name of the topic of restaurants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TopicName {
    /// A restaurant, for an order type.
    Shop,
}

/// See [`ServerFrame::Hello`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HelloFrame {
    /// Version of the protocol.
    pub protocol: u32,
    /// Seconds of silence after which a beat comes.
    pub beat_seconds: u64,
    /// The server's time of day.
    #[schema(value_type = String, format = DateTime)]
    pub server_time: Timestamp,
}

/// See [`ServerFrame::Subscribed`]. The board is answered with itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "topic", rename_all = "camelCase")]
pub enum SubscribedFrame {
    /// One order.
    Order(SubscribedOrder),
    /// A restaurant, for an order type.
    Shop(ShopTopic),
}

/// An order that is watched from now on.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribedOrder {
    pub order_id: String,
    /// Number of its present status.
    pub seq: i64,
}

/// See [`ServerFrame::Snapshot`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotFrame {
    pub order_id: String,
    /// Number of its present status.
    pub seq: i64,
    /// Number of its present state.
    pub rev: i64,
    /// The state, as polling would show it.
    pub order: OrderTracking,
    /// Where its car is, where there is one to show.
    #[schema(required)]
    pub car: Option<CarPosition>,
}

/// See [`ServerFrame::Status`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusFrame {
    pub order_id: String,
    /// Number of this status: one more than the last.
    pub seq: i64,
    /// Number of the state that came with it.
    pub rev: i64,
    /// The status, −1…13.
    pub status: i16,
    /// When it was reported to have happened.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Who reported it.
    pub source: SourcePayload,
    /// A word to the customer.
    #[schema(required)]
    pub note: Option<String>,
    /// The batch that it travels in.
    #[schema(required)]
    pub batch_data: Option<BatchData>,
    /// Stops of the batch that come before this order's.
    #[schema(required)]
    pub stops_before: Option<u32>,
    /// When the order is expected.
    #[schema(required)]
    pub estimate: Option<EstimatePayload>,
}

/// See [`ServerFrame::Position`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionFrame {
    pub order_id: String,
    /// Where its car is.
    #[serde(flatten)]
    pub car: CarPosition,
}

/// See [`ServerFrame::Estimate`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateFrame {
    pub order_id: String,
    /// Number of the state that it belongs to.
    pub rev: i64,
    /// When the order is expected.
    #[schema(required)]
    pub estimate: Option<EstimatePayload>,
    /// Stops of the batch that come before this order's.
    #[schema(required)]
    pub stops_before: Option<u32>,
    /// What the customer thought of the order; where it is not there, nothing new is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub feedback: Option<FeedbackPayload>,
}

/// See [`ServerFrame::End`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndFrame {
    pub order_id: String,
    /// Why nothing follows.
    pub reason: EndReason,
}

/// Why an order's topic ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// It reached status 12.
    Completed,
    /// It reached status 13.
    Cancelled,
    /// It can no longer be tracked.
    Expired,
}

/// See [`ServerFrame::Board`]. The first one after a subscription is the whole board; then come rows that
/// changed, the newest state of each, and the numbers of those that left it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct BoardFrame {
    /// Rows that are new or have changed.
    pub orders: Vec<BoardOrder>,
    /// Rows that left the board.
    pub removed: Vec<String>,
}

/// See [`ServerFrame::Cars`]. It comes to boards that were asked for with `cars`. The first one, after the
/// board's, holds all cars that are on the road for the shown orders and were seen less than 120 s ago; then
/// come those that moved, at most one frame a second, and those that are on the road no longer.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct CarsFrame {
    /// Cars that are new or were seen since.
    pub cars: Vec<BoardCar>,
    /// Cars that left.
    pub removed: Vec<String>,
}

/// See [`ServerFrame::Shop`]. It comes again whenever something of it changes but `nextChangeAt`; the highest `rev` is the
/// newest.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopFrame {
    /// What is watched.
    pub topic: TopicName,
    pub restaurant_id: String,
    pub order_type: OrderTypePayload,
    /// When what it says came about, in milliseconds since 1970; it rises, and is the same on every node.
    pub rev: i64,
    /// As the call shows it.
    #[schema(schema_with = availability)]
    pub availability: Value,
    /// What has run out in every size, by number.
    pub out_of_stock_product_ids: Vec<String>,
    /// The same of ingredients.
    pub out_of_stock_ingredient_ids: Vec<String>,
    /// Which files of the chain it was judged by.
    pub content_version: String,
}

/// The schema stands with the shop's calls.
fn availability() -> Ref {
    Ref::from_schema_name("Availability")
}

/// The schema stands with the calls' errors.
fn message_code() -> Ref {
    Ref::builder().ref_location_from_schema_name("MessageCode").description(Some("A code of the catalogue.")).build()
}

/// See [`ServerFrame::Error`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorFrame {
    /// The order that it is about, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_id: Option<String>,
    /// The restaurant that it is about, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub restaurant_id: Option<String>,
    /// Beside the restaurant, the order type.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_type: Option<OrderTypePayload>,
    /// A code of the catalogue.
    #[schema(schema_with = message_code)]
    pub code: String,
    /// What a person may read, in Finnish.
    pub message: String,
}

/// See [`ServerFrame::Beat`].
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct BeatFrame {
    /// Whether the database or the bus is away, so that news may come late.
    pub delayed: bool,
}

impl ErrorFrame {
    /// An error about an order, or about the connection where there is none.
    #[must_use]
    pub fn new(code: Code, order_id: Option<String>) -> Self {
        let (code, message) = (code.as_str().to_owned(), code.message().to_owned());
        Self { order_id, restaurant_id: None, order_type: None, code, message }
    }

    /// An error about a restaurant.
    #[must_use]
    pub fn of_shop(code: Code, ShopTopic { restaurant_id, order_type }: ShopTopic) -> Self {
        Self { restaurant_id: Some(restaurant_id), order_type: Some(order_type), ..Self::new(code, None) }
    }
}

impl StatusFrame {
    /// The frame of a committed event; `rev` and `outlook` are the newest that are known with it.
    #[must_use]
    pub fn new(order: OrderId, event: &StatusEvent, rev: Rev, outlook: OutlookPayload) -> Self {
        let OutlookPayload { estimate, batch_data, stops_before } = outlook;
        Self {
            order_id: order.to_string(),
            seq: event.seq.0,
            rev: rev.0,
            status: event.status.number(),
            at: event.at,
            source: event.source.into(),
            note: event.note.clone(),
            batch_data,
            stops_before,
            estimate,
        }
    }
}

impl EstimateFrame {
    /// The frame of a state without a status of its own.
    #[must_use]
    pub fn new(order: OrderId, rev: Rev, outlook: &OutlookPayload) -> Self {
        let OutlookPayload { estimate, stops_before, .. } = *outlook;
        Self { order_id: order.to_string(), rev: rev.0, estimate, stops_before, feedback: None }
    }
}

impl SubscribedFrame {
    /// The frame of a subscription to an order.
    #[must_use]
    pub fn order(order: OrderId, seq: Seq) -> Self {
        Self::Order(SubscribedOrder { order_id: order.to_string(), seq: seq.0 })
    }
}
