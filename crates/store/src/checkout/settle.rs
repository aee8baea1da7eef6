//! What happens to the payment of an order: judged by [`domain::payment::Settlement`], written with all that follows from
//! it in one transaction.

use domain::{
    money::Cents,
    payment::{
        Booking, PaymentChange, PaymentEffect, PaymentEvent, PaymentNews, PaymentStage, PaymentState, SessionId,
        TryNumber,
    },
};
use jiff::Timestamp;

use super::{
    CheckoutStore,
    code_holds::take_codes_again,
    events::{MoneyReturned, ProviderWord, Settle, SettleError, SettleEvent, SettledCheckout},
    gifts::{give_back, give_benefits_back},
    place::add_try,
    refunds::{RefundReason, note_done, put_on_card, receipt, send_back},
    returns::read_refunds,
    rows::{CheckoutBodyRow, hold, read_checkout, read_whole},
    values::{Checkout, NewTry},
};
use crate::{
    conn::Conn,
    error::StoreError,
    idempotency::add_mark,
    ledger::{add_entry, book},
    order::insert::add_order,
    outbox::add_message,
    ts::{Ts, cut},
    write_batch::WriteBatch,
};

/// Of two transactions with one event the second waits here for the first, and finds it noted.
const NOTE: &str = "INSERT INTO payment_events (provider, event_id, session_id, status, recorded_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING";
const SET_STAGE: &str = "UPDATE checkouts SET stage = $2, paid_by = $3, received_at = coalesce(received_at, $4), \
    ended_at = coalesce(ended_at, $5), method = $6, issuer = $7, error_code = $8 WHERE id = $1";
const SET_TRY: &str = "UPDATE payment_tries SET standing = $3, error_code = $4 WHERE order_id = $1 AND number = $2";
const SET_CLOSE: &str = "UPDATE payment_tries SET duty = 'close', duty_at = $3 \
    WHERE order_id = $1 AND number = $2 AND duty IS NULL";

impl CheckoutStore<'_> {
    /// Lets something happen to the payment of an order. Where it makes the order, that stands in `orders` by the same
    /// commit.
    ///
    /// # Errors
    /// [`SettleError`]; nothing was written then.
    pub async fn settle(self, settle: Settle) -> Result<SettledCheckout, SettleError> {
        self.0.write(move |conn| Box::pin(self::settle(conn, settle))).await
    }
}

async fn settle(conn: &mut Conn<'_>, settle: Settle) -> Result<SettledCheckout, SettleError> {
    let (id, now) = (settle.order.0, cut(settle.now));
    hold(conn, id).await?;
    let (checkout, mut body) = if may_need_body(&settle.event) {
        let (checkout, body) = read_whole(conn, id).await?.ok_or(SettleError::NotFound)?;
        (checkout, Some(body))
    } else {
        (read_checkout(conn, id).await?.ok_or(SettleError::NotFound)?, None)
    };
    let event = event_of(&checkout, &settle.event)?;
    let before = checkout.payment.settlement();
    let settled = before.after(event);
    let session = session_of(&settle.event, event);
    // Before anything else is written: where the event is known, nothing is.
    let is_news = settled.moved
        && match said(&settle.event) {
            Some((word, session)) => note(conn, word, session, now).await?,
            None => true,
        };
    if !is_news {
        return Ok(SettledCheckout { checkout, effects: Vec::new(), moved: false, returned: None });
    }
    if checkout.payment.stage == PaymentStage::Waiting
        && matches!(event, PaymentEvent::Started(_) | PaymentEvent::Reported(_, PaymentState::Paid))
    {
        take_codes_again(conn, id).await?;
    }
    let news = news_of(&settle.event, event, session);
    let after = checkout.after(news, settled.settlement.stage(), now);
    let mut batch = WriteBatch::new(conn);
    add_stage(&mut batch, &after);
    if let SettleEvent::Start(new) = &settle.event {
        add_start(&mut batch, id, event, session, new)?;
    }
    add_try_state(&mut batch, &after, event);
    if settled.effects.contains(&PaymentEffect::Make) {
        add_made(&mut batch, &after, body.take(), &settle.event, now)?;
    }
    keep_books(&mut batch, &after, event, body.as_ref(), now)?;
    batch.execute(conn).await?;
    for effect in &settled.effects {
        follow(conn, *effect, &after, now).await?;
    }
    let change = PaymentChange { before: &before, event, settled: &settled };
    let returned = return_money(conn, &after, change, now).await?;
    Ok(SettledCheckout { checkout: after, effects: settled.effects, moved: true, returned })
}

/// Whether what happens may make an order, or take one away that was made.
fn may_need_body(event: &SettleEvent) -> bool {
    match event {
        SettleEvent::Report(report) => report.state == PaymentState::Paid,
        SettleEvent::Reject => true,
        SettleEvent::Start(_) | SettleEvent::Cancel | SettleEvent::Expire => false,
    }
}

/// What happens, for the rules.
fn event_of(checkout: &Checkout, event: &SettleEvent) -> Result<PaymentEvent, SettleError> {
    Ok(match event {
        SettleEvent::Start(_) => {
            PaymentEvent::Started(TryNumber(checkout.payment.tries.last().map_or(0, |last| last.number.0) + 1))
        }
        SettleEvent::Report(report) => {
            let found = checkout.payment.payment_try(report.session).ok_or(SettleError::NoSession)?;
            PaymentEvent::Reported(found.number, report.state)
        }
        SettleEvent::Cancel => PaymentEvent::Cancelled,
        SettleEvent::Expire => PaymentEvent::Expired,
        SettleEvent::Reject => PaymentEvent::Rejected,
    })
}

fn said(event: &SettleEvent) -> Option<(&ProviderWord, SessionId)> {
    match event {
        SettleEvent::Report(report) => report.said.as_ref().map(|word| (word, report.session)),
        _ => None,
    }
}

/// The name of the try that begins.
fn session_of(happened: &SettleEvent, event: PaymentEvent) -> Option<SessionId> {
    match (happened, event) {
        (SettleEvent::Start(new), PaymentEvent::Started(number)) => new.session(number),
        _ => None,
    }
}

/// What is kept of what happens beside where it leads.
fn news_of(happened: &SettleEvent, event: PaymentEvent, session: Option<SessionId>) -> PaymentNews {
    match (happened, event, session) {
        (SettleEvent::Start(new), PaymentEvent::Started(number), Some(session)) => {
            PaymentNews::Started(new.clone().begun(number, session))
        }
        (SettleEvent::Report(report), PaymentEvent::Reported(number, state), _) => {
            PaymentNews::Reported(number, state, report.error_code)
        }
        _ => PaymentNews::Other,
    }
}

/// Writes a try that begins.
fn add_start(
    batch: &mut WriteBatch,
    id: i64,
    event: PaymentEvent,
    session: Option<SessionId>,
    new: &NewTry,
) -> Result<(), StoreError> {
    let session = session.ok_or_else(|| StoreError::refused("a try without a name"))?;
    let number = match event {
        PaymentEvent::Started(number) => number,
        _ => TryNumber(1),
    };
    add_try(batch, id, number, session, new);
    if let Some(run) = new.run {
        add_mark(batch, run, session.reveal());
    }
    Ok(())
}

fn add_stage(batch: &mut WriteBatch, after: &Checkout) {
    let payment = &after.payment;
    batch
        .query(SET_STAGE)
        .bind(after.id.0)
        .bind(payment.stage.name())
        .bind(payment.stage.paid_by().map(|number| i64::from(number.0)))
        .bind(payment.received_at.map(Ts::new))
        .bind(payment.ended_at.map(Ts::new))
        .bind(payment.method.as_str())
        .bind(payment.issuer.as_deref())
        .bind(payment.error_code.map(|code| i64::from(code.number())));
}

/// Writes how the try stands that was reported.
fn add_try_state(batch: &mut WriteBatch, after: &Checkout, event: PaymentEvent) {
    let PaymentEvent::Reported(number, state) = event else { return };
    let found = after.payment.tries.iter().find(|found| found.number == number);
    let code = found.and_then(|found| found.error_code).map(|code| i64::from(code.number()));
    batch.query(SET_TRY).bind(after.id.0).bind(i64::from(number.0)).bind(state.number()).bind(code);
}

/// Notes what a provider said. Gives whether it was not noted before.
async fn note(
    conn: &mut Conn<'_>,
    word: &ProviderWord,
    session: SessionId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let query = conn
        .query(NOTE)
        .bind(word.provider.as_str())
        .bind(word.event_id.as_str())
        .bind(session.reveal())
        .bind(word.status.as_str())
        .bind(Ts::new(now));
    Ok(query.execute().await? == 1)
}

/// Writes what follows, but for an order that is made and money that goes back: those go with what belongs to them.
async fn follow(
    conn: &mut Conn<'_>,
    effect: PaymentEffect,
    after: &Checkout,
    now: Timestamp,
) -> Result<(), StoreError> {
    match effect {
        PaymentEffect::Make | PaymentEffect::Refund(_) => Ok(()),
        PaymentEffect::Close(number) => {
            let query = conn.query(SET_CLOSE).bind(after.id.0).bind(i64::from(number.0)).bind(Ts::new(now));
            query.execute().await.map(drop)
        }
        PaymentEffect::GiveBack => give_back(conn, after.id.0, now).await,
        PaymentEffect::GiveBenefitsBack => give_benefits_back(conn, after.id.0, now).await,
    }
}

/// Makes the order of the kitchen, books it, and lets its customer be told.
fn add_made(
    batch: &mut WriteBatch,
    after: &Checkout,
    body: Option<CheckoutBodyRow>,
    happened: &SettleEvent,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (SettleEvent::Report(report), Some(body)) = (happened, body) else {
        return Err(StoreError::refused("an order was made that nobody paid"));
    };
    let id = after.id.0;
    let sale = body.sale();
    let (order, texts) = body.order(after, report.schedule)?;
    add_order(batch, id, &order, &texts, now);
    for entry in after.books(now).made(&sale, after.by_gift_card()) {
        add_entry(batch, &entry)?;
    }
    add_message(batch, receipt(id, now));
    Ok(())
}

/// Books money that came in, and what is no sale any more.
fn keep_books(
    batch: &mut WriteBatch,
    after: &Checkout,
    event: PaymentEvent,
    body: Option<&CheckoutBodyRow>,
    now: Timestamp,
) -> Result<(), StoreError> {
    match event.booking() {
        Some(Booking::Paid(number)) => {
            if let Some(found) = after.payment.tries.iter().find(|found| found.number == number) {
                add_entry(batch, &after.books(now).paid(number, found.amount))?;
            }
        }
        Some(Booking::Unsold) => {
            let body = body.ok_or_else(|| StoreError::refused("an order was taken away that was not read"))?;
            add_entry(batch, &after.books(now).unsold(&body.sale()))?;
        }
        None => {}
    }
    Ok(())
}

/// Sends back what is to go back, and notes what a provider has sent back by itself. Gives what goes back.
async fn return_money(
    conn: &mut Conn<'_>,
    after: &Checkout,
    change: PaymentChange<'_>,
    now: Timestamp,
) -> Result<Option<MoneyReturned>, StoreError> {
    if !change.returns_money() {
        return Ok(None);
    }
    let id = after.id.0;
    let refund = after.funds(read_refunds(conn, id).await?).refund_after(change);
    for part in &refund.sent {
        note_done(conn, id, part.number, now).await?;
        book(conn, &after.books(now).refunded(part)).await?;
    }
    if refund.puts_on_gift_card {
        put_on_card(conn, id, &refund.parts, now).await?;
    }
    let words = RefundReason::of_the_system(refund.reason);
    let amount = send_back(conn, after, &refund.parts, refund.left, &words, now).await?;
    let RefundReason { reason, actor } = words;
    Ok((amount > Cents(0)).then_some(MoneyReturned { amount, reason, actor }))
}
