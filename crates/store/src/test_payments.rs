//! The book of the embedded payment provider: what it was asked to take, and what became of it.

use domain::{
    ids::OrderId,
    money::Cents,
    payment::{PaymentErrorCode, ProviderStatus, SessionId},
};
use jiff::Timestamp;

use crate::{
    connection::{reading, writing},
    error::StoreError,
    row::{self, Place, row},
    store::Store,
    ts::Ts,
};

/// What it is asked to take.
#[derive(Debug, Clone, Copy)]
pub struct NewTestPayment {
    /// The try.
    pub session: SessionId,
    /// The order.
    pub order: OrderId,
    /// How much.
    pub amount: Cents,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPayment {
    /// The try.
    pub session: SessionId,
    /// The order.
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

row! {
    struct PaymentRow of "test_payments" by "order_id" named "" {
        session_id: String,
        order_id: i64,
        amount: i64,
        status: String,
        error_code: Option<i64>,
        is_used: bool,
    }
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

impl Store {
    /// Opens a session; the same again is the one that stands.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn open_test_payment(&self, new: NewTestPayment) -> Result<(), StoreError> {
        writing!(self, connection => {
            let query = sqlx::query(OPEN).bind(new.session.reveal()).bind(new.order.0).bind(new.amount.0);
            query.execute(connection).await?;
            Ok::<_, StoreError>(())
        })
    }

    /// A session, if there is one.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn test_payment(&self, session: SessionId) -> Result<Option<TestPayment>, StoreError> {
        reading!(self, connection => {
            let query = sqlx::query(READ).bind(session.reveal());
            let row = row::maybe::<PaymentRow, _>(query.fetch_optional(connection).await?.as_ref())?;
            row.map(PaymentRow::payment).transpose()
        })
    }

    /// Takes a choice, if it is the first one; the session afterwards.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn use_test_payment(
        &self,
        session: SessionId,
        chosen: TestMove,
    ) -> Result<Option<TestPayment>, StoreError> {
        writing!(self, connection => {
            let query = sqlx::query(USE)
                .bind(session.reveal())
                .bind(chosen.status.as_str())
                .bind(chosen.error_code.map(|code| i64::from(code.number())))
                .bind(chosen.pays_at.map(Ts::new));
            let row = row::maybe::<PaymentRow, _>(query.fetch_optional(connection).await?.as_ref())?;
            row.map(PaymentRow::payment).transpose()
        })
    }

    /// Lets nobody pay by a session any more, unless it is over.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn close_test_payment(&self, session: SessionId) -> Result<(), StoreError> {
        writing!(self, connection => {
            sqlx::query(CLOSE).bind(session.reveal()).execute(connection).await?;
            Ok::<_, StoreError>(())
        })
    }

    /// Sends a part of what a session paid back, each number once; false where it paid no more than went back before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn refund_test_payment(
        &self,
        session: SessionId,
        number: i64,
        amount: Cents,
    ) -> Result<bool, StoreError> {
        let name = session.reveal();
        writing!(self, connection => {
            let query = sqlx::query_scalar::<_, i64>(TAKE_BACK).bind(&name);
            let Some(paid) = query.fetch_optional(&mut *connection).await? else { return Ok(false) };
            let sent = sqlx::query_as::<_, (i64, i64)>(SENT_BACK).bind(&name).fetch_all(&mut *connection).await?;
            if sent.iter().any(|(known, _)| *known == number) {
                return Ok(true);
            }
            let total = sent.iter().map(|(_, amount)| amount).sum::<i64>() + amount.0;
            if total > paid {
                return Ok(false);
            }
            let query = sqlx::query(SEND_BACK).bind(&name).bind(number).bind(amount.0);
            query.execute(&mut *connection).await?;
            if total == paid {
                sqlx::query(REFUND).bind(&name).execute(connection).await?;
            }
            Ok::<_, StoreError>(true)
        })
    }

    /// Pays by all sessions that were to pay by now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn pay_due_test_payments(&self, now: Timestamp) -> Result<Vec<TestPayment>, StoreError> {
        writing!(self, connection => {
            let rows = sqlx::query(PAY_DUE).bind(Ts::new(now)).fetch_all(connection).await?;
            let rows = row::all::<PaymentRow, _>(&rows)?;
            rows.into_iter().map(PaymentRow::payment).collect::<Result<_, StoreError>>()
        })
    }
}

impl PaymentRow {
    fn payment(self) -> Result<TestPayment, StoreError> {
        let place = Place::new("test_payments", self.order_id);
        let number = self.error_code.map(|code| place.sound("error_code", u32::try_from(code).ok())).transpose()?;
        Ok(TestPayment {
            session: place.sound("session_id", SessionId::stored(&self.session_id).ok())?,
            order: OrderId(self.order_id),
            amount: Cents(self.amount),
            status: place.sound("status", ProviderStatus::parse(&self.status))?,
            error_code: number.map(PaymentErrorCode::from_number),
            is_used: self.is_used,
        })
    }
}
