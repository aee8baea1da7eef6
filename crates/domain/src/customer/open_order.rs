//! Which orders of an account are under way (docs/spec/people.md, "User").

use jiff::{SignedDuration, Timestamp};

use crate::order::expires_at;

/// Whether an order that a kitchen knows is neither over nor expired. One that its restaurant left has expired as
/// [`crate::order::EXPIRES_IN_ANY_CASE`] says.
#[must_use]
pub fn is_order_open(placed_at: Timestamp, promised_at: Option<Timestamp>, is_over: bool, now: Timestamp) -> bool {
    !is_over && now < expires_at(placed_at, promised_at, None, SignedDuration::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours)
    }

    #[test]
    fn an_order_is_open_until_it_is_over_or_48_hours_past_its_time() {
        let is_open = |promised_at, is_over, now| is_order_open(at(0), promised_at, is_over, now);
        let a_nanosecond = SignedDuration::from_nanos(1);
        assert!(is_open(None, false, at(48) - a_nanosecond) && !is_open(None, false, at(48)));
        assert!(is_open(Some(at(10)), false, at(58) - a_nanosecond) && !is_open(Some(at(10)), false, at(58)));
        assert!(!is_open(None, true, at(0)) && !is_open(Some(at(10)), true, at(1)));
    }
}
