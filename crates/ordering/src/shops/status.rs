//! Statuses of restaurants, as the wire knows them.

use chain::hours;
use serde::Serialize;
use utoipa::ToSchema;

/// Whether a restaurant can be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SelectorStatus)]
pub enum SelectorStatusPayload {
    Hidden,
    DeliveryMethodUnavailable,
    Closed,
    TemporarilyUnavailable,
    Open,
}

impl From<hours::SelectorStatus> for SelectorStatusPayload {
    fn from(status: hours::SelectorStatus) -> Self {
        match status {
            hours::SelectorStatus::Hidden => Self::Hidden,
            hours::SelectorStatus::DeliveryMethodUnavailable => Self::DeliveryMethodUnavailable,
            hours::SelectorStatus::Closed => Self::Closed,
            hours::SelectorStatus::TemporarilyUnavailable => Self::TemporarilyUnavailable,
            hours::SelectorStatus::Open => Self::Open,
        }
    }
}

/// What a page says of a restaurant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AvailabilityStatus)]
pub enum AvailabilityStatusPayload {
    Open,
    ClosingSoon,
    DeliveryClosed,
    PhysicallyOpenWithoutOnlineOrders,
    Closed,
    OpeningSoon,
    TemporarilyNotDelivering,
    TemporarilyNotOnline,
}

impl From<hours::AvailabilityStatus> for AvailabilityStatusPayload {
    fn from(status: hours::AvailabilityStatus) -> Self {
        match status {
            hours::AvailabilityStatus::Open => Self::Open,
            hours::AvailabilityStatus::ClosingSoon => Self::ClosingSoon,
            hours::AvailabilityStatus::DeliveryClosed => Self::DeliveryClosed,
            hours::AvailabilityStatus::PhysicallyOpenWithoutOnlineOrders => Self::PhysicallyOpenWithoutOnlineOrders,
            hours::AvailabilityStatus::Closed => Self::Closed,
            hours::AvailabilityStatus::OpeningSoon => Self::OpeningSoon,
            hours::AvailabilityStatus::TemporarilyNotDelivering => Self::TemporarilyNotDelivering,
            hours::AvailabilityStatus::TemporarilyNotOnline => Self::TemporarilyNotOnline,
        }
    }
}
