//! What an order shows of its payment beside how it stands: by what and since when it is paid, and why it is not.

use jiff::Timestamp;

use super::{PaymentErrorCode, PaymentStage, PaymentState, SessionId, Settlement, TryNumber};
use crate::money::Cents;

/// A try to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTry {
    /// Its number within its order.
    pub number: TryNumber,
    /// Its name.
    pub session: SessionId,
    /// The payment method.
    pub method: String,
    /// The bank behind it.
    pub issuer: Option<String>,
    /// What is to be paid.
    pub amount: Cents,
    /// When it began.
    pub opened_at: Timestamp,
    /// How it stands.
    pub state: PaymentState,
    /// Why it failed.
    pub error_code: Option<PaymentErrorCode>,
}

/// An order's payment as it is kept and shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRecord {
    /// Where the order stands on its way to being paid.
    pub stage: PaymentStage,
    /// The payment method: of the try that paid, else of the last one.
    pub method: String,
    /// The bank behind it.
    pub issuer: Option<String>,
    /// Why the last failed try failed.
    pub error_code: Option<PaymentErrorCode>,
    /// When the kitchen got to know the order, if it did.
    pub received_at: Option<Timestamp>,
    /// When it ended unpaid, if it did.
    pub ended_at: Option<Timestamp>,
    /// All tries, the first one first.
    pub tries: Vec<PaymentTry>,
}

/// What is kept of an event beside where it leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentNews {
    /// A try begins.
    Started(PaymentTry),
    /// A provider says how a try stands, and why it failed.
    Reported(TryNumber, PaymentState, Option<PaymentErrorCode>),
    /// Nothing of a try.
    Other,
}

impl PaymentRecord {
    /// The try of a name.
    #[must_use]
    pub fn payment_try(&self, session: SessionId) -> Option<&PaymentTry> {
        self.tries.iter().find(|found| found.session == session)
    }

    /// How it stands, for the rules.
    #[must_use]
    pub fn settlement(&self) -> Settlement {
        Settlement::new(self.stage, self.tries.iter().map(|found| (found.number, found.state)))
    }

    /// After an event that leads to a stage at this moment.
    #[must_use]
    pub fn after(mut self, news: PaymentNews, stage: PaymentStage, now: Timestamp) -> Self {
        match news {
            PaymentNews::Started(new) => {
                (self.method, self.issuer) = (new.method.clone(), new.issuer.clone());
                self.tries.push(new);
            }
            PaymentNews::Reported(number, state, error_code) => self.report(number, state, error_code, stage),
            PaymentNews::Other => {}
        }
        if stage.is_made() && !self.stage.is_made() {
            self.received_at = Some(now);
        }
        if stage == PaymentStage::Ended {
            self.ended_at.get_or_insert(now);
        }
        self.stage = stage;
        self
    }

    fn report(
        &mut self,
        number: TryNumber,
        state: PaymentState,
        error_code: Option<PaymentErrorCode>,
        stage: PaymentStage,
    ) {
        let Some(found) = self.tries.iter_mut().find(|found| found.number == number) else { return };
        found.state = state;
        if state == PaymentState::Failed {
            (found.error_code, self.error_code) = (error_code, error_code);
        }
        if stage == PaymentStage::Paid(Some(number)) {
            (self.method, self.issuer) = (found.method.clone(), found.issuer.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{key::Secrets, payment::SessionToken};

    const ONE: TryNumber = TryNumber(1);
    const TWO: TryNumber = TryNumber(2);
    const NOON: Timestamp = Timestamp::UNIX_EPOCH;
    const LATER: Timestamp = Timestamp::MAX;

    fn attempt(number: TryNumber, method: &str) -> PaymentTry {
        let secrets = Secrets::parse("a secret of this test").unwrap();
        let key = crate::key::KeySeed { salt: [7; 16], version: 1 };
        PaymentTry {
            number,
            session: SessionToken::of(&secrets, &key, number).unwrap().id(),
            method: method.to_owned(),
            issuer: Some(format!("the bank of {method}")),
            amount: Cents(1290),
            opened_at: NOON,
            state: PaymentState::Open,
            error_code: None,
        }
    }

    /// Two tries, the second one the newest.
    fn tried_twice() -> PaymentRecord {
        let new = PaymentRecord {
            stage: PaymentStage::Waiting,
            method: "none".to_owned(),
            issuer: None,
            error_code: None,
            received_at: None,
            ended_at: None,
            tries: Vec::new(),
        };
        let first = new.after(PaymentNews::Started(attempt(ONE, "scheme")), PaymentStage::Waiting, NOON);
        assert_eq!(first.method, "scheme");
        first.after(PaymentNews::Started(attempt(TWO, "bank")), PaymentStage::Waiting, NOON)
    }

    #[test]
    fn an_order_shows_the_method_of_the_last_try_until_another_pays() {
        let waiting = tried_twice();
        assert_eq!((waiting.method.as_str(), waiting.issuer.as_deref()), ("bank", Some("the bank of bank")));
        let paid = PaymentStage::Paid(Some(ONE));
        let paid = waiting.after(PaymentNews::Reported(ONE, PaymentState::Paid, None), paid, NOON);
        assert_eq!((paid.method.as_str(), paid.issuer.as_deref()), ("scheme", Some("the bank of scheme")));
        let late = paid.clone().after(PaymentNews::Reported(TWO, PaymentState::Paid, None), paid.stage, LATER);
        assert_eq!((late.method.as_str(), late.received_at), ("scheme", Some(NOON)), "it came too late");
        assert_eq!(late.tries.iter().map(|found| found.state).collect::<Vec<_>>(), [PaymentState::Paid; 2]);
    }

    #[test]
    fn why_a_try_failed_stands_with_it_and_with_the_order() {
        let code = Some(PaymentErrorCode::CONNECTION);
        let failed =
            tried_twice().after(PaymentNews::Reported(ONE, PaymentState::Failed, code), PaymentStage::Waiting, NOON);
        assert_eq!((failed.error_code, failed.tries[0].error_code, failed.tries[1].error_code), (code, code, None));
        let paid = PaymentStage::Paid(Some(TWO));
        let paid = failed.after(PaymentNews::Reported(TWO, PaymentState::Paid, None), paid, NOON);
        assert_eq!((paid.error_code, paid.tries[1].error_code), (code, None), "only a failure says why");
    }

    #[test]
    fn an_order_is_received_once_and_ends_once() {
        let paid = tried_twice().after(
            PaymentNews::Reported(ONE, PaymentState::Paid, None),
            PaymentStage::Paid(Some(ONE)),
            NOON,
        );
        let rejected = paid.after(PaymentNews::Other, PaymentStage::Rejected, LATER);
        assert_eq!((rejected.received_at, rejected.ended_at), (Some(NOON), None));
        let ended = tried_twice().after(PaymentNews::Other, PaymentStage::Ended, NOON);
        let again = ended.after(PaymentNews::Reported(ONE, PaymentState::Paid, None), PaymentStage::Ended, LATER);
        assert_eq!((again.received_at, again.ended_at), (None, Some(NOON)));
    }
}
