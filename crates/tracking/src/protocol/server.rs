//! What the server says on a live connection.

use bus::StatusNews;
use domain::{
    car::Position,
    error::Code,
    ids::{CarId, OrderId, Rev, Seq},
    order::Event,
};
use fastpath::JsonWriter;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::payload::{BatchData, BoardOrder, Estimate, Feedback, OrderTracking, Outlook, Source};

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
    /// Something asked for cannot be had.
    Error(ErrorFrame),
    /// The answer to a ping; comes after all that was asked before it.
    Pong,
    /// Sent whenever nothing else was for `beatSeconds`.
    Beat(BeatFrame),
}

/// What a subscription is answered for; the board is answered with itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
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
    /// Whether the car has been seen since, but so near another stop's door that it is not said where.
    /// Frames of positions do not have it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_another_stop: bool,
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
    /// What the customer thought of the order; where it is not there, nothing new is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub feedback: Option<Feedback>,
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

/// A car as the staff's board shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardCar {
    /// The car.
    pub car_id: String,
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
    #[schema(value_type = server::error::MessageCode)]
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
        Self { order_id, code: code.as_str().to_owned(), message: code.message().to_owned() }
    }
}

impl StatusFrame {
    /// The frame of an announced status.
    #[must_use]
    pub fn of_news(order: OrderId, seq: Seq, rev: Rev, news: &StatusNews) -> Self {
        let Outlook { estimate, batch_data, stops_before } = news.outlook.into();
        Self {
            order_id: order.to_string(),
            seq: seq.0,
            rev: rev.0,
            status: news.status.number(),
            at: news.at,
            source: news.source.into(),
            note: news.note.clone(),
            batch_data,
            stops_before,
            estimate,
        }
    }

    /// The frame of a committed event; `rev` and `outlook` are the newest that are known with it.
    #[must_use]
    pub fn new(order: OrderId, event: &Event, rev: Rev, outlook: Outlook) -> Self {
        let Outlook { estimate, batch_data, stops_before } = outlook;
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

/// More than the longest position frame takes, in bytes.
const LONGEST_POSITION: usize = 320;

impl CarPosition {
    /// Hands over an order's position frame as JSON: the same text as the [`ServerFrame`] has. It is written for each
    /// position of each watched car, and this takes a fraction of the time.
    pub(crate) fn with_frame<T>(&self, order: OrderId, take: impl FnOnce(&[u8]) -> T) -> T {
        let Self { lat, lng, heading_deg, speed_kmh, at, stops_before, at_another_stop } = self;
        let mut writer = JsonWriter::<LONGEST_POSITION>::new();
        let figure = |writer: &mut JsonWriter<LONGEST_POSITION>, figure: &Option<f64>| match figure {
            Some(figure) => writer.number(*figure),
            None => writer.piece(b"null"),
        };
        writer.piece(br#"{"type":"position","orderId":""#);
        writer.integer(order.0);
        writer.piece(br#"","lat":"#);
        writer.number(*lat);
        writer.piece(br#","lng":"#);
        writer.number(*lng);
        writer.piece(br#","headingDeg":"#);
        figure(&mut writer, heading_deg);
        writer.piece(br#","speedKmh":"#);
        figure(&mut writer, speed_kmh);
        writer.piece(br#","at":""#);
        writer.timestamp(*at);
        writer.piece(br#"","stopsBefore":"#);
        match stops_before {
            Some(stops) => writer.integer(*stops),
            None => writer.piece(b"null"),
        }
        if *at_another_stop {
            writer.piece(br#","atAnotherStop":true"#);
        }
        writer.piece(b"}");
        take(writer.written())
    }
}

impl EstimateFrame {
    /// The frame of a state without a status of its own.
    #[must_use]
    pub fn new(order: OrderId, rev: Rev, outlook: &Outlook) -> Self {
        let Outlook { estimate, stops_before, .. } = *outlook;
        Self { order_id: order.to_string(), rev: rev.0, estimate, stops_before, feedback: None }
    }
}

impl CarPosition {
    /// A position as the customer sees it.
    #[must_use]
    pub fn new(position: &Position, stops_before: Option<u32>) -> Self {
        let Position { place, at, heading_deg, speed_kmh, .. } = *position;
        Self { lat: place.lat(), lng: place.lng(), heading_deg, speed_kmh, at, stops_before, at_another_stop: false }
    }
}

impl BoardCar {
    /// A car as the staff see it: where it truly is.
    #[must_use]
    pub fn new(car: &CarId, position: &Position) -> Self {
        let Position { place, at, heading_deg, speed_kmh, .. } = *position;
        Self { car_id: car.to_string(), lat: place.lat(), lng: place.lng(), heading_deg, speed_kmh, at }
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
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn positions()(
            (lat, lng) in (-90.0..90.0_f64, -180.0..180.0_f64),
            decimals in 0..6,
            heading_deg in prop::option::of(0.0..360.0_f64),
            speed_kmh in prop::option::of(prop_oneof![0.0..300.0_f64, Just(31.0), Just(f64::MAX), Just(f64::MIN_POSITIVE)]),
            micros in 0..4_102_444_800_000_000_i64,
            unit in prop::sample::select(vec![1, 1_000, 1_000_000]),
            stops_before in prop::option::of(any::<u32>()),
            at_another_stop in any::<bool>(),
        ) -> CarPosition {
            let rounded = |degrees: f64| (degrees * 10_f64.powi(decimals)).round() / 10_f64.powi(decimals);
            let at = Timestamp::from_microsecond(micros / unit * unit).unwrap();
            CarPosition { lat: rounded(lat), lng: rounded(lng), heading_deg, speed_kmh, at, stops_before, at_another_stop }
        }
    }

    fn both_texts(car: CarPosition, order: i64) -> [String; 2] {
        let written = car.with_frame(OrderId(order), <[u8]>::to_vec);
        let frame = ServerFrame::Position(PositionFrame { order_id: order.to_string(), car });
        [String::from_utf8(written).unwrap(), serde_json::to_string(&frame).unwrap()]
    }

    proptest! {
        #[test]
        fn a_position_is_written_as_any_frame_is(car in positions(), order in 1..i64::MAX) {
            let [written, any] = both_texts(car, order);
            prop_assert_eq!(written, any);
        }
    }

    #[test]
    fn the_longest_position_has_room() {
        let figure = -2.225_073_858_507_201_4e-308;
        let car = CarPosition {
            lat: figure,
            lng: figure,
            heading_deg: Some(figure),
            speed_kmh: Some(figure),
            at: Timestamp::MIN + jiff::SignedDuration::from_nanos(1),
            stops_before: Some(u32::MAX),
            at_another_stop: true,
        };
        let [written, any] = both_texts(car, i64::MIN);
        assert_eq!(written, any);
        assert!((257..=LONGEST_POSITION).contains(&written.len()), "{}", written.len());
    }

    #[test]
    fn frames_of_the_connection_itself_are_those_of_the_document() {
        let same = |of_live: live::Frame, of_ours: &ServerFrame| {
            assert_eq!(of_live.text(), live::Frame::answer(of_ours).text());
        };
        for delayed in [true, false] {
            same(live::control::beat(delayed), &ServerFrame::Beat(BeatFrame { delayed }));
        }
        same(live::control::complaint(), &ServerFrame::Error(ErrorFrame::new(Code::FrameInvalid, None)));
    }
}
