//! The dispatch line: kitchens, dispatchers and cars over one WebSocket, protocol
//! `ovelle.dispatch.v1` (contract, "Dispatch").
//!
//! What a caller asks here does the same as the REST call of its kind, with the same answers. Calls
//! on one order are carried out in the order in which they came, and so are those on one car; others
//! beside them. Answers that are there at the same moment go out in one frame.

mod conversation;
mod frames;
mod said;
mod work;

pub(crate) use conversation::DispatchLine;
pub(crate) use frames::{DispatchClientFrame, DispatchServerFrame};

/// The subprotocol that a dispatch line speaks.
pub const SUBPROTOCOL: &str = "ovelle.dispatch.v1";
