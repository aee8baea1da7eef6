//! The client's side of a connection.

use std::task::{Context, Poll};

use crate::LiveLimits;

/// What a client says on a connection, and what follows from it. It answers through the connection's state.
pub trait Conversation: Send {
    /// How many texts that came together are received at most before anything else is done. It says itself, by
    /// [`is_open`](Self::is_open), that it takes no more.
    const TOGETHER: usize;

    /// The largest message that the client may send, in bytes.
    fn largest_message(&self) -> usize;

    /// Text came.
    fn on_text(&mut self, text: &str);

    /// Bytes came, which none of our protocols has.
    fn on_binary(&mut self);

    /// Whether there is room for another message beside what is in work.
    fn is_open(&self) -> bool;

    /// Goes on with what is in work: ready when some of it was done, pending where nothing is.
    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<()>;

    /// Leaves all that the connection watches: it has ended.
    fn leave(&mut self);
}

/// How many bad frames a connection still forgives (docs/spec/hub.md, "Bounds of a line").
#[derive(Debug)]
pub struct BadFrameBudget(u8);

impl BadFrameBudget {
    /// That of a connection which has just opened.
    #[must_use]
    pub fn new(limits: &LiveLimits) -> Self {
        Self(limits.bad_frames)
    }

    /// A bad frame came: whether it is forgiven.
    pub fn spend(&mut self) -> bool {
        let left = self.0.checked_sub(1);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}
