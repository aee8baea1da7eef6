//! A frame, encoded once and shared by all who get it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    num::{NonZeroI64, NonZeroU64},
};

use bytes::Bytes;
use domain::ids::{CarId, OrderId, Rev, Seq};
use jiff::Timestamp;
use tokio::time::Instant;

use super::{boards::BoardNumber, wire};
use crate::{close::CloseCode, protocol::ServerFrame};

/// A frame as it stands on the wire, with what a line must know of it.
#[derive(Debug, Clone)]
pub struct Frame {
    bytes: Bytes,
    kind: FrameKind,
    told: Instant,
}

/// A car within this process, in as few bytes as a line can spare for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarTag(NonZeroU64);

impl From<&CarId> for CarTag {
    fn from(car: &CarId) -> Self {
        let mut hasher = DefaultHasher::new();
        car.as_str().hash(&mut hasher);
        Self(NonZeroU64::new(hasher.finish()).unwrap_or(NonZeroU64::MIN))
    }
}

/// When a car was somewhere, in as few bytes as a line can spare for it: nanoseconds since 1970, those before 1677 and
/// after 2262 as the first and the last that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(NonZeroI64);

impl From<Timestamp> for Moment {
    fn from(at: Timestamp) -> Self {
        let nanoseconds = at.as_second().saturating_mul(1_000_000_000).saturating_add(at.subsec_nanosecond().into());
        Self(NonZeroI64::new(nanoseconds).unwrap_or(const { NonZeroI64::new(1).unwrap() }))
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
    Position(OrderId, CarTag, Moment),
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
        Self::of(wire::json(frame), kind)
    }

    /// An answer to what a client asked.
    #[must_use]
    pub fn answer(frame: &ServerFrame) -> Self {
        Self::new(frame, FrameKind::Answer)
    }

    /// A frame whose text is written by hand.
    pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>), kind: FrameKind) -> Self {
        Self::of(wire::written(write), kind)
    }

    /// A frame of a text, with news that were to be told from then on.
    pub(crate) fn told_since(told: Instant, text: &[u8], kind: FrameKind) -> Self {
        Self { bytes: wire::plain(text), kind, told }
    }

    /// A frame whose text was encoded elsewhere.
    #[must_use]
    pub fn encoded(text: &str, kind: FrameKind) -> Self {
        Self::of(wire::text(text), kind)
    }

    /// The answer to a ping of the protocol beneath ours.
    pub(super) fn pong(payload: &[u8]) -> Self {
        Self::of(wire::pong(payload), FrameKind::Answer)
    }

    /// A goodbye of ours.
    pub(super) fn goodbye(code: CloseCode) -> Self {
        let row = code.row();
        Self::of(wire::close(Some(row.code), row.reason), FrameKind::Answer)
    }

    /// The answer to a client's goodbye.
    pub(super) fn farewell(code: Option<u16>) -> Self {
        Self::of(wire::close(code, ""), FrameKind::Answer)
    }

    fn of(bytes: Bytes, kind: FrameKind) -> Self {
        Self { bytes, kind, told: Instant::now() }
    }

    /// Since when it was to be told.
    #[must_use]
    pub fn told(&self) -> Instant {
        self.told
    }

    /// What is written, header and all.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        std::str::from_utf8(wire::payload(&self.bytes)).unwrap_or_default()
    }

    /// What it is.
    #[must_use]
    pub fn kind(&self) -> FrameKind {
        self.kind
    }

    /// The length of its text in bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        wire::payload(&self.bytes).len()
    }

    /// Whether it has no text, which no frame of the protocol has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_moment_is_never_none_and_ends_are_kept() {
        let of = |second| Moment::from(Timestamp::from_second(second).unwrap());
        assert!(of(-1) < of(0) && of(0) < of(1));
        assert!(
            Moment::from(Timestamp::MIN) <= of(-10_000_000_000) && of(10_000_000_000) <= Moment::from(Timestamp::MAX)
        );
    }

    proptest! {
        // What is later by a nanosecond is later; a line shows no position that is not.
        #[test]
        fn moments_stand_in_the_order_of_time(
            second in -9_000_000_000..9_000_000_000_i64,
            nanosecond in 1..1_000_000_000_i32,
        ) {
            let at = |nanosecond| Moment::from(Timestamp::new(second, nanosecond).unwrap());
            prop_assert!(at(nanosecond - 1) <= at(nanosecond));
            prop_assert_eq!(at(nanosecond - 1) == at(nanosecond), second == 0 && nanosecond == 1);
        }
    }
}
