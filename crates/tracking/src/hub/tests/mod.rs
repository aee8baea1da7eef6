//! The hub's own tests.

mod model;
pub(crate) mod sample;
mod waiting;
mod world;
