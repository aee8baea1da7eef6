//! Money that goes back, wholly or in part: who gets how much of what, and what a provider is to be told of it. A row
//! stands for each part from the transaction that decides it on, and is done when the provider has sent it.

use domain::{
    Actor,
    ids::OrderId,
    money::Cents,
    payment::{SessionId, Stage, Standing},
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    CheckoutStore,
    books::Booked,
    gifts::give_benefits_back,
    returns::{PendingRefund, Returns, read_returns},
    rows::{hold, read_checkout},
    values::Checkout,
};
use crate::{
    conn::Conn,
    error::StoreError,
    idempotency::{KeyRun, mark_made},
    ledger::book,
    outbox::{NewMessage, put_message},
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

const INSERT: &str = "INSERT INTO refunds (order_id, number, session_id, amount, reason, actor_kind, \
    actor_name, asked_at, done_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const DONE: &str = "UPDATE refunds SET done_at = $3 WHERE order_id = $1 AND number = $2 AND done_at IS NULL";
const REFUNDED: &str = "UPDATE checkouts SET stage = 'refunded', paid_by = NULL WHERE id = $1";
const TRY_REFUNDED: &str = "UPDATE payment_tries SET standing = $3 WHERE order_id = $1 AND session_id = $2";

/// Puts a part back on its gift card, which then holds so much less.
const TO_CARD: [&str; 3] = [
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
fn to_provider(order: i64, number: i64, now: Timestamp) -> NewMessage {
    message(PAYMENT_REFUND, json!({ "orderId": order, "number": number }), now)
}

/// That a customer is to be told.
fn to_customer(order: i64, amount: i64, left: i64, now: Timestamp) -> NewMessage {
    message(ORDER_REFUND, json!({ "orderId": order, "amount": amount, "left": left }), now)
}

/// That a customer is to be told of their order.
pub(super) fn receipt(order: i64, now: Timestamp) -> NewMessage {
    message(ORDER_RECEIPT, json!({ "orderId": order }), now)
}

fn message(kind: &'static str, payload: serde_json::Value, now: Timestamp) -> NewMessage {
    NewMessage { kind, payload, ready_at: now, created_at: now }
}

/// Sends parts back: their rows, what is booked of them, and what is told of them. Gives their sum.
pub(super) async fn send_back(
    conn: &mut Conn<'_>,
    checkout: &Checkout,
    returns: &Returns,
    parts: &[Part],
    words: &Words,
    paid_in: i64,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let (id, mut number, mut sum) = (checkout.id.0, returns.next(), 0);
    for part in parts {
        insert_part(conn, id, number, part, words, now).await?;
        if part.is_done {
            book(conn, &Booked::of(checkout, now).refunded(number, part.amount)).await?;
        } else {
            put_message(conn, to_provider(id, number, now)).await?;
        }
        (number, sum) = (number + 1, sum + part.amount.0);
    }
    if sum > 0 {
        let left = (paid_in - returns.total() - sum).max(0);
        put_message(conn, to_customer(id, sum, left, now)).await?;
    }
    Ok(sum)
}

async fn insert_part(
    conn: &mut Conn<'_>,
    order: i64,
    number: i64,
    part: &Part,
    words: &Words,
    now: Timestamp,
) -> Result<(), StoreError> {
    let query = conn
        .query(INSERT)
        .bind(order)
        .bind(number)
        .bind(part.session.map(SessionId::reveal))
        .bind(part.amount.0)
        .bind(words.reason.as_str())
        .bind(words.actor.kind())
        .bind(words.actor.name())
        .bind(Ts::new(now))
        .bind(part.is_done.then(|| Ts::new(now)));
    query.execute().await?;
    Ok(())
}

/// Puts the parts that a gift card paid back on it.
pub(super) async fn put_on_card(
    conn: &mut Conn<'_>,
    order: i64,
    parts: &[Part],
    now: Timestamp,
) -> Result<(), StoreError> {
    for part in parts.iter().filter(|part| part.session.is_none()) {
        for statement in TO_CARD {
            conn.query(statement).bind(order).bind(part.amount.0).bind(Ts::new(now)).execute().await?;
        }
    }
    Ok(())
}

/// Notes that a part is back; false where that was noted before.
pub(super) async fn note_done(
    conn: &mut Conn<'_>,
    order: i64,
    number: i64,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(conn.query(DONE).bind(order).bind(number).bind(Ts::new(now)).execute().await? == 1)
}

impl CheckoutStore<'_> {
    /// Gives money of a paid order back.
    ///
    /// # Errors
    /// [`RefundError`]; nothing was written then.
    pub async fn refund(self, asked: RefundAsked) -> Result<RefundGiven, RefundError> {
        self.0.write(move |conn| Box::pin(refund(conn, asked))).await
    }

    /// A part that a provider is still to send; none where it was sent, or there is no such part.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn pending_refund(self, order: OrderId, number: i64) -> Result<Option<PendingRefund>, StoreError> {
        let returns = self.0.read(order, |conn, &order| Box::pin(read_returns(conn, order.0))).await?;
        returns.pending(number)
    }

    /// Notes that a provider has sent a part, and books it; false where that was noted before.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn refund_done(self, order: OrderId, number: i64, now: Timestamp) -> Result<bool, StoreError> {
        self.0.write(move |conn| Box::pin(refund_done(conn, order.0, number, cut(now)))).await
    }
}

async fn refund(conn: &mut Conn<'_>, asked: RefundAsked) -> Result<RefundGiven, RefundError> {
    let (id, now) = (asked.order.0, cut(asked.now));
    hold(conn, id).await?;
    let mut checkout = read_checkout(conn, id).await?.ok_or(RefundError::NotFound)?;
    let returns = read_returns(conn, id).await?;
    let (parts, is_whole) = parts_of(&checkout, &returns, asked.amount)?;
    put_on_card(conn, id, &parts, now).await?;
    let words = Words { reason: asked.reason, actor: asked.actor };
    let refunded = send_back(conn, &checkout, &returns, &parts, &words, paid_in(&checkout, true), now).await?;
    if is_whole {
        conn.query(REFUNDED).bind(id).execute().await?;
        give_benefits_back(conn, id, now).await?;
        checkout.stage = Stage::Refunded;
    }
    let refunded_total = Cents(returns.total() + refunded);
    let given = RefundGiven { checkout, refunded: Cents(refunded), refunded_total };
    if let Some(run) = asked.run
        && !mark_made(conn, run, given.made()).await?
    {
        return Err(StoreError::unavailable("another run has taken the call over").into());
    }
    Ok(given)
}

async fn refund_done(conn: &mut Conn<'_>, id: i64, number: i64, now: Timestamp) -> Result<bool, StoreError> {
    hold(conn, id).await?;
    let Some(checkout) = read_checkout(conn, id).await? else { return Ok(false) };
    let mut returns = read_returns(conn, id).await?;
    if !note_done(conn, id, number, now).await? {
        return Ok(false);
    }
    let done = returns.set_done(number);
    let (name, amount) = done.ok_or_else(|| StoreError::refused("a refund that was done is not there"))?;
    book(conn, &Booked::of(&checkout, now).refunded(number, amount)).await?;
    let of_try = checkout.tries.iter().find(|found| Some(found.session.reveal()) == name);
    if let Some(found) = of_try
        && returns.left_of(&checkout, found.number).is_some_and(|(_, left)| left.0 == 0)
        && returns.pending_of(found.session).is_empty()
    {
        let query = conn.query(TRY_REFUNDED).bind(id).bind(found.session.reveal());
        query.bind(Standing::Refunded.number()).execute().await?;
    }
    Ok(true)
}

impl RefundGiven {
    /// As a key keeps it: what goes back now, what has gone in all, and the payment's status.
    fn made(&self) -> String {
        format!("{} {} {}", self.refunded.0, self.refunded_total.0, self.checkout.stage.status().number())
    }
}
