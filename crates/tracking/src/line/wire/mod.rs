//! WebSocket frames (RFC 6455) as a server writes and reads them: bytes in, messages out, and no socket.

mod encode;
mod reader;

pub(super) use encode::json;
pub use encode::{binary, close, payload, pong, text};
pub use reader::{Message, Reader, WireError};
