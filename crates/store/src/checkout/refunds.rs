//! Money that goes back, wholly or in part, as [`domain::payment::Funds`] decides it, and what a provider is to be told of
//! it. A row stands for each part from the transaction that decides it on, and is done when the provider has sent it.

use domain::{
    Actor,
    ids::OrderId,
    money::Cents,
    payment::{PaymentStage, PaymentState, RefundPart, RefundRefused, RefundSource},
};
use jiff::Timestamp;
use serde_json::json;

use super::{
    CheckoutStore,
    gifts::give_benefits_back,
    returns::{PendingRefund, pending, read_refunds},
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
    /// Nothing was paid for it here, or less than that is left.
    #[error(transparent)]
    Refused(#[from] RefundRefused),
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

/// Why money goes back, and by whom.
pub(super) struct RefundReason {
    pub(super) reason: String,
    pub(super) actor: Actor,
}

impl RefundReason {
    /// Of the system itself.
    pub(super) fn of_the_system(reason: &str) -> Self {
        Self { reason: reason.to_owned(), actor: Actor::System("payments".into()) }
    }
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

/// Sends parts back: their rows, what is booked of them, and what is told of them, with what is left after it. Gives
/// their sum.
pub(super) async fn send_back(
    conn: &mut Conn<'_>,
    checkout: &Checkout,
    parts: &[RefundPart],
    left: Cents,
    words: &RefundReason,
    now: Timestamp,
) -> Result<Cents, StoreError> {
    let id = checkout.id.0;
    for part in parts {
        insert_part(conn, id, part, words, now).await?;
        if part.is_done {
            book(conn, &checkout.books(now).refunded(part)).await?;
        } else {
            put_message(conn, to_provider(id, part.number, now)).await?;
        }
    }
    let sum = parts.iter().map(|part| part.amount.0).sum();
    if sum > 0 {
        put_message(conn, to_customer(id, sum, left.0, now)).await?;
    }
    Ok(Cents(sum))
}

async fn insert_part(
    conn: &mut Conn<'_>,
    order: i64,
    part: &RefundPart,
    words: &RefundReason,
    now: Timestamp,
) -> Result<(), StoreError> {
    let session = match part.source {
        RefundSource::Try(session) => Some(session.reveal()),
        RefundSource::GiftCard => None,
    };
    let query = conn
        .query(INSERT)
        .bind(order)
        .bind(part.number)
        .bind(session)
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
    parts: &[RefundPart],
    now: Timestamp,
) -> Result<(), StoreError> {
    for part in parts.iter().filter(|part| part.source == RefundSource::GiftCard) {
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
        let refunds = self.0.read(order, |conn, &order| Box::pin(read_refunds(conn, order.0))).await?;
        Ok(pending(&refunds, number))
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
    let funds = checkout.funds(read_refunds(conn, id).await?);
    let refunding = funds.refund(&checkout.payment.settlement(), asked.amount)?;
    put_on_card(conn, id, &refunding.parts, now).await?;
    let words = RefundReason { reason: asked.reason, actor: asked.actor };
    let refunded = send_back(conn, &checkout, &refunding.parts, refunding.left, &words, now).await?;
    if refunding.is_whole {
        conn.query(REFUNDED).bind(id).execute().await?;
        give_benefits_back(conn, id, now).await?;
        checkout.payment.stage = PaymentStage::Refunded;
    }
    let refunded_total = Cents(funds.refunded().0 + refunded.0);
    let given = RefundGiven { checkout, refunded, refunded_total };
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
    let mut funds = checkout.funds(read_refunds(conn, id).await?);
    if !note_done(conn, id, number, now).await? {
        return Ok(false);
    }
    let done = funds.set_done(number);
    let done = done.ok_or_else(|| StoreError::refused("a refund that was done is not there"))?;
    book(conn, &checkout.books(now).refunded(&done)).await?;
    let of_try = funds.charges.iter().find(|charge| done.source == RefundSource::Try(charge.session));
    if let Some(charge) = of_try.filter(|charge| funds.is_all_back(charge)) {
        let query = conn.query(TRY_REFUNDED).bind(id).bind(charge.session.reveal());
        query.bind(PaymentState::Refunded.number()).execute().await?;
    }
    Ok(true)
}

impl RefundGiven {
    /// As a key keeps it: what goes back now, what has gone in all, and the payment's status.
    fn made(&self) -> String {
        format!("{} {} {}", self.refunded.0, self.refunded_total.0, self.checkout.payment.stage.status().number())
    }
}
