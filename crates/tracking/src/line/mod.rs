//! A line: one watcher's connection, as the hub sees it.
//!
//! What may be sent, in which order and how much may wait is decided by one state machine, [`LineState`], which every
//! kind of line keeps behind its one lock. Whoever has news writes them: to a [`Sink`], under that lock, without waiting.

mod backlog;
mod boards;
mod conversation;
pub(crate) mod direct;
mod frame;
pub(crate) mod live;
#[cfg(test)]
pub(crate) mod paper;
mod state;
mod tending;
mod told;
pub mod wire;

use std::fmt::Debug;

pub use backlog::Sink;
pub use boards::{BoardNumber, Version, Watched};
pub(crate) use conversation::Conversation;
pub use frame::{CarTag, Frame, FrameKind, Moment};
pub use state::LineState;
pub(crate) use tending::seconds;
pub use tending::{Tending, Tick};
pub use told::Told;

/// Tells the lines of a node apart.
pub type LineId = u64;

/// One watcher's connection.
pub trait Line: Send + Sync + Debug {
    /// Which line it is.
    fn id(&self) -> LineId;

    /// Reads what telling it needs first, to no end but that it is near then; see `tracking::near`.
    fn look(&self) -> bool {
        false
    }

    /// Runs `work` under the line's one lock, then writes what waits, as far as the socket takes it. Never blocks, and
    /// is never called under another line's lock.
    fn with(&self, work: &mut dyn FnMut(&mut LineState));

    /// Tells it news of an order, as [`LineState::tell`] does. Whether they were written at once, to the last byte:
    /// whoever tells counts those.
    fn tell(&self, frame: &Frame) -> bool {
        self.with(&mut |state| state.tell(frame));
        false
    }
}
