//! What time and its own task bring to a line.

use std::{sync::Arc, time::Duration};

use super::{boards::Watched, frame::Frame};

/// Whole seconds, as a node's clock counts them.
pub(crate) fn seconds(time: Duration) -> u32 {
    time.as_secs().try_into().unwrap_or(u32::MAX)
}

/// What a second brings.
#[derive(Debug)]
pub struct Tick<'a> {
    /// The second of the node's clock.
    pub now: u32,
    /// After how many seconds of silence a beat is sent.
    pub beat_seconds: u32,
    /// The beat.
    pub beat: &'a Frame,
    /// How long a line may take nothing, and how long its goodbye is tried.
    pub stuck: Duration,
}

/// What a line's own task has to see to.
#[derive(Debug)]
pub struct Tending {
    /// Boards of which nothing waits any more: what they have changed meanwhile is told now.
    pub boards: Vec<Arc<dyn Watched>>,
    /// What waits is to be written when the socket takes more.
    pub is_blocked: bool,
    /// So much waits that the client is not to be heard.
    pub is_deaf: bool,
    /// A goodbye was said, or waits to be: what the client says but its own is passed over.
    pub is_leaving: bool,
    /// All is done; the stream is to be dropped.
    pub is_over: bool,
}
