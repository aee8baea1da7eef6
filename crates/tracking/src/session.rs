//! What a client may say, and what follows from it. No socket, no clock, no store: frames in,
//! effects out.

use live::{BadFrameBudget, CloseCode, LiveLimits};
use protocol::frames::{
    BadFrame, ClientFrame, ShopTopic, SubscribeBoard, SubscribeFrame, SubscribeOrder, UnsubscribeFrame,
};

/// The client's side of a connection.
#[derive(Debug)]
pub struct ClientSession {
    bad_frames: BadFrameBudget,
}

/// What a client's frame asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameEffect {
    /// Nothing.
    Nothing,
    /// Check the key or token, and join the order's topic.
    Join(Join),
    /// Leave an order's topic.
    Leave(String),
    /// Check the token, and watch the board.
    WatchBoard(SubscribeBoard),
    /// Stop watching the board.
    LeaveBoard,
    /// Watch a restaurant.
    WatchShop(ShopTopic),
    /// Stop watching a restaurant.
    LeaveShop(ShopTopic),
    /// Send a pong.
    Pong,
    /// Say that the frame was bad.
    Complain,
    /// Say that the frame was bad, and close.
    Dismiss(CloseCode),
}

/// The order that a client wants to watch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Join {
    /// The order's number, as the client wrote it.
    pub order_id: String,
    /// What the client may see it by.
    pub pass: Pass,
    /// The last number that the client has.
    pub since: Option<i64>,
}

/// What opens an order. Not printed.
#[derive(Clone, PartialEq, Eq)]
pub enum Pass {
    /// The order's own key.
    Key(String),
    /// A live token of the staff.
    Token(String),
}

impl std::fmt::Debug for Pass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Key(_) => "Key(…)",
            Self::Token(_) => "Token(…)",
        })
    }
}

impl ClientSession {
    /// A session that has just begun.
    #[must_use]
    pub fn new(limits: &LiveLimits) -> Self {
        Self { bad_frames: BadFrameBudget::new(limits) }
    }

    /// A text frame came.
    pub fn on_text(&mut self, text: &str) -> FrameEffect {
        match ClientFrame::parse(text) {
            Ok(Some(ClientFrame::Subscribe(SubscribeFrame::Order(order)))) => self.on_order(order),
            Ok(Some(ClientFrame::Subscribe(SubscribeFrame::Board(board)))) => FrameEffect::WatchBoard(board),
            Ok(Some(ClientFrame::Unsubscribe(UnsubscribeFrame::Order(order)))) => FrameEffect::Leave(order.order_id),
            Ok(Some(ClientFrame::Unsubscribe(UnsubscribeFrame::Board))) => FrameEffect::LeaveBoard,
            Ok(Some(ClientFrame::Subscribe(SubscribeFrame::Shop(shop)))) => FrameEffect::WatchShop(shop),
            Ok(Some(ClientFrame::Unsubscribe(UnsubscribeFrame::Shop(shop)))) => FrameEffect::LeaveShop(shop),
            Ok(Some(ClientFrame::Ping)) => FrameEffect::Pong,
            Ok(None) => FrameEffect::Nothing,
            Err(BadFrame) => self.on_bad_frame(),
        }
    }

    /// A binary frame came, which the protocol does not have.
    pub fn on_binary(&mut self) -> FrameEffect {
        self.on_bad_frame()
    }

    fn on_order(&mut self, SubscribeOrder { order_id, order_key, token, since }: SubscribeOrder) -> FrameEffect {
        match (order_key, token) {
            (Some(key), _) => FrameEffect::Join(Join { order_id, pass: Pass::Key(key), since }),
            (None, Some(token)) => FrameEffect::Join(Join { order_id, pass: Pass::Token(token), since }),
            (None, None) => self.on_bad_frame(),
        }
    }

    fn on_bad_frame(&mut self) -> FrameEffect {
        if self.bad_frames.spend() { FrameEffect::Complain } else { FrameEffect::Dismiss(CloseCode::Policy) }
    }
}

#[cfg(test)]
mod model;

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> ClientSession {
        ClientSession::new(&LiveLimits::default())
    }

    #[test]
    fn a_subscription_asks_to_join() {
        let text = r#"{"type":"subscribe","topic":"order","orderId":"7","orderKey":"k","since":17}"#;
        let join = Join { order_id: "7".to_owned(), pass: Pass::Key("k".to_owned()), since: Some(17) };
        assert_eq!(session().on_text(text), FrameEffect::Join(join.clone()));
        assert!(!format!("{join:?}").contains("\"k\""), "keys are not printed");
    }

    #[test]
    fn a_token_stands_in_the_place_of_a_key() {
        let order = |rest: &str| format!(r#"{{"type":"subscribe","topic":"order","orderId":"7",{rest}}}"#);
        let pass = |rest: &str| match session().on_text(&order(rest)) {
            FrameEffect::Join(join) => join.pass,
            other => panic!("{other:?}"),
        };
        assert_eq!(pass(r#""token":"t""#), Pass::Token("t".to_owned()));
        assert_eq!(pass(r#""token":"t","orderKey":"k""#), Pass::Key("k".to_owned()));
    }

    #[test]
    fn the_board_is_watched_and_left() {
        let text = r#"{"type":"subscribe","topic":"board","token":"t"}"#;
        let board = SubscribeBoard { token: "t".to_owned(), restaurant_ids: None, cars: false };
        assert_eq!(session().on_text(text), FrameEffect::WatchBoard(board));
        assert_eq!(session().on_text(r#"{"type":"unsubscribe","topic":"board"}"#), FrameEffect::LeaveBoard);
    }

    #[test]
    fn the_fourth_bad_frame_closes() {
        let mut session = session();
        assert_eq!(session.on_text("x"), FrameEffect::Complain);
        assert_eq!(session.on_binary(), FrameEffect::Complain);
        assert_eq!(session.on_text(r#"{"type":"new"}"#), FrameEffect::Nothing);
        assert_eq!(session.on_text("[]"), FrameEffect::Complain);
        assert_eq!(session.on_text("{}"), FrameEffect::Dismiss(CloseCode::Policy));
    }
}
