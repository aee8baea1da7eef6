//! A connection over a TCP stream that was taken back from HTTP: whoever has news writes them to the socket.
//!
//! A task of the connection's own reads the client, and writes only what the socket did not take at once.

#[cfg(not(test))]
use std::sync::Mutex;
use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use futures_util::task::AtomicWaker;
use metrics::Metrics;
use server::websocket::Stream;
#[cfg(test)]
use shuttle::sync::Mutex;

use crate::{
    CloseCode, Connection, ConnectionId, ConnectionSlot, ConnectionState, Conversation, Frame, Maintenance, Sink,
    control::complaint,
    wire::{self, ClientMessage, MessageReader, WireError},
};

/// A connection's socket, which counts what was written.
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
        self.metrics.wrote(frame.kind().news(), frame.due(), 1);
    }
}

/// A connection whose bytes are written by whoever has them.
///
/// There are many, each elsewhere in memory, so what every signal needs of one lies in one cache line of 64 bytes: the first
/// line has the reference counts, the metrics and the runtime's notes on the socket, the second the socket's descriptor, the
/// lock, and the state up to the last signal of its first subscription.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SocketConnection<S> {
    sink: S,
    state: Mutex<ConnectionState>,
    id: ConnectionId,
    /// The connection's own task.
    task: AtomicWaker,
}

impl<S: Sink> SocketConnection<S> {
    pub(crate) fn new(id: ConnectionId, state: ConnectionState, sink: S) -> Self {
        Self { sink, state: Mutex::new(state), id, task: AtomicWaker::new() }
    }

    /// Runs `work` under the lock, writes what waits, and wakes the connection's own task where it has work to do.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&mut ConnectionState) -> T) -> T {
        self.run_with_sink(|state, _| work(state))
    }

    /// Sends a frame: written at once where nothing waits, and kept only where it is not taken. Whether it was written to the
    /// last byte; whoever sends counts that.
    pub(crate) fn send_now(&self, frame: &Frame) -> bool {
        self.run_with_sink(|state, sink| state.send_to(frame, sink))
    }

    fn run_with_sink<T>(&self, work: impl FnOnce(&mut ConnectionState, &S) -> T) -> T {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = work(&mut state, &self.sink);
        state.write_to(&self.sink);
        let wakes_task = state.take_wake();
        drop(state);
        if wakes_task {
            self.task.wake();
        }
        outcome
    }
}

impl<S: Sink + Send + Sync + std::fmt::Debug> Connection for SocketConnection<S> {
    fn id(&self) -> ConnectionId {
        self.id
    }

    // The lock under which thread schedules are tried cannot be asked.
    #[cfg(not(test))]
    fn touch(&self) -> bool {
        self.state.is_poisoned()
    }

    fn with(&self, work: &mut dyn FnMut(&mut ConnectionState)) {
        self.run(work);
    }

    fn send(&self, frame: &Frame) -> bool {
        self.send_now(frame)
    }
}

/// Serves a stream until it ends: `early` came from the client with its request already, `at_a_time` bytes are read at
/// once. There are as many of what it returns as there are connections, so that is as small as can be.
pub fn serve<C: Conversation>(
    stream: Stream,
    (early, at_a_time): (&[u8], usize),
    slot: ConnectionSlot,
    begin: impl FnOnce(Arc<dyn Connection>) -> C,
) -> ConnectionTask<C> {
    let state = slot.new_state();
    let socket = Socket { stream, metrics: Arc::clone(slot.metrics()) };
    let connection = Arc::new(SocketConnection::new(slot.id(), state, socket));
    let shared: Arc<dyn Connection> = Arc::<SocketConnection<Socket>>::clone(&connection);
    slot.register(&shared);
    let conversation = begin(shared);
    let reader = MessageReader::new(conversation.largest_message(), early);
    let read_pause_bytes = slot.read_pause_bytes();
    ConnectionTask { connection, reader, conversation, at_a_time, read_pause_bytes, has_finished: false, _slot: slot }
}

/// Refuses a stream that has no slot: scripts cannot read why an upgrade failed, so it is opened and closed with its
/// code.
pub async fn refuse(stream: Stream, code: CloseCode, patience: Duration) {
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

/// A connection's own task; ready when the connection has ended.
pub struct ConnectionTask<C> {
    connection: Arc<SocketConnection<Socket>>,
    reader: MessageReader,
    conversation: C,
    at_a_time: usize,
    read_pause_bytes: usize,
    has_finished: bool,
    /// Given up when the connection has ended.
    _slot: ConnectionSlot,
}

impl<C: Conversation + Unpin> Future for ConnectionTask<C> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let task = self.get_mut();
        task.tend(cx).map(|()| task.leave())
    }
}

impl<C: Conversation> ConnectionTask<C> {
    /// Says that the connection has ended to whoever must know.
    fn leave(&mut self) {
        self.conversation.leave();
        if self.connection.run(|state| state.is_too_slow()) {
            self.connection.sink.metrics.slow_connections.inc();
        }
    }

    /// Ready when the connection has ended.
    fn tend(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        // Before the first look: what changes after it wakes the task.
        self.connection.task.register(cx.waker());
        loop {
            let Maintenance { ready, is_blocked, is_read_paused, is_leaving, is_over } =
                self.connection.run(|state| state.tend(self.read_pause_bytes));
            if is_over {
                return Poll::Ready(());
            }
            let mut has_moved = !ready.is_empty();
            for topic in ready {
                let connection: Arc<dyn Connection> = Arc::<SocketConnection<Socket>>::clone(&self.connection);
                topic.feed(&connection);
            }
            if is_blocked && self.connection.sink.stream.poll_write_ready(cx).is_ready() {
                self.connection.run(ConnectionState::unblock);
                has_moved = true;
            }
            if is_leaving && !is_blocked && self.reader.has_failed() && !std::mem::replace(&mut self.has_finished, true)
            {
                // Its own goodbye could not be read, so there is nothing to wait for but its end.
                self.connection.sink.stream.finish();
            }
            let may_receive = is_leaving || (!is_read_paused && self.conversation.is_open());
            if may_receive && self.poll_receive(cx, is_leaving).is_ready() {
                // All that came together is received before any of it is carried out, so that its answers go out together.
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

    /// Ready when something was received, be it the end.
    fn poll_receive(&mut self, cx: &mut Context<'_>, is_leaving: bool) -> Poll<()> {
        if !is_leaving && self.receive_texts() {
            return Poll::Ready(());
        }
        match self.reader.message() {
            Ok(Some(message)) => self.on_message(&message, is_leaving),
            Err(error) => self.on_wire_error(error),
            Ok(None) => {
                let Poll::Ready(readiness) = self.connection.sink.stream.poll_read_ready(cx) else {
                    return Poll::Pending;
                };
                let stream = &self.connection.sink.stream;
                let read = readiness.and_then(|()| self.reader.fill(self.at_a_time, |room| stream.try_read(room)));
                match read {
                    Ok(0) => self.connection.run(ConnectionState::end),
                    Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
                        self.connection.run(ConnectionState::end)
                    }
                    Ok(_) | Err(_) => {}
                }
            }
        }
        Poll::Ready(())
    }

    /// Takes the texts that have come whole, as long as there is room for more; whether there were any.
    fn receive_texts(&mut self) -> bool {
        let mut has_received = false;
        for _ in 0..C::TOGETHER {
            if !self.reader.receive_text(|text| self.conversation.on_text(text)) {
                break;
            }
            has_received = true;
            if !self.conversation.is_open() {
                break;
            }
        }
        has_received
    }

    fn on_message(&mut self, message: &ClientMessage, is_leaving: bool) {
        match message {
            ClientMessage::Close(code) => self.connection.run(|state| state.part(*code)),
            // Whoever is being sent away is no longer listened to.
            _ if is_leaving => {}
            ClientMessage::Text(text) => self.conversation.on_text(text),
            ClientMessage::Binary(_) => self.conversation.on_binary(),
            ClientMessage::Ping(payload) => self.connection.run(|state| state.pong(payload)),
            ClientMessage::Pong => {}
        }
    }

    /// What follows cannot be read.
    fn on_wire_error(&self, error: WireError) {
        self.connection.run(|state| match error {
            WireError::TooBig => state.close(CloseCode::TooBig),
            WireError::Protocol | WireError::NotUtf8 => {
                state.send(&complaint());
                state.close(CloseCode::Policy);
            }
        });
    }
}

#[cfg(test)]
mod schedules;
