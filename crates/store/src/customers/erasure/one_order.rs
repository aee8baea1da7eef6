//! The people of one order, at the word of whoever holds its key (docs/spec/people.md, "A guest's rights").

use domain::ids::OrderId;
use jiff::Timestamp;

use super::{CustomerStore, ErasedOrder, mails, orders};
use crate::{conn::Conn, error::StoreError, sql::Sql, ts::Ts};

/// An order whose people are to be forgotten.
#[derive(Debug, Clone, Copy)]
pub struct EraseOrder {
    pub order: OrderId,
    /// The present moment.
    pub now: Timestamp,
}

/// Why the people of an order were not forgotten; then nothing of them was.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EraseOrderError {
    /// There is no such order.
    #[error("there is no such order")]
    NotFound,
    /// It is neither over nor expired, or waits for its money.
    #[error("the order is not over")]
    Open,
    #[error("the people of the order could not be forgotten")]
    Store(#[from] StoreError),
}

static HOLD_ORDER: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE");
    format!("SELECT id FROM orders WHERE id = $1{lock}")
});
static HOLD_CHECKOUT: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE");
    format!("SELECT id FROM checkouts WHERE id = $1{lock}")
});
const IS_OPEN: &str = "SELECT id FROM orders WHERE id = $1 AND over_at IS NULL AND expires_at > $2 UNION ALL \
    SELECT id FROM checkouts WHERE id = $1 AND stage = 'waiting'";

impl CustomerStore<'_> {
    /// Forgets the people of an order that is over. The same again changes nothing. Gives the order where a kitchen knew it.
    ///
    /// # Errors
    /// [`EraseOrderError`].
    pub async fn erase_order(self, erase: EraseOrder) -> Result<Option<ErasedOrder>, EraseOrderError> {
        self.0.write(move |conn| Box::pin(apply(conn, erase))).await
    }
}

async fn apply(conn: &mut Conn<'_>, erase: EraseOrder) -> Result<Option<ErasedOrder>, EraseOrderError> {
    let EraseOrder { order: OrderId(id), now } = erase;
    let order = conn.query(&HOLD_ORDER).bind(id).fetch_optional().await?;
    let checkout = conn.query(&HOLD_CHECKOUT).bind(id).fetch_optional().await?;
    if order.is_none() && checkout.is_none() {
        return Err(EraseOrderError::NotFound);
    }
    if conn.query(IS_OPEN).bind(id).bind(Ts::new(now)).fetch_optional().await?.is_some() {
        return Err(EraseOrderError::Open);
    }
    let erased = orders::forget(conn, &[id], now).await?;
    mails::drop_unsent(conn, &[], &[id]).await?;
    Ok(erased.first().copied())
}
