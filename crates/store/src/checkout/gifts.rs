//! What orders took of codes and gift cards.

use std::collections::HashMap;

use domain::{money::Cents, order::Status};
use jiff::Timestamp;

use super::CheckoutStore;
use crate::{conn::Conn, error::StoreError, sql::Sql, ts::Ts};

const USES: &str = "SELECT code, uses FROM code_uses WHERE code = $1";
const GONE: &str = "SELECT gone FROM gift_cards WHERE card = $1";

const TAKE_CODE: &str = "INSERT INTO code_uses (code, uses) VALUES ($1, 1) \
    ON CONFLICT (code) DO UPDATE SET uses = code_uses.uses + 1 WHERE code_uses.uses < $2";

/// Gives all of it back, once: what is noted as given back counts no more.
const GIVE_BACK: [&str; 4] = [
    "UPDATE code_uses SET uses = uses - 1 \
     WHERE $2 IS NOT NULL AND code IN (SELECT code FROM checkout_codes WHERE order_id = $1 AND given_back_at IS NULL)",
    "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL",
    "UPDATE gift_cards SET gone = gone - (SELECT amount FROM gift_card_holds WHERE order_id = $1) \
     WHERE $2 IS NOT NULL AND card = (SELECT card FROM gift_card_holds WHERE order_id = $1 AND given_back_at IS NULL)",
    "UPDATE gift_card_holds SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL",
];

/// Gives the benefits among it back, once: none of an order that was delivered or fetched (docs/spec/people.md, "Benefits
/// that return").
static GIVE_BENEFITS_BACK: [Sql; 2] = [
    Sql::new(|_| {
        format!(
            "UPDATE code_uses SET uses = uses - 1 WHERE $2 IS NOT NULL AND code IN (SELECT code FROM checkout_codes \
             WHERE order_id = $1 AND is_benefit AND given_back_at IS NULL) AND {}",
            is_undelivered()
        )
    }),
    Sql::new(|_| {
        format!(
            "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND is_benefit AND given_back_at IS NULL \
             AND {}",
            is_undelivered()
        )
    }),
];

fn is_undelivered() -> String {
    let [delivered, fetched] = [Status::Delivered, Status::ShowFeedback].map(Status::number);
    format!("NOT EXISTS (SELECT 1 FROM orders WHERE id = $1 AND status IN ({delivered}, {fetched}))")
}

impl CheckoutStore<'_> {
    /// How often each of some codes is used; a code that nobody has used is not among them.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn code_uses(self, codes: &[String]) -> Result<HashMap<String, u32>, StoreError> {
        self.0
            .read(codes, |conn, &codes| {
                Box::pin(async move {
                    let mut uses = HashMap::new();
                    for code in codes {
                        if let Some(row) = conn.query(USES).bind(code.as_str()).fetch_optional().await? {
                            uses.insert(row.get("code")?, u32::try_from(row.get::<i64>("uses")?).unwrap_or(u32::MAX));
                        }
                    }
                    Ok(uses)
                })
            })
            .await
    }

    /// What is gone from a gift card, by its number's fingerprint: spent or held.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn gift_card_gone(self, card: [u8; 32]) -> Result<Cents, StoreError> {
        let gone = self.0.read(card, |conn, card| Box::pin(conn.query(GONE).bind(&card[..]).optional_scalar())).await?;
        Ok(Cents(gone.unwrap_or(0)))
    }
}

/// Takes one use of a code; false where it has none left.
pub(super) async fn take_code(conn: &mut Conn<'_>, code: &str, limit: i64) -> Result<bool, StoreError> {
    Ok(conn.query(TAKE_CODE).bind(code).bind(limit).execute().await? == 1)
}

/// Gives back all that an order took.
pub(super) async fn give_back(conn: &mut Conn<'_>, order: i64, now: Timestamp) -> Result<(), StoreError> {
    for statement in GIVE_BACK {
        conn.query(statement).bind(order).bind(Ts::new(now)).execute().await?;
    }
    Ok(())
}

/// Gives the benefits back that an order took.
pub(super) async fn give_benefits_back(conn: &mut Conn<'_>, order: i64, now: Timestamp) -> Result<(), StoreError> {
    for statement in &GIVE_BENEFITS_BACK {
        conn.query(statement).bind(order).bind(Ts::new(now)).execute().await?;
    }
    Ok(())
}
