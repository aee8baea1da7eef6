//! Frames from the server: whole messages, not masked.

use bytes::{Buf, Bytes};
use serde::Serialize;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};

/// The longest header of a frame that is not masked, in bytes.
const HEADER: usize = 10;

/// Room for what is sent most, a position, an estimate or a status, in bytes.
const USUAL: usize = 384;

/// A text message.
#[must_use]
pub fn text(text: &str) -> Bytes {
    plain(text.as_bytes())
}

/// A text message of text that is known to be UTF-8.
pub(crate) fn plain(text: &[u8]) -> Bytes {
    whole(OpCode::Data(Data::Text), text)
}

/// A binary message.
#[must_use]
pub fn binary(payload: &[u8]) -> Bytes {
    whole(OpCode::Data(Data::Binary), payload)
}

/// The answer to a ping, with its payload.
#[must_use]
pub fn pong(payload: &[u8]) -> Bytes {
    whole(OpCode::Control(Control::Pong), payload)
}

/// A goodbye; without a code it says nothing.
#[must_use]
pub fn close(code: Option<u16>, reason: &str) -> Bytes {
    let said = code.map_or_else(Vec::new, |code| [&code.to_be_bytes(), reason.as_bytes()].concat());
    whole(OpCode::Control(Control::Close), &said)
}

/// A text message of JSON, written once into the place where it is sent from.
pub(crate) fn json(value: &impl Serialize) -> Bytes {
    written(|bytes| serde_json::to_writer(bytes, value).expect("frames are plain data with string keys"))
}

/// A text message that is written into the place where it is sent from.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut bytes = Vec::with_capacity(USUAL);
    bytes.resize(HEADER, 0);
    write(&mut bytes);
    behind_header(OpCode::Data(Data::Text), bytes)
}

/// The payload of a frame that was made here.
#[must_use]
pub fn payload(frame: &[u8]) -> &[u8] {
    let header = match frame.get(1) {
        Some(126) => 4,
        Some(127) => HEADER,
        _ => 2,
    };
    frame.get(header..).unwrap_or_default()
}

fn whole(opcode: OpCode, payload: &[u8]) -> Bytes {
    let mut bytes = Vec::with_capacity(HEADER + payload.len());
    bytes.resize(HEADER, 0);
    bytes.extend_from_slice(payload);
    behind_header(opcode, bytes)
}

/// Writes the header right before a payload that begins at [`HEADER`].
fn behind_header(opcode: OpCode, mut bytes: Vec<u8>) -> Bytes {
    let length = bytes.len() - HEADER;
    let final_frame = 0x80 | u8::from(opcode);
    let start = match (u8::try_from(length), u16::try_from(length)) {
        (Ok(length @ ..126), _) => {
            bytes[HEADER - 2..HEADER].copy_from_slice(&[final_frame, length]);
            HEADER - 2
        }
        (_, Ok(length)) => {
            let [high, low] = length.to_be_bytes();
            bytes[HEADER - 4..HEADER].copy_from_slice(&[final_frame, 126, high, low]);
            HEADER - 4
        }
        _ => {
            bytes[..2].copy_from_slice(&[final_frame, 127]);
            bytes[2..HEADER].copy_from_slice(&(length as u64).to_be_bytes());
            0
        }
    };
    // A snapshot is kept for a while, and its room would be half empty.
    if bytes.capacity() > USUAL {
        bytes.shrink_to_fit();
    }
    let mut bytes = Bytes::from(bytes);
    bytes.advance(start);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_says_how_long_it_is() {
        for (length, header) in [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)] {
            let said = "x".repeat(length);
            let frame = text(&said);
            assert_eq!((frame.len(), frame[0]), (header + length, 0x81));
            assert_eq!(payload(&frame), said.as_bytes());
        }
        assert_eq!(&text("hei")[..], b"\x81\x03hei");
        assert_eq!(&binary(&[7])[..], b"\x82\x01\x07");
        assert_eq!(&pong(b"p")[..], b"\x8a\x01p");
    }

    #[test]
    fn a_goodbye_has_its_code_first() {
        assert_eq!(&close(Some(1008), "policy")[..], b"\x88\x08\x03\xf0policy");
        assert_eq!(&close(None, "")[..], b"\x88\x00");
    }

    #[test]
    fn json_is_text() {
        assert_eq!(json(&serde_json::json!({ "type": "pong" })), text(r#"{"type":"pong"}"#));
    }
}
