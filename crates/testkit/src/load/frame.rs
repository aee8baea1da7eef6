//! What a watcher reads off a frame: the few fields that the checker asks for.

use std::borrow::Cow;

use jiff::Timestamp;
use serde::Deserialize;

use crate::checker::Seen;

/// A frame, of whatever type.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    pub(super) beat_seconds: Option<u64>,
    seq: Option<i64>,
    rev: Option<i64>,
    status: Option<i16>,
    at: Option<Timestamp>,
    order: Option<Payload>,
    car: Option<Car>,
    #[serde(borrow)]
    reason: Option<Cow<'a, str>>,
    #[serde(borrow)]
    code: Option<Cow<'a, str>>,
    delayed: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    order_info: OrderInfo,
}

#[derive(Debug, Deserialize)]
struct OrderInfo {
    status: i16,
}

#[derive(Debug, Deserialize)]
struct Car {
    at: Timestamp,
}

impl<'a> Frame<'a> {
    /// Reads a frame.
    ///
    /// # Errors
    /// Where it is none, which a server that keeps the contract does not send.
    pub(super) fn read(text: &'a str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// What is noted of it; nothing of a greeting, a pong and what a client does not know.
    pub(super) fn seen(&self) -> Option<Seen> {
        let seen = match self.kind.as_ref() {
            "subscribed" => Seen::Subscribed { seq: self.seq? },
            "snapshot" => Seen::Snapshot {
                seq: self.seq?,
                rev: self.rev?,
                status: self.order.as_ref()?.order_info.status,
                car_at: self.car.as_ref().map(|car| car.at),
            },
            "status" => Seen::Status { seq: self.seq?, rev: self.rev?, status: self.status? },
            "estimate" => Seen::Estimate { rev: self.rev? },
            "position" => Seen::Position { car_at: self.at? },
            "end" => Seen::End { reason: self.reason.as_deref()?.to_owned() },
            "error" => Seen::Error { code: self.code.as_deref()?.to_owned() },
            "beat" => Seen::Beat { delayed: self.delayed? },
            _ => return None,
        };
        Some(seen)
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
        let seen = |text: &str| Frame::read(text).unwrap().seen();
        let status = r#"{"type":"status","orderId":"10234","seq":18,"rev":31,"status":8,"at":"2026-11-21T12:00:00Z","source":"dispatch","note":null,"batchData":{},"stopsBefore":1,"estimate":{"at":"2026-11-21T12:00:00Z","minutes":12}}"#;
        assert_eq!(seen(status), Some(Seen::Status { seq: 18, rev: 31, status: 8 }));
        let snapshot = r#"{"type":"snapshot","orderId":"1","seq":17,"rev":30,"order":{"orderInfo":{"status":7,"orderType":"delivery"}},"car":null}"#;
        assert_eq!(seen(snapshot), Some(Seen::Snapshot { seq: 17, rev: 30, status: 7, car_at: None }));
        assert_eq!(seen(r#"{"type":"beat","delayed":true}"#), Some(Seen::Beat { delayed: true }));
        let hello = Frame::read(r#"{"type":"hello","protocol":1,"beatSeconds":15}"#).unwrap();
        assert!(hello.is_hello() && hello.seen().is_none() && hello.beat_seconds == Some(15));
        assert_eq!(seen(r#"{"type":"dance","seq":1}"#), None);
    }
}
