//! Who takes the money: one trait for all providers, and the embedded one that moves none.
//!
//! Nothing here judges an order. A provider opens a session that somebody pays at its own page, says how a session stands
//! when it is asked, and lets know on its own by signed notifications, each with the raw bytes that are signed.

mod signature;
mod test_provider;

pub use signature::{ProviderSignature, SignedNotification};
pub use test_provider::{ChooseError, TestPage, TestPageChoice, TestProvider};

use std::time::Duration;

use async_trait::async_trait;
use domain::{
    ids::OrderId,
    money::Cents,
    payment::{PaymentErrorCode, ProviderStatus, SessionId, SessionToken},
};

/// How long a provider may be silent that is asked how something stands, before its caller goes on without it.
pub const ASKING_TIMEOUT: Duration = Duration::from_secs(2);
/// The same where money moves, or is to: a session is opened, charged, closed, sent back.
pub const PAYING_TIMEOUT: Duration = Duration::from_secs(5);

/// A provider that did not answer in time.
#[derive(Debug, thiserror::Error)]
#[error("no answer in time")]
struct TooSlow;

/// A provider's answer, or that it was silent for too long.
///
/// # Errors
/// Those of the call, and [`PaymentProviderError::Silent`] at the limit.
pub async fn in_time<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, PaymentProviderError>>,
) -> Result<T, PaymentProviderError> {
    let answered = tokio::time::timeout(limit, call).await;
    answered.unwrap_or_else(|_| Err(PaymentProviderError::Silent(Box::new(TooSlow))))
}

/// A try to pay, as a provider is told of it.
#[derive(Debug, Clone)]
pub struct PaymentSession {
    /// By which it is known in addresses, to the provider and to us.
    pub token: SessionToken,
    pub order: OrderId,
    /// What is to be paid.
    pub amount: Cents,
    /// The payment method.
    pub method: String,
    /// The bank behind it.
    pub issuer: Option<String>,
}

/// How a session stands, in the provider's own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderAnswer {
    pub status: ProviderStatus,
    /// The amount that it is about.
    pub amount: Cents,
    /// Why it failed.
    pub error_code: Option<PaymentErrorCode>,
}

/// Why a provider did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum PaymentProviderError {
    /// It refuses, and says why.
    #[error("the payment provider refuses")]
    Refused(PaymentErrorCode),
    /// It does not answer, or not so that anybody could read it.
    #[error("the payment provider does not answer")]
    Silent(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Who takes the money.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Its name, under which its notifications are told from others'.
    fn name(&self) -> &'static str;

    /// Opens a session; gives the address at which somebody pays.
    ///
    /// # Errors
    /// [`PaymentProviderError`].
    async fn open(&self, session: &PaymentSession) -> Result<String, PaymentProviderError>;

    /// Charges what a wallet has approved. The same session again is charged no more: it is answered as it stands.
    ///
    /// # Errors
    /// [`PaymentProviderError`].
    async fn charge(&self, session: &PaymentSession, token: &str) -> Result<ProviderAnswer, PaymentProviderError>;

    /// How a session stands; none where the provider has never heard of it.
    ///
    /// # Errors
    /// [`PaymentProviderError`].
    async fn look_up(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError>;

    /// Lets nobody pay by a session any more, unless it is paid already; how it stands then.
    ///
    /// # Errors
    /// [`PaymentProviderError`].
    async fn close(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError>;

    /// Sends money of a session back, wholly or in part. The same number of a session again is done once.
    ///
    /// # Errors
    /// [`PaymentProviderError`].
    async fn refund(&self, session: SessionId, number: i64, amount: Cents) -> Result<(), PaymentProviderError>;
}
