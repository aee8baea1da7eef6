//! How far a connection has been sent a topic.

use domain::ids::{Rev, Seq};

use crate::{Nanos, SourceTag, TopicId};

/// A subscription to an event topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Subscription {
    pub(crate) topic: TopicId,
    pub(crate) sent: SentUpTo,
}

/// How far a connection has been sent a topic: no older event, state or signal is sent after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct SentUpTo {
    /// From where signals may be sent, if from anywhere.
    pub source: Option<SourceTag>,
    /// When the last signal was true.
    pub signal_at: Option<Nanos>,
    /// Number of the last event.
    pub seq: Seq,
    /// Number of the last state.
    pub rev: Rev,
}

impl SentUpTo {
    /// A topic without signals.
    #[must_use]
    pub fn without_source(seq: Seq, rev: Rev) -> Self {
        Self { seq, rev, source: None, signal_at: None }
    }
}
