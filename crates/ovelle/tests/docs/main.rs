//! The documents, held against the server. `docs/dispatch.md`: its samples run and answer what stands there, and its
//! tables are the domain's. `docs/operating.md`: its figures are those of a node.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod figures;
mod frames;
mod likeness;
mod page;
mod samples;
mod tables;
