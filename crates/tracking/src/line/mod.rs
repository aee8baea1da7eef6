//! A line: one watcher's connection, as the hub sees it.
//!
//! Behind the [`Line`] trait stands the way in which bytes reach the socket. What may be sent, in
//! which order and how much may wait is decided by one state machine, [`LineState`], which every
//! kind of line keeps behind its one lock.

mod boards;
mod frame;
pub(crate) mod live;
mod state;
pub(crate) mod websocket;

use std::fmt::Debug;

pub use boards::{BoardNumber, Version, Watched};
pub use frame::{CarTag, Frame, FrameKind};
pub use state::{LineState, Outgoing, Told};

/// Tells the lines of a node apart.
pub type LineId = u64;

/// One watcher's connection.
pub trait Line: Send + Sync + Debug {
    /// Which line it is.
    fn id(&self) -> LineId;

    /// Runs `work` under the line's one lock, then sees to it that what waits is written. Never
    /// blocks, and is never called under another line's lock.
    fn with(&self, work: &mut dyn FnMut(&mut LineState));
}
