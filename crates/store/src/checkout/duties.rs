//! What is still to be done for payments, whatever becomes of the node that was to do it: orders whose time to pay is over,
//! tries of which nobody has heard, and what providers are to be told.

use domain::{ids::OrderId, money::Cents, payment::SessionId};
use jiff::Timestamp;

use crate::{
    backend::Backend,
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

/// What a provider is to be told of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Duty {
    /// Nobody will pay by it any more.
    Close,
}

impl Duty {
    fn name(self) -> &'static str {
        match self {
            Self::Close => "close",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        [Self::Close].into_iter().find(|duty| duty.name() == name)
    }
}

/// Something that a provider is still to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentDuty {
    /// What.
    pub duty: Duty,
    /// The order.
    pub order: OrderId,
    /// The try.
    pub session: SessionId,
    /// What it was to pay.
    pub amount: Cents,
    /// How often it was tried, this time included.
    pub tries: u32,
}

/// A try of which nobody has heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenTry {
    /// The order.
    pub order: OrderId,
    /// The try.
    pub session: SessionId,
}

row! {
    struct DutyRow of "payment_tries" by "order_id" named "" {
        order_id: i64,
        session_id: String,
        amount: i64,
        duty: String,
        duty_tries: i64,
    }
}

row! {
    struct OpenRow of "payment_tries" by "order_id" named "" {
        order_id: i64,
        session_id: String,
    }
}

const UNPAID: &str =
    "SELECT id FROM checkouts WHERE stage = 'waiting' AND pays_until <= $1 ORDER BY pays_until LIMIT $2";

const SETTLED_SQLITE: &str = "SELECT c.id FROM json_each($1) j CROSS JOIN checkouts c ON c.id = j.value \
    WHERE c.stage <> 'waiting'";
const SETTLED_POSTGRES: &str = "SELECT id FROM checkouts WHERE stage <> 'waiting' \
    AND id IN (SELECT value::bigint FROM jsonb_array_elements_text($1::jsonb))";

const CANCELLED: &str = "SELECT c.id FROM orders o JOIN checkouts c ON c.id = o.id \
    WHERE o.status = 13 AND o.over_at >= $1 AND c.stage IN ('onsite', 'paid', 'refunded') ORDER BY o.over_at LIMIT $2";

macro_rules! claim_sql {
    ($lock:literal) => {
        Claim {
            open: concat!(
                "UPDATE payment_tries SET look_at = $2 WHERE session_id IN (SELECT session_id FROM payment_tries \
                 WHERE standing = 0 AND look_at <= $1 ORDER BY look_at LIMIT $3",
                $lock,
                ") RETURNING order_id, session_id"
            ),
            duty: concat!(
                "UPDATE payment_tries SET duty_at = $2, duty_tries = duty_tries + 1 WHERE session_id IN \
                 (SELECT session_id FROM payment_tries WHERE duty IS NOT NULL AND duty_at <= $1 ORDER BY duty_at \
                 LIMIT $3",
                $lock,
                ") RETURNING order_id, session_id, amount, duty, duty_tries"
            ),
        }
    };
}

/// Takes what is due, and lets it be due again later: another node passes it over meanwhile.
struct Claim {
    open: &'static str,
    duty: &'static str,
}
const SQLITE: Claim = claim_sql!("");
const POSTGRES: Claim = claim_sql!(" FOR UPDATE SKIP LOCKED");

/// Whether there is anything to do: one question, where most often there is nothing.
const WAITS: &str = "SELECT EXISTS (SELECT 1 FROM checkouts WHERE stage = 'waiting' AND pays_until <= $1) \
    OR EXISTS (SELECT 1 FROM payment_tries WHERE standing = 0 AND look_at <= $1) \
    OR EXISTS (SELECT 1 FROM payment_tries WHERE duty IS NOT NULL AND duty_at <= $1) \
    OR EXISTS (SELECT 1 FROM checkout_codes WHERE held_until <= $1) \
    OR EXISTS (SELECT 1 FROM test_payments WHERE pays_at IS NOT NULL AND pays_at <= $1) \
    OR EXISTS (SELECT 1 FROM orders o JOIN checkouts c ON c.id = o.id \
        WHERE o.status = 13 AND o.over_at >= $2 AND c.stage IN ('onsite', 'paid', 'refunded'))";

const DONE: &str = "UPDATE payment_tries SET duty = NULL, duty_at = NULL WHERE session_id = $1 AND duty = $2";
const POSTPONE: &str = "UPDATE payment_tries SET duty_at = $3 WHERE session_id = $1 AND duty = $2";

impl Store {
    /// Whether anything of what follows here is due now; orders that were cancelled are looked for since a moment.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn payments_wait(&self, now: Timestamp, since: Timestamp) -> Result<bool, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, bool>(WAITS).bind(Ts::new(now)).bind(Ts::new(since));
            Ok::<bool, StoreError>(query.fetch_one(connection).await?)
        })
    }

    /// Orders whose time to pay is over, the longest ago first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unpaid_since(&self, now: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(UNPAID).bind(Ts::new(now)).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?.into_iter().map(OrderId).collect())
        })
    }

    /// Which of these orders no longer wait for their money; the caller asks for some hundreds at a time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn settled_checkouts(&self, orders: &[OrderId]) -> Result<Vec<OrderId>, StoreError> {
        let sql = match self.backend() {
            Backend::Sqlite(_) => SETTLED_SQLITE,
            Backend::Postgres(_) => SETTLED_POSTGRES,
        };
        let ids: Vec<i64> = orders.iter().map(|order| order.0).collect();
        let ids = serde_json::to_string(&ids).map_err(StoreError::other)?;
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(sql).bind(&ids);
            Ok(query.fetch_all(connection).await?.into_iter().map(OrderId).collect())
        })
    }

    /// Orders that were cancelled since then, after they were made, and whose payment does not know it yet.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn cancelled_checkouts(&self, since: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(CANCELLED).bind(Ts::new(since)).bind(i64::from(limit));
            Ok(query.fetch_all(connection).await?.into_iter().map(OrderId).collect())
        })
    }

    /// Tries of which nobody has heard until now; they are given again from `next` on.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn open_tries(&self, now: Timestamp, next: Timestamp, limit: u32) -> Result<Vec<OpenTry>, StoreError> {
        let text = self.claim().open;
        writing!(self, connection => {
            let query = sqlx::query(text).bind(Ts::new(now)).bind(Ts::new(next)).bind(i64::from(limit));
            let rows = row::all::<OpenRow, _>(&query.fetch_all(connection).await?)?;
            rows.into_iter().map(OpenRow::open_try).collect::<Result<_, StoreError>>()
        })
    }

    /// What providers are to be told now; it is given again from `next` on, unless it is done by then.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn payment_duties(
        &self,
        now: Timestamp,
        next: Timestamp,
        limit: u32,
    ) -> Result<Vec<PaymentDuty>, StoreError> {
        let text = self.claim().duty;
        writing!(self, connection => {
            let query = sqlx::query(text).bind(Ts::new(now)).bind(Ts::new(next)).bind(i64::from(limit));
            let rows = row::all::<DutyRow, _>(&query.fetch_all(connection).await?)?;
            rows.into_iter().map(DutyRow::duty).collect::<Result<_, StoreError>>()
        })
    }

    /// That a provider was told.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn payment_duty_done(&self, session: SessionId, duty: Duty) -> Result<(), StoreError> {
        writing!(self, connection => {
            sqlx::query(DONE).bind(session.reveal()).bind(duty.name()).execute(connection).await?;
            Ok::<_, StoreError>(())
        })
    }

    /// That a provider could not be told, and when it is tried again.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn postpone_payment_duty(
        &self,
        session: SessionId,
        duty: Duty,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        writing!(self, connection => {
            let query = sqlx::query(POSTPONE).bind(session.reveal()).bind(duty.name()).bind(Ts::new(until));
            query.execute(connection).await?;
            Ok::<_, StoreError>(())
        })
    }

    fn claim(&self) -> Claim {
        match self.backend() {
            Backend::Sqlite(_) => SQLITE,
            Backend::Postgres(_) => POSTGRES,
        }
    }
}

impl DutyRow {
    fn duty(self) -> Result<PaymentDuty, StoreError> {
        let place = Place::new("payment_tries", self.order_id);
        Ok(PaymentDuty {
            duty: place.sound("duty", Duty::parse(&self.duty))?,
            order: OrderId(self.order_id),
            session: place.sound("session_id", SessionId::stored(&self.session_id).ok())?,
            amount: Cents(self.amount),
            tries: place.sound("duty_tries", u32::try_from(self.duty_tries).ok())?,
        })
    }
}

impl OpenRow {
    fn open_try(self) -> Result<OpenTry, StoreError> {
        let place = Place::new("payment_tries", self.order_id);
        let session = place.sound("session_id", SessionId::stored(&self.session_id).ok())?;
        Ok(OpenTry { order: OrderId(self.order_id), session })
    }
}
