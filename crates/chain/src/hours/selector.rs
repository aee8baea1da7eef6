//! Whether a restaurant can be chosen.

use domain::order::OrderType;
use jiff::Timestamp;

use crate::{
    hours::{Hours, RestaurantState, intervals, preorder_times},
    settings::Settings,
    shop::Shop,
};

/// Whether a restaurant can be chosen (contract ordering, "Selector status").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SelectorStatus {
    Hidden,
    DeliveryMethodUnavailable,
    Closed,
    TemporarilyUnavailable,
    Open,
}

impl SelectorStatus {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hidden => "Hidden",
            Self::DeliveryMethodUnavailable => "DeliveryMethodUnavailable",
            Self::Closed => "Closed",
            Self::TemporarilyUnavailable => "TemporarilyUnavailable",
            Self::Open => "Open",
        }
    }
}

/// What is asked of a restaurant.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    pub shop: &'q Shop,
    /// Who bakes: the shop itself, or the restaurant that its deliveries go to.
    pub kitchen: &'q Shop,
    /// What the kitchen says of itself.
    pub state: &'q RestaurantState,
    pub settings: &'q Settings,
    pub order_type: OrderType,
    /// When it is to be due; none: as soon as possible.
    pub pre_order_time: Option<Timestamp>,
    pub now: Timestamp,
}

impl Question<'_> {
    /// Whether the restaurant can be chosen: the first row that fits.
    #[must_use]
    pub fn selector_status(&self) -> SelectorStatus {
        if self.shop.is_hidden() {
            return SelectorStatus::Hidden;
        }
        if !self.kitchen.offers(self.order_type) || !self.shop.offers(self.order_type) {
            return SelectorStatus::DeliveryMethodUnavailable;
        }
        if let Some(time) = self.pre_order_time {
            let Self { shop, kitchen, state, settings, order_type, now, .. } = *self;
            let is_offered = preorder_times(shop, kitchen, order_type, settings, state, now).contains(&time);
            return if is_offered { SelectorStatus::Open } else { SelectorStatus::Closed };
        }
        let hours = intervals(self.kitchen, Hours::Of(self.order_type), self.now, 1);
        if !hours.iter().any(|interval| interval.holds(self.now)) {
            return SelectorStatus::Closed;
        }
        if self.state.paused_until(self.order_type, self.now).is_some() {
            return SelectorStatus::TemporarilyUnavailable;
        }
        SelectorStatus::Open
    }

    /// What is written beside the restaurant.
    #[must_use]
    pub fn selector_text(&self) -> String {
        match self.selector_status() {
            SelectorStatus::Hidden => String::new(),
            SelectorStatus::Closed => "Ravintola on tällä hetkellä kiinni.".to_owned(),
            SelectorStatus::Open => format!("n. {} min", self.estimate_minutes()),
            SelectorStatus::DeliveryMethodUnavailable | SelectorStatus::TemporarilyUnavailable => {
                let is_delivery = self.order_type == OrderType::Delivery;
                if is_delivery { "Väliaikaisesti ei kuljetusta." } else { "Väliaikaisesti ei verkkokauppatilauksia" }
                    .to_owned()
            }
        }
    }

    /// Minutes that an order takes; the kitchen's delay counts for what is to be due at once.
    #[must_use]
    pub fn estimate_minutes(&self) -> u32 {
        let kitchen = self.kitchen;
        let minutes = match (self.order_type, self.pre_order_time) {
            (OrderType::Delivery, None) => kitchen.restaurant.delivery_minutes,
            (OrderType::Delivery, Some(_)) => kitchen.preorder_delivery_minutes,
            (_, None) => kitchen.restaurant.pickup_minutes,
            (_, Some(_)) => kitchen.preorder_pickup_minutes,
        };
        minutes + if self.pre_order_time.is_none() { self.state.busy_minutes } else { 0 }
    }
}
