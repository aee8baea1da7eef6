//! Uses of limited codes while their order waits for money: held for a while, then given back once, and taken again
//! with each later try (docs/spec/ordering.md, "Codes"). A limit is never passed.

use domain::ids::OrderId;
use jiff::Timestamp;

use super::settle::lock_of;
use crate::{
    connection::{reading, writing},
    error::StoreError,
    store::Store,
    ts::Ts,
};

const DUE: &str = "SELECT DISTINCT order_id FROM checkout_codes WHERE held_until <= $1 ORDER BY order_id LIMIT $2";

/// Gives back what an order holds for too long, if it waits still; then nothing is due of it any more.
const RELEASE: [&str; 3] = [
    "UPDATE code_uses SET uses = uses - 1 WHERE code IN (SELECT u.code FROM checkout_codes u JOIN checkouts c \
     ON c.id = u.order_id WHERE u.order_id = $1 AND u.given_back_at IS NULL AND u.held_until <= $2 AND c.stage = 'waiting')",
    "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL AND held_until <= $2 \
     AND EXISTS (SELECT 1 FROM checkouts WHERE id = $1 AND stage = 'waiting')",
    "UPDATE checkout_codes SET held_until = NULL WHERE order_id = $1 AND held_until <= $2",
];

pub(super) const GIVEN_BACK: &str =
    "SELECT code, most FROM checkout_codes WHERE order_id = $1 AND given_back_at IS NOT NULL ORDER BY code";
pub(super) const TAKEN_AGAIN: &str =
    "UPDATE checkout_codes SET given_back_at = NULL, held_until = NULL WHERE order_id = $1 AND code = $2";

/// Takes the uses again that a waiting order gave back. A macro, because it is written once for each database.
macro_rules! take_codes_again {
    ($connection:ident, $id:ident) => {{
        use $crate::checkout::{
            code_holds::{GIVEN_BACK, TAKEN_AGAIN},
            gifts::TAKE_CODE,
        };
        let query = sqlx::query_as::<_, (String, Option<i64>)>(GIVEN_BACK).bind($id);
        for (code, most) in query.fetch_all(&mut *$connection).await? {
            let query = sqlx::query(TAKE_CODE).bind(code.clone()).bind(most.unwrap_or(0));
            if query.execute(&mut *$connection).await?.rows_affected() == 0 {
                return Err($crate::checkout::events::SettleError::LimitReached { code });
            }
            sqlx::query(TAKEN_AGAIN).bind($id).bind(code).execute(&mut *$connection).await?;
        }
    }};
}
pub(super) use take_codes_again;

impl Store {
    /// Unpaid orders that have held a use of a code for long enough.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn code_holds_due(&self, now: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(DUE).bind(Ts::new(now)).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?.into_iter().map(OrderId).collect())
        })
    }

    /// Gives back what an order holds for too long; of one that is paid or has ended, nothing.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn release_codes(&self, order: OrderId, now: Timestamp) -> Result<(), StoreError> {
        let lock = lock_of(self.backend());
        writing!(self, connection => {
            if let Some(lock) = lock {
                sqlx::query(lock).bind(order.0).execute(&mut *connection).await?;
            }
            for text in RELEASE {
                sqlx::query(text).bind(order.0).bind(Ts::new(now)).execute(&mut *connection).await?;
            }
            Ok::<_, StoreError>(())
        })
    }
}
