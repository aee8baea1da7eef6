//! What the product promises about who may see and do what, held by an outside program: a table of every
//! call and every topic, limits, headers, and what the log does not say.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod calls;
mod cast;
mod headers;
mod host;
mod limits;
mod logs;
mod operations;
mod people;
mod table;
mod topics;
