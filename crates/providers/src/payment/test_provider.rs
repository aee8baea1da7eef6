//! The embedded provider: its own book, its own page, and no money.

use std::sync::Arc;

use async_trait::async_trait;
use deps::SharedClock;
use domain::{
    error::chain,
    ids::OrderId,
    money::Cents,
    payment::{PaymentErrorCode, ProviderStatus, SessionId, SessionToken},
};
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use store::{NewTestPayment, Store, StoreError, TestMove, TestPayment};

use super::{
    PaymentProvider, PaymentProviderError, PaymentSession, ProviderAnswer, ProviderSignature, SignedNotification,
};

/// The token of a wallet that pays.
const PAYS: &str = "test-ok";
/// What the token of a wallet that does not begins with; the reason stands behind it, as a number or in an issuer's words.
const REFUSES: &str = "test-refuse-";
/// The lunch benefit.
const LUNCH: &str = "edenred";

/// The embedded provider. Cheap to clone.
#[derive(Clone)]
pub struct TestProvider {
    store: Store,
    clock: SharedClock,
    signature: ProviderSignature,
    public_url: Arc<str>,
}

/// What somebody does at its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TestPageChoice {
    /// They pay.
    Pay,
    /// They go back.
    Cancel,
    /// Their bank refuses.
    Refuse(PaymentErrorCode),
    /// They pay after a while.
    Delay(SignedDuration),
    /// They pay, and nobody is notified.
    Lost,
}

/// What its page shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestPage {
    pub order: OrderId,
    /// What is to be paid.
    pub amount: Cents,
    /// Whether a choice was made, or cannot be made any more.
    pub is_used: bool,
}

/// Why a choice was not taken.
#[derive(Debug, thiserror::Error)]
pub enum ChooseError {
    /// There is no such session.
    #[error("the session is not known")]
    Unknown,
    /// A choice was made before.
    #[error("the session is used")]
    Used,
    /// Its book failed.
    #[error("the test provider's book failed")]
    Store(#[from] StoreError),
}

/// A notification's body.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Notification {
    event_id: String,
    session_id: String,
    order_id: String,
    status: &'static str,
    amount: f64,
    currency: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_code: Option<u32>,
}

impl TestProvider {
    /// The name under which it is known.
    pub const NAME: &str = "test";

    /// On its book in this store, with its page below this address.
    #[must_use]
    pub fn new(store: Store, clock: SharedClock, signature: ProviderSignature, public_url: Arc<str>) -> Self {
        Self { store, clock, signature, public_url }
    }

    /// What its page shows; none where there is no such session.
    ///
    /// # Errors
    /// Where its book fails.
    pub async fn page(&self, token: SessionToken) -> Result<Option<TestPage>, StoreError> {
        let found = self.store.test_payments().by_session(token.id()).await?;
        Ok(found.map(|payment| TestPage { order: payment.order, amount: payment.amount, is_used: payment.is_used }))
    }

    /// Takes what somebody chose at its page, once; the notification of it, where there is one at once.
    ///
    /// # Errors
    /// [`ChooseError`]; nothing was taken then.
    pub async fn choose(
        &self,
        token: SessionToken,
        choice: TestPageChoice,
    ) -> Result<Option<SignedNotification>, ChooseError> {
        let (session, now) = (token.id(), self.clock.now());
        let (status, error_code, pays_at) = match choice {
            TestPageChoice::Pay | TestPageChoice::Lost => (ProviderStatus::Authorised, None, None),
            TestPageChoice::Cancel => (ProviderStatus::Cancelled, Some(PaymentErrorCode::CANCELLED), None),
            TestPageChoice::Refuse(code) => (ProviderStatus::Refused, Some(code), None),
            TestPageChoice::Delay(after) => (ProviderStatus::Pending, None, now.checked_add(after).ok()),
        };
        let moved = self.store.test_payments().choose(session, TestMove { status, error_code, pays_at }).await?;
        let Some(payment) = moved else {
            let is_known = self.store.test_payments().by_session(session).await?.is_some();
            return Err(if is_known { ChooseError::Used } else { ChooseError::Unknown });
        };
        let is_told = !matches!(choice, TestPageChoice::Lost | TestPageChoice::Delay(_));
        Ok(is_told.then(|| self.notification(token, &payment, now)))
    }

    /// Pays what was to be paid after a while; what was. It knows no tokens of these, so that it notifies of none.
    ///
    /// # Errors
    /// Where its book fails.
    pub async fn pay_what_is_due(&self) -> Result<Vec<TestPayment>, StoreError> {
        self.store.test_payments().pay_due(self.clock.now()).await
    }

    /// What its notifications are checked against.
    #[must_use]
    pub fn signature(&self) -> &ProviderSignature {
        &self.signature
    }

    fn notification(&self, token: SessionToken, payment: &TestPayment, now: Timestamp) -> SignedNotification {
        let status = payment.status.as_str();
        let body = Notification {
            event_id: format!("{}-{status}", payment.session.reveal()),
            session_id: token.reveal(),
            order_id: payment.order.to_string(),
            status,
            amount: payment.amount.euros(),
            currency: "EUR",
            error_code: payment.error_code.map(PaymentErrorCode::number),
        };
        let body = serde_json::to_vec(&body).expect("texts and numbers are JSON");
        self.signature.sign(body, now)
    }
}

fn answer_of(payment: &TestPayment) -> ProviderAnswer {
    ProviderAnswer { status: payment.status, amount: payment.amount, error_code: payment.error_code }
}

fn silent(error: StoreError) -> PaymentProviderError {
    tracing::warn!(error = %chain(&error), "the test provider's book failed");
    PaymentProviderError::Silent(Box::new(error))
}

#[async_trait]
impl PaymentProvider for TestProvider {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    async fn open(&self, session: &PaymentSession) -> Result<String, PaymentProviderError> {
        // No account is linked with the embedded lunch benefit.
        if session.method == LUNCH {
            return Err(PaymentProviderError::Refused(PaymentErrorCode::LUNCH_UNAUTHORIZED));
        }
        let new = NewTestPayment { session: session.token.id(), order: session.order, amount: session.amount };
        self.store.test_payments().open(new).await.map_err(silent)?;
        Ok(format!("{}/testimaksu/{}", self.public_url, session.token.reveal()))
    }

    async fn charge(&self, session: &PaymentSession, token: &str) -> Result<ProviderAnswer, PaymentProviderError> {
        let error_code = match token.strip_prefix(REFUSES) {
            _ if token == PAYS => None,
            Some(why) => {
                Some(why.parse().map_or_else(|_| PaymentErrorCode::from_reason(why), PaymentErrorCode::from_number))
            }
            None => Some(PaymentErrorCode::REFUSED),
        };
        let id = session.token.id();
        let new = NewTestPayment { session: id, order: session.order, amount: session.amount };
        self.store.test_payments().open(new).await.map_err(silent)?;
        let status = if error_code.is_none() { ProviderStatus::Authorised } else { ProviderStatus::Refused };
        let charge = TestMove { status, error_code, pays_at: None };
        let charged = self.store.test_payments().choose(id, charge).await.map_err(silent)?;
        if let Some(charged) = charged {
            return Ok(answer_of(&charged));
        }
        let known = self.look_up(id).await?;
        known.ok_or(PaymentProviderError::Refused(PaymentErrorCode::UNKNOWN))
    }

    async fn look_up(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        Ok(self.store.test_payments().by_session(session).await.map_err(silent)?.as_ref().map(answer_of))
    }

    async fn close(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        self.store.test_payments().close(session).await.map_err(silent)?;
        self.look_up(session).await
    }

    async fn refund(&self, session: SessionId, number: i64, amount: Cents) -> Result<(), PaymentProviderError> {
        let is_sent = self.store.test_payments().refund(session, number, amount).await.map_err(silent)?;
        if is_sent { Ok(()) } else { Err(PaymentProviderError::Refused(PaymentErrorCode::SUM_MISMATCH)) }
    }
}
