//! Whether a restaurant can be chosen.

use domain::order::OrderType;
use jiff::Timestamp;

use crate::{
    hours::{Hours, ServiceState, intervals},
    settings::Settings,
    shop::Shop,
};

/// Whether a restaurant can be chosen (docs/spec/ordering.md, "Selector status").
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
    /// What the shop says of itself.
    pub state: &'q ServiceState,
    /// Who bakes the shop's deliveries: itself, or the restaurant that they go to.
    pub delivery_kitchen: &'q Shop,
    /// What that kitchen says of itself.
    pub delivery_state: &'q ServiceState,
    pub settings: &'q Settings,
    pub order_type: OrderType,
    /// When it is to be due; none: as soon as possible.
    pub pre_order_time: Option<Timestamp>,
    pub now: Timestamp,
}

impl<'q> Question<'q> {
    /// Who bakes what is asked for.
    #[must_use]
    pub fn kitchen(&self) -> &'q Shop {
        if self.order_type == OrderType::Delivery { self.delivery_kitchen } else { self.shop }
    }

    /// What that kitchen says of itself.
    #[must_use]
    pub fn kitchen_state(&self) -> &'q ServiceState {
        if self.order_type == OrderType::Delivery { self.delivery_state } else { self.state }
    }

    /// The same of another order type.
    #[must_use]
    pub fn of(&self, order_type: OrderType) -> Self {
        Self { order_type, ..*self }
    }

    /// The same at another moment.
    #[must_use]
    pub fn at(&self, now: Timestamp) -> Self {
        Self { now, ..*self }
    }

    /// Whether the restaurant can be chosen: the first row that fits.
    #[must_use]
    pub fn selector_status(&self) -> SelectorStatus {
        let kitchen = self.kitchen();
        if self.shop.is_hidden() {
            return SelectorStatus::Hidden;
        }
        if !kitchen.offers(self.order_type) {
            return SelectorStatus::DeliveryMethodUnavailable;
        }
        if let Some(time) = self.pre_order_time {
            return if self.takes_preorder_at(time) { SelectorStatus::Open } else { SelectorStatus::Closed };
        }
        let hours = intervals(kitchen, Hours::Of(self.order_type), self.now, 1);
        if !hours.iter().any(|interval| interval.holds(self.now)) {
            return SelectorStatus::Closed;
        }
        if self.kitchen_state().paused_until(self.order_type, self.now).is_some() {
            return SelectorStatus::TemporarilyUnavailable;
        }
        SelectorStatus::Open
    }

    /// What is written beside the restaurant.
    #[must_use]
    pub fn selector_text(&self) -> String {
        self.text_of(self.selector_status())
    }

    /// What is written beside a restaurant of this status.
    pub(super) fn text_of(&self, status: SelectorStatus) -> String {
        match status {
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
        let kitchen = self.kitchen();
        let minutes = match (self.order_type, self.pre_order_time) {
            (OrderType::Delivery, None) => kitchen.restaurant.delivery_minutes,
            (OrderType::Delivery, Some(_)) => kitchen.preorder_delivery_minutes,
            (_, None) => kitchen.restaurant.pickup_minutes,
            (_, Some(_)) => kitchen.preorder_pickup_minutes,
        };
        minutes + if self.pre_order_time.is_none() { self.kitchen_state().busy_minutes(self.now) } else { 0 }
    }
}
