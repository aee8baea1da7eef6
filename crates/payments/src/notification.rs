//! What a provider says by itself: signed bytes, judged in one order, and counted once (docs/spec/ordering.md,
//! "Notifications").

use domain::{
    error::Code,
    payment::{PaymentErrorCode, ProviderStatus, SessionToken},
};
use providers::payment::{ProviderAnswer, TestProvider};
use serde::Deserialize;
use server::{ApiError, euros::Euros, extract::from_json};
use store::{ProviderWord, SettleError};
use utoipa::ToSchema;

use crate::{Payments, Timings};

/// The only currency there is.
const CURRENCY: &str = "EUR";

/// What a provider says of a try to pay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentNotification {
    /// The provider's name for it; a known one changes nothing.
    #[schema(max_length = 100)]
    event_id: String,
    /// The try.
    session_id: String,
    /// The order's number.
    order_id: String,
    /// A status in the provider's words.
    #[schema(example = "Authorised")]
    status: String,
    amount: Euros,
    #[schema(example = "EUR")]
    currency: String,
    /// Why it failed.
    error_code: Option<u32>,
}

/// The longest name of an event.
const LONGEST_EVENT: usize = 100;

impl Payments {
    /// Takes a notification of the embedded provider, from its page or over the wire; whether it changed anything.
    ///
    /// # Errors
    /// As the contract's table says, in its order.
    pub async fn take_notification(&self, timings: &dyn Timings, header: &str, body: &[u8]) -> Result<bool, ApiError> {
        let deps = self.orders.deps();
        if !self.test.signature().verifies(header, body, deps.clock.now()) {
            return Err(ApiError::new(Code::PaymentSignature));
        }
        let said: PaymentNotification = from_json(body)?;
        let Some(status) = ProviderStatus::parse(&said.status) else { return Err(ApiError::invalid("status")) };
        if said.event_id.is_empty() || said.event_id.chars().count() > LONGEST_EVENT || said.event_id.contains('\0') {
            return Err(ApiError::invalid("eventId"));
        }
        let unknown = || ApiError::new(Code::PaymentSessionNotFound);
        let token: SessionToken = said.session_id.parse().map_err(|_| unknown())?;
        let session = token.id();
        let checkout = deps.store.checkouts().by_session(session).await?;
        let checkout = checkout.filter(|checkout| checkout.id.to_string() == said.order_id).ok_or_else(unknown)?;
        let amount = checkout.payment.payment_try(session).ok_or_else(unknown)?.amount;
        if said.currency != CURRENCY || said.amount.0 != amount {
            tracing::warn!(order = %checkout.id, "a payment notification is about another sum");
            return Err(ApiError::new(Code::PaymentMismatch));
        }
        let error_code = said.error_code.map(PaymentErrorCode::from_number);
        let answer = ProviderAnswer { status, amount, error_code };
        let word = ProviderWord {
            provider: TestProvider::NAME.to_owned(),
            event_id: said.event_id,
            status: status.as_str().to_owned(),
        };
        deps.store.failpoints().pass("notified").await;
        let settled = self.report(timings, &checkout, session, answer, Some(word)).await;
        settled.map(|settled| settled.moved).map_err(|error| match error {
            SettleError::Store(error) => error.into(),
            SettleError::NotFound | SettleError::NoSession | SettleError::LimitReached { .. } => unknown(),
        })
    }
}
