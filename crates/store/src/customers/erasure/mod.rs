//! Erasing: all that is known of a person goes in one transaction (docs/spec/people.md, "Erasure"). What goes, what is
//! emptied and what is kept stands in docs/privacy.md, column by column; a test holds that table against the tables here.

mod account;
mod mails;
mod one_order;
mod orders;

use domain::ids::{CustomerId, OrderId, RestaurantId, Rev, Seq};
use jiff::{SignedDuration, Timestamp};

use super::CustomerStore;
use crate::{
    conn::Conn,
    customer_lock::lock_customer,
    error::StoreError,
    idempotency::forget_account,
    outbox::{NewMessage, put_message},
    spent_tokens::spend,
    ts::Ts,
};
pub use one_order::{EraseOrder, EraseOrderError};

/// For so long the key of the call that erased an account is known.
const KEY_OUTLIVES: SignedDuration = SignedDuration::from_hours(24);

/// An account that is to be erased.
#[derive(Debug, Clone)]
pub struct EraseCustomer {
    pub id: CustomerId,
    /// Where it is not to be erased whatever it is.
    pub only_if: EraseOnlyIf,
    /// A digest of the key of the call that erases it: it outlives the account.
    pub key: Option<[u8; 32]>,
    /// What its owner is told.
    pub message: Option<NewMessage>,
    /// The present moment.
    pub now: Timestamp,
}

/// What an account must be to be erased; judged where nobody else can change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EraseOnlyIf {
    /// Whatever it is.
    Any,
    /// Its owner has never accepted the shop's terms.
    NeverAccepted,
    /// Nobody has used it since the first, and its owner was told so before the second.
    Unused { since: Timestamp, warned_before: Timestamp },
    /// It was made by this moment, so that it is no later one with the same number.
    MadeBy(Timestamp),
}

/// An account that was erased.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ErasedCustomer {
    /// Addresses of theirs that mails were sent to.
    pub emails: Vec<String>,
    /// Their orders that a kitchen knew, which can be tracked no more.
    pub orders: Vec<ErasedOrder>,
}

/// An order of which its people were forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErasedOrder {
    pub order: OrderId,
    pub restaurant: RestaurantId,
    pub seq: Seq,
    /// The number of its state without them.
    pub rev: Rev,
}

/// Why an account was not erased; then nothing of it was.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EraseError {
    /// It was erased already, or there never was one.
    #[error("there is no such account")]
    Gone,
    /// An order of theirs is neither over nor expired, or waits for its money.
    #[error("an order is not over")]
    OpenOrders,
    /// It is not what it had to be: its owner came back, or it is another one.
    #[error("the account is to stay")]
    Stays,
    #[error("the account could not be erased")]
    Store(#[from] StoreError),
}

impl CustomerStore<'_> {
    /// Erases an account with all that is known of its owner. What is theirs to be kept stays under a number without a person.
    ///
    /// # Errors
    /// [`EraseError`].
    pub async fn erase(self, erase: EraseCustomer) -> Result<ErasedCustomer, EraseError> {
        self.0.write(move |conn| Box::pin(apply(conn, erase))).await
    }
}

async fn apply(conn: &mut Conn<'_>, erase: EraseCustomer) -> Result<ErasedCustomer, EraseError> {
    let EraseCustomer { id: CustomerId(id), only_if, key, message, now } = erase;
    // The account first, as whoever places, signs in or changes it takes it.
    if !lock_customer(conn, id).await? {
        return Err(EraseError::Gone);
    }
    if !account::is_such(conn, id, only_if).await? {
        return Err(EraseError::Stays);
    }
    let all = orders::hold_all(conn, id).await?;
    if orders::any_open(conn, id, now).await? {
        return Err(EraseError::OpenOrders);
    }
    let emails = account::emails(conn, id).await?;
    let orders = orders::forget(conn, &all, now).await?;
    mails::drop_unsent(conn, &emails, &all).await?;
    forget_account(conn, id).await?;
    account::erase(conn, id, now).await?;
    if let Some(message) = message {
        put_message(conn, message).await?;
    }
    if let Some(key) = key {
        spend(conn, key, 1, now.checked_add(KEY_OUTLIVES).map_err(StoreError::other)?).await?;
    }
    Ok(ErasedCustomer { emails, orders })
}

const UNUSED: &str = "SELECT id FROM customers WHERE erased_at IS NULL AND active_at < $1 AND warned_at < $2 \
    AND warned_at IS NOT NULL ORDER BY warned_at LIMIT $3";
const UNANSWERED: &str = "SELECT id FROM customers WHERE erased_at IS NULL AND terms_version IS NULL AND created_at < $1 \
    ORDER BY created_at LIMIT $2";
const UNWARNED: &str = "SELECT id FROM customers WHERE erased_at IS NULL AND active_at < $1 AND warned_at IS NULL \
    ORDER BY active_at LIMIT $2";
const WARN: &str = "UPDATE customers SET warned_at = $2 WHERE id = $1 AND active_at < $3 AND warned_at IS NULL \
    AND erased_at IS NULL";

/// Accounts that one round looks at: the others wait for the next.
const CHUNK: i64 = 100;

impl CustomerStore<'_> {
    /// Some accounts that nobody has used since the first moment, of which the owner was told before the second; who was
    /// told first is the first.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unused(self, since: Timestamp, warned_before: Timestamp) -> Result<Vec<CustomerId>, StoreError> {
        let ids = self.0.read((since, warned_before), |conn, &(since, warned_before)| {
            let query = conn.query(UNUSED).bind(Ts::new(since)).bind(Ts::new(warned_before)).bind(CHUNK);
            Box::pin(query.scalars())
        });
        Ok(ids.await?.into_iter().map(CustomerId).collect())
    }

    /// Some accounts that nobody has used since a moment, of which the owner was not told so.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unwarned(self, since: Timestamp) -> Result<Vec<CustomerId>, StoreError> {
        let ids = self
            .0
            .read(since, |conn, &since| Box::pin(conn.query(UNWARNED).bind(Ts::new(since)).bind(CHUNK).scalars()));
        Ok(ids.await?.into_iter().map(CustomerId).collect())
    }

    /// Some accounts that were made before a moment, of which the owner has never accepted the shop's terms.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn unanswered(self, made_before: Timestamp) -> Result<Vec<CustomerId>, StoreError> {
        let ids = self.0.read(made_before, |conn, &made_before| {
            Box::pin(conn.query(UNANSWERED).bind(Ts::new(made_before)).bind(CHUNK).scalars())
        });
        Ok(ids.await?.into_iter().map(CustomerId).collect())
    }

    /// Tells the owner of an account that nobody has used since a moment that it will be erased; false where they came back,
    /// or were told already.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn warn(
        self,
        id: CustomerId,
        since: Timestamp,
        message: NewMessage,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(warn(conn, id.0, since, message, now))).await
    }
}

async fn warn(
    conn: &mut Conn<'_>,
    id: i64,
    since: Timestamp,
    message: NewMessage,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let is_told = conn.query(WARN).bind(id).bind(Ts::new(now)).bind(Ts::new(since)).execute().await? == 1;
    if is_told {
        put_message(conn, message).await?;
    }
    Ok(is_told)
}
