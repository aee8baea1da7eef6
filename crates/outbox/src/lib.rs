//! What is told outside after a commit: mails, calls of providers. At least once, by one node at a time.
//!
//! A message stands in the database beside what gave the reason for it ([`store::NewMessage`]); each node takes what is due
//! and hands it to the [`OutboxDelivery`] of its kind. What fails is tried again, after a pause that grows; what cannot
//! succeed is given up, which the figures show. Each kind is a lane of its own: no message waits for one of another kind.

mod backoff;
mod delivery;
mod figures;
mod worker;

pub use backoff::pause_after;
pub use delivery::{OutboxDelivery, Undelivered};
pub use figures::OutboxFigures;
pub use worker::{AT_ONCE, Outbox};
