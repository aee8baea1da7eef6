//! Money that goes back, wholly or in part: who gets how much of what, and what a provider is to be told of it. A row
//! stands for each part from the transaction that decides it on, and is done when the provider has sent it.

use domain::{
    Actor,
    ids::OrderId,
    money::Cents,
    payment::{SessionId, Stage, Standing, TryNumber},
};
use jiff::Timestamp;
use serde_json::json;

use super::{books::book_refund, gifts::GIVE_BENEFITS_BACK, rows::read_checkout, settle::lock_of, values::Checkout};
use crate::{
    connection::{reading, writing},
    error::StoreError,
    idempotency::{KeyRun, mark_made},
    outbox::{NewMessage, put_message},
    row::{Place, row},
    store::Store,
    ts::{Ts, cut},
};

/// The kind of messages that tell a provider to send money back.
pub const PAYMENT_REFUND: &str = "payment-refund";
/// The kind of messages that tell a customer that money goes back.
pub const ORDER_REFUND: &str = "order-refund";
/// The kind of messages that tell a customer that their order was received.
pub const ORDER_RECEIPT: &str = "order-receipt";

/// Money that is to go back.
#[derive(Debug, Clone)]
pub struct RefundAsked {
    /// The order.
    pub order: OrderId,
    /// How much; none: all that is left.
    pub amount: Option<Cents>,
    /// Why.
    pub reason: String,
    /// Who says so.
    pub actor: Actor,
    /// The run of the call that asks for it, where that came with a key: the key then keeps what came of it.
    pub run: Option<KeyRun>,
    /// The present moment.
    pub now: Timestamp,
}

/// What came of it.
#[derive(Debug, Clone)]
pub struct RefundGiven {
    /// The order afterwards.
    pub checkout: Checkout,
    /// What goes back now.
    pub refunded: Cents,
    /// What has gone back in all.
    pub refunded_total: Cents,
}

/// Why no money goes back.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RefundError {
    /// There is no such order of the shop.
    #[error("the order is not known")]
    NotFound,
    /// Nothing was ever paid for it here.
    #[error("nothing was paid for the order")]
    NeverPaid,
    /// It is more than is left.
    #[error("it is more than is left of what was paid")]
    TooMuch,
    /// The database failed.
    #[error("the money could not be given back")]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RefundError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// A part that a provider is still to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PendingRefund {
    /// The try.
    pub session: SessionId,
    /// How much of it.
    pub amount: Cents,
}

row! {
    struct RefundRow of "refunds" by "number" named "" {
        number: i64,
        session_id: Option<String>,
        amount: i64,
        is_done: bool,
    }
}

pub(super) const READ: &str = "SELECT number, session_id, amount, done_at IS NOT NULL AS is_done FROM refunds \
    WHERE order_id = $1 ORDER BY number";
pub(super) const INSERT: &str = "INSERT INTO refunds (order_id, number, session_id, amount, reason, actor_kind, \
    actor_name, asked_at, done_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
pub(super) const DONE: &str = "UPDATE refunds SET done_at = $3 WHERE order_id = $1 AND number = $2 AND done_at IS NULL";
const REFUNDED: &str = "UPDATE checkouts SET stage = 'refunded', paid_by = NULL WHERE id = $1";
const TRY_REFUNDED: &str = "UPDATE payment_tries SET standing = $3 WHERE order_id = $1 AND session_id = $2";

/// Puts a part back on its gift card, which then holds so much less.
pub(super) const TO_CARD: [&str; 3] = [
    "UPDATE gift_cards SET gone = gone - $2 WHERE $3 IS NOT NULL \
     AND card = (SELECT card FROM gift_card_holds WHERE order_id = $1 AND given_back_at IS NULL)",
    "UPDATE gift_card_holds SET given_back_at = $3 WHERE order_id = $1 AND given_back_at IS NULL AND amount = $2",
    "UPDATE gift_card_holds SET amount = amount - $2 \
     WHERE $3 IS NOT NULL AND order_id = $1 AND given_back_at IS NULL AND amount > $2",
];

/// A part that goes back now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// The try; none: the gift card.
    pub(super) session: Option<SessionId>,
    pub(super) amount: Cents,
    /// Whether it is back already.
    pub(super) is_done: bool,
}

/// Why money goes back, and by whom.
pub(super) struct Words {
    pub(super) reason: String,
    pub(super) actor: Actor,
}

impl Words {
    /// Of the system itself.
    pub(super) fn of_the_system(reason: &str) -> Self {
        Self { reason: reason.to_owned(), actor: Actor::System("payments".into()) }
    }
}

/// What has gone back of an order, or is to.
pub(super) struct Returns(pub(super) Vec<RefundRow>);

impl Returns {
    pub(super) fn total(&self) -> i64 {
        self.0.iter().map(|row| row.amount).sum()
    }

    /// What is left of a try.
    pub(super) fn left_of(&self, checkout: &Checkout, number: TryNumber) -> Option<(SessionId, Cents)> {
        let found = checkout.tries.iter().find(|found| found.number == number)?;
        let name = found.session.reveal();
        let gone: i64 = self.0.iter().filter(|row| row.session_id.as_ref() == Some(&name)).map(|row| row.amount).sum();
        Some((found.session, Cents((found.amount.0 - gone).max(0))))
    }

    /// What is left of what a gift card paid.
    pub(super) fn left_of_card(&self, checkout: &Checkout) -> Cents {
        let gone: i64 = self.0.iter().filter(|row| row.session_id.is_none()).map(|row| row.amount).sum();
        Cents((checkout.payable.0 - checkout.due.0 - gone).max(0))
    }

    /// The number of the next part.
    pub(super) fn next(&self) -> i64 {
        self.0.last().map_or(1, |last| last.number + 1)
    }

    /// Numbers and amounts of the parts that a provider was still to send of a try.
    pub(super) fn pending_of(&self, session: SessionId) -> Vec<(i64, Cents)> {
        let name = session.reveal();
        let pending = self.0.iter().filter(|row| row.session_id.as_ref() == Some(&name) && !row.is_done);
        pending.map(|row| (row.number, Cents(row.amount))).collect()
    }
}

/// What came in for an order: by its tries, and by a gift card where it was made.
pub(super) fn paid_in(checkout: &Checkout, was_card_taken: bool) -> i64 {
    let came = |standing| matches!(standing, Standing::Paid | Standing::Refunded);
    let tries: i64 = checkout.tries.iter().filter(|found| came(found.standing)).map(|found| found.amount.0).sum();
    tries + if was_card_taken { checkout.payable.0 - checkout.due.0 } else { 0 }
}

/// The parts of an amount: of the try that paid, then of the gift card.
fn parts_of(checkout: &Checkout, returns: &Returns, amount: Option<Cents>) -> Result<(Vec<Part>, bool), RefundError> {
    if paid_in(checkout, checkout.stage.is_made() && checkout.stage != Stage::OnSite) == 0 {
        return Err(RefundError::NeverPaid);
    }
    let Stage::Paid(by) = checkout.stage else { return Err(RefundError::TooMuch) };
    let of_try = by.and_then(|by| returns.left_of(checkout, by));
    let of_card = returns.left_of_card(checkout);
    let left = of_try.map_or(0, |(_, left)| left.0) + of_card.0;
    let wanted = amount.map_or(left, |amount| amount.0);
    if wanted <= 0 || wanted > left {
        return Err(RefundError::TooMuch);
    }
    let mut parts = Vec::new();
    let mut rest = wanted;
    if let Some((session, of_try)) = of_try {
        let amount = Cents(of_try.0.min(rest));
        rest -= amount.0;
        parts.push(Part { session: Some(session), amount, is_done: false });
    }
    parts.push(Part { session: None, amount: Cents(rest), is_done: true });
    parts.retain(|part| part.amount.0 > 0);
    Ok((parts, wanted == left))
}

/// That a provider is to send a part back.
pub(super) fn to_provider(order: i64, number: i64, now: Timestamp) -> NewMessage {
    message(PAYMENT_REFUND, json!({ "orderId": order, "number": number }), now)
}

/// That a customer is to be told.
pub(super) fn to_customer(order: i64, amount: i64, left: i64, now: Timestamp) -> NewMessage {
    message(ORDER_REFUND, json!({ "orderId": order, "amount": amount, "left": left }), now)
}

/// That a customer is to be told of their order.
pub(super) fn receipt(order: i64, now: Timestamp) -> NewMessage {
    message(ORDER_RECEIPT, json!({ "orderId": order }), now)
}

fn message(kind: &'static str, payload: serde_json::Value, now: Timestamp) -> NewMessage {
    NewMessage { kind, payload, ready_at: now, created_at: now }
}

/// What has gone back until now. A macro, because it is written once for each database.
macro_rules! read_returns {
    ($connection:ident, $id:expr) => {{
        let query = sqlx::query($crate::checkout::refunds::READ).bind($id);
        $crate::checkout::refunds::Returns($crate::row::all(&query.fetch_all(&mut *$connection).await?)?)
    }};
}

/// Sends parts back: their rows, what is booked of them, and what is told of them.
macro_rules! send_back {
    ($connection:ident, $checkout:expr, $returns:expr, $parts:expr, $words:expr, $paid_in:expr, $now:ident) => {{
        let (checkout, words) = ($checkout, $words);
        let (id, mut number, mut sum) = (checkout.id.0, $returns.next(), 0);
        for part in $parts {
            sqlx::query($crate::checkout::refunds::INSERT)
                .bind(id)
                .bind(number)
                .bind(part.session.map(SessionId::reveal))
                .bind(part.amount.0)
                .bind(words.reason.as_str())
                .bind(words.actor.kind())
                .bind(words.actor.name())
                .bind(Ts::new($now))
                .bind(part.is_done.then(|| Ts::new($now)))
                .execute(&mut *$connection)
                .await?;
            if part.is_done {
                book_refund!($connection, checkout, number, part.amount, $now);
            } else {
                put_message!(&mut *$connection, $crate::checkout::refunds::to_provider(id, number, $now))?;
            }
            (number, sum) = (number + 1, sum + part.amount.0);
        }
        if sum > 0 {
            let left = ($paid_in - $returns.total() - sum).max(0);
            put_message!(&mut *$connection, $crate::checkout::refunds::to_customer(id, sum, left, $now))?;
        }
        sum
    }};
}

/// Puts the parts that a gift card paid back on it.
macro_rules! to_card {
    ($connection:ident, $id:expr, $parts:expr, $now:ident) => {{
        for part in $parts.iter().filter(|part| part.session.is_none()) {
            for text in $crate::checkout::refunds::TO_CARD {
                let query = sqlx::query(text).bind($id).bind(part.amount.0).bind(Ts::new($now));
                query.execute(&mut *$connection).await?;
            }
        }
    }};
}
pub(super) use {read_returns, send_back, to_card};

impl Store {
    /// Gives money of a paid order back.
    ///
    /// # Errors
    /// [`RefundError`]; nothing was written then.
    pub async fn refund(&self, asked: RefundAsked) -> Result<RefundGiven, RefundError> {
        let lock = lock_of(self.backend());
        let (id, now) = (asked.order.0, cut(asked.now));
        writing!(self, connection => {
            if let Some(lock) = lock {
                sqlx::query(lock).bind(id).execute(&mut *connection).await?;
            }
            let mut checkout = read_checkout!(connection, id).ok_or(RefundError::NotFound)?;
            let returns = read_returns!(connection, id);
            let (parts, is_whole) = parts_of(&checkout, &returns, asked.amount)?;
            to_card!(connection, id, parts, now);
            let words = Words { reason: asked.reason, actor: asked.actor };
            let paid_in = paid_in(&checkout, true);
            let refunded = send_back!(connection, &checkout, returns, parts, words, paid_in, now);
            if is_whole {
                sqlx::query(REFUNDED).bind(id).execute(&mut *connection).await?;
                for text in GIVE_BENEFITS_BACK {
                    sqlx::query(text).bind(id).bind(Ts::new(now)).execute(&mut *connection).await?;
                }
                checkout.stage = Stage::Refunded;
            }
            let refunded_total = Cents(returns.total() + refunded);
            let given = RefundGiven { checkout, refunded: Cents(refunded), refunded_total };
            if let Some(run) = asked.run
                && !mark_made!(&mut *connection, run, given.made())?
            {
                return Err(StoreError::unavailable("another run has taken the call over").into());
            }
            Ok(given)
        })
    }

    /// A part that a provider is still to send; none where it was sent, or there is no such part.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn pending_refund(&self, order: OrderId, number: i64) -> Result<Option<PendingRefund>, StoreError> {
        let returns = reading!(self, connection => { Ok::<_, StoreError>(read_returns!(connection, order.0)) })?;
        let found = returns.0.into_iter().find(|row| row.number == number && !row.is_done);
        let Some(RefundRow { session_id: Some(session), amount, .. }) = found else { return Ok(None) };
        let session = Place::new("refunds", number).sound("session_id", SessionId::stored(&session).ok())?;
        Ok(Some(PendingRefund { session, amount: Cents(amount) }))
    }

    /// Notes that a provider has sent a part, and books it; false where that was noted before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn refund_done(&self, order: OrderId, number: i64, now: Timestamp) -> Result<bool, StoreError> {
        let lock = lock_of(self.backend());
        let (id, now) = (order.0, cut(now));
        writing!(self, connection => {
            if let Some(lock) = lock {
                sqlx::query(lock).bind(id).execute(&mut *connection).await?;
            }
            let Some(checkout) = read_checkout!(connection, id) else { return Ok(false) };
            let mut returns = read_returns!(connection, id);
            let done = sqlx::query(DONE).bind(id).bind(number).bind(Ts::new(now)).execute(&mut *connection).await?;
            if done.rows_affected() == 0 {
                return Ok(false);
            }
            let row = returns.0.iter_mut().find(|row| row.number == number);
            let row = row.ok_or_else(|| StoreError::refused("a refund that was done is not there"))?;
            row.is_done = true;
            let (amount, name) = (Cents(row.amount), row.session_id.clone());
            book_refund!(connection, &checkout, number, amount, now);
            let of_try = checkout.tries.iter().find(|found| Some(found.session.reveal()) == name);
            if let Some(found) = of_try
                && returns.left_of(&checkout, found.number).is_some_and(|(_, left)| left.0 == 0)
                && returns.pending_of(found.session).is_empty()
            {
                let query = sqlx::query(TRY_REFUNDED).bind(id).bind(found.session.reveal());
                query.bind(Standing::Refunded.number()).execute(&mut *connection).await?;
            }
            Ok::<bool, StoreError>(true)
        })
    }
}

impl RefundGiven {
    /// As a key keeps it: what goes back now, what has gone in all, and the payment's status.
    fn made(&self) -> String {
        format!("{} {} {}", self.refunded.0, self.refunded_total.0, self.checkout.stage.status().number())
    }
}
