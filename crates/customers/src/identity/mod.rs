//! Signing in elsewhere: what one browser's attempt is known by, and where it leads back to.

mod attempt;
mod return_to;

pub(crate) use attempt::{ATTEMPT_LASTS, BrowserAttempts, IdentityAttempt};
pub(crate) use return_to::{accepted, encoded};
