//! The hour of the week, and how many order in it.

use jiff::{Timestamp, civil::Time, tz::TimeZone};

use crate::city_time::Seconds;

/// Orders in a minute of the usual city. Each is under way for some half an hour, so about twenty are, and a board shows
/// about thirty with those that have just ended.
pub(crate) const USUAL_ORDERS_PER_MINUTE: f64 = 0.7;
const TIME_ZONE: &str = "Europe/Helsinki";
const DAY: Seconds = 24 * 60 * 60;
const FRIDAY: i64 = 4;
const SATURDAY: i64 = 5;
const SUNDAY: i64 = 6;

/// A moment of the week in Helsinki: seconds since Monday's midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WeekTime(Seconds);

impl WeekTime {
    /// The moment of the week in which a clock on the wall stands.
    pub(crate) fn of(wall: Timestamp) -> Self {
        let zone = TimeZone::get(TIME_ZONE).unwrap_or(TimeZone::UTC);
        let there = wall.to_zoned(zone).datetime();
        let today = there.time().duration_since(Time::midnight()).as_secs();
        Self(i64::from(there.weekday().to_monday_zero_offset()) * DAY + today)
    }

    /// So many seconds later, or earlier.
    pub(crate) fn after(self, seconds: Seconds) -> Self {
        Self((self.0 + seconds).rem_euclid(7 * DAY))
    }

    /// The day, from Monday's 0 to Sunday's 6.
    fn day(self) -> i64 {
        self.0 / DAY
    }

    /// Seconds since midnight.
    pub(crate) fn time_of_day(self) -> Seconds {
        self.0 % DAY
    }
}

/// How many times as many order now as in a quiet hour: at lunch on weekdays, in the evening, and until late on Fridays
/// and Saturdays. A quiet hour is never quieter than 1: somebody who starts the demo at three in the morning is to see
/// it live, too.
pub(crate) fn demand_factor(at: WeekTime) -> f64 {
    let now = hours(at.time_of_day());
    let lunch = if at.day() < SATURDAY { wave(now, 11.0, 13.0) * 0.3 } else { 0.0 };
    let log = match at.day() {
        FRIDAY | SATURDAY => wave(now, 17.0, 21.5) * 0.4,
        SUNDAY => wave(now, 16.0, 19.5) * 0.35,
        _ => wave(now, 16.5, 19.5) * 0.35,
    };
    1.0 + lunch + log
}

/// 1 between the two hours, 0 from half an hour before and after, and a slope between.
fn wave(now: f64, from: f64, to: f64) -> f64 {
    let outside = (from - now).max(now - to).max(0.0);
    (1.0 - outside / 0.5).max(0.0)
}

#[expect(clippy::cast_precision_loss, reason = "a day has few seconds")]
fn hours(seconds: Seconds) -> f64 {
    seconds as f64 / 3600.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(wall: &str) -> f64 {
        demand_factor(WeekTime::of(wall.parse().unwrap()))
    }

    #[test]
    fn people_eat_at_noon_and_in_the_evening() {
        let wednesday =
            ["2026-11-18T01:00:00Z", "2026-11-18T10:00:00Z", "2026-11-18T16:00:00Z", "2026-11-18T19:00:00Z"];
        assert_eq!(wednesday.map(at), [1.0, 1.3, 1.35, 1.0]);
        let saturday = ["2026-11-21T10:00:00Z", "2026-11-21T19:00:00Z", "2026-11-21T22:00:00Z"];
        assert_eq!(saturday.map(at), [1.0, 1.4, 1.0]);
        assert_eq!(at("2026-11-18T14:15:00Z"), 1.175, "it comes by and by");
    }

    #[test]
    fn the_week_goes_round_and_summer_is_an_hour_ahead() {
        let sunday_night = WeekTime::of("2026-11-22T21:59:00Z".parse().unwrap());
        assert_eq!(sunday_night.after(60), WeekTime(0));
        assert_eq!(WeekTime(0).after(-60), sunday_night);
        let winter = WeekTime::of("2026-11-18T10:00:00Z".parse().unwrap());
        let summer = WeekTime::of("2026-07-15T10:00:00Z".parse().unwrap());
        assert_eq!(winter.after(3600), summer);
    }

    #[test]
    fn no_hour_is_dead() {
        assert!((0..7 * DAY).step_by(600).all(|second| (1.0..=1.4).contains(&demand_factor(WeekTime(second)))));
    }
}
