//! The book of the embedded payment provider: what it was asked to take, and what became of it.

use domain::{
    ids::OrderId,
    money::Cents,
    payment::{PaymentErrorCode, ProviderStatus, SessionId},
};
use jiff::Timestamp;

use crate::{conn::Conn, error::StoreError, row::Row, store::Store, ts::Ts};

/// The book of a store.
#[derive(Debug, Clone, Copy)]
pub struct TestPaymentStore<'s>(&'s Store);

impl Store {
    /// The book of the embedded payment provider.
    #[must_use]
    pub fn test_payments(&self) -> TestPaymentStore<'_> {
        TestPaymentStore(self)
    }
}

/// What it is asked to take.
#[derive(Debug, Clone, Copy)]
pub struct NewTestPayment {
    /// The try.
    pub session: SessionId,
    pub order: OrderId,
    /// How much.
    pub amount: Cents,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPayment {
    /// The try.
    pub session: SessionId,
    pub order: OrderId,
    /// How much.
    pub amount: Cents,
    /// How it stands.
    pub status: ProviderStatus,
    /// Why it failed.
    pub error_code: Option<PaymentErrorCode>,
    /// Whether somebody made their choice, or cannot make it any more.
    pub is_used: bool,
}

/// What somebody chose.
#[derive(Debug, Clone, Copy)]
pub struct TestMove {
    /// How it stands from now on.
    pub status: ProviderStatus,
    /// Why it failed.
    pub error_code: Option<PaymentErrorCode>,
    /// When it pays by itself.
    pub pays_at: Option<Timestamp>,
}

const READ: &str = "SELECT session_id, order_id, amount, status, error_code, is_used FROM test_payments \
    WHERE session_id = $1";
const OPEN: &str = "INSERT INTO test_payments (session_id, order_id, amount, status, is_used) \
    VALUES ($1, $2, $3, 'Pending', FALSE) ON CONFLICT (session_id) DO NOTHING";
const USE: &str = "UPDATE test_payments SET status = $2, error_code = $3, pays_at = $4, is_used = TRUE \
    WHERE session_id = $1 AND NOT is_used \
    RETURNING session_id, order_id, amount, status, error_code, is_used";
const CLOSE: &str = "UPDATE test_payments SET status = 'Closed', pays_at = NULL, is_used = TRUE \
    WHERE session_id = $1 AND status = 'Pending'";
const REFUND: &str = "UPDATE test_payments SET status = 'Refunded' WHERE session_id = $1 AND status = 'Authorised'";
/// Holds the row, so that two who send back do so one after the other.
const TAKE_BACK: &str = "UPDATE test_payments SET is_used = TRUE \
    WHERE session_id = $1 AND status IN ('Authorised', 'Refunded') RETURNING amount";
const SENT_BACK: &str = "SELECT number, amount FROM test_refunds WHERE session_id = $1";
const SEND_BACK: &str = "INSERT INTO test_refunds (session_id, number, amount) VALUES ($1, $2, $3)";
const PAY_DUE: &str = "UPDATE test_payments SET status = 'Authorised', pays_at = NULL \
    WHERE pays_at <= $1 AND status = 'Pending' \
    RETURNING session_id, order_id, amount, status, error_code, is_used";

impl TestPaymentStore<'_> {
    /// Opens a session; the same again is the one that stands.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn open(self, new: NewTestPayment) -> Result<(), StoreError> {
        self.0.write_one(move |conn| Box::pin(open(conn, new))).await
    }

    /// A session, if there is one.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn by_session(self, session: SessionId) -> Result<Option<TestPayment>, StoreError> {
        let row = self
            .0
            .read(session, |conn, session| Box::pin(conn.query(READ).bind(session.reveal()).fetch_optional()))
            .await?;
        row.as_ref().map(payment).transpose()
    }

    /// Takes a choice, if it is the first one; the session afterwards.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn choose(self, session: SessionId, chosen: TestMove) -> Result<Option<TestPayment>, StoreError> {
        self.0.write(move |conn| Box::pin(choose(conn, session, chosen))).await
    }

    /// Lets nobody pay by a session any more, unless it is over.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn close(self, session: SessionId) -> Result<(), StoreError> {
        self.0.write_one(move |conn| Box::pin(close(conn, session))).await
    }

    /// Sends a part of what a session paid back, each number once; false where it paid no more than went back before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn refund(self, session: SessionId, number: i64, amount: Cents) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(refund(conn, session, number, amount))).await
    }

    /// Pays by all sessions that were to pay by now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn pay_due(self, now: Timestamp) -> Result<Vec<TestPayment>, StoreError> {
        self.0.write(move |conn| Box::pin(pay_due(conn, now))).await
    }
}

async fn open(conn: &mut Conn<'_>, new: NewTestPayment) -> Result<(), StoreError> {
    conn.query(OPEN).bind(new.session.reveal()).bind(new.order.0).bind(new.amount.0).execute().await?;
    Ok(())
}

async fn choose(conn: &mut Conn<'_>, session: SessionId, chosen: TestMove) -> Result<Option<TestPayment>, StoreError> {
    let query = conn
        .query(USE)
        .bind(session.reveal())
        .bind(chosen.status.as_str())
        .bind(chosen.error_code.map(|code| i64::from(code.number())))
        .bind(chosen.pays_at.map(Ts::new));
    query.fetch_optional().await?.as_ref().map(payment).transpose()
}

async fn close(conn: &mut Conn<'_>, session: SessionId) -> Result<(), StoreError> {
    conn.query(CLOSE).bind(session.reveal()).execute().await?;
    Ok(())
}

async fn refund(conn: &mut Conn<'_>, session: SessionId, number: i64, amount: Cents) -> Result<bool, StoreError> {
    let name = session.reveal();
    let Some(paid) = conn.query(TAKE_BACK).bind(&name).optional_scalar::<i64>().await? else { return Ok(false) };
    let mut total = amount.0;
    for row in conn.query(SENT_BACK).bind(&name).fetch_all().await? {
        if row.get::<i64>("number")? == number {
            return Ok(true);
        }
        total += row.get::<i64>("amount")?;
    }
    if total > paid {
        return Ok(false);
    }
    conn.query(SEND_BACK).bind(&name).bind(number).bind(amount.0).execute().await?;
    if total == paid {
        conn.query(REFUND).bind(&name).execute().await?;
    }
    Ok(true)
}

async fn pay_due(conn: &mut Conn<'_>, now: Timestamp) -> Result<Vec<TestPayment>, StoreError> {
    conn.query(PAY_DUE).bind(Ts::new(now)).fetch_all().await?.iter().map(payment).collect()
}

fn payment(row: &Row) -> Result<TestPayment, StoreError> {
    let row = row.of("test_payments", "order_id");
    Ok(TestPayment {
        session: row.parse("session_id", |name: String| SessionId::stored(&name).ok())?,
        order: OrderId(row.get("order_id")?),
        amount: Cents(row.get("amount")?),
        status: row.parse("status", |name: String| ProviderStatus::parse(&name))?,
        error_code: row.parse_optional("error_code", |number: i64| {
            u32::try_from(number).ok().map(PaymentErrorCode::from_number)
        })?,
        is_used: row.get("is_used")?,
    })
}
