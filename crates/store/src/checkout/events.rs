//! What happens to the payment of an order, and what came of it.

use domain::{
    Actor,
    ids::OrderId,
    money::Cents,
    order::Schedule,
    payment::{PaymentEffect, PaymentErrorCode, PaymentState, SessionId},
};
use jiff::Timestamp;

use super::values::{Checkout, NewTry};
use crate::error::StoreError;

/// Something that happens to the payment of an order.
#[derive(Debug, Clone)]
pub struct Settle {
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
    pub state: PaymentState,
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
    /// A code was given back meanwhile, and others have used it up.
    #[error("a code is used up")]
    LimitReached { code: String },
    /// The database failed.
    #[error("the payment could not be settled")]
    Store(#[from] StoreError),
}

/// The order afterwards.
#[derive(Debug, Clone)]
pub struct SettledCheckout {
    /// The order.
    pub checkout: Checkout,
    /// What follows; it stands in the database already.
    pub effects: Vec<PaymentEffect>,
    /// Whether anything changed.
    pub moved: bool,
    /// The money that goes back by this, where any does.
    pub returned: Option<MoneyReturned>,
}

/// Money that goes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoneyReturned {
    pub amount: Cents,
    /// Why.
    pub reason: String,
    /// Who says so.
    pub actor: Actor,
}

impl SettledCheckout {
    /// Whether the kitchen got to know the order by this.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.effects.contains(&PaymentEffect::Make)
    }
}
