//! The chain's restaurants as a shop needs them.

use std::collections::BTreeSet;

use domain::{
    hours::{DayHours, HoursKind, WeekHours},
    ids::RestaurantId,
    money::Cents,
    order::OrderType,
    restaurant::Restaurant,
};
use jiff::civil::{Date, Weekday};

use crate::{
    ids::{MethodId, ProductId},
    time::{DayTimes, MinuteOfDay},
};

/// The external id of the restaurant that is never listed (docs/spec/ordering.md, "Restaurants").
pub const NEVER_LISTED: &str = "8888";

/// A restaurant of `restaurants.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shop {
    /// What orders and their watchers need of it.
    pub restaurant: Restaurant,
    /// The number by which the payment calls know it.
    pub shop_external_id: String,
    pub has_eatin: bool,
    pub hidden: bool,
    pub excluded_from_selector: bool,
    /// Whether it delivers without packaging, where the chain allows that.
    pub delivery_without_packaging: bool,
    pub accepts_preorders: bool,
    /// What delivery costs where no area says it.
    pub delivery_fee: Cents,
    /// Minutes from the beginning of the hours to the first preordered delivery.
    pub preorder_delivery_minutes: u32,
    /// Minutes from the beginning of the hours to the first preordered pickup.
    pub preorder_pickup_minutes: u32,
    /// The restaurant that bakes its deliveries in its place.
    pub delivery_redirection: Option<RestaurantId>,
    pub notice: Option<String>,
    pub products_not_sold: BTreeSet<ProductId>,
    /// Products beside those of the default menu.
    pub extra_products: BTreeSet<ProductId>,
    /// The payment methods it takes; none: all.
    pub payment_methods: Option<Vec<MethodId>>,
    /// Its hours, at most one week of each kind.
    pub hours: Vec<(HoursKind, Week)>,
    /// Days with hours of their own, in the order of the file.
    pub exceptions: Vec<HoursException>,
}

impl Shop {
    /// A restaurant that the files have no longer: it is out of business.
    pub(crate) fn former(restaurant: Restaurant, delivery_fee: Cents) -> Self {
        Self {
            shop_external_id: restaurant.external_id.clone(),
            has_eatin: restaurant.has_websale,
            hidden: false,
            excluded_from_selector: false,
            delivery_without_packaging: false,
            accepts_preorders: false,
            delivery_fee,
            preorder_delivery_minutes: restaurant.delivery_minutes,
            preorder_pickup_minutes: restaurant.pickup_minutes,
            delivery_redirection: None,
            notice: None,
            products_not_sold: BTreeSet::new(),
            extra_products: BTreeSet::new(),
            payment_methods: None,
            hours: restaurant.hours.iter().map(|(kind, week)| (*kind, Week::from(week))).collect(),
            exceptions: Vec::new(),
            restaurant: Restaurant { is_active: false, ..restaurant },
        }
    }

    /// Its number.
    #[must_use]
    pub fn id(&self) -> RestaurantId {
        self.restaurant.id
    }

    /// Whether people may find it (docs/spec/ordering.md, "Selector status", row 1).
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        let never_listed = self.restaurant.external_id == NEVER_LISTED;
        self.hidden || self.excluded_from_selector || !self.restaurant.is_active || never_listed
    }

    /// Whether it is in business and sells on the web in this way at all (row 2).
    #[must_use]
    pub fn offers(&self, order_type: OrderType) -> bool {
        let has_type = match order_type {
            OrderType::Delivery => self.restaurant.has_delivery,
            OrderType::Pickup => true,
            OrderType::Eatin => self.has_eatin,
        };
        self.restaurant.is_active && self.restaurant.has_websale && has_type
    }

    /// The week of a kind; none where the restaurant states none.
    #[must_use]
    pub fn week(&self, kind: HoursKind) -> Option<&Week> {
        self.hours.iter().find(|(own, _)| *own == kind).map(|(_, week)| week)
    }
}

/// Hours of each day; a day without any is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Week(pub [Option<DayTimes>; 7]);

impl From<&WeekHours> for Week {
    fn from(week: &WeekHours) -> Self {
        let days = [&week.mon, &week.tue, &week.wed, &week.thu, &week.fri, &week.sat, &week.sun];
        let times = |day: &DayHours| {
            Some(DayTimes { from: MinuteOfDay::parse(&day.start)?, until: MinuteOfDay::parse(&day.end)? })
        };
        Self(days.map(|day| day.as_ref().and_then(times)))
    }
}

impl Week {
    /// The hours that begin on a day.
    #[must_use]
    pub fn on(&self, day: Weekday) -> Option<DayTimes> {
        self.0[usize::from(day.to_monday_zero_offset().unsigned_abs())]
    }
}

/// Hours that replace those of their kind on one date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HoursException {
    pub date: Date,
    pub kind: HoursKind,
    /// None: closed that day.
    pub times: Option<DayTimes>,
}
