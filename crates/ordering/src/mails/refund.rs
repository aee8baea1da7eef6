//! That money goes back: sent when that is decided.

use async_trait::async_trait;
use domain::{ids::OrderId, money::Cents};
use mail::Refund;
use outbox::{OutboxDelivery, Undelivered};
use serde::Deserialize;
use store::{LeasedMessage, ORDER_REFUND};

use super::sender::{MailParts, said};

/// Tells people of money that goes back to them.
pub struct RefundMails(pub MailParts);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RefundMailPayload {
    order_id: i64,
    /// Cents.
    amount: i64,
    left: i64,
}

#[async_trait]
impl OutboxDelivery for RefundMails {
    fn kind(&self) -> &'static str {
        ORDER_REFUND
    }

    async fn deliver(&self, message: &LeasedMessage) -> Result<(), Undelivered> {
        let Self(parts) = self;
        let RefundMailPayload { order_id, amount, left } = said(message)?;
        let Some(told) = parts.told(OrderId(order_id)).await.map_err(Undelivered::later)? else { return Ok(()) };
        let refund = Refund {
            order: told.checkout.id,
            amount: Cents(amount),
            left: Cents(left),
            payment: parts.payment_name(&told.checkout),
            tracking_url: parts.tracking_url(&told.checkout)?,
        };
        parts.send(&refund.mail(&told.to), message).await
    }
}
