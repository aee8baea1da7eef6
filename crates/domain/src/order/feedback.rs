//! What the eater thought of it.

use jiff::{SignedDuration, Timestamp};

/// How long after the first feedback a later one may replace it (docs/spec/hub.md, "Feedback, geocoding and drive
/// times").
pub const FEEDBACK_REPLACEABLE_FOR: SignedDuration = SignedDuration::from_hours(24);

/// Feedback on an order that is over (T-79 to T-81).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    /// 1 (Huono) to 4 (Huippu).
    pub rating: u8,
    /// Free text.
    pub text: Option<String>,
    /// When it was given.
    pub at: Timestamp,
}
