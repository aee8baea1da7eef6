//! What is known of people is kept for a while after their order, then taken away (docs/spec/promises.md, "Personal
//! data"). The order stays, for the accounts: what it was, when, where from, and what became of it.

use jiff::Timestamp;

use crate::{backend::Backend, connection::writing, error::StoreError, store::Store, ts::Ts};

/// Orders of one transaction: so few that nobody who writes beside it waits for long.
const CHUNK: i64 = 100;

// An order that can still be tracked keeps all it shows, however short the time is set. One that ended
// stays ended but for a press that comes back after all; its eater is forgotten then.
macro_rules! ended_sql {
    ($lock:literal) => {
        concat!(
            "SELECT id FROM orders WHERE anonymised_at IS NULL AND coalesce(over_at, expires_at) < $1 \
             AND expires_at <= $2 ORDER BY coalesce(over_at, expires_at) LIMIT $3",
            $lock
        )
    };
}

/// One chunk: found, then changed by number, so that both databases take the same rows for all three
/// tables. Another node's chunk is passed over, not waited for.
const ENDED_SQLITE: &str = ended_sql!("");
const ENDED_POSTGRES: &str = ended_sql!(" FOR UPDATE SKIP LOCKED");

/// What is changed of them.
struct Forget {
    contact: &'static str,
    notes: &'static str,
    search: &'static str,
    checkouts: &'static str,
    refunds: &'static str,
    former: &'static str,
}

macro_rules! forget {
    ($ids:literal) => {
        Forget {
            contact: concat!(
                "UPDATE orders SET customer_name = NULL, customer_phone = NULL, street_address = NULL, \
                 apartment_number = NULL, shipping_instruction = NULL, customer_lat = NULL, customer_lng = NULL, \
                 avoid_allergens = NULL, feedback_text = NULL, anonymised_at = $2 WHERE id IN (SELECT ",
                $ids,
                ")"
            ),
            notes: concat!(
                "UPDATE order_events SET note = NULL, staff_note = NULL \
                 WHERE (note IS NOT NULL OR staff_note IS NOT NULL) AND order_id IN (SELECT ",
                $ids,
                ")"
            ),
            search: concat!("DELETE FROM order_search WHERE order_id IN (SELECT ", $ids, ")"),
            checkouts: concat!(
                "UPDATE checkouts SET contact = NULL, analytics = NULL, placed_by = NULL, placed_from = NULL \
                 WHERE id IN (SELECT ",
                $ids,
                ")"
            ),
            refunds: concat!("UPDATE refunds SET reason = '' WHERE order_id IN (SELECT ", $ids, ")"),
            former: concat!("DELETE FROM former_stops WHERE order_id IN (SELECT ", $ids, ")"),
        }
    };
}
const FORGET_SQLITE: Forget = forget!("value FROM json_each($1)");
const FORGET_POSTGRES: Forget = forget!("value::bigint FROM jsonb_array_elements_text($1::jsonb)");

macro_rules! forget_unpaid_sql {
    ($lock:literal) => {
        concat!(
            "UPDATE checkouts SET contact = NULL, analytics = NULL, placed_by = NULL, placed_from = NULL \
             WHERE id IN (SELECT id FROM checkouts WHERE stage = 'ended' AND contact IS NOT NULL \
             AND ended_at < $1 ORDER BY ended_at LIMIT $2",
            $lock,
            ")"
        )
    };
}
const FORGET_UNPAID_SQLITE: &str = forget_unpaid_sql!("");
const FORGET_UNPAID_POSTGRES: &str = forget_unpaid_sql!(" FOR UPDATE SKIP LOCKED");

impl Store {
    /// Takes away what is known of the people of some orders that ended before a moment, the longest
    /// ago first. Returns how many orders; whoever wants all calls until that is 0.
    ///
    /// May be called on several nodes at once, and any number of times.
    ///
    /// # Errors
    /// Where the database does not answer; then nothing of the chunk is changed.
    pub async fn forget_people(&self, ended_before: Timestamp, now: Timestamp) -> Result<usize, StoreError> {
        let (ended, forget) = match self.backend() {
            Backend::Sqlite(_) => (ENDED_SQLITE, FORGET_SQLITE),
            Backend::Postgres(_) => (ENDED_POSTGRES, FORGET_POSTGRES),
        };
        let (ended_before, now) = (Ts::new(ended_before), Ts::new(now));
        writing!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(ended).bind(ended_before).bind(now).bind(CHUNK);
            let ids = query.fetch_all(&mut *connection).await?;
            let list = serde_json::to_string(&ids).map_err(StoreError::other)?;
            sqlx::query(forget.contact).bind(list.as_str()).bind(now).execute(&mut *connection).await?;
            sqlx::query(forget.notes).bind(list.as_str()).execute(&mut *connection).await?;
            sqlx::query(forget.search).bind(list.as_str()).execute(&mut *connection).await?;
            sqlx::query(forget.checkouts).bind(list.as_str()).execute(&mut *connection).await?;
            sqlx::query(forget.refunds).bind(list.as_str()).execute(&mut *connection).await?;
            sqlx::query(forget.former).bind(list.as_str()).execute(connection).await?;
            Ok::<usize, StoreError>(ids.len())
        })
    }

    /// The same of orders that ended before they were paid, which no kitchen knew.
    ///
    /// # Errors
    /// Where the database does not answer; then nothing of the chunk is changed.
    pub async fn forget_people_who_never_paid(&self, ended_before: Timestamp) -> Result<usize, StoreError> {
        let text = match self.backend() {
            Backend::Sqlite(_) => FORGET_UNPAID_SQLITE,
            Backend::Postgres(_) => FORGET_UNPAID_POSTGRES,
        };
        let ended_before = Ts::new(ended_before);
        writing!(self, connection => {
            let done = sqlx::query(text).bind(ended_before).bind(CHUNK).execute(connection).await?;
            Ok::<usize, StoreError>(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
        })
    }
}
