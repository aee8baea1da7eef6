//! When preorders can be due.

use domain::order::OrderType;
use jiff::{
    Timestamp, ToSpan,
    civil::{Date, Weekday},
};

use crate::{
    hours::{Hours, RestaurantState, intervals, intervals::zone},
    settings::Settings,
    shop::Shop,
};

/// The grid that preorders are due on.
const QUARTER: i64 = 15 * 60;
/// How far ahead they are due.
const USUAL_LEAD: i64 = 2 * 60 * 60;
/// How far ahead from Monday to Thursday, before [`SHORT_UNTIL`].
const SHORT_LEAD: i64 = 60 * 60;
/// The hour of the day until which the short lead holds.
const SHORT_UNTIL: i8 = 14;

/// The times at which a preorder can be due, ascending, none twice (contract ordering, "Preorder times"). `kitchen` is the
/// restaurant that bakes it: the shop itself, or the one that its deliveries go to.
#[must_use]
pub fn preorder_times(
    shop: &Shop,
    kitchen: &Shop,
    order_type: OrderType,
    settings: &Settings,
    state: &RestaurantState,
    now: Timestamp,
) -> Vec<Timestamp> {
    if shop.is_hidden() || !shop.accepts_preorders || !kitchen.offers(order_type) {
        return Vec::new();
    }
    let days = i32::try_from(settings.preorder_days).unwrap_or(i32::MAX).min(MOST_DAYS);
    let local = now.to_zoned(zone());
    let Ok(last) = local.date().checked_add((days - 1).days()) else { return Vec::new() };
    let estimate = i64::from(match order_type {
        OrderType::Delivery => kitchen.preorder_delivery_minutes,
        OrderType::Pickup | OrderType::Eatin => kitchen.preorder_pickup_minutes,
    });
    let earliest = now.as_second() + lead(local.weekday(), local.hour());
    let earliest = earliest.max(state.paused_until(order_type, now).map_or(i64::MIN, |until| until.as_second() - 1));
    let mut times = Vec::new();
    for interval in intervals(kitchen, Hours::Of(order_type), now, days) {
        let from = (interval.start.as_second() + estimate * 60).max(earliest + 1);
        let mut second = from.div_euclid(QUARTER) * QUARTER;
        if second < from {
            second += QUARTER;
        }
        while second <= interval.end.as_second() {
            times.extend(Timestamp::from_second(second));
            second += QUARTER;
        }
    }
    let date = |time: &Timestamp| time.to_zoned(zone()).date();
    times.retain(|time| (local.date()..=last).contains(&date(time)) && is_first(*time));
    times
}

/// Whether a moment is the first of its wall time, which may come twice: the wire knows no other.
fn is_first(time: Timestamp) -> bool {
    let civil = time.to_zoned(zone()).datetime();
    zone().to_ambiguous_timestamp(civil).compatible().is_ok_and(|first| first == time)
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

/// The most days that are looked at, whatever the settings say.
const MOST_DAYS: i32 = 60;

/// Seconds that a preorder is ahead, more than which it must be due.
fn lead(day: Weekday, hour: i8) -> i64 {
    let is_early_in_the_week = day.to_monday_zero_offset() <= 3;
    if is_early_in_the_week && hour < SHORT_UNTIL { SHORT_LEAD } else { USUAL_LEAD }
}
