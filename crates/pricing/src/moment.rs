//! The moment for which a cart is priced.

use chain::{MinuteOfDay, WeekTimes};
use jiff::{
    Timestamp, Zoned,
    civil::{Date, Weekday},
    tz::TimeZone,
};

/// Now, and the moment that is judged: that of the preorder, else now (docs/spec/ordering.md, "The moment").
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// What leads and lives are judged at.
    pub now: Timestamp,
    /// What hours, windows and campaigns are judged at, in Helsinki.
    at: Zoned,
    is_preorder: bool,
}

impl Moment {
    /// An order for now, in a restaurant's time zone.
    #[must_use]
    pub fn now(now: Timestamp, zone: TimeZone) -> Self {
        Self { now, at: now.to_zoned(zone), is_preorder: false }
    }

    /// An order for later.
    #[must_use]
    pub fn preorder(now: Timestamp, at: Zoned) -> Self {
        Self { now, at, is_preorder: true }
    }

    /// Whether the order is for a time that the customer chose.
    #[must_use]
    pub fn is_preorder(&self) -> bool {
        self.is_preorder
    }

    /// The judged moment.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        self.at.timestamp()
    }

    /// Its date.
    #[must_use]
    pub fn date(&self) -> Date {
        self.at.date()
    }

    /// Its day of the week.
    #[must_use]
    pub fn weekday(&self) -> Weekday {
        self.at.weekday()
    }

    /// Its minute of the day.
    #[must_use]
    pub fn minute(&self) -> MinuteOfDay {
        MinuteOfDay::of(self.at.time())
    }

    /// Whether times of the week hold it: their start, not their end.
    #[must_use]
    pub fn is_within(&self, times: WeekTimes) -> bool {
        times.hold(self.weekday(), self.minute())
    }

    /// Whether it is strictly between the ends of times of the week.
    #[must_use]
    pub fn is_strictly_within(&self, times: WeekTimes) -> bool {
        let time = self.at.time();
        let is_on_the_minute = time.second() == 0 && time.subsec_nanosecond() == 0;
        let is_the_start = is_on_the_minute && self.minute() == times.times.from && times.days.has(self.weekday());
        self.is_within(times) && !is_the_start
    }
}
