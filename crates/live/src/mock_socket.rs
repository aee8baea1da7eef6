//! A socket in memory for tests, from which everything can be read that was written.

use std::{
    cell::{Cell, RefCell},
    io::{self, IoSlice},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{Connection, ConnectionId, ConnectionState, Frame, LiveLimits, Sink, wire};

/// A socket that takes bytes while it has room.
#[derive(Debug)]
pub struct MockSocket {
    room: Cell<usize>,
    bytes: RefCell<Vec<u8>>,
}

/// What stands on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenFrame {
    /// A message of text.
    Text(String),
    /// A goodbye with its code.
    Close(u16),
}

impl Default for MockSocket {
    fn default() -> Self {
        Self::with_room(usize::MAX)
    }
}

impl Sink for MockSocket {
    fn try_write(&self, parts: &[IoSlice<'_>]) -> io::Result<usize> {
        let all: Vec<u8> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        let taken = all.len().min(self.room.get());
        if taken == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        self.room.set(self.room.get() - taken);
        self.bytes.borrow_mut().extend(&all[..taken]);
        Ok(taken)
    }

    fn wrote(&self, _: &Frame) {}
}

impl MockSocket {
    /// One that takes so many bytes.
    pub fn with_room(room: usize) -> Self {
        Self { room: Cell::new(room), bytes: RefCell::default() }
    }

    /// It takes so many bytes more.
    pub fn make_room(&self, more: usize) {
        self.room.set(self.room.get() + more);
    }

    /// Takes the whole frames that stand on it; what has only begun stays.
    pub fn take(&self) -> Vec<WrittenFrame> {
        let mut bytes = self.bytes.borrow_mut();
        let mut frames = Vec::new();
        loop {
            let payload = wire::payload(&bytes);
            let header = bytes.len() - payload.len();
            let length = match bytes.get(1) {
                Some(126) if bytes.len() >= header => usize::from(u16::from_be_bytes([bytes[2], bytes[3]])),
                Some(127) => usize::MAX,
                Some(short) => usize::from(*short),
                None => break,
            };
            let Some(said) = payload.get(..length) else { break };
            frames.push(match bytes[0] {
                0x81 => WrittenFrame::Text(String::from_utf8_lossy(said).into_owned()),
                0x88 => WrittenFrame::Close(u16::from_be_bytes([said[0], said[1]])),
                other => panic!("nobody sends a frame of {other:x}"),
            });
            bytes.drain(..header + length);
        }
        frames
    }
}

/// A connection in memory: what it is sent waits in its state until a test takes it.
#[derive(Debug)]
pub struct MockConnection {
    id: ConnectionId,
    state: Mutex<ConnectionState>,
}

impl MockConnection {
    /// One that opens at the start of the node's clock.
    #[must_use]
    pub fn open(id: ConnectionId, limits: &LiveLimits) -> Arc<dyn Connection> {
        Arc::new(Self { id, state: Mutex::new(ConnectionState::new(limits, 0, 0)) })
    }
}

impl Connection for MockConnection {
    fn id(&self) -> ConnectionId {
        self.id
    }

    fn with(&self, work: &mut dyn FnMut(&mut ConnectionState)) {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// What a connection writes to a socket that takes all of it.
pub fn written(connection: &mut ConnectionState) -> Vec<WrittenFrame> {
    let mock_socket = MockSocket::default();
    connection.unblock();
    connection.write_to(&mock_socket);
    mock_socket.take()
}

/// The same, as words: `close 1008` is a goodbye, `nothing` is nothing.
pub fn taken(connection: &mut ConnectionState) -> String {
    let words = written(connection).into_iter().map(|written| match written {
        WrittenFrame::Text(text) => text,
        WrittenFrame::Close(code) => format!("close {code}"),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    if words.is_empty() { "nothing".to_owned() } else { words }
}
