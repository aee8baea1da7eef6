//! What makes a car's position cheap, kept apart so that no other room has to be clever.
//!
//! Ten thousand watchers see a position every second or two, so it is by far the most frequent event of a node, and
//! nearly all of its cost lies outside the processor's caches. Four techniques pay for themselves, each measured in
//! `docs/benchmarks.md`:
//!
//! - [`prefetch`]: touch what a batch of positions needs before taking the first lock.
//! - [`car_map`]: maps by car with a quick hasher, since each position looks a car up several times.
//! - [`json_writer`]: write numbers and timestamps as JSON on the stack instead of through a serialiser.
//! - [`shrink`]: give back the memory of a busy minute, so that an idle connection stays below 2 KiB.
//!
//! Anything that does not handle positions uses the standard library instead.

pub mod car_map;
pub mod json_writer;
pub mod prefetch;
pub mod shrink;

pub use car_map::CarMap;
pub use json_writer::JsonWriter;
pub use shrink::Shrink;
