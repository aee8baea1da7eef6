//! What of an order's state goes along with a status or an estimate.

use domain::{batch::Travel, order::Order};
use store::{Appended, Changed};

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

impl Outlook {
    fn new(estimate: Option<domain::estimate::Estimate>, travel: Option<&Travel>) -> Self {
        Self {
            estimate: estimate.map(Estimate::from),
            batch_data: travel.map(BatchData::from),
            stops_before: travel.map(|travel| travel.stops_before),
        }
    }
}

impl From<&Order> for Outlook {
    fn from(order: &Order) -> Self {
        Self::new(order.estimate, order.travel.as_ref())
    }
}

impl From<&Appended> for Outlook {
    fn from(appended: &Appended) -> Self {
        Self::new(appended.estimate, appended.travel.as_ref())
    }
}

impl From<&Changed> for Outlook {
    fn from(changed: &Changed) -> Self {
        Self::new(changed.estimate, changed.travel.as_ref())
    }
}

impl From<&Travel> for BatchData {
    fn from(travel: &Travel) -> Self {
        Self {
            estimated_minutes_from_batch_start: travel.minutes.map(i64::from),
            batch_status_updated_at: travel.updated_at,
        }
    }
}
