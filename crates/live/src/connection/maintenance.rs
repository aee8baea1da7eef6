//! What time and its own task bring to a connection.

use std::{sync::Arc, time::Duration};

use super::StateTopic;
use crate::Frame;

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
    pub beat: &'a Frame,
    /// How long a connection may take nothing, and how long its goodbye is tried.
    pub stuck: Duration,
}

/// What a connection's own task has to do now.
#[derive(Debug)]
pub struct Maintenance {
    /// State topics of which nothing waits any more: their next step may be sent.
    pub ready: Vec<Arc<dyn StateTopic>>,
    /// What waits is to be written when the socket takes more.
    pub is_blocked: bool,
    /// So much waits that the client is not to be read.
    pub is_read_paused: bool,
    /// A goodbye was sent, or waits to be: all that the client sends but its own goodbye is passed over.
    pub is_leaving: bool,
    /// All is done; the stream is to be dropped.
    pub is_over: bool,
}
