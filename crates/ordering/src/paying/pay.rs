//! Another try to pay an order: whether it may be, and what comes of it.

use chain::{MethodGroup, PaymentMethod, Shop};
use domain::{
    error::Code,
    money::Cents,
    order::OrderType,
    payment::{PaymentErrorCode, SessionId},
};
use payments::{PayError, PayOutcome, obstacle};
use pricing::PriceRecord;
use serde_json::json;
use server::ApiError;
use store::{Checkout, KeyRun, NewTry};

use super::methods::{FOREIGN_GIFT_CARD, is_providers, offered};
use crate::{chain_view::ChainView, ordering::Ordering, shopper::Shopper};

/// Wallets, which hand over a token in the place of a page.
pub const WALLETS: [&str; 2] = ["applepay", "googlepay"];
/// Methods that may pay what a gift card leaves.
const BESIDE_A_GIFT_CARD: [&str; 3] = ["giftcard", "scheme", "mobilepay"];

/// How somebody wants to pay.
#[derive(Debug, Clone, Copy)]
pub struct Intent<'b> {
    /// What they mean to pay.
    pub amount: Cents,
    /// At which restaurant.
    pub shop_external_id: &'b str,
    pub method: &'b str,
    pub issuer: Option<&'b str>,
    /// What a wallet has approved.
    pub token: Option<&'b str>,
    /// The run of the call, where it came with a key.
    pub run: Option<KeyRun>,
}

/// What a method is to pay.
#[derive(Debug, Clone, Copy)]
pub struct PurchaseFacts<'v> {
    pub shop: &'v Shop,
    pub order_type: OrderType,
    pub has_alcohol: bool,
    /// Whether a gift card pays a part of it.
    pub has_gift_card: bool,
    /// Whether there is somebody who takes money.
    pub has_provider: bool,
}

impl PurchaseFacts<'_> {
    /// The method by this name, if somebody may pay so.
    ///
    /// # Errors
    /// 401 or 409 as the contract's table says, in its order.
    pub fn method<'v>(&self, view: &'v ChainView, shopper: Shopper, id: &str) -> Result<&'v PaymentMethod, ApiError> {
        let refused = |code| Err(ApiError::new(code));
        let chain = view.chain();
        let mut offered = offered(chain, self.shop, Some(self.order_type), shopper, self.has_provider);
        let found = offered.find(|one| one.method.id.as_str() == id);
        let Some(found) = found else { return refused(Code::MethodNotAvailable) };
        let Some(method) = chain.payment_method(&found.method.id) else { return refused(Code::MethodNotAvailable) };
        if found.is_disabled {
            let is_guest = shopper == Shopper::Guest;
            return refused(if is_guest { Code::PaymentLoginRequired } else { Code::MethodNotAvailable });
        }
        let is_onsite = method.id.as_str() == "onsite";
        match method.group {
            MethodGroup::PayLater if self.has_alcohol => return refused(Code::KlarnaAlcohol),
            MethodGroup::LunchBenefit if self.has_alcohol => return refused(Code::MethodNotAllowedWithAlcohol),
            _ if is_onsite && self.has_alcohol => return refused(Code::MethodNotAllowedWithAlcohol),
            _ => {}
        }
        if self.has_gift_card {
            let is_never = matches!(method.group, MethodGroup::PayLater | MethodGroup::LunchBenefit);
            if is_never || id == FOREIGN_GIFT_CARD {
                return refused(Code::GiftCardCombination);
            }
            if !BESIDE_A_GIFT_CARD.contains(&id) {
                return refused(Code::SplitNotAllowed);
            }
        }
        Ok(method)
    }
}

/// The bank of a method that has several is known to it.
///
/// # Errors
/// 422 with the field.
pub fn check_issuer(method: &PaymentMethod, issuer: Option<&str>, field: &str) -> Result<(), ApiError> {
    let is_known = |id: &str| method.issuers.iter().any(|issuer| issuer.id == id);
    if method.issuers.is_empty() || issuer.is_some_and(is_known) { Ok(()) } else { Err(ApiError::invalid(field)) }
}

/// That an order cannot be paid, as payments say it.
fn fault(view: &ChainView, checkout: &Checkout, code: PaymentErrorCode) -> ApiError {
    let message_code =
        if code == PaymentErrorCode::ORDER_NOT_FOUND { Code::OrderExpiredUnpaid } else { Code::PaymentError };
    let text = if message_code == Code::PaymentError { code.message() } else { message_code.message() };
    let shop = view.chain().shop(checkout.shop).map(|shop| shop.shop_external_id.as_str());
    let data = json!({
        "paymentStatus": checkout.payment.stage.status().number(),
        "shopExternalId": shop,
        "orderId": checkout.id.to_string(),
    });
    let error = ApiError::new(message_code).worded(text);
    error.with("errorCode", code.number()).with("errorMessage", code.message()).with("errorData", data)
}

/// Why an order was not paid, for whoever called.
fn answered(view: &ChainView, error: PayError) -> ApiError {
    match error {
        PayError::Fault(checkout, code) => fault(view, &checkout, code),
        PayError::Other(error) => error,
    }
}

impl Intent<'_> {
    /// Whether an order can be paid so: what is paid already, the sum, the restaurant, what has ended.
    fn fault(&self, view: &ChainView, checkout: &Checkout) -> Option<PaymentErrorCode> {
        let of_stage = obstacle(checkout.payment.stage);
        if of_stage == Some(PaymentErrorCode::ORDER_ALREADY_PAID) {
            return of_stage;
        }
        if self.amount != checkout.payable {
            return Some(PaymentErrorCode::SUM_MISMATCH);
        }
        let shop = view.shop_of_payments(self.shop_external_id);
        if shop.is_none_or(|shop| shop.id() != checkout.shop) {
            return Some(PaymentErrorCode::NO_RESTAURANT);
        }
        of_stage
    }
}

impl Ordering {
    /// Pays an order where it may be paid so.
    ///
    /// # Errors
    /// Where it cannot be paid so, or the database or the provider do not answer.
    pub async fn pay(
        &self,
        view: &ChainView,
        checkout: &Checkout,
        shopper: Shopper,
        intent: &Intent<'_>,
    ) -> Result<PayOutcome, ApiError> {
        if let Some(code) = intent.fault(view, checkout) {
            return Err(fault(view, checkout, code));
        }
        let shop =
            view.chain().shop(checkout.shop).ok_or_else(|| fault(view, checkout, PaymentErrorCode::NO_RESTAURANT))?;
        let purchase = PurchaseFacts {
            shop,
            order_type: checkout.order_type,
            has_alcohol: checkout.has_alcohol,
            has_gift_card: checkout.due != checkout.payable,
            has_provider: self.payments.has_provider,
        };
        let method = purchase.method(view, shopper, intent.method)?;
        if !is_providers(method) {
            return Err(ApiError::new(Code::MethodNotAvailable));
        }
        check_issuer(method, intent.issuer, "issuer")?;
        let token = match (WALLETS.contains(&intent.method), intent.token) {
            (false, _) => None,
            (true, Some(token)) => Some(token),
            (true, None) => return Err(ApiError::invalid(token_field(intent.method))),
        };
        let issuer = intent.issuer.filter(|_| !method.issuers.is_empty());
        if intent.method != checkout.payment.method {
            self.require_the_same_price(checkout, intent.method).await?;
        }
        let (method, issuer) = (intent.method.to_owned(), issuer.map(str::to_owned));
        let new_try = NewTry { run: intent.run, ..self.payments.new_try(&checkout.key, method, issuer, checkout.due)? };
        let paid = self.payments.pay(view, checkout, new_try, token).await;
        paid.map_err(|error| answered(view, error))
    }

    /// Campaigns that want other means to pay would not have taken effect with this one: nobody pays by it what they have
    /// not seen.
    async fn require_the_same_price(&self, checkout: &Checkout, method: &str) -> Result<(), ApiError> {
        let papers = self.deps.store.checkouts().papers(checkout.id).await?;
        let record = papers.and_then(|papers| serde_json::from_str::<PriceRecord>(papers.record.get()).ok());
        let methods = record.and_then(|record| record.methods);
        let is_bound_to_others = methods.is_some_and(|methods| methods.iter().all(|bound| bound != method));
        if is_bound_to_others { Err(ApiError::new(Code::PriceChanged)) } else { Ok(()) }
    }

    /// What came of a try whose answer was lost with its node.
    ///
    /// # Errors
    /// Where there is no such try, or the database or the provider do not answer.
    pub async fn pay_again(
        &self,
        view: &ChainView,
        checkout: Checkout,
        session: SessionId,
        token: Option<&str>,
    ) -> Result<PayOutcome, ApiError> {
        let method = checkout.payment.payment_try(session).map(|found| found.method.as_str());
        let token = token.filter(|_| method.is_some_and(|method| WALLETS.contains(&method)));
        let paid = self.payments.pay_again(view, checkout, session, token).await;
        paid.map_err(|error| answered(view, error))
    }
}

fn token_field(wallet: &str) -> &'static str {
    if wallet == WALLETS[0] { "applePayToken" } else { "googlePayToken" }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chain::Chain;
    use deps::CustomerCaller;
    use domain::ids::CustomerId;
    use jiff::Timestamp;

    use super::*;

    // spec: PY-12, PY-13, PY-14
    #[test]
    fn alcohol_and_gift_cards_keep_their_methods_away() {
        let view = ChainView::of_files(Arc::new(Chain::built_in()), Timestamp::UNIX_EPOCH);
        let shop = view.shop_of_path("12").unwrap();
        let customer = Shopper::Customer(CustomerCaller {
            id: CustomerId(1),
            session_id: 1,
            signed_in_at: Timestamp::UNIX_EPOCH,
            has_open_terms: false,
            is_member: false,
            birth_date: None,
        });
        let said = |id, has_alcohol, has_gift_card| {
            let order_type = OrderType::Pickup;
            let purchase = PurchaseFacts { shop, order_type, has_alcohol, has_gift_card, has_provider: true };
            purchase.method(&view, customer, id).map_or_else(|refused| refused.code().as_str(), |_| "taken")
        };
        let (combination, split) = ("payment/gift-card-combination", "payment/split-not-allowed");
        let not_allowed = "payment/method-not-allowed-with-alcohol";
        for (id, with_alcohol, beside_a_gift_card) in [
            ("scheme", "taken", "taken"),
            ("mobilepay", "taken", "taken"),
            ("applepay", "taken", split),
            ("googlepay", "taken", split),
            ("ebanking_FI", "taken", split),
            ("klarna", "payment/klarna-alcohol", combination),
            ("edenred", not_allowed, combination),
            ("giftcard", "taken", "taken"),
            ("NetsPrepaidCard", "taken", combination),
            ("onsite", not_allowed, split),
        ] {
            let found = [said(id, false, false), said(id, true, false), said(id, false, true)];
            assert_eq!(found, ["taken", with_alcohol, beside_a_gift_card], "{id}");
        }
    }
}
