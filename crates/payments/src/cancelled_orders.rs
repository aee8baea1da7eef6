//! Money of orders that are cancelled on this node: it is on its way back before whoever cancelled one is answered. Where that
//! fails, and for those of other nodes, the sweep does it.

use std::sync::Weak;

use async_trait::async_trait;
use domain::{error::chain, ids::OrderId};
use orders::Cancellations;
use store::{SettleError, SettleEvent};

use crate::{Payments, PaymentsParts};

/// Settles the payments of cancelled orders, as long as anybody takes payments.
pub struct CancelledOrders(Weak<PaymentsParts>);

impl CancelledOrders {
    /// Of these payments.
    #[must_use]
    pub fn of(payments: &Payments) -> Self {
        Self(payments.downgrade())
    }
}

#[async_trait]
impl Cancellations for CancelledOrders {
    async fn cancelled(&self, order: OrderId) {
        let Some(payments) = Payments::upgrade(&self.0) else { return };
        // An order of the kitchen's own has no payment here.
        if let Err(SettleError::Store(error)) = payments.settle(order, SettleEvent::Reject).await {
            tracing::warn!(%order, error = %chain(&error), "a cancelled order's payment is settled later");
        }
    }
}
