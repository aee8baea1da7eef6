//! Sessions of customers.

use std::fmt;

use domain::{
    customer::{MOST_SESSIONS, SESSION_IDLE, SESSION_LONGEST, SessionChannel},
    ids::CustomerId,
};
use jiff::{Timestamp, civil::Date};

use super::{SessionStore, by_token::before};
use crate::{
    conn::Conn,
    customer_lock::{customer_is_active, lock_customer},
    error::StoreError,
    row::Row,
    sql::{Sql, sweep_past},
    ts::Ts,
};

/// A session to be begun.
#[derive(Debug, Clone, Copy)]
pub struct NewCustomerSession {
    /// SHA-256 of its token.
    pub sha256: [u8; 32],
    pub channel: SessionChannel,
}

/// A customer who is signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct CustomerSession {
    /// The session's number; never given again.
    pub session_id: i64,
    pub customer_id: CustomerId,
    /// When they signed in.
    pub created_at: Timestamp,
    /// When they joined the loyalty programme.
    pub joined_at: Option<Timestamp>,
    pub birth_date: Option<Date>,
    /// The version of the shop's terms that they accepted last.
    pub terms_version: Option<String>,
}

impl fmt::Debug for CustomerSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CustomerSession({} of {})", self.session_id, self.customer_id)
    }
}

const ADD: &str = "INSERT INTO customer_sessions (sha256, customer_id, is_bearer, created_at, last_seen_at, expires_at) \
    VALUES ($1, $2, $3, $4, $4, $5) RETURNING id";
const END_LONGEST_UNUSED: &str = "DELETE FROM customer_sessions WHERE customer_id = $1 AND is_bearer = $2 AND id NOT IN \
    (SELECT id FROM customer_sessions WHERE customer_id = $1 AND is_bearer = $2 \
     ORDER BY last_seen_at DESC, id DESC LIMIT $3)";
const HAS_PASSWORD: &str = "SELECT id FROM customers WHERE id = $1 AND password_hash = $2";
const NOTE: &str = "UPDATE customer_sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2";
const END_OTHERS: &str = "DELETE FROM customer_sessions WHERE customer_id = $1 AND id <> $2";
static SWEEP_ENDED: Sql = Sql::new(|dialect| sweep_past(dialect, "customer_sessions", "id", "expires_at"));
static SWEEP_UNUSED: Sql = Sql::new(|dialect| sweep_past(dialect, "customer_sessions", "id", "last_seen_at"));

impl SessionStore<'_> {
    /// Signs a customer in; the longest unused of their sessions of this channel ends where there are more than twenty. None
    /// where the account was erased, or has another password than the one that was checked.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn add_customer(
        self,
        customer: CustomerId,
        password_hash: Option<String>,
        new: NewCustomerSession,
        now: Timestamp,
    ) -> Result<Option<i64>, StoreError> {
        self.0.write(move |conn| Box::pin(add(conn, customer.0, password_hash, new, now))).await
    }

    /// Ends all sessions of a customer.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn end_all_of_customer(self, customer: CustomerId) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(end_of_customer(conn, customer.0, None))).await
    }

    /// Notes that a customer's session is in use; never back in time.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn note_customer(self, session: i64, now: Timestamp) -> Result<(), StoreError> {
        self.0.write(move |conn| Box::pin(note(conn, session, now))).await
    }

    /// Takes away sessions of customers that have run out. Returns how many; whoever wants all calls until that is 0.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn sweep_customers(self, now: Timestamp) -> Result<u64, StoreError> {
        self.0.write(move |conn| Box::pin(sweep(conn, now))).await
    }
}

async fn add(
    conn: &mut Conn<'_>,
    customer: i64,
    password_hash: Option<String>,
    new: NewCustomerSession,
    now: Timestamp,
) -> Result<Option<i64>, StoreError> {
    if !lock_customer(conn, customer).await? {
        return Ok(None);
    }
    if let Some(hash) = password_hash
        && conn.query(HAS_PASSWORD).bind(customer).bind(hash).fetch_optional().await?.is_none()
    {
        return Ok(None);
    }
    add_of_customer(conn, customer, new, now).await.map(Some)
}

/// Begins a session, where the account's row is held or is made in this transaction.
pub(crate) async fn add_of_customer(
    conn: &mut Conn<'_>,
    customer: i64,
    new: NewCustomerSession,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let ends = Ts::new(now.checked_add(SESSION_LONGEST).map_err(StoreError::other)?);
    let query = conn.query(ADD).bind(&new.sha256[..]).bind(customer).bind(new.channel == SessionChannel::Bearer);
    let id = query.bind(Ts::new(now)).bind(ends).scalar().await?;
    let query = conn.query(END_LONGEST_UNUSED).bind(customer).bind(new.channel == SessionChannel::Bearer);
    query.bind(i64::from(MOST_SESSIONS)).execute().await?;
    customer_is_active(conn, customer, now).await?;
    Ok(id)
}

/// Ends all sessions of an account but one.
pub(crate) async fn end_of_customer(conn: &mut Conn<'_>, customer: i64, but: Option<i64>) -> Result<(), StoreError> {
    // No session has the number 0.
    conn.query(END_OTHERS).bind(customer).bind(but.unwrap_or_default()).execute().await?;
    Ok(())
}

async fn note(conn: &mut Conn<'_>, session: i64, now: Timestamp) -> Result<(), StoreError> {
    conn.query(NOTE).bind(session).bind(Ts::new(now)).execute().await?;
    Ok(())
}

async fn sweep(conn: &mut Conn<'_>, now: Timestamp) -> Result<u64, StoreError> {
    let ended = conn.query(&SWEEP_ENDED).bind(Ts::new(now)).execute().await?;
    Ok(ended + conn.query(&SWEEP_UNUSED).bind(before(now, SESSION_IDLE)?).execute().await?)
}

pub(super) fn session(row: &Row) -> Result<CustomerSession, StoreError> {
    let row = row.of("customer_sessions", "id");
    Ok(CustomerSession {
        session_id: row.get("id")?,
        customer_id: CustomerId(row.get("customer_id")?),
        created_at: row.get::<Ts>("created_at")?.get(),
        joined_at: row.get::<Option<Ts>>("joined_at")?.map(Ts::get),
        birth_date: row.parse_optional("birth_date", |text: String| text.parse().ok())?,
        terms_version: row.get("terms_version")?,
    })
}
