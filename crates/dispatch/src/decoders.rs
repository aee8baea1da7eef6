//! Everything of dispatch that reads what strangers send, as functions of the bytes alone: for the fuzz targets in `fuzz/`,
//! and for the tests that run the same over their seeds. Each says whether the bytes fit, and panics where a promise is broken
//! that holds for all bytes. The product calls none of them; it calls what they call.

use jiff::Timestamp;
use server::decoders::is_answered;

use crate::{connection, routes::bodies};

/// A decoder: whether the bytes are what it reads.
pub type DispatchDecoder = fn(&[u8]) -> bool;

/// All of them, by the names of the fuzz targets.
pub const ALL: [(&str, DispatchDecoder); 6] = [
    ("dispatch_frame", dispatch_frame),
    ("register_body", register_body),
    ("status_body", status_body),
    ("statuses_body", statuses_body),
    ("positions_body", positions_body),
    ("batch_body", batch_body),
];

/// The moment at which bodies are judged: half a minute after the time that the seeds speak of.
pub const NOW: Timestamp = Timestamp::constant(1_795_262_430, 0);

/// A text frame of the dispatch connection, with the fields of its call.
#[must_use]
pub fn dispatch_frame(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| connection::fits(text, NOW))
}

/// The body of a registration.
#[must_use]
pub fn register_body(bytes: &[u8]) -> bool {
    is_answered(bytes, bodies::registration(bytes, NOW))
}

/// The body of a reported status.
#[must_use]
pub fn status_body(bytes: &[u8]) -> bool {
    is_answered(bytes, bodies::status(bytes, NOW))
}

/// The body of many reported statuses.
#[must_use]
pub fn statuses_body(bytes: &[u8]) -> bool {
    is_answered(bytes, bodies::statuses(bytes, NOW))
}

/// The body of a car's positions.
#[must_use]
pub fn positions_body(bytes: &[u8]) -> bool {
    is_answered(bytes, bodies::positions(bytes, NOW))
}

/// The body of a batch.
#[must_use]
pub fn batch_body(bytes: &[u8]) -> bool {
    is_answered(bytes, bodies::batch(bytes))
}
