//! Opening hours as stretches of time.

use domain::{hours::HoursKind, order::OrderType};
use jiff::{
    Timestamp, ToSpan,
    civil::{Date, DateTime},
    tz::TimeZone,
};

use crate::{
    shop::Shop,
    time::{DayTimes, MinuteOfDay},
};

/// The zone of the chain's civil times (docs/spec/ordering.md, "Times").
///
/// # Panics
/// Never: the zones are part of the binary.
#[must_use]
pub fn zone() -> TimeZone {
    TimeZone::get("Europe/Helsinki").expect("the zones are part of the binary")
}

/// A stretch of time: it holds its start, not its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    pub start: Timestamp,
    pub end: Timestamp,
}

impl Interval {
    /// Whether it holds a moment.
    #[must_use]
    pub fn holds(self, at: Timestamp) -> bool {
        self.start <= at && at < self.end
    }
}

/// What hours are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hours {
    /// Those in which orders of a type are taken.
    Of(OrderType),
    /// Those of one kind, as stated.
    Kind(HoursKind),
}

/// Days looked at before a moment, so that what began in the night before is seen.
const DAYS_BEFORE: i32 = 2;

/// The hours around a moment, joined where they touch, in order: from two days before it to so many days after.
#[must_use]
pub fn intervals(shop: &Shop, hours: Hours, at: Timestamp, days_after: i32) -> Vec<Interval> {
    let today = at.to_zoned(zone()).date();
    let dates: Vec<Date> = (-DAYS_BEFORE..=days_after).filter_map(|days| today.checked_add(days.days()).ok()).collect();
    let of = |pick: &dyn Fn(Date) -> Vec<DayTimes>| {
        joined(
            dates
                .iter()
                .flat_map(|date| pick(*date).into_iter().filter_map(move |times| interval(*date, times)))
                .collect(),
        )
    };
    let kind = |kind: HoursKind| move |date: Date| stated(shop, kind, date).unwrap_or_default();
    let pickup = |date: Date| {
        let web = stated(shop, HoursKind::WebShop, date);
        web.or_else(|| stated(shop, HoursKind::General, date)).unwrap_or_default()
    };
    match hours {
        Hours::Kind(wanted) => of(&kind(wanted)),
        Hours::Of(OrderType::Pickup) => of(&pickup),
        Hours::Of(OrderType::Eatin) => common(&of(&pickup), &of(&kind(HoursKind::General))),
        Hours::Of(OrderType::Delivery) => {
            let own = |date: Date| stated(shop, HoursKind::Delivery, date).unwrap_or_else(|| pickup(date));
            common(&of(&pickup), &of(&own))
        }
    }
}

/// What a restaurant states of a kind for a date; none where it states nothing of that kind.
fn stated(shop: &Shop, kind: HoursKind, date: Date) -> Option<Vec<DayTimes>> {
    let mut exceptions = shop.exceptions.iter().filter(|one| one.kind == kind && one.date == date).peekable();
    if exceptions.peek().is_some() {
        return Some(exceptions.filter_map(|exception| exception.times).collect());
    }
    shop.week(kind).map(|week| week.on(date.weekday()).into_iter().collect())
}

/// Times of a date as instants. A wall time that the clock skips is the one after, one that comes twice the first.
fn interval(date: Date, times: DayTimes) -> Option<Interval> {
    let last = if times.is_over_midnight() { date.tomorrow().ok()? } else { date };
    let (start, end) = (instant(date, times.from)?, instant(last, times.until)?);
    (start < end).then_some(Interval { start, end })
}

pub(super) fn instant(date: Date, minute: MinuteOfDay) -> Option<Timestamp> {
    let civil: DateTime = date.at(0, 0, 0, 0).checked_add(i64::from(minute.minutes()).minutes()).ok()?;
    zone().to_ambiguous_timestamp(civil).compatible().ok()
}

/// Stretches in order, joined where they touch.
fn joined(mut all: Vec<Interval>) -> Vec<Interval> {
    all.sort_by_key(|interval| interval.start);
    let mut joined: Vec<Interval> = Vec::new();
    for next in all {
        match joined.last_mut() {
            Some(last) if next.start <= last.end => last.end = last.end.max(next.end),
            _ => joined.push(next),
        }
    }
    joined
}

/// What two lists of stretches have in common.
fn common(one: &[Interval], other: &[Interval]) -> Vec<Interval> {
    let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    let shared = pairs.map(|(a, b)| Interval { start: a.start.max(b.start), end: a.end.min(b.end) });
    joined(shared.filter(|shared| shared.start < shared.end).collect())
}
