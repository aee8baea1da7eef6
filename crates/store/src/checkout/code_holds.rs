//! Uses of limited codes while their order waits for money: held for a while, then given back once, and taken again
//! with each later try (docs/spec/ordering.md, "Codes"). A limit is never passed.

use domain::ids::OrderId;
use jiff::Timestamp;

use super::{CheckoutStore, events::SettleError, gifts::take_code, rows::hold};
use crate::{conn::Conn, error::StoreError, ts::Ts};

const DUE: &str = "SELECT DISTINCT order_id FROM checkout_codes WHERE held_until <= $1 ORDER BY order_id LIMIT $2";

/// Gives back what an order holds for too long, if it waits still; then nothing is due of it any more.
const RELEASE: [&str; 3] = [
    "UPDATE code_uses SET uses = uses - 1 WHERE code IN (SELECT u.code FROM checkout_codes u JOIN checkouts c \
     ON c.id = u.order_id WHERE u.order_id = $1 AND u.given_back_at IS NULL AND u.held_until <= $2 AND c.stage = 'waiting')",
    "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL AND held_until <= $2 \
     AND EXISTS (SELECT 1 FROM checkouts WHERE id = $1 AND stage = 'waiting')",
    "UPDATE checkout_codes SET held_until = NULL WHERE order_id = $1 AND held_until <= $2",
];

const GIVEN_BACK: &str =
    "SELECT code, most FROM checkout_codes WHERE order_id = $1 AND given_back_at IS NOT NULL ORDER BY code";
const TAKEN_AGAIN: &str =
    "UPDATE checkout_codes SET given_back_at = NULL, held_until = NULL WHERE order_id = $1 AND code = $2";

impl CheckoutStore<'_> {
    /// Unpaid orders that have held a use of a code for long enough.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn code_holds_due(self, now: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        let due = self.0.read((now, limit), |conn, &(now, limit)| {
            Box::pin(conn.query(DUE).bind(Ts::new(now)).bind(i64::from(limit)).scalars())
        });
        Ok(due.await?.into_iter().map(OrderId).collect())
    }

    /// Gives back what an order holds for too long; of one that is paid or has ended, nothing.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn release_codes(self, order: OrderId, now: Timestamp) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(release_codes(conn, order.0, now))).await
    }
}

async fn release_codes(conn: &mut Conn<'_>, order: i64, now: Timestamp) -> Result<(), StoreError> {
    hold(conn, order).await?;
    for statement in RELEASE {
        conn.query(statement).bind(order).bind(Ts::new(now)).execute().await?;
    }
    Ok(())
}

/// Takes the uses again that a waiting order gave back.
pub(super) async fn take_codes_again(conn: &mut Conn<'_>, order: i64) -> Result<(), SettleError> {
    for row in conn.query(GIVEN_BACK).bind(order).fetch_all().await? {
        let (code, most): (String, Option<i64>) = (row.get("code")?, row.get("most")?);
        if !take_code(conn, &code, most.unwrap_or(0)).await? {
            return Err(SettleError::LimitReached { code });
        }
        conn.query(TAKEN_AGAIN).bind(order).bind(code).execute().await?;
    }
    Ok(())
}
