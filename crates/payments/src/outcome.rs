//! How somebody comes back from a provider's page: what is asked there, and where it leads.

use domain::{
    error::{Code, chain},
    payment::{PaymentErrorCode, PaymentState, PaymentStatus, SessionId},
};
use store::{Checkout, SettleError};

use crate::{Payments, Timings};

/// How a try ended for whoever comes back from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The order is paid.
    Ok,
    /// Nobody knows yet.
    Pending,
    /// They went back.
    Cancel,
    /// It failed.
    Error(PaymentErrorCode),
}

impl PaymentOutcome {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::Pending => "PENDING",
            Self::Cancel => "CANCEL",
            Self::Error(_) => "ERROR",
        }
    }

    /// The reason that is told; a person who went back is told theirs.
    #[must_use]
    pub fn error_code(self) -> Option<PaymentErrorCode> {
        match self {
            Self::Ok | Self::Pending => None,
            Self::Cancel => Some(PaymentErrorCode::CANCELLED),
            Self::Error(code) => Some(code),
        }
    }

    /// Of a try of an order; none where the order has no such try.
    #[must_use]
    pub fn of(checkout: &Checkout, session: SessionId) -> Option<Self> {
        let found = checkout.payment.payment_try(session)?;
        Some(match (checkout.payment.stage.status(), found.state) {
            (PaymentStatus::Paid, _) => Self::Ok,
            (PaymentStatus::Cancelled, _) => Self::Error(PaymentErrorCode::ORDER_NOT_FOUND),
            (PaymentStatus::Waiting, PaymentState::Open | PaymentState::Paid) => Self::Pending,
            (PaymentStatus::Waiting, PaymentState::Failed | PaymentState::Refunded) => match found.error_code {
                Some(PaymentErrorCode::CANCELLED) => Self::Cancel,
                code => Self::Error(code.unwrap_or(PaymentErrorCode::UNKNOWN)),
            },
        })
    }

    /// The address to which a browser goes with it, and with the order's key where that is told. `base` is one that was checked
    /// when the order was placed.
    #[must_use]
    pub fn address(self, base: &str, order: &str, key: Option<&str>) -> String {
        let (base, fragment) = base.split_once('#').map_or((base, None), |(base, fragment)| (base, Some(fragment)));
        let separator = if base.contains('?') { '&' } else { '?' };
        let mut address = format!("{base}{separator}status={}&orderid={order}", self.as_str());
        if let Some(key) = key {
            address.push_str(&format!("&order-key={key}"));
        }
        if let Some(code) = self.error_code() {
            address.push_str(&format!("&errorCode={}&errorMessage={}", code.number(), escaped(code.message())));
        }
        if let Some(fragment) = fragment {
            address.push('#');
            address.push_str(fragment);
        }
        address
    }
}

/// A text as a query's value.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => escaped.push(char::from(byte)),
            byte => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

impl Payments {
    /// Asks the provider how a try stands, and lets its word count; the order afterwards. A provider that does not answer
    /// leaves it as it is.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn ask(
        &self,
        timings: &dyn Timings,
        checkout: Checkout,
        session: SessionId,
    ) -> Result<Checkout, server::ApiError> {
        let answer = match self.look_up(session).await {
            Ok(Some(answer)) => answer,
            Ok(None) => return Ok(checkout),
            Err(error) => {
                tracing::warn!(order = %checkout.id, error = %chain(&error), "a payment provider was asked in vain");
                return Ok(checkout);
            }
        };
        match self.report(timings, &checkout, session, answer, None).await {
            Ok(settled) => Ok(settled.checkout),
            Err(SettleError::Store(error)) => Err(error.into()),
            Err(SettleError::NotFound | SettleError::NoSession | SettleError::LimitReached { .. }) => {
                Err(server::ApiError::new(Code::PaymentSessionNotFound))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_how_it_ended() {
        let base = "http://localhost/tilaus/tulos";
        assert_eq!(
            PaymentOutcome::Ok.address(base, "10001", Some("k")),
            format!("{base}?status=OK&orderid=10001&order-key=k")
        );
        assert_eq!(PaymentOutcome::Ok.address(base, "10001", None), format!("{base}?status=OK&orderid=10001"));
        let pending = PaymentOutcome::Pending.address(&format!("{base}?a=1#b"), "7", Some("k"));
        assert_eq!(pending, format!("{base}?a=1&status=PENDING&orderid=7&order-key=k#b"));
        let cancelled = PaymentOutcome::Cancel.address(base, "7", Some("k"));
        assert!(
            cancelled.ends_with("status=CANCEL&orderid=7&order-key=k&errorCode=1041108&errorMessage=Maksu%20peruttu")
        );
        let code = PaymentErrorCode::from_number(1_041_107);
        let refused = PaymentOutcome::Error(code).address(base, "7", Some("k"));
        assert!(refused.ends_with(
            "status=ERROR&orderid=7&order-key=k&errorCode=1041107&errorMessage=Tilin%20kate%20ei%20riit%C3%A4."
        ));
    }
}
