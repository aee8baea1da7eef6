//! A frame, encoded once and shared by all who get it.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::ws::Utf8Bytes;
use domain::ids::{CarId, OrderId, Rev, Seq};
use jiff::Timestamp;

use super::boards::BoardNumber;
use crate::protocol::ServerFrame;

/// An encoded frame with what a line must know of it.
#[derive(Debug, Clone)]
pub struct Frame {
    text: Utf8Bytes,
    kind: FrameKind,
}

/// A car within this process, in as few bytes as a line can spare for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarTag(u64);

impl From<&CarId> for CarTag {
    fn from(car: &CarId) -> Self {
        let mut hasher = DefaultHasher::new();
        car.hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// What a frame is to a line. A status or an estimate says with it which car may be shown from then
/// on, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// A committed status: each once, in order.
    Status(OrderId, Seq, Rev, Option<CarTag>),
    /// An estimate: the newest one counts.
    Estimate(OrderId, Rev, Option<CarTag>),
    /// Where the order's car was at a moment: the newest one counts.
    Position(OrderId, CarTag, Timestamp),
    /// The end of an order's topic.
    End(OrderId),
    /// What changed on a board.
    Board(BoardNumber),
    /// An answer to what this client asked.
    Answer,
    /// A sign of life, of use only where nothing else is sent.
    Beat,
}

impl Frame {
    /// Encodes a frame.
    #[must_use]
    pub fn new(frame: &ServerFrame, kind: FrameKind) -> Self {
        let text = serde_json::to_string(frame).expect("frames are plain data with string keys");
        Self::encoded(text, kind)
    }

    /// An answer to what a client asked.
    #[must_use]
    pub fn answer(frame: &ServerFrame) -> Self {
        Self::new(frame, FrameKind::Answer)
    }

    /// A frame that was encoded elsewhere.
    #[must_use]
    pub fn encoded(text: String, kind: FrameKind) -> Self {
        Self { text: text.into(), kind }
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &Utf8Bytes {
        &self.text
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> FrameKind {
        self.kind
    }

    /// Its length in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether it has no text, which no frame of the protocol has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}
