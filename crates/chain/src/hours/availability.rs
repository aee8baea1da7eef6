//! What a page says of a restaurant's hours.

use domain::{hours::HoursKind, order::OrderType};
use jiff::{SignedDuration, Timestamp};

use crate::{
    hours::{Hours, Interval, Question, SelectorStatus, intervals, intervals::zone},
    shop::{HoursException, Shop},
};

/// What a page says of a restaurant (docs/spec/ordering.md, "Availability status").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AvailabilityStatus {
    Open,
    ClosingSoon,
    DeliveryClosed,
    PhysicallyOpenWithoutOnlineOrders,
    Closed,
    OpeningSoon,
    TemporarilyNotDelivering,
    TemporarilyNotOnline,
}

impl AvailabilityStatus {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::ClosingSoon => "closingSoon",
            Self::DeliveryClosed => "deliveryClosed",
            Self::PhysicallyOpenWithoutOnlineOrders => "physicallyOpenWithoutOnlineOrders",
            Self::Closed => "closed",
            Self::OpeningSoon => "openingSoon",
            Self::TemporarilyNotDelivering => "temporarilyNotDelivering",
            Self::TemporarilyNotOnline => "temporarilyNotOnline",
        }
    }

    /// What people read.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Open => "",
            Self::ClosingSoon => "Suljemme pian",
            Self::DeliveryClosed | Self::TemporarilyNotDelivering => "Väliaikaisesti ei kuljetusta",
            Self::PhysicallyOpenWithoutOnlineOrders | Self::TemporarilyNotOnline => {
                "Väliaikaisesti ei verkkokauppatilauksia"
            }
            Self::Closed | Self::OpeningSoon => "Ravintola on suljettu",
        }
    }
}

/// Before the end of delivery, closing is soon for less than this.
pub(super) const CLOSING_SOON: SignedDuration = SignedDuration::from_mins(5);
/// Before the end of other hours, this long or less counts as the end of the day.
pub(super) const ENDING: SignedDuration = SignedDuration::from_mins(60);
/// Before the end of the house's hours, the text says so for this long.
pub(super) const TEXT_CLOSING_SOON: SignedDuration = SignedDuration::from_mins(30);

impl Question<'_> {
    /// What a page says of the restaurant: the first row that fits.
    #[must_use]
    pub fn availability_status(&self) -> AvailabilityStatus {
        self.availability_of(self.selector_status())
    }

    /// What a page says of a restaurant of this status.
    pub(super) fn availability_of(&self, selector: SelectorStatus) -> AvailabilityStatus {
        if self.pre_order_time.is_some() {
            return AvailabilityStatus::Open;
        }
        let is_delivery = self.order_type == OrderType::Delivery;
        let is_pickup_open = || self.of(OrderType::Pickup).selector_status() == SelectorStatus::Open;
        match selector {
            SelectorStatus::Open if self.closes_soon() => AvailabilityStatus::ClosingSoon,
            SelectorStatus::Open => AvailabilityStatus::Open,
            SelectorStatus::Closed => {
                let ends = |hours| self.left(self.shop, hours).is_some_and(|left| left <= ENDING);
                if is_delivery && is_pickup_open() && ends(Hours::Of(OrderType::Pickup)) {
                    return AvailabilityStatus::DeliveryClosed;
                }
                if ends(Hours::Kind(HoursKind::General)) {
                    return AvailabilityStatus::PhysicallyOpenWithoutOnlineOrders;
                }
                let hours = intervals(self.kitchen(), Hours::Of(self.order_type), self.now, 1);
                if comes_today(&hours, self.now) { AvailabilityStatus::OpeningSoon } else { AvailabilityStatus::Closed }
            }
            SelectorStatus::Hidden => AvailabilityStatus::Closed,
            _ if is_delivery && is_pickup_open() => AvailabilityStatus::TemporarilyNotDelivering,
            _ => AvailabilityStatus::TemporarilyNotOnline,
        }
    }

    fn closes_soon(&self) -> bool {
        let delivers = self.delivery_kitchen.offers(OrderType::Delivery);
        let deciding = if delivers { self.of(OrderType::Delivery) } else { *self };
        let left = deciding.left(deciding.kitchen(), Hours::Of(deciding.order_type));
        left.is_some_and(|left| left < CLOSING_SOON)
    }

    /// How long hours go on that hold now; none where none do.
    fn left(&self, shop: &Shop, hours: Hours) -> Option<SignedDuration> {
        let all = intervals(shop, hours, self.now, 1);
        all.iter().find(|interval| interval.holds(self.now)).map(|interval| interval.end.duration_since(self.now))
    }
}

/// Whether hours are still to begin on the day of a moment.
fn comes_today(hours: &[Interval], now: Timestamp) -> bool {
    let today = now.to_zoned(zone()).date();
    hours.iter().any(|interval| interval.start > now && interval.start.to_zoned(zone()).date() == today)
}

/// The sentence about the hours of the house (docs/spec/ordering.md, "Opening hours in words").
#[must_use]
pub fn opening_hours_text(shop: &Shop, now: Timestamp) -> String {
    let today = now.to_zoned(zone()).date();
    let of_today = |exception: &&HoursException| exception.kind == HoursKind::General && exception.date == today;
    if let Some(exception) = shop.exceptions.iter().find(of_today) {
        return exception.times.map_or("Suljettu".to_owned(), |times| {
            format!("Tänään poikkeuksellisesti {}–{}", times.from, times.until)
        });
    }
    let hours = intervals(shop, Hours::Kind(HoursKind::General), now, 1);
    if let Some(open) = hours.iter().find(|interval| interval.holds(now)) {
        let ends_soon = open.end.duration_since(now) <= TEXT_CLOSING_SOON;
        return if ends_soon { "Suljemme pian" } else { "Avoinna" }.to_owned();
    }
    let begins_tomorrow =
        |interval: &Interval| today.tomorrow().is_ok_and(|tomorrow| interval.start.to_zoned(zone()).date() == tomorrow);
    let opens_tomorrow = !comes_today(&hours, now) && hours.iter().any(begins_tomorrow);
    if opens_tomorrow { "Avoinna huomenna" } else { "Suljettu" }.to_owned()
}
