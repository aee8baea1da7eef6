//! A frame, encoded once and shared by all who get it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    num::{NonZeroI64, NonZeroU64},
};

use bytes::Bytes;
use domain::ids::{Rev, Seq};
use jiff::Timestamp;
use metrics::NewsKind;
use serde::Serialize;
use tokio::time::Instant;

use crate::{CloseCode, StateTopicId, TopicId, wire};

/// A frame as it stands on the wire, with what a connection must know of it.
#[derive(Debug, Clone)]
pub struct Frame {
    bytes: Bytes,
    kind: FrameKind,
    due: Instant,
}

/// What a topic's signals come from (a car), within this process and in 8 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceTag(NonZeroU64);

impl SourceTag {
    /// That of a source with this name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        Self(NonZeroU64::new(hasher.finish()).unwrap_or(NonZeroU64::MIN))
    }
}

/// When a signal was true, in 8 bytes: nanoseconds since 1970; times before 1677 and after 2262 as the first and the last
/// that there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nanos(NonZeroI64);

impl From<Timestamp> for Nanos {
    fn from(at: Timestamp) -> Self {
        let nanoseconds = at.as_second().saturating_mul(1_000_000_000).saturating_add(at.subsec_nanosecond().into());
        Self(NonZeroI64::new(nanoseconds).unwrap_or(const { NonZeroI64::new(1).unwrap() }))
    }
}

/// What a frame is to a connection. An event or a state says with it from which source signals may be sent from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// An event of a topic (a committed status): each once, in order.
    Event(TopicId, Seq, Rev, Option<SourceTag>),
    /// The state of a topic beside its events (an estimate): the newest one counts.
    State(TopicId, Rev, Option<SourceTag>),
    /// A fleeting value of a topic (a position): the newest one counts, and only from the source that may be shown.
    Signal(TopicId, SourceTag, Nanos),
    /// The end of an event topic.
    End(TopicId),
    /// A step of a state topic, from one version to another.
    Step(StateTopicId),
    /// An answer to what this client asked.
    Answer,
    /// A sign of life, of use only where nothing else is sent.
    Beat,
}

impl FrameKind {
    /// Which news it delivers, where those are timed.
    #[must_use]
    pub fn news(self) -> Option<NewsKind> {
        match self {
            Self::Event(..) => Some(NewsKind::Event),
            Self::Signal(..) => Some(NewsKind::Signal),
            Self::State(..) | Self::End(_) | Self::Step(_) | Self::Answer | Self::Beat => None,
        }
    }
}

impl Frame {
    /// Encodes a frame.
    #[must_use]
    pub fn new(frame: &impl Serialize, kind: FrameKind) -> Self {
        Self::of(wire::json(frame), kind)
    }

    /// An answer to what a client asked.
    #[must_use]
    pub fn answer(frame: &impl Serialize) -> Self {
        Self::new(frame, FrameKind::Answer)
    }

    /// A frame whose text is written by hand.
    #[must_use]
    pub fn written(write: impl FnOnce(&mut Vec<u8>), kind: FrameKind) -> Self {
        Self::of(wire::written(write), kind)
    }

    /// A frame of UTF-8 text, with news that were due since then.
    #[must_use]
    pub fn due_since(due: Instant, text: &[u8], kind: FrameKind) -> Self {
        Self { bytes: wire::plain(text), kind, due }
    }

    /// A frame whose text was encoded elsewhere.
    #[must_use]
    pub fn encoded(text: &str, kind: FrameKind) -> Self {
        Self::of(wire::text(text), kind)
    }

    /// The answer to a ping of the protocol beneath ours.
    pub(crate) fn pong(payload: &[u8]) -> Self {
        Self::of(wire::pong(payload), FrameKind::Answer)
    }

    /// A goodbye of ours.
    pub(crate) fn goodbye(code: CloseCode) -> Self {
        let row = code.row();
        Self::of(wire::close(Some(row.code), row.reason), FrameKind::Answer)
    }

    /// The answer to a client's goodbye.
    pub(crate) fn farewell(code: Option<u16>) -> Self {
        Self::of(wire::close(code, ""), FrameKind::Answer)
    }

    fn of(bytes: Bytes, kind: FrameKind) -> Self {
        Self { bytes, kind, due: Instant::now() }
    }

    /// Since when it was to be sent.
    #[must_use]
    pub fn due(&self) -> Instant {
        self.due
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
        let of = |second| Nanos::from(Timestamp::from_second(second).unwrap());
        assert!(of(-1) < of(0) && of(0) < of(1));
        assert!(
            Nanos::from(Timestamp::MIN) <= of(-10_000_000_000) && of(10_000_000_000) <= Nanos::from(Timestamp::MAX)
        );
    }

    proptest! {
        // What is later by a nanosecond is later; a connection shows no position that is not.
        #[test]
        fn moments_stand_in_the_order_of_time(
            second in -9_000_000_000..9_000_000_000_i64,
            nanosecond in 1..1_000_000_000_i32,
        ) {
            let at = |nanosecond| Nanos::from(Timestamp::new(second, nanosecond).unwrap());
            prop_assert!(at(nanosecond - 1) <= at(nanosecond));
            prop_assert_eq!(at(nanosecond - 1) == at(nanosecond), second == 0 && nanosecond == 1);
        }
    }
}
