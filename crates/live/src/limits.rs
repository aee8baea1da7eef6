//! The bounds of connections.

use std::time::Duration;

/// What connections may take of a node, and how long things on them may take.
#[derive(Debug, Clone)]
pub struct LiveLimits {
    /// Connections on this node; 0 = none may be refused for their number.
    pub sockets: usize,
    /// Connections from one address (IPv6: one /64); 0 = no limit.
    pub sockets_per_address: usize,
    /// Silence after which a beat is sent.
    pub beat: Duration,
    /// Time in which a new connection must subscribe to something.
    pub first_subscription: Duration,
    /// Bad frames that a connection forgives.
    pub bad_frames: u8,
    /// Frames that wait on a connection before it counts as too slow.
    pub queued_frames: usize,
    /// Bytes that wait on a connection before it counts as too slow.
    pub queued_bytes: usize,
    /// Bytes that wait on a connection before its own frames are no longer read.
    pub read_pause_bytes: usize,
    /// How long one write may be stuck, and how long a close is tried.
    pub stuck_write: Duration,
    /// Over how long the connections are sent away when the node leaves.
    pub drain: Duration,
}

impl Default for LiveLimits {
    fn default() -> Self {
        Self {
            sockets: 50_000,
            sockets_per_address: 1_000,
            beat: Duration::from_secs(15),
            first_subscription: Duration::from_secs(10),
            bad_frames: 3,
            queued_frames: 64,
            queued_bytes: 64 * 1024,
            read_pause_bytes: 32 * 1024,
            stuck_write: Duration::from_secs(5),
            drain: Duration::from_secs(20),
        }
    }
}
