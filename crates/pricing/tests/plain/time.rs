//! Windows of the week, by the instants of one week.

use chain::{DayTimes, Days, WeekTimes};
use jiff::{Timestamp, Zoned, civil::Weekday, tz::TimeZone};

const MINUTE: i128 = 60_000_000_000;
const WEEK: i128 = 7 * 24 * 60 * MINUTE;

/// The moment in Helsinki.
pub(crate) fn local(at: Timestamp) -> Zoned {
    at.to_zoned(TimeZone::get("Europe/Helsinki").unwrap())
}

/// The ends of each window, in nanoseconds of the week, beside where a moment is; windows may run into the next week.
fn windows(times: WeekTimes, at: &Zoned) -> (Vec<(i128, i128)>, [i128; 2]) {
    let day = i128::from(at.weekday().to_monday_zero_offset());
    let time = at.time();
    let minutes = day * 1440 + i128::from(time.hour()) * 60 + i128::from(time.minute());
    let place = minutes * MINUTE + i128::from(time.second()) * 1_000_000_000 + i128::from(time.subsec_nanosecond());
    let windows = (0..7_i8).filter(|day| times.days.has(Weekday::from_monday_zero_offset(*day).unwrap())).map(|day| {
        let from = i128::from(day) * 1440 + i128::from(times.times.from.minutes());
        let until = i128::from(day) * 1440 + i128::from(times.times.until.minutes());
        let until = if until <= from { until + 1440 } else { until };
        (from * MINUTE, until * MINUTE)
    });
    (windows.collect(), [place, place + WEEK])
}

/// Holds its start, not its end.
pub(crate) fn within(times: WeekTimes, at: &Zoned) -> bool {
    let (windows, places) = windows(times, at);
    windows.iter().any(|(from, until)| places.iter().any(|place| from <= place && place < until))
}

/// Holds neither.
pub(crate) fn strictly_within(times: WeekTimes, at: &Zoned) -> bool {
    let (windows, places) = windows(times, at);
    windows.iter().any(|(from, until)| places.iter().any(|place| from < place && place < until))
}

/// The same times on every day.
pub(crate) fn daily(times: DayTimes) -> WeekTimes {
    WeekTimes { days: Days::ALL, times }
}
