//! The only home of live frames: protocol `ovelle.live.v1` (contract, "Tracking live").
//!
//! Every type here is also in the API's document, from which the client's types are generated.

use domain::{
    error::Code,
    ids::{OrderId, Rev, Seq},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::Event;
use utoipa::ToSchema;

use crate::payload::{BatchData, Estimate, OrderTracking, Source};

/// The subprotocol that a live socket speaks.
pub const SUBPROTOCOL: &str = "ovelle.live.v1";

/// What the server says.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "made, encoded and dropped at once")]
pub enum ServerFrame {
    /// The first frame on a line.
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
    /// Something asked for cannot be had.
    Error(ErrorFrame),
    /// The answer to a ping; comes after all that was asked before it.
    Pong,
    /// Sent whenever nothing else was for `beatSeconds`.
    Beat(BeatFrame),
}

/// What the client says. Unknown types are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ClientFrame {
    /// Watch a topic.
    Subscribe(SubscribeFrame),
    /// Stop watching a topic.
    Unsubscribe(UnsubscribeFrame),
    /// Answer with a pong.
    Ping,
}

/// What can be watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TopicName {
    /// One order.
    Order,
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

/// See [`ServerFrame::Subscribed`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribedFrame {
    /// What is watched.
    pub topic: TopicName,
    /// The order.
    pub order_id: String,
    /// Number of its present status.
    pub seq: i64,
}

/// See [`ServerFrame::Snapshot`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SnapshotFrame {
    /// The order.
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
    /// The order.
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
    pub source: Source,
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
    pub estimate: Option<Estimate>,
}

/// See [`ServerFrame::Position`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionFrame {
    /// The order.
    pub order_id: String,
    /// Where its car is.
    #[serde(flatten)]
    pub car: CarPosition,
}

/// A car's place at a moment.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CarPosition {
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lng: f64,
    /// Degrees clockwise from north.
    #[schema(required)]
    pub heading_deg: Option<f64>,
    /// Kilometres an hour.
    #[schema(required)]
    pub speed_kmh: Option<f64>,
    /// When the car was there.
    #[schema(value_type = String, format = DateTime)]
    pub at: Timestamp,
    /// Stops of the batch that come before this order's.
    #[schema(required)]
    pub stops_before: Option<u32>,
}

/// See [`ServerFrame::Estimate`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateFrame {
    /// The order.
    pub order_id: String,
    /// Number of the state that it belongs to.
    pub rev: i64,
    /// When the order is expected.
    #[schema(required)]
    pub estimate: Option<Estimate>,
    /// Stops of the batch that come before this order's.
    #[schema(required)]
    pub stops_before: Option<u32>,
}

/// See [`ServerFrame::End`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndFrame {
    /// The order.
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

/// See [`ServerFrame::Error`].
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorFrame {
    /// The order that it is about, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_id: Option<String>,
    /// A code of the catalogue.
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

/// See [`ClientFrame::Subscribe`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribeFrame {
    /// What to watch.
    pub topic: TopicName,
    /// Which order.
    pub order_id: String,
    /// Its key.
    pub order_key: String,
    /// The last `seq` that the client has; without it a snapshot comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, nullable = false)]
    pub since: Option<i64>,
}

/// See [`ClientFrame::Unsubscribe`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnsubscribeFrame {
    /// What was watched.
    pub topic: TopicName,
    /// Which order.
    pub order_id: String,
}

/// A frame that breaks the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadFrame;

impl ClientFrame {
    /// Reads a text frame; `None` for a type that this version does not know.
    ///
    /// # Errors
    /// [`BadFrame`]: not JSON, no object, an unknown topic, a missing or mistyped field.
    pub fn parse(text: &str) -> Result<Option<Self>, BadFrame> {
        #[derive(Deserialize)]
        struct Kind<'a> {
            #[serde(borrow, rename = "type")]
            kind: std::borrow::Cow<'a, str>,
        }
        // serde reads an array as a struct too; the contract does not.
        if !text.trim_start().starts_with('{') {
            return Err(BadFrame);
        }
        let Kind { kind } = serde_json::from_str(text).map_err(|_| BadFrame)?;
        match kind.as_ref() {
            "subscribe" => read::<SubscribeFrame>(text)
                .and_then(|frame| if frame.since.is_some_and(|since| since < 0) { Err(BadFrame) } else { Ok(frame) })
                .map(|frame| Some(Self::Subscribe(frame))),
            "unsubscribe" => read(text).map(|frame| Some(Self::Unsubscribe(frame))),
            "ping" => Ok(Some(Self::Ping)),
            _ => Ok(None),
        }
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, BadFrame> {
    serde_json::from_str(text).map_err(|_| BadFrame)
}

impl ErrorFrame {
    /// An error about an order, or about the line where there is none.
    #[must_use]
    pub fn new(code: Code, order_id: Option<String>) -> Self {
        Self { order_id, code: code.as_str().to_owned(), message: code.message().to_owned() }
    }
}

impl StatusFrame {
    /// The frame of a committed event; `rev` and `estimate` are the newest that are known with it.
    #[must_use]
    pub fn new(order: OrderId, event: &Event, rev: Rev, estimate: Option<Estimate>) -> Self {
        Self {
            order_id: order.to_string(),
            seq: event.seq.0,
            rev: rev.0,
            status: event.status.number(),
            at: event.at,
            source: event.source.into(),
            note: event.note.clone(),
            batch_data: None,
            stops_before: None,
            estimate,
        }
    }
}

impl SubscribedFrame {
    /// The frame of a subscription to an order.
    #[must_use]
    pub fn order(order: OrderId, seq: Seq) -> Self {
        Self { topic: TopicName::Order, order_id: order.to_string(), seq: seq.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_contract_shows() {
        let text = r#"{"type":"subscribe","topic":"order","orderId":"10234","orderKey":"k","since":17,"new":1}"#;
        let Ok(Some(ClientFrame::Subscribe(frame))) = ClientFrame::parse(text) else { panic!() };
        assert_eq!((frame.order_id.as_str(), frame.since), ("10234", Some(17)));
        assert_eq!(ClientFrame::parse(r#"{"type":"ping"}"#), Ok(Some(ClientFrame::Ping)));
        assert_eq!(ClientFrame::parse(r#"{"type":"dance","topic":7}"#), Ok(None));
        let text = r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":null}"#;
        assert!(matches!(ClientFrame::parse(text), Ok(Some(ClientFrame::Subscribe(frame))) if frame.since.is_none()));
    }

    #[test]
    fn refuses_what_the_contract_calls_bad() {
        let bad = [
            "",
            "x",
            "[]",
            r#"["ping"]"#,
            "7",
            "{}",
            r#"{"type":7}"#,
            r#"{"type":"ping"} x"#,
            r#"{"type":"subscribe"}"#,
            r#"{"type":"subscribe","topic":"weather","orderId":"1","orderKey":"k"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":1,"orderKey":"k"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":"3"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":-1}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":1.5}"#,
            r#"{"type":"unsubscribe","topic":"order"}"#,
        ];
        for text in bad {
            assert_eq!(ClientFrame::parse(text), Err(BadFrame), "{text}");
        }
    }
}
