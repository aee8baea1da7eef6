//! How long a customer's session lives, and how many there may be (docs/spec/people.md, "Sessions"). The staff's:
//! [`crate::staff`].

use jiff::SignedDuration;

/// After this much without a call a session has ended.
pub const SESSION_IDLE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// However busy it is, a session has ended after this.
pub const SESSION_LONGEST: SignedDuration = SignedDuration::from_hours(180 * 24);
/// So many sessions of a person may live in each [`SessionChannel`]; the longest unused ends where one more is opened.
pub const MOST_SESSIONS: u32 = 20;

/// How a session's token is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SessionChannel {
    /// By a browser's cookie.
    Cookie,
    /// In the header `Authorization`, by programs and apps.
    Bearer,
}
