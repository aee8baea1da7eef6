//! What tells topics apart.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
};

/// Tells event topics apart: the number of what they are about. All event topics of a node are of one kind (orders).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TopicId(pub i64);

impl fmt::Display for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Tells the state topics of a node apart.
pub type StateTopicId = u64;

/// The id of the next state topic.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// An id for another state topic of this process.
#[must_use]
pub fn next_state_topic_id() -> StateTopicId {
    NEXT.fetch_add(1, Ordering::Relaxed)
}
