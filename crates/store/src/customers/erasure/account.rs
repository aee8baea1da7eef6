//! What an account is made of.

use jiff::Timestamp;

use super::EraseOnlyIf;
use crate::{conn::Conn, error::StoreError, ts::Ts};

const NEVER_ACCEPTED: &str = "SELECT id FROM customers WHERE id = $1 AND terms_version IS NULL";
const UNUSED: &str = "SELECT id FROM customers WHERE id = $1 AND active_at < $2 AND warned_at < $3";
const MADE_BY: &str = "SELECT id FROM customers WHERE id = $1 AND created_at <= $2";

const EMAILS: &str = "SELECT email FROM customers WHERE id = $1 UNION \
    SELECT email FROM customer_tokens WHERE customer_id = $1 AND email IS NOT NULL UNION \
    SELECT email FROM customer_identities WHERE customer_id = $1";

/// The row stays, as a number without a person.
const EMPTY: &str = "UPDATE customers SET first_name = '', last_name = '', phone = '', phone_digits = '', email = '', \
    email_provider = NULL, security_changes = 0, password_hash = NULL, birth_date = NULL, terms_version = NULL, \
    loyalty_terms_version = NULL, joined_at = NULL, show_loyalty_sign_up = FALSE, email_marketing = FALSE, \
    sms_marketing = FALSE, preferred_method = NULL, preferred_option = NULL, favourite_order_id = NULL, \
    warned_at = NULL, erased_at = $2 WHERE id = $1";

/// Rows that are of the account alone.
const GONE: [&str; 11] = [
    "DELETE FROM provider_tokens WHERE customer_id = $1",
    "DELETE FROM provider_tokens WHERE email IN (SELECT email FROM sign_in_emails WHERE customer_id = $1)",
    "DELETE FROM provider_tokens WHERE (provider, subject) IN \
        (SELECT provider, subject FROM customer_identities WHERE customer_id = $1)",
    "DELETE FROM customer_sessions WHERE customer_id = $1",
    "DELETE FROM customer_tokens WHERE customer_id = $1",
    "DELETE FROM customer_consents WHERE customer_id = $1",
    "DELETE FROM customer_addresses WHERE customer_id = $1",
    "DELETE FROM customer_identities WHERE customer_id = $1",
    "DELETE FROM sign_in_emails WHERE customer_id = $1",
    "DELETE FROM loyalty_members WHERE customer_id = $1",
    "DELETE FROM wheel_seeds WHERE customer_id = $1",
];

/// What they own is good for nobody any more.
const VOID_BENEFITS: &str = "UPDATE loyalty_benefits SET voided_at = $2 WHERE customer_id = $1 \
    AND used_order_id IS NULL AND voided_at IS NULL";
/// What they said as they spun: any text.
const EMPTY_SPINS: &str = "UPDATE wheel_spins SET client_seed = '' WHERE customer_id = $1";

/// Who looked for them stays known, but not by which number.
const FORGET_SEARCHES: &str = "UPDATE customer_searches SET phone_hash = $2 WHERE id IN \
    (SELECT search_id FROM customer_search_finds WHERE customer_id = $1)";

/// Whether an account, whose row is held, is what it has to be.
pub(super) async fn is_such(conn: &mut Conn<'_>, id: i64, only_if: EraseOnlyIf) -> Result<bool, StoreError> {
    let query = match only_if {
        EraseOnlyIf::Any => return Ok(true),
        EraseOnlyIf::NeverAccepted => conn.query(NEVER_ACCEPTED).bind(id),
        EraseOnlyIf::Unused { since, warned_before } => {
            conn.query(UNUSED).bind(id).bind(Ts::new(since)).bind(Ts::new(warned_before))
        }
        EraseOnlyIf::MadeBy(moment) => conn.query(MADE_BY).bind(id).bind(Ts::new(moment)),
    };
    Ok(query.fetch_optional().await?.is_some())
}

/// Where mails of the account went, or were to go.
pub(super) async fn emails(conn: &mut Conn<'_>, id: i64) -> Result<Vec<String>, StoreError> {
    conn.query(EMAILS).bind(id).scalars().await
}

/// Empties the account's own row and takes away what is of it alone.
pub(super) async fn erase(conn: &mut Conn<'_>, id: i64, now: Timestamp) -> Result<(), StoreError> {
    for sql in GONE {
        conn.query(sql).bind(id).execute().await?;
    }
    conn.query(VOID_BENEFITS).bind(id).bind(Ts::new(now)).execute().await?;
    conn.query(EMPTY_SPINS).bind(id).execute().await?;
    conn.query(FORGET_SEARCHES).bind(id).bind(Vec::<u8>::new()).execute().await?;
    conn.query(EMPTY).bind(id).bind(Ts::new(now)).execute().await.map(drop)
}
