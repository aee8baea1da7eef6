//! Money of orders that are cancelled on this node: it is on its way back before whoever cancelled one is answered. Where that
//! fails, and for those of other nodes, the sweep does it.

use std::sync::Weak;

use async_trait::async_trait;
use domain::{error::chain, ids::OrderId};
use orders::Cancellations;
use store::{SettleError, SettleEvent};

use crate::ordering::{Ordering, OrderingParts};

/// Settles the payments of cancelled orders, as long as there is a shop.
pub struct CancelledOrders(Weak<OrderingParts>);

impl CancelledOrders {
    /// Of this shop.
    #[must_use]
    pub fn of(ordering: &Ordering) -> Self {
        Self(ordering.downgrade())
    }
}

#[async_trait]
impl Cancellations for CancelledOrders {
    async fn cancelled(&self, order: OrderId) {
        let Some(ordering) = self.0.upgrade() else { return };
        // An order of the kitchen's own has no payment here.
        if let Err(SettleError::Store(error)) = ordering.payments.settle(order, SettleEvent::Reject).await {
            tracing::warn!(%order, error = %chain(&error), "a cancelled order's payment is settled later");
        }
    }
}
