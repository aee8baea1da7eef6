//! How far a line was told of an order.

use domain::ids::{OrderId, Rev, Seq};

use super::frame::{CarTag, Moment};

/// How far a line was told of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(super) struct Subscription {
    pub(super) order: OrderId,
    pub(super) told: Told,
}

/// What a line knows of an order: no older status, state or position is sent after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Told {
    /// The car that may be shown: none unless the last status is "being delivered".
    pub car: Option<CarTag>,
    /// When the car was where it was last shown.
    pub seen_at: Option<Moment>,
    /// Number of the last status.
    pub seq: Seq,
    /// Number of the last state.
    pub rev: Rev,
}

impl Told {
    /// An order that shows no car.
    #[must_use]
    pub fn without_car(seq: Seq, rev: Rev) -> Self {
        Self { seq, rev, car: None, seen_at: None }
    }
}
