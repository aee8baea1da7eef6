//! What is known of people is kept for a while after their order, then taken away (docs/spec/promises.md, "Personal
//! data"). The order stays, for the accounts: what it was, when, where from, and what became of it.

use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, sql::Sql, store::Store, ts::Ts};

/// Orders of one transaction: so few that nobody who writes beside it waits for long.
const CHUNK: i64 = 100;

// One chunk: found, then changed by number, so that both databases take the same rows for all tables. An order that can
// still be tracked keeps all it shows, however short the time is set. Another node's chunk is passed over, not waited for.
static ENDED: Sql = Sql::new(|dialect| {
    format!(
        "SELECT id FROM orders WHERE anonymised_at IS NULL AND coalesce(over_at, expires_at) < $1 \
         AND expires_at <= $2 ORDER BY coalesce(over_at, expires_at) LIMIT $3{}",
        dialect.lock(" FOR UPDATE SKIP LOCKED")
    )
});

// One that ended stays ended but for a report that comes back after all; its eater is forgotten then.
static CONTACT: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("{FORGET_ORDERS} WHERE id IN {ids}")
});
static NOTES: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!(
        "UPDATE order_events SET note = NULL, staff_note = NULL \
         WHERE (note IS NOT NULL OR staff_note IS NOT NULL) AND order_id IN {ids}"
    )
});
static SEARCH: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("DELETE FROM order_search WHERE order_id IN {ids}")
});
static CHECKOUTS: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("{FORGET_CHECKOUTS} WHERE id IN {ids}")
});
static REFUNDS: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("UPDATE refunds SET reason = '' WHERE order_id IN {ids}")
});
static FORMER_STOPS: Sql = Sql::new(|dialect| {
    let ids = dialect.numbers("$1");
    format!("DELETE FROM former_stops WHERE order_id IN {ids}")
});
static UNPAID: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "{FORGET_CHECKOUTS} WHERE id IN (SELECT id FROM checkouts WHERE stage = 'ended' AND contact IS NOT NULL \
         AND ended_at < $1 ORDER BY ended_at LIMIT $2{lock})"
    )
});
pub(crate) const FORGET_ORDERS: &str = "UPDATE orders SET customer_name = NULL, customer_phone = NULL, \
    street_address = NULL, apartment_number = NULL, shipping_instruction = NULL, customer_lat = NULL, customer_lng = NULL, \
    avoid_allergens = NULL, feedback_text = NULL, anonymised_at = coalesce(anonymised_at, $2)";
pub(crate) const FORGET_CHECKOUTS: &str =
    "UPDATE checkouts SET contact = NULL, analytics = NULL, placed_by = NULL, placed_from = NULL";

impl Store {
    /// Takes away what is known of the people of some orders that ended before a moment, the longest
    /// ago first. Returns how many orders; whoever wants all calls until that is 0.
    ///
    /// May be called on several nodes at once, and any number of times.
    ///
    /// # Errors
    /// Where the database does not answer; then nothing of the chunk is changed.
    pub async fn forget_people(&self, ended_before: Timestamp, now: Timestamp) -> Result<usize, StoreError> {
        self.write(move |conn| Box::pin(forget(conn, ended_before, now))).await
    }

    /// The same of orders that ended before they were paid, which no kitchen knew.
    ///
    /// # Errors
    /// Where the database does not answer; then nothing of the chunk is changed.
    pub async fn forget_people_who_never_paid(&self, ended_before: Timestamp) -> Result<usize, StoreError> {
        self.write(move |conn| Box::pin(forget_unpaid(conn, ended_before))).await
    }
}

async fn forget(conn: &mut Conn<'_>, ended_before: Timestamp, now: Timestamp) -> Result<usize, StoreError> {
    let query = conn.query(&ENDED).bind(Ts::new(ended_before)).bind(Ts::new(now)).bind(CHUNK);
    let ids: Vec<i64> = query.scalars().await?;
    let list = serde_json::to_string(&ids).map_err(StoreError::other)?;
    conn.query(&CONTACT).bind(list.as_str()).bind(Ts::new(now)).execute().await?;
    conn.query(&CHECKOUTS).bind(list.as_str()).execute().await?;
    forget_beside(conn, &list).await?;
    Ok(ids.len())
}

/// Takes away what is known of the people of orders beside their own rows. The orders are a JSON list of their numbers.
pub(crate) async fn forget_beside(conn: &mut Conn<'_>, list: &str) -> Result<(), StoreError> {
    for statement in [&NOTES, &SEARCH, &REFUNDS, &FORMER_STOPS] {
        conn.query(statement).bind(list).execute().await?;
    }
    Ok(())
}

async fn forget_unpaid(conn: &mut Conn<'_>, ended_before: Timestamp) -> Result<usize, StoreError> {
    let forgotten = conn.query(&UNPAID).bind(Ts::new(ended_before)).bind(CHUNK).execute().await?;
    Ok(usize::try_from(forgotten).unwrap_or(usize::MAX))
}
