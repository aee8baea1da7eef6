//! What orders took of codes and gift cards.

use std::collections::HashMap;

use domain::money::Cents;

use crate::{connection::reading, error::StoreError, store::Store};

const USES: &str = "SELECT code, uses FROM code_uses WHERE code = $1";
const GONE: &str = "SELECT gone FROM gift_cards WHERE card = $1";

/// Takes one use of a code if it has one left.
pub(super) const TAKE_CODE: &str = "INSERT INTO code_uses (code, uses) VALUES ($1, 1) \
    ON CONFLICT (code) DO UPDATE SET uses = code_uses.uses + 1 WHERE code_uses.uses < $2";
pub(super) const NOTE_CODE: &str = "INSERT INTO checkout_codes (order_id, code, is_benefit, held_until, most) \
    VALUES ($1, $2, $3, $4, $5)";

/// What is gone from a gift card. Whoever else draws on it waits from here on.
pub(super) const LOCK_GIFT: &str = "INSERT INTO gift_cards (card, gone) VALUES ($1, 0) \
    ON CONFLICT (card) DO UPDATE SET gone = gift_cards.gone RETURNING gone";
/// Takes an amount off a gift card that has as much left.
pub(super) const TAKE_GIFT: &str = "UPDATE gift_cards SET gone = gone + $2 WHERE card = $1";
pub(super) const NOTE_GIFT: &str = "INSERT INTO gift_card_holds (order_id, card, amount) VALUES ($1, $2, $3)";

/// Gives all of it back, once: what is noted as given back counts no more.
pub(super) const GIVE_BACK: [&str; 4] = [
    "UPDATE code_uses SET uses = uses - 1 \
     WHERE $2 IS NOT NULL AND code IN (SELECT code FROM checkout_codes WHERE order_id = $1 AND given_back_at IS NULL)",
    "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL",
    "UPDATE gift_cards SET gone = gone - (SELECT amount FROM gift_card_holds WHERE order_id = $1) \
     WHERE $2 IS NOT NULL AND card = (SELECT card FROM gift_card_holds WHERE order_id = $1 AND given_back_at IS NULL)",
    "UPDATE gift_card_holds SET given_back_at = $2 WHERE order_id = $1 AND given_back_at IS NULL",
];

/// Gives the benefits among it back, once.
pub(super) const GIVE_BENEFITS_BACK: [&str; 2] = [
    "UPDATE code_uses SET uses = uses - 1 WHERE $2 IS NOT NULL AND code IN \
     (SELECT code FROM checkout_codes WHERE order_id = $1 AND is_benefit AND given_back_at IS NULL)",
    "UPDATE checkout_codes SET given_back_at = $2 WHERE order_id = $1 AND is_benefit AND given_back_at IS NULL",
];

impl Store {
    /// How often each of some codes is used; a code that nobody has used is not among them.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn code_uses(&self, codes: &[String]) -> Result<HashMap<String, u32>, StoreError> {
        reading!(self, connection => {
            let mut uses = HashMap::new();
            for code in codes {
                let query = sqlx::query_as::<_, (String, i64)>(USES).bind(code.as_str());
                if let Some((code, count)) = query.fetch_optional(&mut *connection).await? {
                    uses.insert(code, u32::try_from(count).unwrap_or(u32::MAX));
                }
            }
            Ok(uses)
        })
    }

    /// What is gone from a gift card, by its number's fingerprint: spent or held.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn gift_card_gone(&self, card: [u8; 32]) -> Result<Cents, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(GONE).bind(card.to_vec());
            Ok(Cents(query.fetch_optional(connection).await?.unwrap_or(0)))
        })
    }
}
