//! Times of the week, in the civil time of Helsinki.

use std::fmt;

use jiff::civil::{Time, Weekday};

/// A minute of a day: 00:00 is 0, and 24:00, which ends a day, is 1440.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MinuteOfDay(u16);

impl MinuteOfDay {
    /// The end of a day, 24:00.
    pub const END: Self = Self(24 * 60);

    /// Reads `HH:mm`; `24:00` ends a day.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let [h1, h2, b':', m1, m2] = text.as_bytes() else { return None };
        let digit = |byte: &u8| byte.is_ascii_digit().then(|| u16::from(byte - b'0'));
        let (hours, minutes) = (digit(h1)? * 10 + digit(h2)?, digit(m1)? * 10 + digit(m2)?);
        let minute = hours * 60 + minutes;
        (minutes < 60 && minute <= Self::END.0).then_some(Self(minute))
    }

    /// The beginning of an hour, 0…24.
    ///
    /// # Panics
    /// Where a day has no such hour.
    #[must_use]
    pub const fn of_hour(hour: u16) -> Self {
        assert!(hour <= 24, "a day has no such hour");
        Self(hour * 60)
    }

    /// The minute that a time of day falls into.
    #[must_use]
    pub fn of(time: Time) -> Self {
        Self(u16::from(time.hour().unsigned_abs()) * 60 + u16::from(time.minute().unsigned_abs()))
    }

    /// Minutes since the day began, 0…1440.
    #[must_use]
    pub fn minutes(self) -> u16 {
        self.0
    }
}

impl fmt::Display for MinuteOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// Days of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Days(u8);

impl Days {
    /// Monday to Sunday.
    pub const ALL: Self = Self(0b111_1111);
    /// Monday to Friday.
    pub const WORKDAYS: Self = Self(0b1_1111);

    /// Days by their numbers: Monday 0 … Sunday 6; other numbers are no days.
    #[must_use]
    pub fn of(numbers: &[u8]) -> Self {
        Self(numbers.iter().filter(|number| **number < 7).fold(0, |days, number| days | 1 << number))
    }

    /// Whether a day is among them.
    #[must_use]
    pub fn has(self, day: Weekday) -> bool {
        self.0 & (1 << day.to_monday_zero_offset()) != 0
    }

    /// As a mask: Monday 1, Tuesday 2 … Sunday 64 (docs/spec/ordering.md, "Menu").
    #[must_use]
    pub fn mask(self) -> u8 {
        self.0
    }
}

/// From one minute to another. An end at or before its start is the next day's (docs/spec/ordering.md, "Times").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DayTimes {
    /// When it begins.
    pub from: MinuteOfDay,
    /// When it ends.
    pub until: MinuteOfDay,
}

impl DayTimes {
    /// Whether its end is the next day's.
    #[must_use]
    pub fn is_over_midnight(self) -> bool {
        self.until <= self.from
    }

    /// Whether it holds a minute of the day on which it began: its start, not its end.
    #[must_use]
    pub fn holds(self, minute: MinuteOfDay) -> bool {
        self.from <= minute && (minute < self.until || self.is_over_midnight())
    }

    /// Whether it holds a minute of the day after the one on which it began.
    #[must_use]
    pub fn holds_next_day(self, minute: MinuteOfDay) -> bool {
        self.is_over_midnight() && minute < self.until
    }
}

/// Times on some days of the week; what is after midnight belongs to the day on which it began.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WeekTimes {
    /// On which days.
    pub days: Days,
    /// From when until when.
    pub times: DayTimes,
}

impl WeekTimes {
    /// Whether they hold a minute of a day.
    #[must_use]
    pub fn hold(self, day: Weekday, minute: MinuteOfDay) -> bool {
        (self.days.has(day) && self.times.holds(minute))
            || (self.days.has(day.previous()) && self.times.holds_next_day(minute))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> MinuteOfDay {
        MinuteOfDay::parse(text).unwrap()
    }

    #[test]
    fn a_time_is_two_digits_a_colon_and_two_digits() {
        assert_eq!(at("00:00").minutes(), 0);
        assert_eq!(at("24:00"), MinuteOfDay::END);
        assert_eq!(at("09:05").to_string(), "09:05");
        for text in ["", "9:05", "09.05", "24:01", "12:60", "1200", "12:0x", "+1:00", "12:00:00", "１2:00"] {
            assert_eq!(MinuteOfDay::parse(text), None, "{text}");
        }
    }

    #[test]
    fn times_hold_their_start_and_not_their_end() {
        let lunch = DayTimes { from: at("08:00"), until: at("14:00") };
        let held: Vec<_> = ["07:59", "08:00", "13:59", "14:00"].map(|time| lunch.holds(at(time))).into();
        assert_eq!(held, [false, true, true, false]);
        assert!(!lunch.holds_next_day(at("08:00")));
    }

    #[test]
    fn what_is_after_midnight_belongs_to_the_day_before() {
        let night = WeekTimes { days: Days::of(&[4]), times: DayTimes { from: at("22:00"), until: at("02:00") } };
        assert!(night.hold(Weekday::Friday, at("22:00")));
        assert!(night.hold(Weekday::Saturday, at("01:59")));
        assert!(!night.hold(Weekday::Saturday, at("02:00")));
        assert!(!night.hold(Weekday::Friday, at("01:00")));
        assert!(!night.hold(Weekday::Saturday, at("22:00")));
    }

    #[test]
    fn a_whole_day_ends_with_it() {
        let day = DayTimes { from: at("00:00"), until: MinuteOfDay::END };
        assert!(day.holds(at("23:59")) && !day.is_over_midnight());
        assert_eq!(Days::of(&[0, 6]).mask(), 65);
        assert_eq!(Days::of(&[7, 8]).mask(), 0, "no days");
    }

    #[test]
    fn an_end_at_its_start_is_the_next_days() {
        let round = DayTimes { from: at("10:00"), until: at("10:00") };
        assert!(round.is_over_midnight() && round.holds(at("10:00")) && !round.holds(at("09:59")));
        assert!(round.holds_next_day(at("09:59")) && !round.holds_next_day(at("10:00")));
    }
}
