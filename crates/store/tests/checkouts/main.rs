//! Orders of the shop: placed, paid, given up, and what they take meanwhile.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod paying;
mod placing;
mod rate_logs;
mod sweeping;

use domain::{ids::OrderId, payment::PaymentState};
use jiff::{SignedDuration, Timestamp};
use store::{Checkout, NewCheckout, PaymentReport, ProviderWord, Settle, SettleEvent, SettledCheckout, Store};
use testkit::{checkout, order};

pub use testkit::checkout::{new_try, session};

/// A delivery that waits for its first try to be paid.
pub fn waiting(name: u8) -> NewCheckout {
    NewCheckout { first_try: Some(new_try(name)), ..checkout::waiting(name) }
}

pub fn minute(minute: i64) -> Timestamp {
    order::noon() + SignedDuration::from_mins(minute)
}

/// What a provider says of a try.
pub fn payment_report(session: u8, state: PaymentState, event: Option<&str>) -> SettleEvent {
    let said = event.map(|event| ProviderWord {
        provider: "test".to_owned(),
        event_id: event.to_owned(),
        status: "Authorised".to_owned(),
    });
    SettleEvent::Report(PaymentReport {
        session: self::session(session),
        state,
        error_code: None,
        said,
        schedule: order::schedule(Some(minute(45))),
    })
}

pub async fn settle(db: &Store, order: OrderId, event: SettleEvent) -> SettledCheckout {
    db.checkouts().settle(Settle { order, event, now: minute(2) }).await.unwrap()
}

pub async fn placed(db: &Store, new: NewCheckout) -> Checkout {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    db.checkouts().place(new).await.unwrap()
}
