//! What of an order's state goes along with a status or an estimate.

use domain::order::Order;
use jiff::Timestamp;

use super::{BatchData, EstimatePayload};

/// An order's batch and arrival, as they stand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OutlookPayload {
    /// When the order is expected.
    pub estimate: Option<EstimatePayload>,
    /// The batch that it travels in.
    pub batch_data: Option<BatchData>,
    /// Stops of the batch that come before it and are not done.
    pub stops_before: Option<u32>,
}

impl From<&Order> for OutlookPayload {
    fn from(order: &Order) -> Self {
        Self {
            estimate: order.estimate.map(EstimatePayload::from),
            batch_data: order.travel.as_ref().map(|travel| BatchData::new(travel.minutes, travel.updated_at)),
            stops_before: order.travel.as_ref().map(|travel| travel.stops_before),
        }
    }
}

impl BatchData {
    /// The batch that last changed at a moment, with the minutes from its start to the order's door.
    #[must_use]
    pub fn new(minutes: Option<u32>, updated_at: Timestamp) -> Self {
        Self { estimated_minutes_from_batch_start: minutes.map(i64::from), batch_status_updated_at: updated_at }
    }
}
