//! Opening hours of restaurants, as the wire knows them.

use chain::{
    DayTimes, HoursException, Shop, Week,
    hours::{Hours, Interval, intervals, zone},
};
use domain::{hours::HoursKind, order::OrderType};
use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::chain_view::ChainView;

/// Opening hours of one kind: 1 general, 2 delivery, 3 lunch, 4 web shop. A day without any is closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShopHours {
    #[serde(rename = "openingHourtypeID")]
    pub kind: u8,
    #[schema(required)]
    pub mon: Option<OpenHours>,
    #[schema(required)]
    pub tue: Option<OpenHours>,
    #[schema(required)]
    pub wed: Option<OpenHours>,
    #[schema(required)]
    pub thu: Option<OpenHours>,
    #[schema(required)]
    pub fri: Option<OpenHours>,
    #[schema(required)]
    pub sat: Option<OpenHours>,
    #[schema(required)]
    pub sun: Option<OpenHours>,
}

/// One day's hours, `HH:mm`. An end at or before the start belongs to the next day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpenHours {
    pub start: String,
    pub end: String,
}

/// Hours that replace those of their kind on one date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopHoursException {
    #[schema(value_type = String, format = Date)]
    pub exception_date: Date,
    /// Null: closed that day.
    #[schema(required)]
    pub start_time: Option<String>,
    /// Null: closed that day.
    #[schema(required)]
    pub end_time: Option<String>,
    #[serde(rename = "openingHourtypeID")]
    pub kind: u8,
}

/// When orders are taken that matter now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpeningHoursIntervals {
    #[schema(required)]
    pub delivery: Option<OpeningHoursInterval>,
    #[schema(required)]
    pub pickup: Option<OpeningHoursInterval>,
}

/// A stretch of time; its end is no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OpeningHoursInterval {
    #[schema(value_type = String, format = DateTime)]
    pub start: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub end: Timestamp,
}

impl From<DayTimes> for OpenHours {
    fn from(times: DayTimes) -> Self {
        Self { start: times.from.to_string(), end: times.until.to_string() }
    }
}

impl From<&(HoursKind, Week)> for ShopHours {
    fn from((kind, week): &(HoursKind, Week)) -> Self {
        let [mon, tue, wed, thu, fri, sat, sun] = week.0.map(|day| day.map(OpenHours::from));
        Self { kind: (*kind).into(), mon, tue, wed, thu, fri, sat, sun }
    }
}

impl From<&HoursException> for ShopHoursException {
    fn from(exception: &HoursException) -> Self {
        let (start_time, end_time) =
            exception.times.map(|times| (times.from.to_string(), times.until.to_string())).unzip();
        Self { exception_date: exception.date, start_time, end_time, kind: exception.kind.into() }
    }
}

/// The date of a moment where the restaurants are.
pub(super) fn local_date(moment: Timestamp) -> Date {
    moment.to_zoned(zone()).date()
}

/// The exceptions of a restaurant that are not past.
pub(super) fn exceptions(shop: &Shop, now: Timestamp) -> Vec<ShopHoursException> {
    let today = local_date(now);
    shop.exceptions.iter().filter(|exception| exception.date >= today).map(ShopHoursException::from).collect()
}

/// When a restaurant takes orders, around a moment: none of a type that it does not offer.
pub(super) fn opening_hours_intervals(view: &ChainView, shop: &Shop) -> OpeningHoursIntervals {
    let of = |order_type| {
        let kitchen = view.kitchen_of(shop, order_type);
        let hours = || intervals(kitchen, Hours::Of(order_type), view.now(), 1);
        if kitchen.offers(order_type) { interval_of_today(&hours(), view.now()) } else { None }
    };
    OpeningHoursIntervals { delivery: of(OrderType::Delivery), pickup: of(OrderType::Pickup) }
}

/// The interval that holds a moment, else the next that begins on its day, else the last that did.
fn interval_of_today(hours: &[Interval], now: Timestamp) -> Option<OpeningHoursInterval> {
    let today = local_date(now);
    let begins_today = |interval: &&Interval| local_date(interval.start) == today;
    let held = hours.iter().find(|interval| interval.holds(now));
    let next = || hours.iter().filter(begins_today).find(|interval| now < interval.start);
    let last = || hours.iter().rev().find(begins_today);
    held.or_else(next).or_else(last).map(|interval| OpeningHoursInterval { start: interval.start, end: interval.end })
}

/// Whether the house is open: it is in business, and its general hours hold.
pub(super) fn is_house_open(shop: &Shop, now: Timestamp) -> bool {
    let hours = || intervals(shop, Hours::Kind(HoursKind::General), now, 1);
    shop.restaurant.is_active && hours().iter().any(|interval| interval.holds(now))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn at(day: i8, hour: i8) -> Timestamp {
        date(2026, 11, day).at(hour, 0, 0, 0).to_zoned(zone()).unwrap().timestamp()
    }

    #[test]
    fn the_interval_now_comes_before_the_next_and_the_last_of_today() {
        let lunch = Interval { start: at(24, 10), end: at(24, 14) };
        let evening = Interval { start: at(24, 16), end: at(25, 2) };
        let found = |now| interval_of_today(&[lunch, evening], now).map(|found| found.start);
        assert_eq!(found(at(24, 9)), Some(lunch.start));
        assert_eq!(found(at(24, 10)), Some(lunch.start));
        assert_eq!(found(at(24, 14)), Some(evening.start), "the end is no part of it");
        assert_eq!(found(at(25, 1)), Some(evening.start), "what began yesterday still holds");
        assert_eq!(found(at(25, 2)), None, "and is no longer today's");
        assert_eq!(interval_of_today(&[lunch], at(24, 20)).map(|found| found.end), Some(lunch.end), "the last");
        assert_eq!(interval_of_today(&[lunch], at(23, 20)), None, "tomorrow's is not today's");
    }
}
