//! `docs/dispatch.md`, held against the server: its samples run and answer what stands there, and its
//! tables are the domain's.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod likeness;
mod page;
mod samples;
mod tables;
