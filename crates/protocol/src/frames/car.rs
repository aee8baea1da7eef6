//! Where a car is, as frames say it.

use domain::{
    car::Position,
    ids::{CarId, OrderId},
};
use fastpath::JsonWriter;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

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

/// More than the longest position frame takes, in bytes.
const LONGEST_POSITION: usize = 320;

impl CarPosition {
    /// A position as the customer sees it.
    #[must_use]
    pub fn new(position: &Position, stops_before: Option<u32>) -> Self {
        let Position { place, at, heading_deg, speed_kmh, .. } = *position;
        Self { lat: place.lat(), lng: place.lng(), heading_deg, speed_kmh, at, stops_before, at_another_stop: false }
    }

    /// Hands over an order's position frame as JSON: the same text as its `ServerFrame` has. It is written for each
    /// position of each watched car, and this takes a fraction of the time.
    pub fn with_frame<T>(&self, order: OrderId, take: impl FnOnce(&[u8]) -> T) -> T {
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

/// A car as the staff's board shows it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoardCar {
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

impl BoardCar {
    /// A car as the staff see it: where it truly is.
    #[must_use]
    pub fn new(car: &CarId, position: &Position) -> Self {
        let Position { place, at, heading_deg, speed_kmh, .. } = *position;
        Self { car_id: car.to_string(), lat: place.lat(), lng: place.lng(), heading_deg, speed_kmh, at }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::frames::{PositionFrame, ServerFrame};

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
}
