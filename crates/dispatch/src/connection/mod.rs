//! The dispatch connection: kitchens, dispatchers and cars over one WebSocket, protocol `ovelle.dispatch.v1`
//! (docs/spec/hub.md, "The dispatch line").
//!
//! What a caller asks here does the same as the REST call of its kind, with the same answers. Calls
//! on one order are carried out in the order in which they came, and so are those on one car; others
//! beside them. Answers that are there at the same moment go out in one frame.

mod calls;
mod conversation;
mod frames;
mod position_decoder;
mod request;

pub(crate) use conversation::DispatchConnection;
pub(crate) use frames::{DispatchClientFrame, DispatchServerFrame};

use jiff::Timestamp;
use server::extract::from_value;

use crate::{positions::NewPosition, statuses::SetOneStatus};
use request::{CallKind, DispatchCall, Request, read_positions, read_restaurant};

/// Whether a text is a frame of this protocol whose fields fit: what is read of it before anything is
/// looked up.
pub(crate) fn fits(text: &str, now: Timestamp) -> bool {
    let Ok(Some(Request::Call(_, call))) = Request::parse(text) else { return false };
    let fits = |position: NewPosition| position.check(now).is_ok();
    match call {
        DispatchCall::Positions(_, positions) => positions.into_iter().all(fits),
        DispatchCall::Raw(CallKind::Status, fields) => {
            SetOneStatus::read(&fields).and_then(|one| one.status.fits(now)).is_ok()
        }
        DispatchCall::Raw(CallKind::Watch, fields) => read_restaurant(&fields).is_ok(),
        DispatchCall::Raw(CallKind::Position, fields) => read_positions(fields)
            .is_ok_and(|(_, positions)| positions.iter().all(|item| from_value::<NewPosition>(item).is_ok_and(fits))),
    }
}

/// The subprotocol that a dispatch connection speaks.
pub const SUBPROTOCOL: &str = "ovelle.dispatch.v1";
