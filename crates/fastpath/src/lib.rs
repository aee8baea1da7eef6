//! Techniques that make car positions cheap (decision 009), kept in one crate so that the other crates can stay simple.
//!
//! Positions are by far a node's most frequent events, and nearly all of their cost is waiting for memory:
//!
//! - [`prefetch`]: touch the memory that a batch of positions needs before taking the first lock.
//! - [`car_map`]: maps keyed by car with a fast hasher, because each position looks its car up several times.
//! - [`json_writer`]: write numbers and timestamps as JSON on the stack, without a serialiser.
//! - [`shrink`]: free the memory of a busy minute (decision 025), so that an idle connection stays below 2 KiB.
//!
//! Code that does not handle positions uses the standard library instead.

pub mod car_map;
pub mod json_writer;
pub mod prefetch;
pub mod shrink;

pub use car_map::CarMap;
pub use json_writer::JsonWriter;
pub use shrink::Shrink;
