//! What happens to the payment of an order: judged by [`domain::payment::Settlement`], written with all that follows from
//! it in one transaction.

use domain::{
    ids::OrderId,
    order::Schedule,
    payment::{Effect, Event, PaymentErrorCode, SessionId, Stage, Standing, TryNumber},
};
use jiff::Timestamp;

use super::{
    gifts::GIVE_BACK,
    place::INSERT_TRY,
    rows::{BodyRow, READ_BODY, read_checkout},
    values::{Checkout, NewTry, PaymentTry},
};
use crate::{
    backend::Backend,
    connection::writing,
    error::StoreError,
    order::insert::{INSERT_NUMBERED_POSTGRES, INSERT_NUMBERED_SQLITE, insert_beside, insert_order},
    row::{self},
    store::Store,
    ts::{Ts, cut},
};

/// Something that happens to the payment of an order.
#[derive(Debug, Clone)]
pub struct Settle {
    /// The order.
    pub order: OrderId,
    /// What happens.
    pub event: SettleEvent,
    /// The present moment.
    pub now: Timestamp,
}

/// What happens.
#[derive(Debug, Clone)]
pub enum SettleEvent {
    /// A try begins.
    Start(NewTry),
    /// A provider says how a try stands.
    Report(PaymentReport),
    /// The customer gives up.
    Cancel,
    /// The time to pay is over.
    Expire,
    /// The order is cancelled after it was made.
    Reject,
}

/// How a try stands, by a verified notification or by what the provider answers.
#[derive(Debug, Clone)]
pub struct PaymentReport {
    /// The try.
    pub session: SessionId,
    /// How it stands.
    pub standing: Standing,
    /// Why it failed.
    pub error_code: Option<PaymentErrorCode>,
    /// The provider's own name for what it says, where it has one: a known one changes nothing.
    pub said: Option<ProviderWord>,
    /// With which the order is made, if this pays it.
    pub schedule: Schedule,
}

/// By what a provider's word is known again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderWord {
    /// The provider.
    pub provider: String,
    /// Its name for the event.
    pub event_id: String,
    /// The status in its own words.
    pub status: String,
}

/// Why nothing happened.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SettleError {
    /// There is no such order of the shop.
    #[error("the order is not known")]
    NotFound,
    /// The order has no such try.
    #[error("the order has no such try to pay")]
    NoSession,
    /// The database failed.
    #[error("the payment could not be settled")]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for SettleError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The order afterwards.
#[derive(Debug, Clone)]
pub struct SettledCheckout {
    /// The order.
    pub checkout: Checkout,
    /// What follows; it stands in the database already.
    pub effects: Vec<Effect>,
    /// Whether anything changed.
    pub moved: bool,
}

impl SettledCheckout {
    /// Whether the kitchen got to know the order by this.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.effects.contains(&Effect::Make)
    }
}

struct Sql {
    lock: Option<&'static str>,
    order: &'static str,
}
const SQLITE: Sql = Sql { lock: None, order: INSERT_NUMBERED_SQLITE };
const POSTGRES: Sql =
    Sql { lock: Some("SELECT id FROM checkouts WHERE id = $1 FOR UPDATE"), order: INSERT_NUMBERED_POSTGRES };

const KNOWN: &str = "SELECT session_id FROM payment_events WHERE provider = $1 AND event_id = $2";
const NOTE: &str = "INSERT INTO payment_events (provider, event_id, session_id, status, recorded_at) \
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, event_id) DO NOTHING";
const SET_STAGE: &str = "UPDATE checkouts SET stage = $2, paid_by = $3, received_at = coalesce(received_at, $4), \
    ended_at = coalesce(ended_at, $5), method = $6, issuer = $7, error_code = $8 WHERE id = $1";
const SET_TRY: &str = "UPDATE payment_tries SET standing = $3, error_code = $4 WHERE order_id = $1 AND number = $2";
const SET_CLOSE: &str = "UPDATE payment_tries SET duty = 'close', duty_at = $3 \
    WHERE order_id = $1 AND number = $2 AND duty IS NULL";
const SET_REFUND: &str =
    "UPDATE payment_tries SET duty = 'refund', duty_at = $3, duty_tries = 0 WHERE order_id = $1 AND number = $2";

impl Store {
    /// Lets something happen to the payment of an order. Where it makes the order, that stands in `orders` by the same
    /// commit.
    ///
    /// # Errors
    /// [`SettleError`]; nothing was written then.
    pub async fn settle(&self, settle: Settle) -> Result<SettledCheckout, SettleError> {
        let sql = match self.backend() {
            Backend::Sqlite(_) => SQLITE,
            Backend::Postgres(_) => POSTGRES,
        };
        let (id, now) = (settle.order.0, cut(settle.now));
        writing!(self, connection => {
            if let Some(lock) = sql.lock {
                sqlx::query(lock).bind(id).execute(&mut *connection).await?;
            }
            let checkout = read_checkout!(connection, id).ok_or(SettleError::NotFound)?;
            let event = event_of(&checkout, &settle.event)?;
            let said = said(&settle.event);
            let known = match said {
                Some((word, _)) => {
                    let query = sqlx::query(KNOWN).bind(word.provider.as_str()).bind(word.event_id.as_str());
                    query.fetch_optional(&mut *connection).await?.is_some()
                }
                None => false,
            };
            let settled = checkout.settlement().after(event);
            if known || !settled.moved {
                return Ok(SettledCheckout { checkout, effects: Vec::new(), moved: false });
            }
            let after = after(checkout, &settle.event, settled.settlement.stage(), event, now);
            if let SettleEvent::Start(new) = &settle.event {
                insert_try!(connection, id, new, event);
            }
            write_down!(connection, id, after, event, now);
            if let Some((word, session)) = said {
                note!(connection, word, session, now);
            }
            for effect in &settled.effects {
                follow!(connection, sql, id, effect, after, settle.event, now);
            }
            Ok(SettledCheckout { checkout: after, effects: settled.effects, moved: true })
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

/// The order as it will be read back.
fn after(mut checkout: Checkout, happened: &SettleEvent, stage: Stage, event: Event, now: Timestamp) -> Checkout {
    let was_made = checkout.stage.is_made();
    match (happened, event) {
        (SettleEvent::Start(new), Event::Started(number)) => {
            (checkout.method, checkout.issuer) = (new.method.clone(), new.issuer.clone());
            checkout.tries.push(PaymentTry {
                number,
                session: new.session,
                method: new.method.clone(),
                issuer: new.issuer.clone(),
                amount: new.amount,
                standing: Standing::Open,
                error_code: None,
            });
        }
        (SettleEvent::Report(report), _) => {
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
    ($connection:ident, $id:ident, $new:ident, $event:ident) => {{
        let number = match $event {
            Event::Started(number) => i64::from(number.0),
            _ => 1,
        };
        sqlx::query(INSERT_TRY)
            .bind($new.session.reveal())
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

/// Notes what a provider said.
macro_rules! note {
    ($connection:ident, $word:ident, $session:ident, $now:ident) => {{
        sqlx::query(NOTE)
            .bind($word.provider.as_str())
            .bind($word.event_id.as_str())
            .bind($session.reveal())
            .bind($word.status.as_str())
            .bind(Ts::new($now))
            .execute(&mut *$connection)
            .await?;
    }};
}

/// Writes what follows.
macro_rules! follow {
    ($connection:ident, $sql:ident, $id:ident, $effect:ident, $after:ident, $happened:expr, $now:ident) => {{
        match $effect {
            Effect::Make => {
                let SettleEvent::Report(report) = &$happened else {
                    return Err(StoreError::refused("an order was made that nobody paid").into());
                };
                let row = sqlx::query(READ_BODY).bind($id).fetch_one(&mut *$connection).await?;
                let body = <BodyRow as row::Read<_>>::read(&row)?;
                let (order, texts) = body.order(&$after, report.schedule)?;
                let number = insert_order!($connection, $sql.order, &order, texts, Some($id));
                number.ok_or_else(|| StoreError::refused("an order without a name had another's"))?;
                insert_beside!($connection, $id, &order, texts, $now);
            }
            Effect::Close(number) => {
                let query = sqlx::query(SET_CLOSE).bind($id).bind(i64::from(number.0)).bind(Ts::new($now));
                query.execute(&mut *$connection).await?;
            }
            Effect::Refund(number) => {
                let query = sqlx::query(SET_REFUND).bind($id).bind(i64::from(number.0)).bind(Ts::new($now));
                query.execute(&mut *$connection).await?;
            }
            Effect::GiveBack => {
                for text in GIVE_BACK {
                    sqlx::query(text).bind($id).bind(Ts::new($now)).execute(&mut *$connection).await?;
                }
            }
        }
    }};
}
use {follow, insert_try, note, write_down};
