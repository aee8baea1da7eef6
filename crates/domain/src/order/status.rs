//! What the statuses −1…13 are. Nothing else in the project compares status numbers.

use super::kind::FulfilmentKind;

/// A status of an order (T-32 to T-46).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(i16)]
pub enum Status {
    /// −1: not received; known to the shop alone.
    NotReceived = -1,
    /// 0: received.
    Received = 0,
    /// 1: accepted.
    Accepted = 1,
    /// 2: in making.
    InMaking = 2,
    /// 3: in the oven.
    InOven = 3,
    /// 4: process finished.
    Finished = 4,
    /// 5: assigned to a batch.
    InBatch = 5,
    /// 6: assigned to a car.
    InCar = 6,
    /// 7: waiting for delivery.
    WaitingForDelivery = 7,
    /// 8: being delivered.
    BeingDelivered = 8,
    /// 9: delivery failed.
    DeliveryFailed = 9,
    /// 10: delivery failed, batch completed.
    DeliveryFailedBatchCompleted = 10,
    /// 11: delivery completed.
    Delivered = 11,
    /// 12: show feedback.
    ShowFeedback = 12,
    /// 13: cancelled.
    Cancelled = 13,
}

/// A number that is no status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no status")]
pub struct UnknownStatus(pub i64);

impl Status {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 15] = [
        Self::NotReceived,
        Self::Received,
        Self::Accepted,
        Self::InMaking,
        Self::InOven,
        Self::Finished,
        Self::InBatch,
        Self::InCar,
        Self::WaitingForDelivery,
        Self::BeingDelivered,
        Self::DeliveryFailed,
        Self::DeliveryFailedBatchCompleted,
        Self::Delivered,
        Self::ShowFeedback,
        Self::Cancelled,
    ];

    /// Its number on the wire.
    #[must_use]
    pub fn number(self) -> i16 {
        self as i16
    }

    /// Whether nothing can follow, and the live topic ends (docs/spec/hub.md, "Statuses").
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Self::ShowFeedback | Self::Cancelled)
    }

    /// Whether an order at this status is over (docs/spec/hub.md, "When an order is over").
    #[must_use]
    pub fn is_over(self, fulfilment: FulfilmentKind) -> bool {
        match self {
            Self::ShowFeedback | Self::Cancelled | Self::DeliveryFailedBatchCompleted | Self::Delivered => true,
            Self::Finished => !fulfilment.is_tracked_delivery(),
            _ => false,
        }
    }

    /// Whether only a delivery can stand here.
    #[must_use]
    pub(super) fn is_on_the_way(self) -> bool {
        (Self::InBatch..=Self::Delivered).contains(&self)
    }
}

impl TryFrom<i64> for Status {
    type Error = UnknownStatus;
    fn try_from(number: i64) -> Result<Self, UnknownStatus> {
        Self::ALL.into_iter().find(|status| i64::from(status.number()) == number).ok_or(UnknownStatus(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::OrderType;

    /// Holds statuses against their numbers, both ways.
    fn assert_numbered(numbered: &[(i64, Status)]) {
        for (number, status) in numbered {
            assert_eq!(Status::try_from(*number), Ok(*status));
            assert_eq!(i64::from(status.number()), *number);
        }
    }

    // spec: T-32, T-33, T-34, T-35, T-36, T-37
    #[test]
    fn until_it_is_finished_an_order_stands_at_minus_1_to_4() {
        use Status::*;
        assert_numbered(&[(-1, NotReceived), (0, Received), (1, Accepted), (2, InMaking), (3, InOven), (4, Finished)]);
    }

    // spec: T-38, T-39, T-40, T-41, T-42, T-43
    #[test]
    fn on_the_road_an_order_stands_at_5_to_10() {
        use Status::*;
        assert_numbered(&[(5, InBatch), (6, InCar), (7, WaitingForDelivery), (8, BeingDelivered)]);
        assert_numbered(&[(9, DeliveryFailed), (10, DeliveryFailedBatchCompleted)]);
    }

    // spec: T-44, T-45, T-46
    #[test]
    fn at_the_end_an_order_stands_at_11_to_13_and_there_are_no_other_numbers() {
        use Status::*;
        assert_numbered(&[(11, Delivered), (12, ShowFeedback), (13, Cancelled)]);
        for none in [-2, 14] {
            assert_eq!(Status::try_from(none), Err(UnknownStatus(none)));
        }
        assert_eq!(Status::ALL.map(Status::number).to_vec(), (-1..=13).collect::<Vec<i16>>());
    }

    #[test]
    fn an_order_is_over_where_the_seeds_stop() {
        let over = |order_type, delivery_tracking| {
            let fulfilment = FulfilmentKind { order_type, delivery_tracking };
            Status::ALL.into_iter().filter(|s| s.is_over(fulfilment)).map(Status::number).collect::<Vec<_>>()
        };
        assert_eq!(over(OrderType::Delivery, true), [10, 11, 12, 13]);
        assert_eq!(over(OrderType::Delivery, false), [4, 10, 11, 12, 13]);
        assert_eq!(over(OrderType::Pickup, true), [4, 10, 11, 12, 13]);
        assert_eq!(over(OrderType::Eatin, false), [4, 10, 11, 12, 13]);
    }
}
