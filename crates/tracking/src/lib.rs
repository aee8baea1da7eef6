//! The hub and what leads to it.
//!
//! One way, no way back: what is committed is announced ([`intake`]), what is announced is shown
//! ([`hub`]). A watcher never writes; an intake never knows who watches.

mod board;
pub mod bus;
mod by_car;
pub mod close;
pub mod decoders;
pub mod dispatch_key;
pub mod dispatch_line;
pub mod hub;
pub mod intake;
pub mod limits;
pub mod line;
pub mod metrics;
mod near;
pub mod payload;
pub mod presence;
pub mod protocol;
pub mod routes;
pub mod session;
mod spare;
pub mod staff;
#[cfg(test)]
mod tests;
mod text;

pub use hub::{Hub, HubParts};
pub use intake::Intake;
pub use limits::Limits;
