//! The rules of Ovelle, as functions of values.
//!
//! No I/O, no async, no clock and no chance of its own: the time, the random bytes and the secrets
//! come in as arguments. This crate depends on no other crate of the workspace; all others may
//! depend on it.

mod actor;
mod allergen;
mod base32;
pub mod board;
pub mod captcha;
pub mod car;
pub mod customer;
pub mod email;
pub mod error;
pub mod geo;
pub mod hours;
pub mod idempotency;
pub mod ids;
pub mod key;
pub mod leg;
pub mod live_state;
pub mod loyalty;
pub mod money;
pub mod order;
pub mod password;
pub mod payment;
pub mod phone;
pub mod presence;
pub mod rate_limit;
mod reach;
mod reporter;
pub mod restaurant;
pub mod sealed;
pub mod search;
pub mod security;
pub mod slow_down;
pub mod staff;
pub mod totp;
pub mod wheel;
pub mod words;

pub use actor::Actor;
pub use allergen::Allergen;
pub use order::{batch, estimate};
pub use reach::Reach;
pub use reporter::Reporter;
pub use security::SecurityKind;
