//! Measures the release binary through the public contract, and a bare server in turn with it.
//!
//! `scripts/bench` builds and calls it; `docs/benchmarks.md` says what each figure means. It waits with epoll and reads
//! `/proc`, so it is there on Linux alone.
#![cfg(target_os = "linux")]

mod account_rows;
mod bare;
mod bare_route;
mod call;
mod child;
mod clock;
mod copies;
mod crowd;
mod drive;
mod fetch;
mod flood;
mod frame;
mod histogram;
mod ladder;
mod machine;
mod measure;
mod poll;
mod publisher;
mod report;
mod runs;
mod session;
mod sql;
mod town;
mod trouble;
mod usage;

pub use measure::main;
