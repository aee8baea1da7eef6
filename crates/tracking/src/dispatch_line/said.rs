//! What a caller's frame asks for.

use serde_json::{Map, Value};

use crate::protocol::BadFrame;

/// What a frame asks for.
#[derive(PartialEq)]
pub(super) enum Said {
    /// Who is there: a key.
    Auth(String),
    /// A call, with the number that its answer is to bear.
    Call(i64, Call),
}

/// A call, with its fields still to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Status,
    Position,
    Watch,
}

/// A call.
#[derive(PartialEq)]
pub(super) struct Call {
    pub(super) kind: CallKind,
    /// The whole frame.
    pub(super) fields: Value,
}

impl Said {
    /// Reads a frame; `None` for a type that this version does not know. Fields of a call that do not
    /// fit are no bad frame: they are answered as the REST call would.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, BadFrame> {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return Err(BadFrame) };
        let kind = match fields.get("type").and_then(Value::as_str).ok_or(BadFrame)? {
            "auth" => return take_text(&mut fields, "key").map(|key| Some(Self::Auth(key))),
            "status" => CallKind::Status,
            "position" => CallKind::Position,
            "watch" => CallKind::Watch,
            _ => return Ok(None),
        };
        let id = fields.get("id").and_then(Value::as_i64).ok_or(BadFrame)?;
        Ok(Some(Self::Call(id, Call { kind, fields: Value::Object(fields) })))
    }
}

fn take_text(fields: &mut Map<String, Value>, name: &str) -> Result<String, BadFrame> {
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(BadFrame),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_contract_shows() {
        let kind = |text: &str| match Said::parse(text) {
            Ok(Some(Said::Call(id, call))) => Some((id, call.kind)),
            _ => None,
        };
        assert!(matches!(Said::parse(r#"{"type":"auth","key":"k"}"#), Ok(Some(Said::Auth(key))) if key == "k"));
        assert_eq!(kind(r#"{"type":"status","id":1,"orderId":"7","status":3}"#), Some((1, CallKind::Status)));
        assert_eq!(kind(r#"{"type":"position","id":2,"carId":"a","positions":[]}"#), Some((2, CallKind::Position)));
        assert_eq!(kind(r#"{"id":-3,"type":"watch","restaurantId":"12"}"#), Some((-3, CallKind::Watch)));
        assert!(matches!(Said::parse(r#"{"type":"dance"}"#), Ok(None)), "unknown types are ignored");
    }

    #[test]
    fn refuses_what_is_no_frame() {
        let bad = [
            "",
            "x",
            "7",
            "[]",
            "null",
            "{}",
            r#"{"type":7}"#,
            r#"["status"]"#,
            r#"{"type":"auth"}"#,
            r#"{"type":"auth","key":7}"#,
            r#"{"type":"status","orderId":"7","status":3}"#,
            r#"{"type":"status","id":"1","orderId":"7","status":3}"#,
            r#"{"type":"status","id":1.5,"orderId":"7","status":3}"#,
            r#"{"type":"status","id":1} x"#,
        ];
        for text in bad {
            assert!(Said::parse(text).is_err(), "{text}");
        }
    }
}
