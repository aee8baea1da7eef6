//! What has gone back of an order, part by part, read.

use domain::{
    money::Cents,
    payment::{RefundPart, RefundSource, SessionId},
};

use crate::{conn::Conn, error::StoreError, row::Row};

/// A part that a provider is still to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingRefund {
    /// The try.
    pub session: SessionId,
    /// How much of it.
    pub amount: Cents,
}

const READ: &str = "SELECT number, session_id, amount, done_at IS NOT NULL AS is_done FROM refunds \
    WHERE order_id = $1 ORDER BY number";

fn refund_part(row: &Row) -> Result<RefundPart, StoreError> {
    let row = row.of("refunds", "number");
    let session = row.parse_optional("session_id", |name: String| SessionId::stored(&name).ok())?;
    Ok(RefundPart {
        number: row.get("number")?,
        source: session.map_or(RefundSource::GiftCard, RefundSource::Try),
        amount: Cents(row.get("amount")?),
        is_done: row.get("is_done")?,
    })
}

/// What has gone back until now, or is to.
pub(super) async fn read_refunds(conn: &mut Conn<'_>, order: i64) -> Result<Vec<RefundPart>, StoreError> {
    conn.query(READ).bind(order).fetch_all().await?.iter().map(refund_part).collect()
}

/// A part that a provider is still to send, by its number.
pub(super) fn pending(parts: &[RefundPart], number: i64) -> Option<PendingRefund> {
    let part = parts.iter().find(|part| part.number == number && !part.is_done)?;
    match part.source {
        RefundSource::Try(session) => Some(PendingRefund { session, amount: part.amount }),
        RefundSource::GiftCard => None,
    }
}
