//! Faults, made on purpose while two real nodes on one database and one Redis carry a load, and the checker's word on
//! what came of it.
//!
//! A fault is a test. They take turns, because a load needs the machine for itself, and print their figures and their
//! seeds (`cargo test -p ovelle --test faults -- --nocapture`). `FAULTS_FORM=long` makes each one longer and its load
//! larger; `FAULTS_SEED=7` gives it another plan; `FAULTS_LOG` names a file that gets one line of JSON for each. What needs
//! root is skipped loudly without it, and fails with `REQUIRE_PRIVILEGED=1`. `scripts/faults` runs them one by one.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stderr, reason = "a fault's figures are for whoever reads the test's output")]

mod announcements;
mod clocks;
mod cluster;
mod database;
mod disk;
mod form;
#[cfg(target_os = "linux")]
mod half_open;
mod hang_ups;
mod lines;
mod nodes;
mod one_guest;
mod one_order;
mod record;
mod redis;
mod silent;
mod slow_readers;
mod soak;
mod storm;
