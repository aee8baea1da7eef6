//! The client's side of a line.

use std::task::{Context, Poll};

/// What a client says on a line, and what follows from it. It speaks through the line's state.
pub(crate) trait Conversation: Send {
    /// How many texts that came together are heard at most before anything else is seen to. It says itself, by
    /// [`is_open`](Self::is_open), that it hears no more.
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

    /// Leaves all that the line watches: it has ended.
    fn leave(&mut self);
}
