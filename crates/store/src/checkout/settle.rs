//! What happens to the payment of an order: judged by [`domain::payment::Settlement`], written with all that follows from
//! it in one transaction.

use domain::{
    money::Cents,
    payment::{Effect, Event, SessionId, Stage, Standing, TryNumber},
};
use jiff::Timestamp;

use super::{
    books::{Booked, book_refund},
    code_holds::take_codes_again,
    events::{MoneyReturned, ProviderWord, Settle, SettleError, SettleEvent, SettledCheckout},
    gifts::{GIVE_BACK, GIVE_BENEFITS_BACK},
    place::INSERT_TRY,
    refunds::{DONE as REFUND_DONE, Part, Returns, Words, paid_in, read_returns, receipt, send_back, to_card},
    rows::{BodyRow, READ_BODY, read_checkout},
    values::{Checkout, PaymentTry},
};
use crate::{
    backend::Backend,
    connection::writing,
    error::StoreError,
    idempotency::mark_made,
    ledger::book,
    order::insert::{INSERT_NUMBERED_POSTGRES, INSERT_NUMBERED_SQLITE, insert_beside, insert_order},
    outbox::put_message,
    row::{self},
    store::Store,
    ts::{Ts, cut},
};

/// With which what happens to an order waits for what happens to it elsewhere; SQLite has one writer.
pub(super) fn lock_of(backend: &Backend) -> Option<&'static str> {
    match backend {
        Backend::Sqlite(_) => None,
        Backend::Postgres(_) => Some("SELECT id FROM checkouts WHERE id = $1 FOR UPDATE"),
    }
}

/// Of two transactions with one event the second waits here for the first, and finds it noted.
const NOTE: &str = "INSERT INTO payment_events (provider, event_id, session_id, status, recorded_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING";
const SET_STAGE: &str = "UPDATE checkouts SET stage = $2, paid_by = $3, received_at = coalesce(received_at, $4), \
    ended_at = coalesce(ended_at, $5), method = $6, issuer = $7, error_code = $8 WHERE id = $1";
const SET_TRY: &str = "UPDATE payment_tries SET standing = $3, error_code = $4 WHERE order_id = $1 AND number = $2";
const SET_CLOSE: &str = "UPDATE payment_tries SET duty = 'close', duty_at = $3 \
    WHERE order_id = $1 AND number = $2 AND duty IS NULL";
impl Store {
    /// Lets something happen to the payment of an order. Where it makes the order, that stands in `orders` by the same
    /// commit.
    ///
    /// # Errors
    /// [`SettleError`]; nothing was written then.
    pub async fn settle(&self, settle: Settle) -> Result<SettledCheckout, SettleError> {
        let insert = match self.backend() {
            Backend::Sqlite(_) => INSERT_NUMBERED_SQLITE,
            Backend::Postgres(_) => INSERT_NUMBERED_POSTGRES,
        };
        let lock = lock_of(self.backend());
        let (id, now) = (settle.order.0, cut(settle.now));
        writing!(self, connection => {
            if let Some(lock) = lock {
                sqlx::query(lock).bind(id).execute(&mut *connection).await?;
            }
            let checkout = read_checkout!(connection, id).ok_or(SettleError::NotFound)?;
            let event = event_of(&checkout, &settle.event)?;
            let settled = checkout.settlement().after(event);
            let session = session_of(&settle.event, event);
            // Before anything else is written: where the event is known, nothing is.
            let is_news = settled.moved
                && match said(&settle.event) {
                    Some((word, session)) => note!(connection, word, session, now),
                    None => true,
                };
            if !is_news {
                return Ok(SettledCheckout { checkout, effects: Vec::new(), moved: false, returned: None });
            }
            if checkout.stage == Stage::Waiting
                && matches!(event, Event::Started(_) | Event::Reported(_, Standing::Paid))
            {
                take_codes_again!(connection, id);
            }
            let (was, before) = (checkout.stage, standing_before(&checkout, event));
            let after = after(checkout, &settle.event, settled.settlement.stage(), event, session, now);
            if let SettleEvent::Start(new) = &settle.event {
                let session = session.ok_or_else(|| StoreError::refused("a try without a name"))?;
                insert_try!(connection, id, new, session, event);
                if let Some(run) = new.run
                    && !mark_made!(&mut *connection, run, session.reveal())?
                {
                    return Err(StoreError::unavailable("another run has taken the call over").into());
                }
            }
            write_down!(connection, id, after, event, now);
            for effect in &settled.effects {
                follow!(connection, insert, id, effect, after, settle.event, now);
            }
            keep_books!(connection, id, after, event, before, now);
            let returned = return_money!(connection, id, after, settled.effects, event, (was, before), now);
            Ok(SettledCheckout { checkout: after, effects: settled.effects, moved: true, returned })
        })
    }
}

/// What happens, for the rules.
fn event_of(checkout: &Checkout, event: &SettleEvent) -> Result<Event, SettleError> {
    Ok(match event {
        SettleEvent::Start(_) => Event::Started(TryNumber(checkout.tries.last().map_or(0, |last| last.number.0) + 1)),
        SettleEvent::Report(report) => {
            let found = checkout.payment_try(report.session).ok_or(SettleError::NoSession)?;
            Event::Reported(found.number, report.standing)
        }
        SettleEvent::Cancel => Event::Cancelled,
        SettleEvent::Expire => Event::Expired,
        SettleEvent::Reject => Event::Rejected,
    })
}

fn said(event: &SettleEvent) -> Option<(&ProviderWord, SessionId)> {
    match event {
        SettleEvent::Report(report) => report.said.as_ref().map(|word| (word, report.session)),
        _ => None,
    }
}

/// The name of the try that begins.
fn session_of(happened: &SettleEvent, event: Event) -> Option<SessionId> {
    match (happened, event) {
        (SettleEvent::Start(new), Event::Started(number)) => new.session(number),
        _ => None,
    }
}

/// How the try stood of which something is said.
fn standing_before(checkout: &Checkout, event: Event) -> Option<Standing> {
    let Event::Reported(number, _) = event else { return None };
    checkout.tries.iter().find(|found| found.number == number).map(|found| found.standing)
}

fn is_refund(event: Event) -> bool {
    matches!(event, Event::Reported(_, Standing::Refunded))
}

fn booked(checkout: &Checkout, at: Timestamp) -> Booked {
    Booked { order: checkout.id, kitchen: checkout.kitchen, at }
}

/// Why money goes back by itself.
fn reason_of(event: Event) -> &'static str {
    match event {
        Event::Rejected => "the order was cancelled",
        Event::Reported(_, Standing::Refunded) => "the provider sent it back",
        _ => "it was paid too late or twice",
    }
}

/// What goes back now: of tries, and of the gift card of an order that was paid and is no more.
fn parts_of(
    checkout: &Checkout,
    returns: &Returns,
    effects: &[Effect],
    event: Event,
    was: Stage,
    is_refunded: bool,
) -> Vec<Part> {
    let of_try = |number, is_done| {
        returns.left_of(checkout, number).map(|(session, amount)| Part { session: Some(session), amount, is_done })
    };
    let was_paid = matches!(was, Stage::Paid(_));
    let of_card = || Part { session: None, amount: returns.left_of_card(checkout), is_done: true };
    let mut parts: Vec<Part> = effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Refund(number) => of_try(*number, false),
            _ => None,
        })
        .collect();
    match event {
        Event::Reported(number, _) if is_refunded => {
            parts.extend(of_try(number, true));
            // With it nobody has paid for the order any more: what the gift card paid goes back too.
            parts.extend((checkout.stage == Stage::Refunded).then(of_card).filter(|_| was_paid));
        }
        Event::Rejected if was_paid => parts.push(of_card()),
        _ => {}
    }
    parts.retain(|part| part.amount.0 > 0);
    parts
}

/// The order as it will be read back.
fn after(
    mut checkout: Checkout,
    happened: &SettleEvent,
    stage: Stage,
    event: Event,
    session: Option<SessionId>,
    now: Timestamp,
) -> Checkout {
    let was_made = checkout.stage.is_made();
    match (happened, event, session) {
        (SettleEvent::Start(new), Event::Started(number), Some(session)) => {
            (checkout.method, checkout.issuer) = (new.method.clone(), new.issuer.clone());
            checkout.tries.push(PaymentTry {
                number,
                session,
                method: new.method.clone(),
                issuer: new.issuer.clone(),
                amount: new.amount,
                opened_at: cut(new.opened_at),
                standing: Standing::Open,
                error_code: None,
            });
        }
        (SettleEvent::Report(report), ..) => {
            let of_report = checkout.tries.iter_mut().find(|found| found.session == report.session);
            if let Some(found) = of_report {
                found.standing = report.standing;
                if report.standing == Standing::Failed {
                    found.error_code = report.error_code;
                    checkout.error_code = report.error_code;
                }
                if stage == Stage::Paid(Some(found.number)) {
                    (checkout.method, checkout.issuer) = (found.method.clone(), found.issuer.clone());
                }
            }
        }
        _ => {}
    }
    if stage.is_made() && !was_made {
        checkout.received_at = Some(now);
    }
    if stage == Stage::Ended {
        checkout.ended_at.get_or_insert(now);
    }
    checkout.stage = stage;
    checkout
}

/// Writes a try that begins. A macro, because it is written once for each database.
macro_rules! insert_try {
    ($connection:ident, $id:ident, $new:ident, $session:ident, $event:ident) => {{
        let number = match $event {
            Event::Started(number) => i64::from(number.0),
            _ => 1,
        };
        sqlx::query(INSERT_TRY)
            .bind($session.reveal())
            .bind($id)
            .bind(number)
            .bind($new.method.as_str())
            .bind($new.issuer.as_deref())
            .bind($new.amount.0)
            .bind(Ts::new($new.opened_at))
            .bind(Ts::new($new.look_at))
            .execute(&mut *$connection)
            .await?;
    }};
}

/// Writes the order's stage and the try that was reported.
macro_rules! write_down {
    ($connection:ident, $id:ident, $after:ident, $event:ident, $now:ident) => {{
        sqlx::query(SET_STAGE)
            .bind($id)
            .bind($after.stage.name())
            .bind($after.stage.paid_by().map(|number| i64::from(number.0)))
            .bind($after.received_at.map(Ts::new))
            .bind($after.ended_at.map(Ts::new))
            .bind($after.method.as_str())
            .bind($after.issuer.as_deref())
            .bind($after.error_code.map(|code| i64::from(code.number())))
            .execute(&mut *$connection)
            .await?;
        if let Event::Reported(number, standing) = $event {
            let found = $after.tries.iter().find(|found| found.number == number);
            let code = found.and_then(|found| found.error_code).map(|code| i64::from(code.number()));
            let query = sqlx::query(SET_TRY).bind($id).bind(i64::from(number.0)).bind(standing.number()).bind(code);
            query.execute(&mut *$connection).await?;
        }
    }};
}

/// Notes what a provider said. Gives whether it was not noted before.
macro_rules! note {
    ($connection:ident, $word:ident, $session:ident, $now:ident) => {{
        let query = sqlx::query(NOTE)
            .bind($word.provider.as_str())
            .bind($word.event_id.as_str())
            .bind($session.reveal())
            .bind($word.status.as_str())
            .bind(Ts::new($now));
        query.execute(&mut *$connection).await?.rows_affected() == 1
    }};
}

/// Writes what follows.
macro_rules! follow {
    ($connection:ident, $insert:ident, $id:ident, $effect:ident, $after:ident, $happened:expr, $now:ident) => {{
        match $effect {
            Effect::Make => {
                let SettleEvent::Report(report) = &$happened else {
                    return Err(StoreError::refused("an order was made that nobody paid").into());
                };
                let row = sqlx::query(READ_BODY).bind($id).fetch_one(&mut *$connection).await?;
                let body = <BodyRow as row::Read<_>>::read(&row)?;
                let sale = body.sale();
                let (order, texts) = body.order(&$after, report.schedule)?;
                let number = insert_order!($connection, $insert, &order, texts, Some($id));
                number.ok_or_else(|| StoreError::refused("an order without a name had another's"))?;
                insert_beside!($connection, $id, &order, texts, $now);
                let booked = booked(&$after, $now);
                let sold = booked.sold(&sale);
                book!(&mut *$connection, sold);
                let by_card = $after.payable.0 - $after.due.0;
                if by_card > 0 {
                    let paid = booked.paid_by_card(Cents(by_card));
                    book!(&mut *$connection, paid);
                }
                put_message!(&mut *$connection, receipt($id, $now))?;
            }
            Effect::Close(number) => {
                let query = sqlx::query(SET_CLOSE).bind($id).bind(i64::from(number.0)).bind(Ts::new($now));
                query.execute(&mut *$connection).await?;
            }
            // Goes with all other money that goes back.
            Effect::Refund(_) => {}
            Effect::GiveBack | Effect::GiveBenefitsBack => {
                let is_all = *$effect == Effect::GiveBack;
                for text in if is_all { &GIVE_BACK[..] } else { &GIVE_BENEFITS_BACK } {
                    sqlx::query(*text).bind($id).bind(Ts::new($now)).execute(&mut *$connection).await?;
                }
            }
        }
    }};
}

/// Books money that came in, and what is no sale any more.
macro_rules! keep_books {
    ($connection:ident, $id:ident, $after:ident, $event:ident, $before:ident, $now:ident) => {{
        match $event {
            Event::Reported(number, Standing::Paid) => {
                let found = $after.tries.iter().find(|found| found.number == number);
                if let Some(found) = found {
                    let paid = booked(&$after, $now).paid(number, found.amount);
                    book!(&mut *$connection, paid);
                }
            }
            Event::Rejected => {
                let row = sqlx::query(READ_BODY).bind($id).fetch_one(&mut *$connection).await?;
                let body = <BodyRow as row::Read<_>>::read(&row)?;
                let unsold = booked(&$after, $now).unsold(&body.sale());
                book!(&mut *$connection, unsold);
            }
            _ => {}
        }
    }};
}

/// Sends back what is to go back, and notes what a provider has sent back by itself. Gives what goes back.
macro_rules! return_money {
    ($connection:ident, $id:ident, $after:ident, $effects:expr, $event:ident, $before:expr, $now:ident) => {{
        let (was, before) = $before;
        let is_refunded = before == Some(Standing::Paid) && is_refund($event);
        let is_any =
            is_refunded || $effects.iter().any(|effect| matches!(effect, Effect::Refund(_) | Effect::GiveBack));
        let sum = if is_any {
            let returns = read_returns!($connection, $id);
            if let Event::Reported(number, Standing::Refunded) = $event
                && let Some((session, _)) = returns.left_of(&$after, number)
            {
                for (number, amount) in returns.pending_of(session) {
                    let query = sqlx::query(REFUND_DONE).bind($id).bind(number).bind(Ts::new($now));
                    query.execute(&mut *$connection).await?;
                    book_refund!($connection, &$after, number, amount, $now);
                }
            }
            let parts = parts_of(&$after, &returns, &$effects, $event, was, is_refunded);
            if is_refunded {
                to_card!($connection, $id, parts, $now);
            }
            let words = Words::of_the_system(reason_of($event));
            let paid_in = paid_in(&$after, matches!(was, Stage::Paid(_)));
            send_back!($connection, &$after, returns, parts, words, paid_in, $now)
        } else {
            0
        };
        let Words { reason, actor } = Words::of_the_system(reason_of($event));
        (sum > 0).then_some(MoneyReturned { amount: Cents(sum), reason, actor })
    }};
}
use {follow, insert_try, keep_books, note, return_money, write_down};
