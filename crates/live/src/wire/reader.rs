//! Reads what a client sends, in whatever pieces it comes.

use std::{
    io::{self, Cursor},
    ops::Range,
    str::Utf8Error,
};

use bytes::{Buf, Bytes, BytesMut};
use tungstenite::{
    Utf8Bytes,
    protocol::frame::{
        FrameHeader,
        coding::{CloseCode, Control, Data, OpCode},
    },
};

/// The longest payload of a control frame, in bytes.
const LONGEST_CONTROL: u64 = 125;

/// What a client has said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientMessage {
    /// Text, whole.
    Text(Utf8Bytes),
    /// Bytes, whole.
    Binary(Bytes),
    /// A ping, to be answered with the same payload.
    Ping(Bytes),
    /// A pong, to which nothing follows.
    Pong,
    /// A goodbye, with its code where it has one.
    Close(Option<u16>),
}

/// Why what a client sends is not read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// Not what a client may send.
    #[error("not a client's frame")]
    Protocol,
    /// Text that is not UTF-8.
    #[error("text that is not UTF-8")]
    NotUtf8,
    /// Longer than allowed.
    #[error("a longer message than allowed")]
    TooBig,
}

impl WireError {
    /// The close code that RFC 6455 §7.4.1 has for it.
    #[must_use]
    pub fn code(self) -> u16 {
        match self {
            Self::Protocol => 1002,
            Self::NotUtf8 => 1007,
            Self::TooBig => 1009,
        }
    }
}

/// Reads one client's messages. Holds memory only while part of one has come.
#[derive(Debug)]
pub struct MessageReader {
    /// What has come and was not read yet.
    bytes: BytesMut,
    /// The fragments of a message whose end has not come.
    begun: Option<Fragments>,
    /// The longest message, in bytes.
    longest: usize,
    /// Whether something came that cannot be read: what follows is thrown away.
    has_failed: bool,
}

#[derive(Debug)]
struct Fragments {
    is_text: bool,
    bytes: Vec<u8>,
    /// How far they are known to be UTF-8.
    checked: usize,
}

impl MessageReader {
    /// A reader of messages up to `longest` bytes, with what has come already.
    #[must_use]
    pub fn new(longest: usize, early: &[u8]) -> Self {
        Self { bytes: BytesMut::from(early), begun: None, longest, has_failed: false }
    }

    /// Lets `read` append what has come; how much that was.
    ///
    /// # Errors
    /// What `read` answers.
    pub fn fill(
        &mut self,
        at_a_time: usize,
        read: impl FnOnce(&mut BytesMut) -> io::Result<usize>,
    ) -> io::Result<usize> {
        self.bytes.reserve(at_a_time);
        let came = read(&mut self.bytes);
        self.let_go();
        came
    }

    /// The next message, where all of it has come.
    ///
    /// # Errors
    /// [`WireError`], once; what comes after it is thrown away.
    pub fn message(&mut self) -> Result<Option<ClientMessage>, WireError> {
        let next = if self.has_failed { Ok(None) } else { self.read() };
        self.has_failed |= next.is_err();
        if self.has_failed {
            (self.bytes, self.begun) = (BytesMut::new(), None);
        }
        self.let_go();
        next
    }

    /// Hears the next message where it stands, if that is a text in one frame, all of which has come: nearly all are. Whether
    /// it was heard; else it is left as it is to [`Self::message`].
    pub fn receive_text(&mut self, hear: impl FnOnce(&str)) -> bool {
        let next = if self.has_failed || self.begun.is_some() { None } else { whole_text(&self.bytes) };
        let Some((mask, place)) = next.filter(|(_, place)| place.len() <= self.longest) else { return false };
        let end = place.end;
        let Some(payload) = self.bytes.get_mut(place) else { return false };
        unmask(payload, mask);
        let Ok(text) = std::str::from_utf8(payload) else {
            unmask(payload, mask);
            return false;
        };
        hear(text);
        self.bytes.advance(end);
        self.let_go();
        true
    }

    /// Whether something came that cannot be read.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    fn read(&mut self) -> Result<Option<ClientMessage>, WireError> {
        loop {
            let mut cursor = Cursor::new(&self.bytes[..]);
            let parsed = FrameHeader::parse(&mut cursor).map_err(|_| WireError::Protocol)?;
            let Some((header, length)) = parsed else { return Ok(None) };
            let length = self.check(&header, length)?;
            let start = usize::try_from(cursor.position()).map_err(|_| WireError::TooBig)?;
            if self.bytes.len() < start + length {
                return Ok(None);
            }
            let mut payload = self.bytes.split_to(start + length);
            payload.advance(start);
            unmask(&mut payload, header.mask.ok_or(WireError::Protocol)?);
            if let Some(message) = self.on_frame(&header, payload)? {
                return Ok(Some(message));
            }
        }
    }

    /// Refuses a frame by its header, before its payload has come; else how long that is.
    fn check(&self, header: &FrameHeader, length: u64) -> Result<usize, WireError> {
        let begun = self.begun.as_ref().map(|fragments| fragments.bytes.len());
        let is_in_place = match header.opcode {
            OpCode::Control(_) => header.is_final && length <= LONGEST_CONTROL,
            OpCode::Data(Data::Continue) => begun.is_some(),
            OpCode::Data(_) => begun.is_none(),
        };
        let has_extension = header.rsv1 || header.rsv2 || header.rsv3;
        if !is_in_place || has_extension || header.mask.is_none() {
            return Err(WireError::Protocol);
        }
        let is_data = matches!(header.opcode, OpCode::Data(_));
        let length = usize::try_from(length).map_err(|_| WireError::TooBig)?;
        if is_data && length > self.longest.saturating_sub(begun.unwrap_or(0)) {
            return Err(WireError::TooBig);
        }
        Ok(length)
    }

    fn on_frame(&mut self, header: &FrameHeader, payload: BytesMut) -> Result<Option<ClientMessage>, WireError> {
        match header.opcode {
            OpCode::Control(Control::Ping) => Ok(Some(ClientMessage::Ping(payload.freeze()))),
            OpCode::Control(Control::Pong) => Ok(Some(ClientMessage::Pong)),
            OpCode::Control(Control::Close) => goodbye(&payload).map(|code| Some(ClientMessage::Close(code))),
            OpCode::Control(Control::Reserved(_)) | OpCode::Data(Data::Reserved(_)) => Err(WireError::Protocol),
            OpCode::Data(data) => {
                let is_text = data == Data::Text;
                if header.is_final && self.begun.is_none() {
                    return whole(payload.freeze(), is_text).map(Some);
                }
                let mut message = self.begun.take().unwrap_or(Fragments { is_text, bytes: Vec::new(), checked: 0 });
                message.add(payload, header.is_final)?;
                if header.is_final {
                    return whole(message.bytes.into(), message.is_text).map(Some);
                }
                self.begun = Some(message);
                Ok(None)
            }
        }
    }

    /// Gives memory back that nothing stands in.
    fn let_go(&mut self) {
        if self.bytes.is_empty() {
            self.bytes = BytesMut::new();
        }
    }
}

impl Fragments {
    /// Adds a fragment; text is refused as soon as it cannot become UTF-8 any more.
    fn add(&mut self, payload: BytesMut, is_last: bool) -> Result<(), WireError> {
        if self.bytes.is_empty() {
            self.bytes = payload.into();
        } else {
            self.bytes.extend_from_slice(&payload);
        }
        if !self.is_text {
            return Ok(());
        }
        let may_go_on = |error: &Utf8Error| error.error_len().is_none() && !is_last;
        match std::str::from_utf8(&self.bytes[self.checked..]) {
            Ok(_) => self.checked = self.bytes.len(),
            Err(error) if may_go_on(&error) => self.checked += error.valid_up_to(),
            Err(_) => return Err(WireError::NotUtf8),
        }
        Ok(())
    }
}

fn whole(bytes: Bytes, is_text: bool) -> Result<ClientMessage, WireError> {
    if is_text {
        Utf8Bytes::try_from(bytes).map(ClientMessage::Text).map_err(|_| WireError::NotUtf8)
    } else {
        Ok(ClientMessage::Binary(bytes))
    }
}

/// The mask and the place of the payload, where a whole text in one frame of less than 64 KiB is next.
fn whole_text(bytes: &[u8]) -> Option<([u8; 4], Range<usize>)> {
    let [0x81, length @ 0x80..=0xff, rest @ ..] = bytes else { return None };
    let (length, mask, start) = match (length & 0x7f, rest) {
        (126, [high, low, mask @ ..]) => (usize::from(u16::from_be_bytes([*high, *low])), mask, 8),
        (length @ ..126, mask) => (usize::from(length), mask, 6),
        _ => return None,
    };
    Some((*mask.first_chunk()?, start..start + length))
}

/// In pieces of sixteen, which a processor takes in one step.
fn unmask(payload: &mut [u8], mask: [u8; 4]) {
    let key: [u8; 16] = std::array::from_fn(|index| mask[index % 4]);
    let (pieces, rest) = payload.as_chunks_mut::<16>();
    for piece in pieces {
        *piece = (u128::from_ne_bytes(*piece) ^ u128::from_ne_bytes(key)).to_ne_bytes();
    }
    for (byte, key) in rest.iter_mut().zip(key) {
        *byte ^= key;
    }
}

/// The code of a goodbye.
fn goodbye(payload: &[u8]) -> Result<Option<u16>, WireError> {
    match payload {
        [] => Ok(None),
        [_] => Err(WireError::Protocol),
        [high, low, reason @ ..] => {
            let code = u16::from_be_bytes([*high, *low]);
            if !CloseCode::from(code).is_allowed() {
                return Err(WireError::Protocol);
            }
            std::str::from_utf8(reason).map_err(|_| WireError::NotUtf8)?;
            Ok(Some(code))
        }
    }
}

#[cfg(test)]
mod tests;
