//! The moment in which a city opens: one that is worth seeing.
//!
//! Whoever starts a demo looks at one order first, and does not look for long. So the city does not open at any moment,
//! but shortly before some delivery leaves its oven whose door is near: nothing about that order is arranged, the city
//! only opens when it comes.

use std::ops::RangeInclusive;

use crate::{
    batch::{Act, BatchPlan},
    orders::OrderPlan,
    plan::Seconds,
    roads::has_streets,
};

/// The car leaves so long after the opening: 35 s on the wall at the usual speed.
const DEPARTS: Seconds = 140;
/// Its order is in the oven for at least so long of that, so that whoever opens a page still sees it there: 15 s.
const IN_THE_OVEN: Seconds = 60;
/// So long it drives to the door: some 30 to 46 s on the wall.
const DRIVES: RangeInclusive<Seconds> = 110..=185;

/// An order to be followed from oven to door.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Story {
    /// The number of the order.
    pub(crate) order: u64,
    /// When its car leaves.
    pub(crate) departs_at: Seconds,
    /// When it is handed over.
    pub(crate) delivered_at: Seconds,
}

/// When a city opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) at: Seconds,
    /// What is to be seen first; none in a city without such a delivery.
    pub(crate) story: Option<Story>,
}

impl Opening {
    /// So long a city waits for something that is worth seeing. Chains without streets have nothing of the kind.
    pub(crate) const LATEST: Seconds = 3 * 60 * 60;

    /// The opening shortly before this batch departs, if its first stop is worth seeing.
    pub(crate) fn before(batch: &BatchPlan, orders: &[Box<OrderPlan>]) -> Option<Self> {
        let departs_at = batch.acts.iter().find_map(|act| match act {
            Act::Depart(at) => Some(*at),
            _ => None,
        })?;
        let at = departs_at - DEPARTS;
        let (number, first) = batch.acts.iter().find_map(|act| match act {
            Act::Press(order, press) if matches!(press.status, 9 | 11) => Some((*order, press)),
            _ => None,
        })?;
        let order = orders.iter().find(|order| order.number == number)?;
        let parcel = order.parcel.as_ref()?;
        let (reaches_at, delivered_at) = (batch.way.first_stop_at()?, first.at);
        let is_in_the_oven = order.presses.iter().any(|press| press.status == 3 && press.at <= at)
            && parcel.ready_at >= at + IN_THE_OVEN;
        let is_seen = at >= 0
            && first.status == 11
            && order.preorder_at.is_none()
            && order.promised_minutes.is_none()
            && is_in_the_oven
            && DRIVES.contains(&(reaches_at - departs_at))
            && batch.silence.as_ref().is_none_or(|silence| *silence.start() > delivered_at)
            && has_streets(parcel.place);
        is_seen.then_some(Self { at, story: Some(Story { order: number, departs_at, delivered_at }) })
    }
}
