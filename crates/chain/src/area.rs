//! Where restaurants deliver, and for what fee.

use domain::{geo::LatLng, ids::RestaurantId, money::Cents};
use jiff::civil::Weekday;

use crate::{
    ids::ZoneId,
    polygon::Polygon,
    time::{MinuteOfDay, WeekTimes},
};

/// An area of `areas.json`.
#[derive(Debug, Clone, PartialEq)]
pub struct Area {
    pub shop: RestaurantId,
    pub zone: ZoneId,
    /// The edition of its fees, such as `V1`.
    pub version: String,
    pub polygon: Polygon,
    /// What delivery costs now, unless a timed fee holds.
    pub fee: Cents,
    /// What it costs as a preorder, unless a timed fee holds.
    pub preorder_fee: Cents,
    /// Fees of some hours; the first that holds counts.
    pub timed_fees: Vec<TimedFee>,
    /// Great-circle kilometres from the restaurant beyond which it does not deliver.
    pub most_kilometres: Option<f64>,
}

/// A fee of some hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimedFee {
    pub times: WeekTimes,
    pub fee: Cents,
}

impl Area {
    /// Whether it takes a point, given where its restaurant stands (docs/spec/ordering.md, "Areas").
    #[must_use]
    pub fn takes(&self, point: LatLng, restaurant: LatLng) -> bool {
        let is_near = self.most_kilometres.is_none_or(|most| restaurant.metres_to(point) <= most * 1000.0);
        is_near && self.polygon.holds(point)
    }

    /// The fee at a moment of the week.
    #[must_use]
    pub fn fee_at(&self, day: Weekday, minute: MinuteOfDay, is_preorder: bool) -> Cents {
        let timed = self.timed_fees.iter().find(|timed| timed.times.hold(day, minute));
        timed.map_or(if is_preorder { self.preorder_fee } else { self.fee }, |timed| timed.fee)
    }

    /// The least and the greatest fee of a preorder.
    #[must_use]
    pub fn preorder_fees(&self) -> (Cents, Cents) {
        let fees = || self.timed_fees.iter().map(|timed| timed.fee);
        (fees().fold(self.preorder_fee, Cents::min), fees().fold(self.preorder_fee, Cents::max))
    }
}
