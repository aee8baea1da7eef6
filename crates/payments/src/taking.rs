//! Taking money: what comes of a try at its provider's page, or of what a wallet has approved.

use domain::{
    error::Code,
    money::Cents,
    payment::{PaymentErrorCode, PaymentStage, PaymentState, ProviderStatus, SessionId},
};
use providers::payment::{PaymentProviderError, PaymentSession, ProviderAnswer};
use server::ApiError;
use store::{Checkout, NewTry, SettleEvent};

use crate::{Payments, Timings, failed};

/// What came of a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayOutcome {
    /// It is paid at this address.
    Redirect(String),
    /// It is paid.
    Completed,
    /// It is not, for this reason.
    Refused(PaymentErrorCode),
}

/// Why an order is not paid.
#[derive(Debug)]
pub enum PayError {
    /// The order as it is now cannot be paid, or its provider does not answer.
    Fault(Box<Checkout>, PaymentErrorCode),
    /// The call fails otherwise.
    Other(ApiError),
}

impl From<ApiError> for PayError {
    fn from(error: ApiError) -> Self {
        Self::Other(error)
    }
}

/// Why an order at this stage cannot be paid; none where it can.
#[must_use]
pub fn obstacle(stage: PaymentStage) -> Option<PaymentErrorCode> {
    match stage {
        PaymentStage::Waiting => None,
        PaymentStage::OnSite | PaymentStage::Paid(_) => Some(PaymentErrorCode::ORDER_ALREADY_PAID),
        PaymentStage::Ended | PaymentStage::Refunded | PaymentStage::Rejected => {
            Some(PaymentErrorCode::ORDER_NOT_FOUND)
        }
    }
}

fn fault<T>(checkout: Checkout, code: PaymentErrorCode) -> Result<T, PayError> {
    Err(PayError::Fault(Box::new(checkout), code))
}

impl Payments {
    /// Pays an order: begins a try, and asks the provider for its page, or to charge what a wallet has approved.
    ///
    /// # Errors
    /// Where it cannot be paid any more, has had its tries, or the database or the provider do not answer.
    pub async fn pay(
        &self,
        timings: &dyn Timings,
        checkout: &Checkout,
        new_try: NewTry,
        token: Option<&str>,
    ) -> Result<PayOutcome, PayError> {
        // A node that ends from here on is answered for by [`Payments::pay_again`].
        let started = self.settle(checkout.id, SettleEvent::Start(new_try)).await.map_err(failed)?;
        if !started.moved {
            // One that waits all the same has had its tries.
            return match obstacle(started.checkout.payment.stage) {
                Some(code) => fault(started.checkout, code),
                None => Err(ApiError::new(Code::TooManyTries).into()),
            };
        }
        let begun = started.checkout.payment.tries.last().ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
        let session = self.session_of(&started.checkout, begun)?;
        self.take(timings, started.checkout, &session, token).await
    }

    /// What came of a try whose answer was lost with its node, made out by what stands and by what the provider says; what
    /// it was not asked yet, it is asked now.
    ///
    /// # Errors
    /// Where there is no such try, or the database or the provider do not answer.
    pub async fn pay_again(
        &self,
        timings: &dyn Timings,
        checkout: Checkout,
        session: SessionId,
        token: Option<&str>,
    ) -> Result<PayOutcome, PayError> {
        let checkout = self.ask(timings, checkout, session).await?;
        let found = checkout.payment.payment_try(session).ok_or_else(|| ApiError::new(Code::OrderNotFound))?;
        if checkout.payment.stage.paid_by() == Some(found.number) {
            return Ok(PayOutcome::Completed);
        }
        if let Some(code) = obstacle(checkout.payment.stage) {
            return fault(checkout, code);
        }
        if found.state == PaymentState::Failed {
            return Ok(PayOutcome::Refused(found.error_code.unwrap_or(PaymentErrorCode::UNKNOWN)));
        }
        let session = self.session_of(&checkout, found)?;
        self.take(timings, checkout, &session, token).await
    }

    async fn take(
        &self,
        timings: &dyn Timings,
        checkout: Checkout,
        session: &PaymentSession,
        token: Option<&str>,
    ) -> Result<PayOutcome, PayError> {
        match token {
            None => self.pay_at_page(timings, checkout, session).await,
            Some(token) => self.pay_by_wallet(timings, checkout, session, token).await,
        }
    }

    async fn pay_at_page(
        &self,
        timings: &dyn Timings,
        checkout: Checkout,
        session: &PaymentSession,
    ) -> Result<PayOutcome, PayError> {
        match self.open(session).await {
            Ok(address) => Ok(PayOutcome::Redirect(address)),
            Err(PaymentProviderError::Refused(code)) => {
                self.give_up(timings, &checkout, session.token.id(), code).await?;
                Ok(PayOutcome::Refused(code))
            }
            Err(PaymentProviderError::Silent(_)) => fault(checkout, PaymentErrorCode::CONNECTION),
        }
    }

    async fn pay_by_wallet(
        &self,
        timings: &dyn Timings,
        checkout: Checkout,
        session: &PaymentSession,
        token: &str,
    ) -> Result<PayOutcome, PayError> {
        let answer = match self.charge(session, token).await {
            Ok(answer) => answer,
            Err(PaymentProviderError::Refused(code)) => {
                self.give_up(timings, &checkout, session.token.id(), code).await?;
                return Ok(PayOutcome::Refused(code));
            }
            Err(PaymentProviderError::Silent(_)) => return fault(checkout, PaymentErrorCode::CONNECTION),
        };
        let settled = self.report(timings, &checkout, session.token.id(), answer, None).await.map_err(failed)?;
        if settled.checkout.payment.stage.is_made() {
            return Ok(PayOutcome::Completed);
        }
        if answer.status.state() == PaymentState::Failed {
            return Ok(PayOutcome::Refused(answer.error_code.unwrap_or(PaymentErrorCode::UNKNOWN)));
        }
        // It came too late and goes back, or the provider does not know yet.
        let code = obstacle(settled.checkout.payment.stage).unwrap_or(PaymentErrorCode::CONNECTION);
        fault(settled.checkout, code)
    }

    /// Notes that the provider took nothing by a try.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn give_up(
        &self,
        timings: &dyn Timings,
        checkout: &Checkout,
        session: SessionId,
        code: PaymentErrorCode,
    ) -> Result<(), ApiError> {
        let amount = checkout.payment.payment_try(session).map_or(Cents(0), |found| found.amount);
        let answer = ProviderAnswer { status: ProviderStatus::Refused, amount, error_code: Some(code) };
        self.report(timings, checkout, session, answer, None).await.map(drop).map_err(failed)
    }
}
