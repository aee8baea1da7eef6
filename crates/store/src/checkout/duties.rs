//! What is still to be done for payments, whatever becomes of the node that was to do it: orders whose time to pay is over,
//! tries of which nobody has heard, and what providers are to be told.

use domain::{ids::OrderId, money::Cents, payment::SessionId};
use jiff::Timestamp;

use super::CheckoutStore;
use crate::{
    conn::Conn,
    error::StoreError,
    row::Row,
    sql::{Sql, SqlDialect},
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
    pub order: OrderId,
    /// The try.
    pub session: SessionId,
}

const UNPAID: &str =
    "SELECT id FROM checkouts WHERE stage = 'waiting' AND pays_until <= $1 ORDER BY pays_until LIMIT $2";

static SETTLED: Sql = Sql::new(|dialect| match dialect {
    SqlDialect::Sqlite => "SELECT c.id FROM json_each($1) j CROSS JOIN checkouts c ON c.id = j.value \
        WHERE c.stage <> 'waiting'"
        .to_owned(),
    SqlDialect::Postgres => {
        format!("SELECT id FROM checkouts WHERE stage <> 'waiting' AND id IN {}", dialect.numbers("$1"))
    }
});

const CANCELLED: &str = "SELECT c.id FROM orders o JOIN checkouts c ON c.id = o.id \
    WHERE o.status = 13 AND o.over_at >= $1 AND c.stage IN ('onsite', 'paid', 'refunded') ORDER BY o.over_at LIMIT $2";

// Each takes what is due, and lets it be due again later: another node passes it over meanwhile.
static CLAIM_OPEN: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "UPDATE payment_tries SET look_at = $2 WHERE session_id IN (SELECT session_id FROM payment_tries \
         WHERE standing = 0 AND look_at <= $1 ORDER BY look_at LIMIT $3{lock}) RETURNING order_id, session_id"
    )
});
static CLAIM_DUTIES: Sql = Sql::new(|dialect| {
    let lock = dialect.lock(" FOR UPDATE SKIP LOCKED");
    format!(
        "UPDATE payment_tries SET duty_at = $2, duty_tries = duty_tries + 1 WHERE session_id IN \
         (SELECT session_id FROM payment_tries WHERE duty IS NOT NULL AND duty_at <= $1 ORDER BY duty_at \
         LIMIT $3{lock}) RETURNING order_id, session_id, amount, duty, duty_tries"
    )
});

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

impl CheckoutStore<'_> {
    /// Whether anything of what follows here is due now; orders that were cancelled are looked for since a moment.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn any_due(self, now: Timestamp, since: Timestamp) -> Result<bool, StoreError> {
        self.0
            .read((now, since), |conn, &(now, since)| {
                Box::pin(conn.query(WAITS).bind(Ts::new(now)).bind(Ts::new(since)).scalar())
            })
            .await
    }

    /// Orders whose time to pay is over, the longest ago first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unpaid_since(self, now: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        self.since(UNPAID, now, limit).await
    }

    /// Which of these orders no longer wait for their money; the caller asks for some hundreds at a time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn settled(self, orders: &[OrderId]) -> Result<Vec<OrderId>, StoreError> {
        let ids: Vec<i64> = orders.iter().map(|order| order.0).collect();
        let ids = serde_json::to_string(&ids).map_err(StoreError::other)?;
        let settled = self.0.read(ids, |conn, ids| Box::pin(conn.query(&SETTLED).bind(ids).scalars())).await?;
        Ok(settled.into_iter().map(OrderId).collect())
    }

    /// Orders that were cancelled since then, after they were made, and whose payment does not know it yet.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn cancelled(self, since: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        self.since(CANCELLED, since, limit).await
    }

    async fn since(self, sql: &'static str, moment: Timestamp, limit: u32) -> Result<Vec<OrderId>, StoreError> {
        let orders = self.0.read((sql, moment, limit), |conn, &(sql, moment, limit)| {
            Box::pin(conn.query(sql).bind(Ts::new(moment)).bind(i64::from(limit)).scalars())
        });
        Ok(orders.await?.into_iter().map(OrderId).collect())
    }

    /// Tries of which nobody has heard until now; they are given again from `next` on.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn open_tries(self, now: Timestamp, next: Timestamp, limit: u32) -> Result<Vec<OpenTry>, StoreError> {
        self.0.write(move |conn| Box::pin(claim(conn, &CLAIM_OPEN, now, next, limit, open_try))).await
    }

    /// What providers are to be told now; it is given again from `next` on, unless it is done by then.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn payment_duties(
        self,
        now: Timestamp,
        next: Timestamp,
        limit: u32,
    ) -> Result<Vec<PaymentDuty>, StoreError> {
        self.0.write(move |conn| Box::pin(claim(conn, &CLAIM_DUTIES, now, next, limit, payment_duty))).await
    }

    /// That a provider was told.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn payment_duty_done(self, session: SessionId, duty: Duty) -> Result<(), StoreError> {
        self.0.write_one(move |conn| Box::pin(duty_done(conn, session, duty))).await
    }

    /// That a provider could not be told, and when it is tried again.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn postpone_payment_duty(
        self,
        session: SessionId,
        duty: Duty,
        until: Timestamp,
    ) -> Result<(), StoreError> {
        self.0.write_one(move |conn| Box::pin(postpone(conn, session, duty, until))).await
    }
}

async fn claim<T>(
    conn: &mut Conn<'_>,
    sql: &'static Sql,
    now: Timestamp,
    next: Timestamp,
    limit: u32,
    read: fn(&Row) -> Result<T, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let query = conn.query(sql).bind(Ts::new(now)).bind(Ts::new(next)).bind(i64::from(limit));
    query.fetch_all().await?.iter().map(read).collect()
}

async fn duty_done(conn: &mut Conn<'_>, session: SessionId, duty: Duty) -> Result<(), StoreError> {
    conn.query(DONE).bind(session.reveal()).bind(duty.name()).execute().await?;
    Ok(())
}

async fn postpone(conn: &mut Conn<'_>, session: SessionId, duty: Duty, until: Timestamp) -> Result<(), StoreError> {
    conn.query(POSTPONE).bind(session.reveal()).bind(duty.name()).bind(Ts::new(until)).execute().await?;
    Ok(())
}

fn payment_duty(row: &Row) -> Result<PaymentDuty, StoreError> {
    let OpenTry { order, session } = open_try(row)?;
    let row = row.of("payment_tries", "order_id");
    Ok(PaymentDuty {
        duty: row.parse("duty", |name: String| Duty::parse(&name))?,
        order,
        session,
        amount: Cents(row.get("amount")?),
        tries: row.parse("duty_tries", |tries: i64| u32::try_from(tries).ok())?,
    })
}

fn open_try(row: &Row) -> Result<OpenTry, StoreError> {
    let row = row.of("payment_tries", "order_id");
    let session = row.parse("session_id", |name: String| SessionId::stored(&name).ok())?;
    Ok(OpenTry { order: OrderId(row.get("order_id")?), session })
}
