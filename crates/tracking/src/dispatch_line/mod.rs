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

use jiff::Timestamp;

use crate::routes::{positions::NewPosition, status::SetOneStatus};

/// Whether a text is a frame of this protocol whose fields fit: what is read of it before anything is
/// looked up.
pub(crate) fn fits(text: &str, now: Timestamp) -> bool {
    let Ok(Some(said::Said::Call(_, call))) = said::Said::parse(text) else { return false };
    match call.kind {
        said::CallKind::Status => SetOneStatus::read(&call.fields).and_then(|one| one.status.fits(now)).is_ok(),
        said::CallKind::Watch => work::read_restaurant(&call.fields).is_ok(),
        said::CallKind::Position => work::read_positions(call.fields).is_ok_and(|(_, positions)| {
            positions.iter().all(|item| {
                http::extract::from_value::<NewPosition>(item).and_then(|position| position.check(now)).is_ok()
            })
        }),
    }
}

/// The subprotocol that a dispatch line speaks.
pub const SUBPROTOCOL: &str = "ovelle.dispatch.v1";
