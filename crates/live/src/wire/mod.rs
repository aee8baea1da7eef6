//! WebSocket frames (RFC 6455) as a server writes and reads them: bytes in, messages out, and no socket.

mod encode;
mod reader;

pub use encode::{binary, close, payload, pong, text};
pub(crate) use encode::{json, plain, written};
pub use reader::{ClientMessage, MessageReader, WireError};
