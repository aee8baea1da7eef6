//! Why a restaurant does not take an order.

use domain::order::OrderType;
use jiff::{Timestamp, ToSpan, civil::Date};

use crate::{
    hours::{
        Hours, Question, intervals,
        intervals::zone,
        preorder::{MOST_DAYS, is_quarter, lead_at},
    },
    shop::NEVER_LISTED,
};

/// Why a restaurant does not take an order (docs/spec/ordering.md, "Messages", rows 2 to 9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HoursRefusal {
    /// It is not active.
    Offline,
    /// It sells nothing on the web, or is paused.
    NotOnline,
    /// It does not sell in this way.
    NotOffered,
    /// A preorder is due at no quarter hour, or too far ahead.
    TimeNotValid,
    /// A preorder is due too soon; the first time that is not, if there is one.
    TooSoon { first: Option<Timestamp> },
    /// It does not deliver at this time; whoever fetches it could have it.
    NoDeliveryAtTheTime,
    /// A preorder is due when it takes none.
    PreorderNotAvailable,
    /// It is closed now.
    Closed,
}

impl Question<'_> {
    /// Why the restaurant does not take the order: the first row that fits; none where it does.
    #[must_use]
    pub fn refusal(&self) -> Option<HoursRefusal> {
        let shop = &self.shop.restaurant;
        if !shop.is_active {
            return Some(HoursRefusal::Offline);
        }
        if !self.kitchen().restaurant.has_websale || shop.external_id == NEVER_LISTED || self.is_paused() {
            return Some(HoursRefusal::NotOnline);
        }
        if !self.kitchen().offers(self.order_type) {
            return Some(HoursRefusal::NotOffered);
        }
        match self.pre_order_time {
            Some(time) => self.refusal_of_preorder(time),
            None if self.holds(self.order_type, self.now) => None,
            None if self.only_pickup_holds(self.now) => Some(HoursRefusal::NoDeliveryAtTheTime),
            None => Some(HoursRefusal::Closed),
        }
    }

    fn refusal_of_preorder(&self, time: Timestamp) -> Option<HoursRefusal> {
        if self.takes_preorder_at(time) {
            return None;
        }
        let is_beyond = self.last_preorder_day().is_none_or(|last| last < time.to_zoned(zone()).date());
        Some(if !is_quarter(time) || is_beyond {
            HoursRefusal::TimeNotValid
        } else if self.now.checked_add(lead_at(self.now)).is_ok_and(|soon| time <= soon) {
            HoursRefusal::TooSoon { first: self.preorder_times().first().copied() }
        } else if self.only_pickup_holds(time) {
            HoursRefusal::NoDeliveryAtTheTime
        } else {
            HoursRefusal::PreorderNotAvailable
        })
    }

    /// Whether a pause covers what is wanted.
    fn is_paused(&self) -> bool {
        let due = self.pre_order_time.unwrap_or(self.now);
        self.kitchen_state().paused_until(self.order_type, self.now).is_some_and(|until| due < until)
    }

    /// Whether the hours of a type hold a moment.
    fn holds(&self, order_type: OrderType, at: Timestamp) -> bool {
        let hours = intervals(self.of(order_type).kitchen(), Hours::Of(order_type), at, 1);
        hours.iter().any(|interval| interval.holds(at))
    }

    fn only_pickup_holds(&self, at: Timestamp) -> bool {
        self.order_type == OrderType::Delivery
            && !self.holds(OrderType::Delivery, at)
            && self.holds(OrderType::Pickup, at)
    }

    /// The last day on which preorders can be due.
    fn last_preorder_day(&self) -> Option<Date> {
        let days = i32::try_from(self.settings.preorder_days).unwrap_or(i32::MAX).min(MOST_DAYS);
        self.now.to_zoned(zone()).date().checked_add((days - 1).days()).ok()
    }
}
