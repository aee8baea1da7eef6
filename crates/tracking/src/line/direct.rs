//! A line over a TCP stream that was taken back from HTTP: whoever has news writes them to the socket.
//!
//! A task of the line's own hears the client, and writes only what the socket did not take at once.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use futures_util::task::AtomicWaker;
use server::websocket::Stream;
#[cfg(test)]
use shuttle::sync::Mutex;
#[cfg(not(test))]
use std::sync::Mutex;

use super::{
    Conversation, Frame, Line, LineId, LineState, Sink, Tending,
    wire::{self, Message, Reader, WireError},
};
use crate::{
    close::CloseCode,
    hub::{Hub, Seat},
    metrics::Metrics,
    session::complaint,
};

/// A line's socket, which counts what was written.
#[derive(Debug)]
#[repr(C)]
struct Socket {
    metrics: Arc<Metrics>,
    stream: Stream,
}

impl Sink for Socket {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        self.stream.try_write(parts)
    }

    fn wrote(&self, frame: &Frame) {
        self.metrics.wrote(frame.kind(), frame.told(), 1);
    }
}

/// A line whose bytes are written by whoever has them.
///
/// There are many, each elsewhere in memory, so what every position needs of one lies in one cache line of 64 bytes: the
/// first has the counts of shares, the metrics and the runtime's notes on the socket, the second the socket's descriptor,
/// the lock, and the state up to when the car of its first subscription was last shown.
#[derive(Debug)]
#[repr(C)]
pub(super) struct DirectLine<S> {
    sink: S,
    state: Mutex<LineState>,
    id: LineId,
    /// The line's own task.
    task: AtomicWaker,
}

impl<S: Sink> DirectLine<S> {
    pub(super) fn new(id: LineId, state: LineState, sink: S) -> Self {
        Self { sink, state: Mutex::new(state), id, task: AtomicWaker::new() }
    }

    /// Runs `work` under the lock, writes what waits, and calls the line's own task where that has to look.
    pub(super) fn run<T>(&self, work: impl FnOnce(&mut LineState) -> T) -> T {
        self.run_with_sink(|state, _| work(state))
    }

    /// Tells it news of an order: written at once where nothing waits, and kept only where they are not taken. Whether
    /// they were written to the last byte; whoever tells counts that.
    pub(super) fn tell_at_once(&self, frame: &Frame) -> bool {
        self.run_with_sink(|state, sink| state.tell_to(frame, sink))
    }

    fn run_with_sink<T>(&self, work: impl FnOnce(&mut LineState, &S) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = work(&mut state, &self.sink);
        state.write_to(&self.sink);
        let calls = state.take_call();
        drop(state);
        if calls {
            self.task.wake();
        }
        outcome
    }
}

impl<S: Sink + Send + Sync + std::fmt::Debug> Line for DirectLine<S> {
    fn id(&self) -> LineId {
        self.id
    }

    // The lock under which thread schedules are tried does not tell.
    #[cfg(not(test))]
    fn look(&self) -> bool {
        self.state.is_poisoned()
    }

    fn with(&self, work: &mut dyn FnMut(&mut LineState)) {
        self.run(work);
    }

    fn tell(&self, frame: &Frame) -> bool {
        self.tell_at_once(frame)
    }
}

/// Serves a stream until it ends; `early` came from the client with its request already, `at_a_time` bytes are read at
/// once. There are as many of what it returns as there are lines, so that is as small as can be.
pub(crate) fn serve<C: Conversation>(
    stream: Stream,
    (early, at_a_time): (&[u8], usize),
    hub: &Hub,
    seat: Seat,
    begin: impl FnOnce(Arc<dyn Line>) -> C,
) -> Task<C> {
    let state = LineState::new(hub.limits(), hub.second(), hub.first_second());
    let socket = Socket { stream, metrics: Arc::clone(&hub.parts().metrics) };
    let line = Arc::new(DirectLine::new(seat.id(), state, socket));
    let shared: Arc<dyn Line> = Arc::<DirectLine<Socket>>::clone(&line);
    seat.seat(&shared);
    let conversation = begin(shared);
    let reader = Reader::new(conversation.largest_message(), early);
    let deaf_bytes = hub.limits().deaf_bytes;
    Task { line, reader, conversation, at_a_time, deaf_bytes, has_finished: false, _seat: seat }
}

/// Refuses a stream that has no seat: scripts cannot read why an upgrade failed, so it is opened and closed with its
/// code.
pub(crate) async fn refuse(stream: Stream, code: CloseCode, patience: Duration) {
    let row = code.row();
    let goodbye = wire::close(Some(row.code), row.reason);
    let mut scrap = [0; 256];
    let parting = async {
        if stream.try_write(&[IoSlice::new(&goodbye)]).is_ok() {
            while stream.read(&mut scrap).await.is_ok_and(|count| count > 0) {}
        }
    };
    let _ended = tokio::time::timeout(patience, parting).await;
}

/// A line's own task; ready when the line has ended.
pub(crate) struct Task<C> {
    line: Arc<DirectLine<Socket>>,
    reader: Reader,
    conversation: C,
    at_a_time: usize,
    deaf_bytes: usize,
    has_finished: bool,
    /// Given up when the line has ended.
    _seat: Seat,
}

impl<C: Conversation + Unpin> Future for Task<C> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let task = self.get_mut();
        task.tend(cx).map(|()| task.leave())
    }
}

impl<C: Conversation> Task<C> {
    /// Says that the line has ended to whoever must know.
    fn leave(&mut self) {
        self.conversation.leave();
        if self.line.run(|state| state.is_too_slow()) {
            self.line.sink.metrics.slow_lines.inc();
        }
    }

    /// Ready when the line has ended.
    fn tend(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        // Before the first look: what changes after it calls.
        self.line.task.register(cx.waker());
        loop {
            let Tending { boards, is_blocked, is_deaf, is_leaving, is_over } =
                self.line.run(|state| state.tend(self.deaf_bytes));
            if is_over {
                return Poll::Ready(());
            }
            let mut has_moved = !boards.is_empty();
            for board in boards {
                let line: Arc<dyn Line> = Arc::<DirectLine<Socket>>::clone(&self.line);
                board.feed(&line);
            }
            if is_blocked && self.line.sink.stream.poll_write_ready(cx).is_ready() {
                self.line.run(LineState::unblock);
                has_moved = true;
            }
            if is_leaving && !is_blocked && self.reader.has_failed() && !std::mem::replace(&mut self.has_finished, true)
            {
                // Its own goodbye could not be read, so there is nothing to wait for but its end.
                self.line.sink.stream.finish();
            }
            let may_hear = is_leaving || (!is_deaf && self.conversation.is_open());
            if may_hear && self.poll_hear(cx, is_leaving).is_ready() {
                // All that came together is heard before any of it is carried out, so that its answers go out together.
                continue;
            }
            if !is_leaving {
                has_moved |= self.conversation.poll_work(cx).is_ready();
            }
            if !has_moved {
                return Poll::Pending;
            }
        }
    }

    /// Ready when something was heard, be it the end.
    fn poll_hear(&mut self, cx: &mut Context<'_>, is_leaving: bool) -> Poll<()> {
        if !is_leaving && self.hear_texts() {
            return Poll::Ready(());
        }
        match self.reader.message() {
            Ok(Some(message)) => self.on_message(&message, is_leaving),
            Err(error) => self.on_wire_error(error),
            Ok(None) => {
                let Poll::Ready(readiness) = self.line.sink.stream.poll_read_ready(cx) else { return Poll::Pending };
                let stream = &self.line.sink.stream;
                let read = readiness.and_then(|()| self.reader.fill(self.at_a_time, |room| stream.try_read(room)));
                match read {
                    Ok(0) => self.line.run(LineState::end),
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => self.line.run(LineState::end),
                    Ok(_) | Err(_) => {}
                }
            }
        }
        Poll::Ready(())
    }

    /// Hears the texts that have come whole, as long as there is room for more; whether there were any.
    fn hear_texts(&mut self) -> bool {
        let mut has_heard = false;
        for _ in 0..C::TOGETHER {
            if !self.reader.hear_text(|text| self.conversation.on_text(text)) {
                break;
            }
            has_heard = true;
            if !self.conversation.is_open() {
                break;
            }
        }
        has_heard
    }

    fn on_message(&mut self, message: &Message, is_leaving: bool) {
        match message {
            Message::Close(code) => self.line.run(|state| state.part(*code)),
            // Whoever is being sent away is no longer heard.
            _ if is_leaving => {}
            Message::Text(text) => self.conversation.on_text(text),
            Message::Binary(_) => self.conversation.on_binary(),
            Message::Ping(payload) => self.line.run(|state| state.pong(payload)),
            Message::Pong => {}
        }
    }

    /// What follows cannot be read.
    fn on_wire_error(&self, error: WireError) {
        self.line.run(|state| match error {
            WireError::TooBig => state.close(CloseCode::TooBig),
            WireError::Protocol | WireError::NotUtf8 => {
                state.tell(&Frame::answer(&complaint()));
                state.close(CloseCode::Policy);
            }
        });
    }
}

#[cfg(test)]
mod schedules;
