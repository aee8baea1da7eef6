//! Which orders stand on the board of the staff (docs/spec/hub.md, "The board").

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, civil::Date, tz::TimeZone};

use crate::{
    allergen::Allergen,
    ids::{CarId, OrderId, RestaurantId, Rev, Seq},
    order::{OrderType, Status, estimate::Estimate},
};

/// How long an order that is over stays on the board.
pub const OVER_FOR: SignedDuration = SignedDuration::from_mins(15);

/// The chain's time zone, in which a day ends.
const TIME_ZONE: &str = "Europe/Helsinki";

/// What decides, at one moment, which orders a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The moment.
    pub now: Timestamp,
    /// Open orders are shown where they are due before this.
    pub due_before: Timestamp,
    /// Orders that are over are shown where they became so after this.
    pub over_since: Timestamp,
}

/// What of an order decides whether a board shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardTimes {
    /// When it is due: promised, else asked for, else placed.
    pub due: Timestamp,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
}

/// An order as the board of the staff needs it.
#[derive(Clone, PartialEq)]
pub struct BoardRow {
    /// The order's number.
    pub id: OrderId,
    /// The restaurant that makes it.
    pub restaurant_id: RestaurantId,
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Its present status.
    pub status: Status,
    /// When the present status happened, as reported; else when it was recorded.
    pub status_at: Timestamp,
    /// Number of the present status.
    pub seq: Seq,
    /// Number of the present state.
    pub rev: Rev,
    /// The car of the batch that it is in.
    pub car: Option<CarId>,
    pub placed_at: Timestamp,
    /// What was promised to the customer.
    pub promised_at: Option<Timestamp>,
    /// The time the customer asked for.
    pub pre_order_time: Option<Timestamp>,
    /// The present estimate.
    pub estimate: Option<Estimate>,
    /// When it became over, if it is.
    pub over_at: Option<Timestamp>,
    /// When it can no longer be tracked.
    pub expires_at: Timestamp,
    /// What whoever eats it avoids.
    pub avoid_allergens: BTreeSet<Allergen>,
    /// Whether it is brought without packaging.
    pub without_packaging: bool,
    /// Who ordered.
    pub customer_name: Option<String>,
    /// The phone number, as it was given. Never goes into a log.
    pub customer_phone: Option<String>,
    /// Street and number.
    pub street_address: Option<String>,
    pub city: Option<String>,
    /// Whether the place of its door is known: without it no car's word counts for its estimate.
    pub has_door: bool,
    /// Whether its kitchen got to know it in a pause.
    pub during_pause: bool,
}

impl std::fmt::Debug for BoardRow {
    /// Without the person.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { id, status, seq, rev, over_at, .. } = self;
        write!(f, "BoardRow({id} at {status:?}, seq {seq}, rev {}, over {over_at:?})", rev.0)
    }
}

impl BoardRow {
    /// What decides whether a board shows it.
    #[must_use]
    pub fn times(&self) -> BoardTimes {
        BoardTimes {
            due: due(self.promised_at, self.pre_order_time, self.placed_at),
            over_at: self.over_at,
            expires_at: self.expires_at,
        }
    }
}

impl Window {
    /// The board of the staff: what is due today, however old, and what was over just now.
    #[must_use]
    pub fn of_today(now: Timestamp) -> Self {
        Self { now, due_before: end_of_today(now), over_since: over_since(now) }
    }

    /// What a kitchen watches: all that is open, whenever it is due, and what was over just now.
    #[must_use]
    pub fn of_all(now: Timestamp) -> Self {
        Self { now, due_before: Timestamp::MAX, over_since: over_since(now) }
    }

    /// Whether an order is shown.
    #[must_use]
    pub fn shows(&self, order: &BoardTimes) -> bool {
        match order.over_at {
            Some(over_at) => over_at > self.over_since,
            None => order.due < self.due_before && order.expires_at > self.now,
        }
    }
}

/// When an order is due.
#[must_use]
pub fn due(promised_at: Option<Timestamp>, pre_order_time: Option<Timestamp>, placed_at: Timestamp) -> Timestamp {
    promised_at.or(pre_order_time).unwrap_or(placed_at)
}

fn over_since(now: Timestamp) -> Timestamp {
    now.saturating_sub(OVER_FOR).unwrap_or(now)
}

/// The day in Helsinki.
#[must_use]
pub fn day_of(now: Timestamp) -> Date {
    let zone = TimeZone::get(TIME_ZONE).expect("the time zones are built in");
    now.to_zoned(zone).date()
}

/// The last second of a day in Helsinki, till which holds what is good for that day.
///
/// # Panics
/// Never: the zones are part of the binary.
#[must_use]
pub fn last_second_of(day: Date) -> Timestamp {
    let zone = TimeZone::get(TIME_ZONE).expect("the time zones are built in");
    let midnight = day.tomorrow().and_then(|tomorrow| tomorrow.to_zoned(zone));
    // The end of time has no tomorrow.
    midnight.map_or(Timestamp::MAX, |midnight| midnight.timestamp() - SignedDuration::from_secs(1))
}

/// Midnight in Helsinki, the next one.
fn end_of_today(now: Timestamp) -> Timestamp {
    let zone = TimeZone::get(TIME_ZONE).expect("the time zones are built in");
    let midnight = now.to_zoned(zone).tomorrow().and_then(|tomorrow| tomorrow.start_of_day());
    // The end of time has no tomorrow.
    midnight.map_or(Timestamp::MAX, |midnight| midnight.timestamp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn open(due: &str) -> BoardTimes {
        BoardTimes { due: at(due), over_at: None, expires_at: Timestamp::MAX }
    }

    #[test]
    fn today_ends_at_midnight_in_helsinki_in_summer_and_winter() {
        let end = |now| Window::of_today(at(now)).due_before;
        assert_eq!(end("2026-11-21T12:00:00Z"), at("2026-11-21T22:00:00Z"));
        assert_eq!(end("2026-11-21T21:59:59Z"), at("2026-11-21T22:00:00Z"));
        assert_eq!(end("2026-11-21T22:00:00Z"), at("2026-11-22T22:00:00Z"));
        assert_eq!(end("2026-07-01T12:00:00Z"), at("2026-07-01T21:00:00Z"));
        // The night in which the clock is turned has a midnight like others.
        assert_eq!(end("2026-10-24T22:00:00Z"), at("2026-10-25T22:00:00Z"));
    }

    #[test]
    fn what_is_due_today_is_shown_however_old() {
        let window = Window::of_today(at("2026-11-21T12:00:00Z"));
        assert!(window.shows(&open("2026-11-21T21:59:59Z")));
        assert!(window.shows(&open("2026-11-01T12:00:00Z")));
        assert!(!window.shows(&open("2026-11-21T22:00:00Z")));
        let kitchen = Window::of_all(at("2026-11-21T12:00:00Z"));
        assert!(kitchen.shows(&open("2026-12-24T15:00:00Z")));
        let expired = BoardTimes { expires_at: window.now, ..open("2026-11-21T12:00:00Z") };
        assert!(!window.shows(&expired) && !kitchen.shows(&expired));
    }

    #[test]
    fn what_is_over_stays_for_less_than_a_quarter_of_an_hour() {
        let now = at("2026-11-21T12:00:00Z");
        let over = |over_at| BoardTimes { over_at: Some(at(over_at)), ..open("2026-12-24T12:00:00Z") };
        assert!(Window::of_today(now).shows(&over("2026-11-21T11:45:00.000001Z")));
        assert!(!Window::of_today(now).shows(&over("2026-11-21T11:45:00Z")));
    }

    #[test]
    fn due_is_the_promise_else_the_asked_time_else_the_placing() {
        let (a, b, c) = (at("2026-11-21T12:00:00Z"), at("2026-11-21T13:00:00Z"), at("2026-11-21T14:00:00Z"));
        assert_eq!([due(Some(a), Some(b), c), due(None, Some(b), c), due(None, None, c)], [a, b, c]);
    }

    proptest! {
        #[test]
        fn a_day_is_never_longer_than_its_hours(second in -10_000_000_000_i64..100_000_000_000) {
            let now = Timestamp::from_second(second).unwrap();
            let window = Window::of_today(now);
            prop_assert!(window.due_before > now);
            prop_assert!(window.due_before.duration_since(now) <= SignedDuration::from_hours(25));
        }
    }
}
