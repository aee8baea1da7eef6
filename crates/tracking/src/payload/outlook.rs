//! What of an order's state goes along with a status or an estimate.

use bus::BatchOutlook;
use domain::order::Order;

use super::{BatchData, Estimate};

/// An order's batch and arrival, as they stand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outlook {
    /// When the order is expected.
    pub estimate: Option<Estimate>,
    /// The batch that it travels in.
    pub batch_data: Option<BatchData>,
    /// Stops of the batch that come before it and are not done.
    pub stops_before: Option<u32>,
}

impl From<&Order> for Outlook {
    fn from(order: &Order) -> Self {
        bus::Outlook::new(order.estimate, order.travel.as_ref()).into()
    }
}

impl From<bus::Outlook> for Outlook {
    fn from(outlook: bus::Outlook) -> Self {
        Self {
            estimate: outlook.estimate.map(Estimate::from),
            batch_data: outlook.batch.as_ref().map(BatchData::from),
            stops_before: outlook.batch.map(|batch| batch.stops_before),
        }
    }
}

impl From<&BatchOutlook> for BatchData {
    fn from(batch: &BatchOutlook) -> Self {
        Self {
            estimated_minutes_from_batch_start: batch.minutes.map(i64::from),
            batch_status_updated_at: batch.updated_at,
        }
    }
}
