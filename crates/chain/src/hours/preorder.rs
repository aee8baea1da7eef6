//! When preorders can be due.

use domain::order::OrderType;
use jiff::{SignedDuration, Timestamp, ToSpan, civil::Date};

use crate::hours::{Hours, Interval, Question, intervals, intervals::zone};

/// The grid that preorders are due on, in seconds.
const QUARTER: i64 = 15 * 60;
/// How far ahead they are due.
pub(super) const USUAL_LEAD: SignedDuration = SignedDuration::from_hours(2);
/// How far ahead from Monday to Thursday, before [`SHORT_UNTIL`].
pub(super) const SHORT_LEAD: SignedDuration = SignedDuration::from_hours(1);
/// The hour of the day until which the short lead holds.
pub(super) const SHORT_UNTIL: i8 = 14;
/// The most days that are looked at, whatever the settings say.
pub(super) const MOST_DAYS: i32 = 60;

impl Question<'_> {
    /// The times at which a preorder can be due, ascending, none twice (docs/spec/ordering.md, "Preorder times").
    #[must_use]
    pub fn preorder_times(&self) -> Vec<Timestamp> {
        self.offer().map_or_else(Vec::new, |offer| offer.times())
    }

    /// Whether a preorder can be due at a time.
    #[must_use]
    pub fn takes_preorder_at(&self, time: Timestamp) -> bool {
        self.offer().is_some_and(|offer| offer.has(time))
    }

    /// None where no preorders are taken at all.
    fn offer(&self) -> Option<Offer> {
        let kitchen = self.kitchen();
        let takes_preorders = self.shop.accepts_preorders && kitchen.accepts_preorders;
        if self.shop.is_hidden() || !takes_preorders || !kitchen.offers(self.order_type) {
            return None;
        }
        let days = i32::try_from(self.settings.preorder_days).unwrap_or(i32::MAX).min(MOST_DAYS);
        let today = self.now.to_zoned(zone()).date();
        let minutes = match self.order_type {
            OrderType::Delivery => kitchen.preorder_delivery_minutes,
            OrderType::Pickup | OrderType::Eatin => kitchen.preorder_pickup_minutes,
        };
        Some(Offer {
            hours: intervals(kitchen, Hours::Of(self.order_type), self.now, days),
            estimate: SignedDuration::from_mins(i64::from(minutes)),
            behind: self.now.checked_add(lead_at(self.now)).ok()?,
            pause_ends: self.kitchen_state().paused_until(self.order_type, self.now),
            today,
            last_day: today.checked_add((days - 1).days()).ok()?,
        })
    }
}

/// What a preorder must keep to.
struct Offer {
    hours: Vec<Interval>,
    /// How long after the beginning of the hours the first one is due.
    estimate: SignedDuration,
    /// They are due after this moment.
    behind: Timestamp,
    pause_ends: Option<Timestamp>,
    today: Date,
    last_day: Date,
}

impl Offer {
    fn times(&self) -> Vec<Timestamp> {
        let mut times = Vec::new();
        for interval in &self.hours {
            let begins = interval.start.max(self.behind).as_second().div_euclid(QUARTER) * QUARTER;
            let mut second = begins;
            while second <= interval.end.as_second() {
                times.extend(Timestamp::from_second(second).ok().filter(|time| self.is_due(*interval, *time)));
                second += QUARTER;
            }
        }
        times
    }

    fn has(&self, time: Timestamp) -> bool {
        is_quarter(time) && self.hours.iter().any(|interval| self.is_due(*interval, time))
    }

    /// Whether a quarter hour is a time of some hours.
    fn is_due(&self, hours: Interval, time: Timestamp) -> bool {
        let is_within = hours.start.checked_add(self.estimate).is_ok_and(|first| first <= time) && time <= hours.end;
        is_within
            && time > self.behind
            && self.pause_ends.is_none_or(|ends| ends <= time)
            && (self.today..=self.last_day).contains(&time.to_zoned(zone()).date())
            && is_first(time)
    }
}

/// Whether a moment is the first of its wall time, which may come twice: the wire knows no other.
fn is_first(time: Timestamp) -> bool {
    let civil = time.to_zoned(zone()).datetime();
    zone().to_ambiguous_timestamp(civil).compatible().is_ok_and(|first| first == time)
}

/// Whether a moment is on the grid of preorders.
pub(super) fn is_quarter(time: Timestamp) -> bool {
    time.as_second() % QUARTER == 0 && time.subsec_nanosecond() == 0
}

/// How far ahead of a moment a preorder must be due, more than which it is.
pub(super) fn lead_at(now: Timestamp) -> SignedDuration {
    let local = now.to_zoned(zone());
    let is_early_in_the_week = local.weekday().to_monday_zero_offset() <= 3;
    if is_early_in_the_week && local.hour() < SHORT_UNTIL { SHORT_LEAD } else { USUAL_LEAD }
}

/// The days on which there are times, each with them.
#[must_use]
pub fn by_day(times: &[Timestamp]) -> Vec<(Date, Vec<Timestamp>)> {
    let mut days: Vec<(Date, Vec<Timestamp>)> = Vec::new();
    for time in times {
        let date = time.to_zoned(zone()).date();
        match days.last_mut() {
            Some((last, times)) if *last == date => times.push(*time),
            _ => days.push((date, vec![*time])),
        }
    }
    days
}
