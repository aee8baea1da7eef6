//! What a watcher reads off a frame: the few fields that the checker asks for.

use std::borrow::Cow;

use domain::geo::LatLng;
use jiff::Timestamp;
use serde::Deserialize;

use crate::checker::{BoardSeen, CarSeen, Observation, OnBoard};

/// A frame, of whatever type.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReceivedFrame<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    pub(super) beat_seconds: Option<u64>,
    seq: Option<i64>,
    rev: Option<i64>,
    status: Option<i16>,
    at: Option<Timestamp>,
    lat: Option<f64>,
    lng: Option<f64>,
    stops_before: Option<u32>,
    order: Option<SnapshotPayload>,
    car: Option<CarFields>,
    orders: Option<Vec<BoardRowFields<'a>>>,
    removed: Option<Vec<Cow<'a, str>>>,
    estimate: Option<ReceivedEstimate>,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    code: Option<Cow<'a, str>>,
    delayed: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SnapshotPayload {
    order_info: OrderInfoFields,
    estimate: Option<ReceivedEstimate>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OrderInfoFields {
    status: i16,
    estimated_minutes_remaining: Option<i64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CarFields {
    at: Timestamp,
    lat: f64,
    lng: f64,
    stops_before: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct BoardRowFields<'a> {
    #[serde(borrow)]
    order_id: Cow<'a, str>,
    seq: i64,
    status: i16,
    estimate: Option<ReceivedEstimate>,
}

#[derive(Debug, Deserialize)]
struct ReceivedEstimate {
    at: Timestamp,
    minutes: Option<i64>,
    from: Option<i64>,
    to: Option<i64>,
}

impl ReceivedEstimate {
    fn numbers(&self) -> impl Iterator<Item = i64> {
        [self.minutes, self.from, self.to].into_iter().flatten()
    }
}

impl CarFields {
    fn seen(&self) -> Option<CarSeen> {
        let place = LatLng::new(self.lat, self.lng).ok()?;
        Some(CarSeen { at: self.at, place, stops_before: self.stops_before.unwrap_or(0) })
    }
}

impl<'a> ReceivedFrame<'a> {
    /// Reads a frame.
    ///
    /// # Errors
    /// Where it is none, which a server that keeps the contract does not send.
    pub(super) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// What is noted of it; nothing of a greeting, a pong and what a client does not know.
    pub(super) fn seen(&self) -> Option<Observation> {
        let seen = match self.kind.as_ref() {
            "subscribed" => Observation::Subscribed { seq: self.seq? },
            "snapshot" => Observation::Snapshot {
                seq: self.seq?,
                rev: self.rev?,
                status: self.order.as_ref()?.order_info.status,
                car: self.car.as_ref().and_then(CarFields::seen),
            },
            "status" => Observation::Status { seq: self.seq?, rev: self.rev?, status: self.status? },
            "estimate" => Observation::Estimate { rev: self.rev? },
            "position" => {
                let car = CarFields { at: self.at?, lat: self.lat?, lng: self.lng?, stops_before: self.stops_before };
                Observation::Position(car.seen()?)
            }
            "end" => Observation::End { reason: self.reason.as_deref()?.to_owned() },
            "error" => Observation::Error { code: self.code.as_deref()?.to_owned() },
            "beat" => Observation::Beat { delayed: self.delayed? },
            _ => return None,
        };
        Some(seen)
    }

    /// What is noted of it by those who watch the board.
    pub(super) fn seen_on_board(&self) -> Option<BoardSeen> {
        match self.kind.as_ref() {
            "board" => {
                let row = |row: &BoardRowFields<'_>| {
                    let estimated_at = row.estimate.as_ref().map(|estimate| estimate.at);
                    Some((row.order_id.parse().ok()?, OnBoard { seq: row.seq, status: row.status, estimated_at }))
                };
                let rows = self.orders.as_ref()?.iter().map(row).collect::<Option<_>>()?;
                let removed = self.removed.as_ref()?.iter().map(|order| order.parse().ok()).collect::<Option<_>>()?;
                Some(BoardSeen::Board { rows, removed })
            }
            "error" => Some(BoardSeen::Error { code: self.code.as_deref()?.to_owned() }),
            _ => None,
        }
    }

    /// Whether it tells of less than no minutes, which no clock excuses.
    pub(super) fn has_negative_minutes(&self) -> bool {
        let payload = self.order.as_ref();
        let estimates = self.estimate.iter().chain(payload.and_then(|payload| payload.estimate.as_ref()));
        let rows = self.orders.iter().flatten().filter_map(|row| row.estimate.as_ref());
        let remaining = payload.and_then(|payload| payload.order_info.estimated_minutes_remaining);
        estimates.chain(rows).flat_map(ReceivedEstimate::numbers).chain(remaining).any(|minutes| minutes < 0)
    }

    pub(super) fn is_hello(&self) -> bool {
        self.kind == "hello"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_contract_shows() {
        let seen = |text: &str| ReceivedFrame::read(text).unwrap().seen();
        let status = r#"{"type":"status","orderId":"10234","seq":18,"rev":31,"status":8,"at":"2026-11-21T12:00:00Z","source":"dispatch","note":null,"batchData":{},"stopsBefore":1,"estimate":{"at":"2026-11-21T12:00:00Z","minutes":12}}"#;
        assert_eq!(seen(status), Some(Observation::Status { seq: 18, rev: 31, status: 8 }));
        let snapshot = r#"{"type":"snapshot","orderId":"1","seq":17,"rev":30,"order":{"orderInfo":{"status":7,"orderType":"delivery"}},"car":null}"#;
        assert_eq!(seen(snapshot), Some(Observation::Snapshot { seq: 17, rev: 30, status: 7, car: None }));
        assert_eq!(seen(r#"{"type":"beat","delayed":true}"#), Some(Observation::Beat { delayed: true }));
        let hello = ReceivedFrame::read(r#"{"type":"hello","protocol":1,"beatSeconds":15}"#).unwrap();
        assert!(hello.is_hello() && hello.seen().is_none() && hello.beat_seconds == Some(15));
        let tells_less_than_nothing = |text: &str| ReceivedFrame::read(text).unwrap().has_negative_minutes();
        assert!(!tells_less_than_nothing(status) && !tells_less_than_nothing(snapshot));
        assert!(tells_less_than_nothing(&status.replace(r#""minutes":12"#, r#""minutes":-1"#)));
        assert_eq!(seen(r#"{"type":"dance","seq":1}"#), None);
        let at = "2026-11-21T12:00:00Z".parse().unwrap();
        let position = r#"{"type":"position","orderId":"1","lat":60.17,"lng":24.94,"headingDeg":84,"speedKmh":31,"at":"2026-11-21T12:00:00Z","stopsBefore":1}"#;
        let car = CarSeen { at, place: LatLng::new(60.17, 24.94).unwrap(), stops_before: 1 };
        assert_eq!(seen(position), Some(Observation::Position(car)));
        let board = r#"{"type":"board","orders":[{"orderId":"7","status":3,"seq":4,"estimate":{"at":"2026-11-21T12:00:00Z"}}],"removed":["9"]}"#;
        let rows = vec![(7, OnBoard { seq: 4, status: 3, estimated_at: Some(at) })];
        let seen = ReceivedFrame::read(board).unwrap().seen_on_board();
        assert_eq!(seen, Some(BoardSeen::Board { rows, removed: vec![9] }));
    }
}
