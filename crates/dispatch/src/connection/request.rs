//! What a caller's frame asks for.

use domain::{
    ids::{CarId, RestaurantId},
    words::name,
};
use protocol::frames::BadFrame;
use serde_json::{Map, Value};
use server::ApiError;

use super::position_decoder::{Positions, PositionsFrame};

/// A frame of the client.
#[derive(PartialEq)]
pub(super) enum Request<'a> {
    /// Who is there: a key.
    Auth(String),
    /// A call, with the number that its answer is to bear.
    Call(i64, DispatchCall<'a>),
}

/// What a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CallKind {
    Status,
    Position,
    Watch,
}

/// A call.
#[derive(PartialEq)]
pub(super) enum DispatchCall<'a> {
    /// A call whose fields are still to be read, and answered with the one that does not fit: the whole frame.
    Raw(CallKind, Value),
    /// A car's name and positions, in the form in which nearly all come.
    Positions(&'a str, Positions),
}

impl<'a> Request<'a> {
    /// Reads a frame; `None` for a type that this version does not know. Fields of a call that do not
    /// fit are no bad frame: they are answered as the REST call would.
    pub(super) fn parse(text: &'a str) -> Result<Option<Self>, BadFrame> {
        match PositionsFrame::read(text) {
            Some(PositionsFrame { id, car, positions }) => {
                Ok(Some(Self::Call(id, DispatchCall::Positions(car, positions))))
            }
            None => Self::parse_any(text),
        }
    }

    fn parse_any(text: &str) -> Result<Option<Self>, BadFrame> {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return Err(BadFrame) };
        let kind = match fields.get("type").and_then(Value::as_str).ok_or(BadFrame)? {
            "auth" => return take_text(&mut fields, "key").map(|key| Some(Self::Auth(key))),
            "status" => CallKind::Status,
            "position" => CallKind::Position,
            "watch" => CallKind::Watch,
            _ => return Ok(None),
        };
        let id = fields.get("id").and_then(Value::as_i64).ok_or(BadFrame)?;
        Ok(Some(Self::Call(id, DispatchCall::Raw(kind, Value::Object(fields)))))
    }
}

fn take_text(fields: &mut Map<String, Value>, name: &str) -> Result<String, BadFrame> {
    match fields.remove(name) {
        Some(Value::String(text)) => Ok(text),
        _ => Err(BadFrame),
    }
}

pub(super) fn read_positions(mut fields: Value) -> Result<(CarId, Vec<Value>), ApiError> {
    let car = fields["carId"].as_str().and_then(|text| name(text).ok());
    let car = car.ok_or_else(|| ApiError::invalid("carId"))?;
    match fields["positions"].take() {
        Value::Array(positions) => Ok((car, positions)),
        _ => Err(ApiError::invalid("positions")),
    }
}

pub(super) fn read_restaurant(fields: &Value) -> Result<RestaurantId, ApiError> {
    let restaurant = fields["restaurantId"].as_str().and_then(|text| text.parse().ok());
    restaurant.ok_or_else(|| ApiError::invalid("restaurantId"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::NewPosition;

    #[test]
    fn reads_what_the_contract_shows() {
        let kind = |text: &str| match Request::parse(text) {
            Ok(Some(Request::Call(id, DispatchCall::Raw(kind, _)))) => Some((id, kind)),
            Ok(Some(Request::Call(id, DispatchCall::Positions(..)))) => Some((id, CallKind::Position)),
            _ => None,
        };
        assert!(matches!(Request::parse(r#"{"type":"auth","key":"k"}"#), Ok(Some(Request::Auth(key))) if key == "k"));
        assert_eq!(kind(r#"{"type":"status","id":1,"orderId":"7","status":3}"#), Some((1, CallKind::Status)));
        assert_eq!(kind(r#"{"type":"position","id":2,"carId":"a","positions":[]}"#), Some((2, CallKind::Position)));
        assert_eq!(kind(r#"{"id":-3,"type":"watch","restaurantId":"12"}"#), Some((-3, CallKind::Watch)));
        assert!(matches!(Request::parse(r#"{"type":"dance"}"#), Ok(None)), "unknown types are ignored");
    }

    #[test]
    fn positions_mean_the_same_however_they_are_written() {
        let taken = |text: &str| match Request::parse(text) {
            Ok(Some(Request::Call(_, DispatchCall::Positions(car, positions)))) => {
                Some((car.to_owned(), positions.into_vec()))
            }
            _ => None,
        };
        let of_any = |text: &str| {
            let Ok(Some(Request::Call(_, DispatchCall::Raw(CallKind::Position, fields)))) = Request::parse_any(text)
            else {
                return None;
            };
            let (car, items) = super::read_positions(fields).ok()?;
            let read = |item: &Value| server::extract::from_value::<NewPosition>(item).ok();
            Some((car.to_string(), items.iter().map(read).collect::<Option<Vec<_>>>()?))
        };
        let plain = [
            r#"{"type":"position","id":2,"carId":"auto-1","positions":[]}"#,
            r#"{"type":"position","id":2,"carId":"Auto 3, Töölö","positions":[{"lat":60.1,"lng":24,"at":"2026-11-22T10:00:00Z"}]}"#,
            r#"{"type":"position","positions":[{"at":"2026-11-22T12:00:00.5Z","lng":24.9,"lat":60,"speedKmh":null,
                "headingDeg":359.5,"accuracyM":3}, {"lat":-0.5,"lng":1.25,"at":"2026-11-22T12:00:01Z"}],"carId":"a","id":-907199254740993}"#,
        ];
        for text in plain {
            assert!(taken(text).is_some(), "{text}");
            assert_eq!(taken(text), of_any(text), "{text}");
        }
        // What is odd is left to those who say what is odd about it.
        let odd = [
            r#"{"id":2,"type":"position","carId":"auto-1","positions":[]}"#,
            r#"{"type":"position","id":2,"carId":"a","positions":[],"odd":{}}"#,
            r#"{"type":"position","id":2,"carId":"a","positions":[{"lat":60,"lng":24,"at":"2026-11-22T12:00:00+02:00"}]}"#,
            r#"{"type":"position","id":2,"carId":"a\"b","positions":[]}"#,
            r#"{"type":"position","id":2,"carId":"a","positions":[{"lat":"60"}]}"#,
            r#"{"type":"position","id":2,"carId":"a","carId":"b","positions":[]}"#,
            r#"{"type":"position","type":"watch","id":2,"carId":"a","positions":[],"restaurantId":"1"}"#,
        ];
        for text in odd {
            assert!(
                taken(text).is_none()
                    && matches!(Request::parse(text), Ok(Some(Request::Call(2, DispatchCall::Raw(..))))),
                "{text}"
            );
        }
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
            assert!(Request::parse(text).is_err(), "{text}");
        }
    }
}
