//! One client's connection: its state behind one lock, and the topics that it watches.

mod backlog;
mod maintenance;
mod state;
mod state_topics;
mod subscription;

use std::{fmt::Debug, sync::Arc};

use crate::Frame;

pub use backlog::Sink;
pub(crate) use maintenance::seconds;
pub use maintenance::{Maintenance, Tick};
pub use state::ConnectionState;
pub use state_topics::{StateTopic, Version};
pub use subscription::SentUpTo;

/// Tells the connections of a node apart.
pub type ConnectionId = u64;

/// Connections that are sent the same.
pub type Recipients = Arc<[Arc<dyn Connection>]>;

/// All of them but one.
pub fn others(recipients: &Recipients, one: ConnectionId) -> impl Iterator<Item = Arc<dyn Connection>> {
    recipients.iter().filter(move |recipient| recipient.id() != one).cloned()
}

/// One client's connection.
pub trait Connection: Send + Sync + Debug {
    /// Which connection it is.
    fn id(&self) -> ConnectionId;

    /// Touches what sending on it needs; see [`fastpath::prefetch`].
    fn touch(&self) -> bool {
        false
    }

    /// Runs `work` under the connection's one lock, then writes what waits, as far as the socket takes it. Never blocks, and
    /// is never called under another connection's lock.
    fn with(&self, work: &mut dyn FnMut(&mut ConnectionState));

    /// Sends a frame of a topic, as [`ConnectionState::send`] does. Whether it was written at once, to the last byte: whoever
    /// sends counts those.
    fn send(&self, frame: &Frame) -> bool {
        self.with(&mut |state| state.send(frame));
        false
    }
}
