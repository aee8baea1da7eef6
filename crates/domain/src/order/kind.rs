//! How an order reaches its eater, and who says what of it.

use serde::{Deserialize, Serialize};

/// How an order reaches its eater (OS-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OrderType {
    /// Kuljetus.
    Delivery,
    /// Nouto.
    Pickup,
    /// Paikan päällä.
    Eatin,
}

impl OrderType {
    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delivery => "delivery",
            Self::Pickup => "pickup",
            Self::Eatin => "eatin",
        }
    }

    /// Reads the name of [`OrderType::as_str`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Delivery, Self::Pickup, Self::Eatin].into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Who reported a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The web shop, or whoever registered the order.
    Shop,
    /// A restaurant's kitchen.
    Kitchen,
    /// The dispatch of the chain.
    Dispatch,
    /// A driver.
    Driver,
    /// The call centre.
    Staff,
}

impl Source {
    const ALL: [Self; 5] = [Self::Shop, Self::Kitchen, Self::Dispatch, Self::Driver, Self::Staff];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shop => "shop",
            Self::Kitchen => "kitchen",
            Self::Dispatch => "dispatch",
            Self::Driver => "driver",
            Self::Staff => "staff",
        }
    }

    /// Reads the name of [`Source::as_str`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == text)
    }
}

/// What decides which statuses an order can pass through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FulfilmentKind {
    /// How it reaches its eater.
    pub order_type: OrderType,
    /// Whether its restaurant reports deliveries.
    pub delivery_tracking: bool,
}

impl FulfilmentKind {
    /// Whether the road to the door can be followed.
    #[must_use]
    pub fn is_tracked_delivery(self) -> bool {
        self.order_type == OrderType::Delivery && self.delivery_tracking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_back_as_what_it_names() {
        for (name, kind) in
            [("delivery", OrderType::Delivery), ("pickup", OrderType::Pickup), ("eatin", OrderType::Eatin)]
        {
            assert_eq!((kind.as_str(), OrderType::parse(name)), (name, Some(kind)));
        }
        for source in Source::ALL {
            assert_eq!(Source::parse(source.as_str()), Some(source));
        }
        assert_eq!((OrderType::parse("Delivery"), Source::parse("")), (None, None));
    }
}
