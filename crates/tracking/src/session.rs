//! What a client may say, and what follows from it. No socket, no clock, no store: frames in,
//! effects out.

use domain::error::Code;

use crate::{
    close::CloseCode,
    limits::Limits,
    protocol::{BadFrame, ClientFrame, ErrorFrame, ServerFrame, SubscribeFrame},
};

/// The client's side of a line.
#[derive(Debug)]
pub struct Session {
    bad_frames: u8,
    forgives: u8,
}

/// What a client's frame asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// Check the key and join the order's topic.
    Join(Join),
    /// Leave an order's topic.
    Leave(String),
    /// Send a pong.
    Pong,
    /// Say that the frame was bad.
    Complain,
    /// Say that the frame was bad, and close.
    Dismiss(CloseCode),
}

/// What a client wants to watch.
#[derive(Clone, PartialEq, Eq)]
pub struct Join {
    /// The order's number, as the client wrote it.
    pub order_id: String,
    /// Its key. Not printed.
    pub order_key: String,
    /// The last number that the client has.
    pub since: Option<i64>,
}

impl std::fmt::Debug for Join {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Join").field("order_id", &self.order_id).field("since", &self.since).finish_non_exhaustive()
    }
}

impl Session {
    /// A session that has just begun.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self { bad_frames: 0, forgives: limits.bad_frames }
    }

    /// A text frame came.
    pub fn on_text(&mut self, text: &str) -> Effect {
        match ClientFrame::parse(text) {
            Ok(Some(ClientFrame::Subscribe(SubscribeFrame { order_id, order_key, since, .. }))) => {
                Effect::Join(Join { order_id, order_key, since })
            }
            Ok(Some(ClientFrame::Unsubscribe(frame))) => Effect::Leave(frame.order_id),
            Ok(Some(ClientFrame::Ping)) => Effect::Pong,
            Ok(None) => Effect::Nothing,
            Err(BadFrame) => self.on_bad_frame(),
        }
    }

    /// A binary frame came, which the protocol does not have.
    pub fn on_binary(&mut self) -> Effect {
        self.on_bad_frame()
    }

    fn on_bad_frame(&mut self) -> Effect {
        self.bad_frames = self.bad_frames.saturating_add(1);
        if self.bad_frames > self.forgives { Effect::Dismiss(CloseCode::Policy) } else { Effect::Complain }
    }
}

/// The frame that complains of a bad one.
#[must_use]
pub fn complaint() -> ServerFrame {
    ServerFrame::Error(ErrorFrame::new(Code::FrameInvalid, None))
}

/// The frame that answers a ping.
#[must_use]
pub fn pong() -> ServerFrame {
    ServerFrame::Pong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session::new(&Limits::default())
    }

    #[test]
    fn a_subscription_asks_to_join() {
        let text = r#"{"type":"subscribe","topic":"order","orderId":"7","orderKey":"k","since":17}"#;
        let join = Join { order_id: "7".to_owned(), order_key: "k".to_owned(), since: Some(17) };
        assert_eq!(session().on_text(text), Effect::Join(join.clone()));
        assert!(!format!("{join:?}").contains("\"k\""), "keys are not printed");
    }

    #[test]
    fn the_fourth_bad_frame_closes() {
        let mut session = session();
        assert_eq!(session.on_text("x"), Effect::Complain);
        assert_eq!(session.on_binary(), Effect::Complain);
        assert_eq!(session.on_text(r#"{"type":"new"}"#), Effect::Nothing);
        assert_eq!(session.on_text("[]"), Effect::Complain);
        assert_eq!(session.on_text("{}"), Effect::Dismiss(CloseCode::Policy));
    }
}
