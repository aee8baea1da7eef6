//! Where somebody signs in elsewhere: an OpenID Connect provider that the operator names, or the embedded stand-in
//! (docs/spec/people.md, "Social sign-in").
//!
//! Nothing of what a provider answers counts before it was checked: who said it, to whom, when, and by which key. Redirects of
//! its calls are refused, their time and size are bounded.

mod client;
mod discovery;
mod fetch;
mod id_token;
mod stand_in;

pub use client::{BeginIdentity, IdentityClient, IdentityClientParts};
pub use id_token::{CheckedIdentity, IdentityFault};
pub use stand_in::{StandInAsk, StandInFault, StandInIdentity, StandInPerson};

/// Where the embedded stand-in stands.
pub const STAND_IN_PATH: &str = "/api/dev/identity";
