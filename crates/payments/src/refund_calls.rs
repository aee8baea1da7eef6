//! Calls that send money back at a provider: each made until it is answered, and counted once.

use std::sync::Arc;

use async_trait::async_trait;
use deps::Deps;
use domain::ids::OrderId;
use outbox::{OutboxDelivery, Undelivered};
use providers::payment::{PAYING_TIMEOUT, PaymentProvider, in_time};
use serde::Deserialize;
use store::{LeasedMessage, PAYMENT_REFUND};

/// Sends money back.
pub struct RefundCalls {
    pub deps: Deps,
    pub provider: Arc<dyn PaymentProvider>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RefundCallPayload {
    order_id: i64,
    number: i64,
}

#[async_trait]
impl OutboxDelivery for RefundCalls {
    fn kind(&self) -> &'static str {
        PAYMENT_REFUND
    }

    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered> {
        let RefundCallPayload { order_id, number } =
            RefundCallPayload::deserialize(&message.payload).map_err(Undelivered::never)?;
        let (order, store) = (OrderId(order_id), &self.deps.store);
        let pending = store.checkouts().pending_refund(order, number).await.map_err(Undelivered::later)?;
        let Some(pending) = pending else { return Ok(()) };
        // A refusal may pass as well: an operator mends it at the provider, and it is tried until then.
        let sent = in_time(PAYING_TIMEOUT, self.provider.refund(pending.session, number, pending.amount));
        sent.await.map_err(Undelivered::later)?;
        store.failpoints().pass("refund sent").await;
        store.checkouts().refund_done(order, number, self.deps.clock.now()).await.map_err(Undelivered::later)?;
        Ok(())
    }
}
