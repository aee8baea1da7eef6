//! How long an order can be tracked.

use jiff::{SignedDuration, Timestamp};

/// After this much past its placing or its promise, whichever is later, an order has expired in any case
/// (docs/spec/hub.md, "When an order is over").
pub const EXPIRES_IN_ANY_CASE: SignedDuration = SignedDuration::from_hours(48);

/// The moment from which an order can no longer be tracked: `ttl` after it became over, and in any
/// case [`EXPIRES_IN_ANY_CASE`] after its placing or promised time.
#[must_use]
pub fn expires_at(
    placed_at: Timestamp,
    promised_at: Option<Timestamp>,
    over_at: Option<Timestamp>,
    ttl: SignedDuration,
) -> Timestamp {
    let last = later_by(promised_at.unwrap_or(placed_at).max(placed_at), EXPIRES_IN_ANY_CASE);
    over_at.map_or(last, |over| later_by(over, ttl).min(last))
}

/// Saturates at the end of time, so that no configured length can overflow.
fn later_by(moment: Timestamp, length: SignedDuration) -> Timestamp {
    moment.checked_add(length).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_after_the_end_or_in_any_case() {
        let at = |hours: i64| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours);
        let day = SignedDuration::from_hours(24);
        assert_eq!(expires_at(at(0), None, None, day), at(48));
        assert_eq!(expires_at(at(0), Some(at(10)), None, day), at(58));
        assert_eq!(expires_at(at(0), None, Some(at(1)), day), at(25));
        assert_eq!(expires_at(at(0), None, Some(at(40)), day), at(48));
        assert_eq!(expires_at(at(0), None, Some(at(1)), SignedDuration::MAX), at(48));
    }
}
