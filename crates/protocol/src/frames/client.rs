//! What the client says on a live connection.

use serde::{Deserialize, Deserializer, Serialize, de::Error};
use utoipa::ToSchema;

use crate::payload::OrderTypePayload;

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

/// See [`ClientFrame::Subscribe`]. What is watched already begins anew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "topic", rename_all = "camelCase")]
pub enum SubscribeFrame {
    /// One order.
    Order(SubscribeOrder),
    /// The board of the staff.
    Board(SubscribeBoard),
    /// Whether a restaurant takes orders of a type.
    Shop(ShopTopic),
}

/// To watch one order, with its key or, for the staff, with a token in its place.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribeOrder {
    /// Which order.
    pub order_id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub order_key: Option<String>,
    /// A live token of the staff. Where there is a key too, the key counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub token: Option<String>,
    /// The last `seq` that the client has; without it a snapshot comes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, nullable = false)]
    pub since: Option<i64>,
}

/// To watch the board.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribeBoard {
    /// A live token of the staff.
    pub token: String,
    /// Whose orders; without any, all that the person may see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub restaurant_ids: Option<Vec<String>>,
    /// Whether the cars that are on the road for these orders are asked for, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cars: bool,
}

/// A restaurant and an order type: what is watched, and is watched no more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopTopic {
    pub restaurant_id: String,
    /// How orders are to reach their eaters.
    #[serde(deserialize_with = "order_type")]
    pub order_type: OrderTypePayload,
}

/// Reads an order type by its name or by its code (docs/spec/ordering.md, "Order type").
fn order_type<'de, D: Deserializer<'de>>(deserializer: D) -> Result<OrderTypePayload, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum SentOrderType {
        Name(OrderTypePayload),
        Code(u8),
        Text(String),
    }
    let code = match SentOrderType::deserialize(deserializer)? {
        SentOrderType::Name(name) => return Ok(name),
        SentOrderType::Code(code) => code.to_string(),
        SentOrderType::Text(code) => code,
    };
    match code.as_str() {
        "0" => Ok(OrderTypePayload::Pickup),
        "1" => Ok(OrderTypePayload::Delivery),
        "2" => Ok(OrderTypePayload::Eatin),
        _ => Err(D::Error::custom("not an order type")),
    }
}

/// See [`ClientFrame::Unsubscribe`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "topic", rename_all = "camelCase")]
pub enum UnsubscribeFrame {
    /// One order.
    Order(UnsubscribeOrder),
    /// The board.
    Board,
    /// A restaurant, for an order type.
    Shop(ShopTopic),
}

/// To stop watching one order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnsubscribeOrder {
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
        struct FrameType<'a> {
            #[serde(borrow, rename = "type")]
            kind: std::borrow::Cow<'a, str>,
        }
        // serde reads an array as a struct too; the contract does not.
        if !text.trim_start().starts_with('{') {
            return Err(BadFrame);
        }
        let FrameType { kind } = serde_json::from_str(text).map_err(|_| BadFrame)?;
        match kind.as_ref() {
            "subscribe" => read::<SubscribeFrame>(text)?.check().map(|frame| Some(Self::Subscribe(frame))),
            "unsubscribe" => read(text).map(|frame| Some(Self::Unsubscribe(frame))),
            "ping" => Ok(Some(Self::Ping)),
            _ => Ok(None),
        }
    }
}

impl SubscribeFrame {
    /// What the types alone do not say.
    fn check(self) -> Result<Self, BadFrame> {
        let is_whole = match &self {
            Self::Order(order) => {
                let is_before_all = order.since.is_some_and(|since| since < 0);
                !is_before_all && (order.order_key.is_some() || order.token.is_some())
            }
            Self::Board(_) | Self::Shop(_) => true,
        };
        if is_whole { Ok(self) } else { Err(BadFrame) }
    }
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, BadFrame> {
    serde_json::from_str(text).map_err(|_| BadFrame)
}

impl std::fmt::Debug for SubscribeOrder {
    /// Without the key and the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { order_id, since, .. } = self;
        f.debug_struct("SubscribeOrder").field("order_id", order_id).field("since", since).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for SubscribeBoard {
    /// Without the token.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { restaurant_ids, cars, .. } = self;
        f.debug_struct("SubscribeBoard")
            .field("restaurant_ids", restaurant_ids)
            .field("cars", cars)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subscription(text: &str) -> SubscribeFrame {
        let Ok(Some(ClientFrame::Subscribe(frame))) = ClientFrame::parse(text) else { panic!("{text}") };
        frame
    }

    #[test]
    fn reads_what_the_contract_shows() {
        let text = r#"{"type":"subscribe","topic":"order","orderId":"10234","orderKey":"k","since":17,"new":1}"#;
        let SubscribeFrame::Order(frame) = subscription(text) else { panic!() };
        assert_eq!((frame.order_id.as_str(), frame.since), ("10234", Some(17)));
        assert_eq!(ClientFrame::parse(r#"{"type":"ping"}"#), Ok(Some(ClientFrame::Ping)));
        assert_eq!(ClientFrame::parse(r#"{"type":"dance","topic":7}"#), Ok(None));
        let text = r#"{"type":"subscribe","topic":"order","orderId":"1","token":"t","since":null}"#;
        let SubscribeFrame::Order(frame) = subscription(text) else { panic!() };
        assert_eq!((frame.order_key, frame.token.as_deref(), frame.since), (None, Some("t"), None));
    }

    #[test]
    fn reads_the_board_of_the_contract() {
        let text = r#"{"type":"subscribe","topic":"board","token":"t","restaurantIds":["12"]}"#;
        let SubscribeFrame::Board(frame) = subscription(text) else { panic!() };
        assert_eq!((frame.token.as_str(), frame.restaurant_ids), ("t", Some(vec!["12".to_owned()])));
        let SubscribeFrame::Board(frame) = subscription(r#"{"token":"t","type":"subscribe","topic":"board"}"#) else {
            panic!()
        };
        assert_eq!((frame.restaurant_ids, frame.cars), (None, false));
        let text = r#"{"type":"subscribe","topic":"board","token":"t","cars":true}"#;
        let SubscribeFrame::Board(frame) = subscription(text) else { panic!() };
        assert!(frame.cars);
        let unsubscribe = ClientFrame::Unsubscribe(UnsubscribeFrame::Board);
        assert_eq!(ClientFrame::parse(r#"{"type":"unsubscribe","topic":"board"}"#), Ok(Some(unsubscribe)));
    }

    #[test]
    fn an_order_type_is_read_by_its_name_and_by_its_code() {
        for (said, order_type) in [
            (r#""pickup""#, OrderTypePayload::Pickup),
            ("1", OrderTypePayload::Delivery),
            (r#""2""#, OrderTypePayload::Eatin),
        ] {
            let fields = format!(r#""topic":"shop","restaurantId":"12","orderType":{said}}}"#);
            let topic = ShopTopic { restaurant_id: "12".to_owned(), order_type };
            assert_eq!(subscription(&format!(r#"{{"type":"subscribe",{fields}"#)), SubscribeFrame::Shop(topic.clone()));
            let unsubscribe = ClientFrame::Unsubscribe(UnsubscribeFrame::Shop(topic));
            assert_eq!(ClientFrame::parse(&format!(r#"{{"type":"unsubscribe",{fields}"#)), Ok(Some(unsubscribe)));
        }
    }

    #[test]
    fn keys_and_tokens_are_not_printed() {
        let order = r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"secret","token":"secret"}"#;
        let board = r#"{"type":"subscribe","topic":"board","token":"secret"}"#;
        assert!(!format!("{:?} {:?}", subscription(order), subscription(board)).contains("secret"));
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
            r#"{"type":"subscribe","topic":"order","orderId":"1","token":7}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":7,"token":"t"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":"3"}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":-1}"#,
            r#"{"type":"subscribe","topic":"order","orderId":"1","orderKey":"k","since":1.5}"#,
            r#"{"type":"subscribe","topic":"board"}"#,
            r#"{"type":"subscribe","topic":"board","token":7}"#,
            r#"{"type":"subscribe","topic":"board","token":"t","restaurantIds":"12"}"#,
            r#"{"type":"subscribe","topic":"board","token":"t","restaurantIds":[12]}"#,
            r#"{"type":"subscribe","topic":"board","token":"t","cars":1}"#,
            r#"{"type":"subscribe","topic":"shop","restaurantId":"12"}"#,
            r#"{"type":"subscribe","topic":"shop","restaurantId":12,"orderType":"pickup"}"#,
            r#"{"type":"subscribe","topic":"shop","restaurantId":"12","orderType":"drone"}"#,
            r#"{"type":"subscribe","topic":"shop","restaurantId":"12","orderType":3}"#,
            r#"{"type":"unsubscribe","topic":"shop","restaurantId":"12"}"#,
            r#"{"type":"unsubscribe","topic":"order"}"#,
            r#"{"type":"unsubscribe","topic":"weather"}"#,
        ];
        for text in bad {
            assert_eq!(ClientFrame::parse(text), Err(BadFrame), "{text}");
        }
    }
}
