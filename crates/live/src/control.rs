//! Frames of the connection itself, which belong to no topic.

use domain::error::Code;
use serde::Serialize;

use crate::{Frame, FrameKind};

/// A frame that says something about the connection.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum ControlFrame {
    /// A sign of life; `delayed` while the database or the bus is away, so that news may come late.
    Beat { delayed: bool },
    /// Something that the client sent is refused.
    Error { code: &'static str, message: &'static str },
}

/// The beat that is sent after silence.
#[must_use]
pub fn beat(delayed: bool) -> Frame {
    Frame::new(&ControlFrame::Beat { delayed }, FrameKind::Beat)
}

/// The answer to a frame that broke the protocol.
#[must_use]
pub fn complaint() -> Frame {
    let code = Code::FrameInvalid;
    Frame::answer(&ControlFrame::Error { code: code.as_str(), message: code.message() })
}
