//! What paying works on, and the one way in which the payment of an order changes.

use std::{
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Weak},
};

use domain::{
    error::{Code, chain},
    ids::OrderId,
    key::{KeySeed, OrderKey},
    money::Cents,
    order::Schedule,
    payment::{MOST_TRIES, PaymentStage, PaymentTry, SessionId, SessionToken, TryNumber},
};
use jiff::SignedDuration;
use orders::Orders;
use outbox::Outbox;
use providers::payment::{
    ASKING_TIMEOUT, PAYING_TIMEOUT, PaymentProvider, PaymentProviderError, PaymentSession, ProviderAnswer,
    TestProvider, in_time,
};
use server::{ApiError, security::SecurityLog, turns::Turns};
use store::{
    Checkout, MoneyReturned, NewCheckout, NewTry, PaymentReport, PlaceCheckoutError, PlacedBy, ProviderWord,
    RefundAsked, RefundError, RefundGiven, Settle, SettleError, SettleEvent, SettledCheckout,
};

use crate::Timings;

/// How long after its beginning a provider is asked about a try of which nobody has heard.
const FIRST_LOOK: SignedDuration = SignedDuration::from_secs(30);

/// What paying works on. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Payments(Arc<PaymentsParts>);

/// The parts of [`Payments`].
pub struct PaymentsParts {
    /// Where paid orders become known.
    pub orders: Orders,
    /// Who takes the money.
    pub provider: Arc<dyn PaymentProvider>,
    /// The embedded provider, for its page.
    pub test: TestProvider,
    /// Whether there is somebody who takes money: the embedded provider, where it is not turned off.
    pub has_provider: bool,
    /// For how long an order may be paid.
    pub unpaid_ttl: SignedDuration,
    /// Tells customers and providers what was committed here.
    pub outbox: Outbox,
    /// Who is told of money that goes back.
    pub security: SecurityLog,
    /// What happens to one order happens one after the other: who waits for another holds no connection.
    pub turns: Turns<OrderId>,
    /// So do placings from one address, where they are counted.
    pub placings: Turns<[u8; 32]>,
}

impl From<PaymentsParts> for Payments {
    fn from(parts: PaymentsParts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for Payments {
    type Target = PaymentsParts;

    fn deref(&self) -> &PaymentsParts {
        &self.0
    }
}

impl Payments {
    /// For whoever must not keep it alive.
    pub(crate) fn downgrade(&self) -> Weak<PaymentsParts> {
        Arc::downgrade(&self.0)
    }

    /// What is kept alive still.
    pub(crate) fn upgrade(parts: &Weak<PaymentsParts>) -> Option<Self> {
        parts.upgrade().map(Self)
    }

    /// A new try to pay an amount of the order with this key, that begins now.
    ///
    /// # Errors
    /// Where the key was made with a secret that this node does not have.
    pub fn new_try(
        &self,
        key: &KeySeed,
        method: String,
        issuer: Option<String>,
        amount: Cents,
    ) -> Result<NewTry, ApiError> {
        let deps = self.orders.deps();
        let opened_at = deps.clock.now();
        let numbers = (1..).map(TryNumber).take(MOST_TRIES);
        let sessions = numbers.map(|number| Some(SessionToken::of(&deps.secrets, key, number)?.id())).collect();
        Ok(NewTry {
            sessions: Option::ok_or_else(sessions, ApiError::unavailable)?,
            method,
            issuer,
            amount,
            run: None,
            opened_at,
            look_at: opened_at.checked_add(FIRST_LOOK).unwrap_or(opened_at),
        })
    }

    /// A try of an order as its provider knows it, made again of what is kept.
    ///
    /// # Errors
    /// Where its token was made with a secret that this node does not have, or was not made of any.
    pub fn session_of(&self, checkout: &Checkout, found: &PaymentTry) -> Result<PaymentSession, ApiError> {
        let token = SessionToken::of(&self.orders.deps().secrets, &checkout.key, found.number);
        let token = token.filter(|token| token.id() == found.session).ok_or_else(ApiError::unavailable)?;
        Ok(PaymentSession {
            token,
            order: checkout.id,
            amount: found.amount,
            method: found.method.clone(),
            issuer: found.issuer.clone(),
        })
    }

    /// Opens a session at the provider; gives the address at which somebody pays.
    ///
    /// # Errors
    /// Where the provider refuses, or is silent for too long.
    pub async fn open(&self, session: &PaymentSession) -> Result<String, PaymentProviderError> {
        let opened = in_time(PAYING_TIMEOUT, self.provider.open(session)).await;
        self.orders.deps().store.failpoints().pass("session opened").await;
        opened
    }

    /// Charges what a wallet has approved.
    ///
    /// # Errors
    /// Where the provider refuses, or is silent for too long.
    pub async fn charge(&self, session: &PaymentSession, token: &str) -> Result<ProviderAnswer, PaymentProviderError> {
        let charged = in_time(PAYING_TIMEOUT, self.provider.charge(session, token)).await;
        self.orders.deps().store.failpoints().pass("wallet charged").await;
        charged
    }

    /// How a try stands, by the provider's word.
    ///
    /// # Errors
    /// Where the provider is silent for too long.
    pub async fn look_up(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        in_time(ASKING_TIMEOUT, self.provider.look_up(session)).await
    }

    /// Lets nobody pay by a try any more, unless it is paid already; how it stands then.
    ///
    /// # Errors
    /// Where the provider refuses, or is silent for too long.
    pub async fn close(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        in_time(PAYING_TIMEOUT, self.provider.close(session)).await
    }

    /// Lets the provider's word on a try count, unless it is about another sum than the try's.
    ///
    /// # Errors
    /// [`SettleError`]; nothing was written then.
    pub async fn report(
        &self,
        timings: &dyn Timings,
        checkout: &Checkout,
        session: SessionId,
        answer: ProviderAnswer,
        said: Option<ProviderWord>,
    ) -> Result<SettledCheckout, SettleError> {
        if checkout.payment.payment_try(session).is_some_and(|found| found.amount != answer.amount) {
            tracing::warn!(order = %checkout.id, "a payment provider answers of another sum");
            let checkout = checkout.clone();
            return Ok(SettledCheckout { checkout, effects: Vec::new(), moved: false, returned: None });
        }
        let report = PaymentReport {
            session,
            state: answer.status.state(),
            error_code: answer.error_code,
            said,
            schedule: self.schedule(timings, checkout),
        };
        self.settle(checkout.id, SettleEvent::Report(report)).await
    }

    /// Keeps an order that was placed, and tells its restaurant where it is made at once.
    ///
    /// # Errors
    /// [`PlaceCheckoutError`]; nothing was written then.
    pub async fn place(&self, new: NewCheckout) -> Result<Checkout, PlaceCheckoutError> {
        let (store, orders, outbox) = (self.orders.deps().store.clone(), self.orders.clone(), self.outbox.clone());
        let (this, placings, by) = (self.clone(), self.placings.clone(), new.placed_by);
        let commit = async move {
            store.failpoints().pass("placing").await;
            let turn = match by.filter(PlacedBy::is_bounded) {
                Some(by) => Some(placings.take(by.address).await),
                None => None,
            };
            let checkout = store.checkouts().place(new).await?;
            drop(turn);
            store.failpoints().pass("placed").await;
            Ok::<_, PlaceCheckoutError>(checkout)
        };
        let announce = move |checkout: Checkout| async move {
            if checkout.payment.stage.is_made() {
                orders.announce_made(checkout.id, checkout.kitchen);
                outbox.wake();
            }
            if let Some(by) = by.filter(|_| checkout.payment.stage == PaymentStage::Waiting) {
                this.end_displaced(by.caller).await;
            }
            checkout
        };
        self.orders.deps().commits.run(commit, announce).await
    }

    /// Ends unpaid orders of a caller whose place newer ones have taken. What is not ended now, the sweep ends.
    async fn end_displaced(&self, caller: [u8; 32]) {
        let deps = self.orders.deps();
        let displaced = deps.store.checkouts().unpaid_of_caller(caller, deps.clock.now()).await.unwrap_or_default();
        for order in displaced {
            if let Err(error) = self.settle(order, SettleEvent::Cancel).await {
                tracing::warn!(%order, error = %chain(&error), "an order that newer ones displaced is ended later");
            }
        }
    }

    /// Lets something happen to the payment of an order, and tells its restaurant where that makes it.
    ///
    /// # Errors
    /// [`SettleError`]; nothing was written then.
    pub async fn settle(&self, order: OrderId, event: SettleEvent) -> Result<SettledCheckout, SettleError> {
        let deps = self.orders.deps();
        let (store, now, orders) = (deps.store.clone(), deps.clock.now(), self.orders.clone());
        let (outbox, security, turns) = (self.outbox.clone(), self.security.clone(), self.turns.clone());
        let (commits, settling) = (deps.commits.clone(), orders.clone());
        let commit = async move {
            let turn = turns.take(order).await;
            let settled = match store.checkouts().settle(Settle { order, event: event.clone(), now }).await {
                // Its code was given back, and others have used it up: what was paid goes back as of an order that has ended.
                Err(SettleError::LimitReached { .. }) if matches!(event, SettleEvent::Report(_)) => {
                    store.checkouts().settle(Settle { order, event: SettleEvent::Cancel, now }).await?;
                    settling.announce_settled(order);
                    store.checkouts().settle(Settle { order, event, now }).await?
                }
                settled => settled?,
            };
            drop(turn);
            if settled.moved {
                store.failpoints().pass("settled").await;
            }
            Ok::<_, SettleError>(settled)
        };
        let announce = move |settled: SettledCheckout| async move {
            if settled.is_made() {
                orders.announce_made(order, settled.checkout.kitchen);
            }
            if settled.is_made() || (settled.moved && settled.checkout.payment.stage == PaymentStage::Ended) {
                orders.announce_settled(order);
            }
            if settled.moved {
                outbox.wake();
            }
            if let Some(returned) = &settled.returned {
                security.tell_of_refund(order, returned, None);
            }
            settled
        };
        commits.run(commit, announce).await
    }

    /// Gives money of a paid order back, for somebody who calls from an address.
    ///
    /// # Errors
    /// [`RefundError`]; nothing was written then.
    pub async fn give_back(&self, asked: RefundAsked, from: Option<IpAddr>) -> Result<RefundGiven, RefundError> {
        let (store, outbox, security) = (self.orders.deps().store.clone(), self.outbox.clone(), self.security.clone());
        let (reason, actor) = (asked.reason.clone(), asked.actor.clone());
        let commit = async move { store.checkouts().refund(asked).await };
        let announce = move |given: RefundGiven| async move {
            outbox.wake();
            let returned = MoneyReturned { amount: given.refunded, reason, actor };
            security.tell_of_refund(given.checkout.id, &returned, from);
            given
        };
        self.orders.deps().commits.run(commit, announce).await
    }

    /// When an order is to be there that is made now.
    fn schedule(&self, timings: &dyn Timings, checkout: &Checkout) -> Schedule {
        self.orders.schedule(timings.timing(checkout), self.orders.deps().clock.now())
    }

    /// The key of an order; none where it was made with a secret that this node does not have.
    #[must_use]
    pub fn key_of(&self, checkout: &Checkout) -> Option<OrderKey> {
        self.orders.deps().secrets.order_key(checkout.key.version, checkout.id, &checkout.key.salt)
    }
}

/// Why nothing happened to a payment, for whoever called.
#[must_use]
pub fn failed(error: SettleError) -> ApiError {
    match error {
        SettleError::Store(error) => error.into(),
        SettleError::NotFound | SettleError::NoSession => ApiError::new(Code::OrderNotFound),
        SettleError::LimitReached { code } => ApiError::new(Code::LimitReached).with("promotionCode", code),
    }
}
