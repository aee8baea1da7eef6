//! Benefits by their codes, as a price and an order ask for them.

use domain::ids::CustomerId;
use jiff::{SignedDuration, Timestamp};

use super::LoyaltyStore;
use crate::{conn::Conn, error::StoreError, row::Row, sql::Sql, ts::Ts};

/// A benefit that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBenefit {
    pub code: String,
    /// Whose it is; none: it is good for everybody.
    pub owner: Option<CustomerId>,
    /// The name of its type.
    pub kind: String,
}

// $2 is a second before now: what is good to the end of a last second is good in all of it.
const IS_USABLE: &str = "voided_at IS NULL AND used_order_id IS NULL AND valid_until > $2";

static USABLE: Sql = Sql::new(|dialect| {
    let codes = dialect.texts("$1");
    format!("SELECT code, customer_id, kind FROM loyalty_benefits WHERE code IN {codes} AND {IS_USABLE} ORDER BY id")
});
static OWNERS: Sql = Sql::new(|dialect| {
    let codes = dialect.texts("$1");
    format!(
        "SELECT DISTINCT customer_id FROM loyalty_benefits WHERE code IN {codes} AND customer_id IS NOT NULL \
         ORDER BY customer_id"
    )
});
// By number, as all do who hold several.
static LOCK: Sql = Sql::new(|dialect| {
    let (ids, lock) = (dialect.numbers("$1"), dialect.lock(" FOR UPDATE"));
    format!("SELECT id FROM customers WHERE id IN {ids} ORDER BY id{lock}")
});
static VOID: Sql = Sql::new(|_| format!("SELECT code FROM loyalty_benefits WHERE code = $1 AND NOT ({IS_USABLE})"));

impl LoyaltyStore<'_> {
    /// Whose benefits some codes are.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn owners_of(self, codes: &[&str]) -> Result<Vec<CustomerId>, StoreError> {
        let list = serde_json::to_string(codes).map_err(StoreError::other)?;
        let ids = self.0.read(list, |conn, list| Box::pin(conn.query(&OWNERS).bind(list.as_str()).scalars()));
        Ok(ids.await?.into_iter().map(CustomerId).collect())
    }

    /// The benefits of some codes that nobody has used, and that are neither past nor void. Whether an order holds one is
    /// known from the orders.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn usable(self, codes: &[&str], now: Timestamp) -> Result<Vec<FoundBenefit>, StoreError> {
        let list = serde_json::to_string(codes).map_err(StoreError::other)?;
        let rows = self.0.read((list, now), |conn, (list, now)| {
            Box::pin(conn.query(&USABLE).bind(list.as_str()).bind(a_second_before(*now)).fetch_all())
        });
        rows.await?.iter().map(found_benefit).collect()
    }
}

/// Holds the accounts whose benefits an order uses, and the one that it belongs to: they are the first that anybody holds.
pub(crate) async fn lock_owners(
    conn: &mut Conn<'_>,
    codes: &[String],
    account: Option<CustomerId>,
) -> Result<(), StoreError> {
    let list = serde_json::to_string(codes).map_err(StoreError::other)?;
    let mut accounts: Vec<i64> = conn.query(&OWNERS).bind(list).scalars().await?;
    accounts.extend(account.map(|account| account.0));
    let list = serde_json::to_string(&accounts).map_err(StoreError::other)?;
    conn.query(&LOCK).bind(list).fetch_all().await.map(drop)
}

/// Whether a code is a benefit that cannot be used any more.
pub(crate) async fn is_void(conn: &mut Conn<'_>, code: &str, now: Timestamp) -> Result<bool, StoreError> {
    Ok(conn.query(&VOID).bind(code).bind(a_second_before(now)).fetch_optional().await?.is_some())
}

fn a_second_before(now: Timestamp) -> Ts {
    Ts::new(now.saturating_sub(SignedDuration::from_secs(1)).unwrap_or(Timestamp::MIN))
}

fn found_benefit(row: &Row) -> Result<FoundBenefit, StoreError> {
    let row = row.of("loyalty_benefits", "code");
    let owner: Option<i64> = row.get("customer_id")?;
    Ok(FoundBenefit { code: row.get("code")?, owner: owner.map(CustomerId), kind: row.get("kind")? })
}
