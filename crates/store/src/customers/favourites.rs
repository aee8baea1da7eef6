//! The one order that somebody has again at a press (docs/spec/people.md, "History").

use domain::ids::{CustomerId, OrderId};

use super::CustomerStore;
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::{KeyRun, mark_done},
};

/// Why an order is not somebody's favourite.
#[derive(Debug, Clone, thiserror::Error)]
pub enum FavouriteError {
    /// The account was erased.
    #[error("there is no such account")]
    Gone,
    /// The account has no such order that a kitchen knows.
    #[error("there is no such order")]
    NotFound,
    #[error("the favourite could not be kept")]
    Store(#[from] StoreError),
}

const SET: &str = "UPDATE customers SET favourite_order_id = $2 WHERE id = $1 AND EXISTS \
    (SELECT 1 FROM checkouts c JOIN orders o ON o.id = c.id WHERE c.id = $2 AND c.customer_id = $1)";
const DROP: &str = "UPDATE customers SET favourite_order_id = NULL WHERE id = $1 AND erased_at IS NULL";

impl CustomerStore<'_> {
    /// Makes one of somebody's orders their favourite, in the place of another, by a run of a call with a key.
    ///
    /// # Errors
    /// [`FavouriteError`].
    pub async fn set_favourite(
        self,
        customer: CustomerId,
        order: OrderId,
        run: Option<KeyRun>,
    ) -> Result<(), FavouriteError> {
        self.0.write(move |conn| Box::pin(set(conn, customer.0, order.0, run))).await
    }

    /// Lets somebody have no favourite; false where the account was erased.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn drop_favourite(self, customer: CustomerId) -> Result<bool, StoreError> {
        self.0
            .write(move |conn| Box::pin(async move { Ok(conn.query(DROP).bind(customer.0).execute().await? == 1) }))
            .await
    }
}

async fn set(conn: &mut Conn<'_>, customer: i64, order: i64, run: Option<KeyRun>) -> Result<(), FavouriteError> {
    if !lock_customer(conn, customer).await? {
        return Err(FavouriteError::Gone);
    }
    if conn.query(SET).bind(customer).bind(order).execute().await? == 0 {
        return Err(FavouriteError::NotFound);
    }
    Ok(mark_done(conn, run).await?)
}
