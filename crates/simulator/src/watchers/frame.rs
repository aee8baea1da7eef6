//! What a watcher reads off a frame.

use jiff::Timestamp;
use serde::Deserialize;

/// A frame, of whatever type, as far as a watcher looks at it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WatcherFrame {
    #[serde(rename = "type")]
    kind: String,
    pub(super) order_id: Option<String>,
    pub(super) beat_seconds: Option<u64>,
    seq: Option<i64>,
    status: Option<i16>,
    at: Option<Timestamp>,
    order: Option<Payload>,
    car: Option<Car>,
    code: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    status_history: Vec<Event>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Event {
    pub(super) seq: i64,
    pub(super) status: i16,
}

#[derive(Debug, Deserialize)]
struct Car {
    at: Timestamp,
}

/// What concerns one order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Seen {
    /// Everything up to a number, and the car's last position.
    Snapshot { seq: i64, history: Vec<Event>, car_at: Option<Timestamp> },
    /// One status.
    Status(Event),
    /// Where the car was at a moment.
    Position(Timestamp),
    /// Nothing follows.
    End,
    /// It cannot be watched.
    Refused(String),
    /// It cannot be watched now.
    NotNow,
}

impl WatcherFrame {
    /// Reads a frame; none where it is not one.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(super) fn is_hello(&self) -> bool {
        self.kind == "hello"
    }

    /// What it says of its order; nothing where it is of a kind that a watcher passes over.
    pub(super) fn seen(self) -> Option<Seen> {
        let seen = match self.kind.as_str() {
            "snapshot" => Seen::Snapshot {
                seq: self.seq?,
                history: self.order?.status_history,
                car_at: self.car.map(|car| car.at),
            },
            "status" => Seen::Status(Event { seq: self.seq?, status: self.status? }),
            "position" => Seen::Position(self.at?),
            "end" => Seen::End,
            "error" => match self.code? {
                code if code == "service/unavailable" => Seen::NotNow,
                // Its place is kept until the order is paid.
                code if code == "order/not-received" => return None,
                code => Seen::Refused(code),
            },
            _ => return None,
        };
        Some(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Option<Seen> {
        WatcherFrame::read(text).unwrap().seen()
    }

    #[test]
    fn reads_what_the_contract_shows() {
        let at: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let snapshot = r#"{"type":"snapshot","orderId":"7","seq":1,"rev":3,"order":{"statusHistory":[{"seq":0,"status":0,"source":"shop"},{"seq":1,"status":1}]},"car":{"at":"2026-11-21T12:00:00Z","lat":60.1}}"#;
        let history = vec![Event { seq: 0, status: 0 }, Event { seq: 1, status: 1 }];
        assert_eq!(seen(snapshot), Some(Seen::Snapshot { seq: 1, history, car_at: Some(at) }));
        let status = r#"{"type":"status","orderId":"7","seq":18,"rev":31,"status":8,"at":"2026-11-21T12:00:00Z"}"#;
        assert_eq!(seen(status), Some(Seen::Status(Event { seq: 18, status: 8 })));
        let position = r#"{"type":"position","orderId":"7","lat":60.17,"lng":24.94,"at":"2026-11-21T12:00:00Z"}"#;
        assert_eq!(seen(position), Some(Seen::Position(at)));
        assert_eq!(seen(r#"{"type":"end","orderId":"7","reason":"completed"}"#), Some(Seen::End));
        assert_eq!(seen(r#"{"type":"error","orderId":"7","code":"service/unavailable"}"#), Some(Seen::NotNow));
        let refused = Some(Seen::Refused("order/not-found".to_owned()));
        assert_eq!(seen(r#"{"type":"error","orderId":"7","code":"order/not-found"}"#), refused);
        assert_eq!(seen(r#"{"type":"error","orderId":"7","code":"order/not-received"}"#), None);
        assert_eq!(seen(r#"{"type":"beat","delayed":false}"#), None);
        let hello = WatcherFrame::read(r#"{"type":"hello","protocol":1,"beatSeconds":15}"#).unwrap();
        assert!(hello.is_hello() && hello.beat_seconds == Some(15));
        assert!(WatcherFrame::read("no frame").is_none());
    }
}
