//! Times of the week, as several files write them.

use crate::{
    json::{JsonFields, JsonNode},
    time::{DayTimes, Days, WeekTimes},
};

/// Days by their numbers, Monday 0 … Sunday 6.
pub(super) fn days(node: &JsonNode<'_>) -> Days {
    let numbers = node.list(|node| u8::try_from(node.count(0..=6)).unwrap_or(0));
    Days::of(&numbers)
}

/// `{from, until}`, both there.
pub(super) fn day_times(fields: &JsonFields<'_>) -> DayTimes {
    DayTimes { from: fields.must("from").start_time(), until: fields.must("until").end_time() }
}

/// `{days? [all], from, until}`.
pub(super) fn week_times(fields: &JsonFields<'_>) -> WeekTimes {
    WeekTimes { days: fields.maybe("days").map_or(Days::ALL, |node| days(&node)), times: day_times(fields) }
}

/// `{days?, from?, until?}`, each with a default.
pub(super) fn week_times_or(fields: &JsonFields<'_>, default: WeekTimes) -> WeekTimes {
    WeekTimes {
        days: fields.maybe("days").map_or(default.days, |node| days(&node)),
        times: DayTimes {
            from: fields.maybe("from").map_or(default.times.from, |node| node.start_time()),
            until: fields.maybe("until").map_or(default.times.until, |node| node.end_time()),
        },
    }
}
