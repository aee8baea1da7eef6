//! The hub's own tests.

mod model;
mod person;
pub(crate) mod sample;
mod waiting;
mod world;
