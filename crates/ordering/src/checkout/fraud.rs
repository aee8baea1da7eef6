//! What keeps orders from costing nothing: what may be owed at the counter, and what unpaid orders may hold
//! (docs/spec/ordering.md, "Fraud, words and witnesses"). Strangers alone: who is known by name is trusted.

use std::time::Duration;

use chain::Chain;
use domain::{SecurityKind, error::Code, payment::PaymentStage, phone::comparable};
use jiff::{SignedDuration, Timestamp};
use pricing::Priced;
use server::{ApiError, address::limit_unit};
use store::{Beyond, LimitedCode, NewCheckout, PlacedBy, PlacingBounds};

use super::{placing::Placer, used_codes::used};
use crate::{
    cart::{CartContext, Contact},
    ordering::OrderingParts,
    shopper::Shopper,
};

impl OrderingParts {
    /// Refuses what may not be owed at the counter, and what may not be held besides.
    ///
    /// # Errors
    /// 409 `order/phone-needed`, or `campaign/limit-reached`.
    pub(super) async fn refuse_what_is_owed(
        &self,
        placer: &Placer,
        context: &CartContext<'_>,
        new: &NewCheckout,
    ) -> Result<(), ApiError> {
        if let Some(who) = &placer.trusted {
            tracing::info!(who, "an order is placed without the bounds of strangers");
            return Ok(());
        }
        let most = context.chain().settings().fraud.counter_limit;
        if new.stage == PaymentStage::OnSite && most.0 > 0 && new.price.payable > most {
            return Err(self.refusal_beyond(context, Beyond::Open));
        }
        let Some(by) = &new.placed_by else { return Ok(()) };
        let beyond = self.deps.store.checkouts().beyond(by, new.stage, &new.codes, new.placed_at).await?;
        beyond.map_or(Ok(()), |beyond| Err(self.refusal_beyond(context, beyond)))
    }

    /// What somebody is answered who owes or holds too much.
    pub(super) fn refusal_beyond(&self, context: &CartContext<'_>, beyond: Beyond) -> ApiError {
        match beyond {
            Beyond::Open => {
                let phone = &context.shop.restaurant.phone;
                let text = Code::PhoneNeeded.message().replace("{phone}", phone);
                let refused = ApiError::new(Code::PhoneNeeded).worded(text).with("phone", phone.as_str());
                refused.witnessed_as(SecurityKind::Limit)
            }
            Beyond::Unpaid { until } => {
                let wait = until.duration_since(self.deps.clock.now());
                ApiError::new(Code::TooMany).retry_after(Duration::try_from(wait).unwrap_or_default())
            }
            Beyond::Uses { code } => {
                ApiError::new(Code::LimitReached).with("promotionCode", code).witnessed_as(SecurityKind::Limit)
            }
        }
    }

    /// By what a stranger's orders are counted; none where the chain knows who it is.
    pub(super) fn placed_by(&self, placer: &Placer, chain: &Chain, contact: &Contact) -> Option<PlacedBy> {
        if placer.trusted.is_some() {
            return None;
        }
        let caller = match placer.shopper {
            Shopper::Customer(customer) => format!("account {}", customer.id),
            Shopper::Guest | Shopper::CallCentre => {
                format!("phone {}", contact.phone_number.as_deref().and_then(comparable).unwrap_or_default())
            }
        };
        let address = format!("address {}", limit_unit(placer.address));
        let (fraud, count) = (chain.settings().fraud, |most| self.fraud_factor.times(most));
        let bounds = PlacingBounds {
            open_of_caller: count(fraud.open_per_phone),
            open_of_address: count(fraud.open_per_address),
            unpaid_of_caller: count(fraud.unpaid_per_phone),
            unpaid_of_address: count(fraud.unpaid_per_address),
            uses_of_address: count(fraud.uses_per_address),
        };
        let digest = |who: &str| self.rate_limits.digest(who);
        Some(PlacedBy { caller: digest(&caller), address: digest(&address), bounds })
    }

    /// The limited codes that an order uses, and for how long one that waits for its money holds those of all people.
    pub(super) fn held_codes(
        &self,
        chain: &Chain,
        priced: &Priced<'_>,
        now: Timestamp,
        stage: PaymentStage,
    ) -> Vec<LimitedCode> {
        let hold = SignedDuration::from_mins(chain.settings().fraud.code_hold_minutes.into());
        let is_released = stage == PaymentStage::Waiting && hold.is_positive() && hold < self.payments.unpaid_ttl;
        let held_until = now.checked_add(hold).ok().filter(|_| is_released);
        let mut codes = used(chain, priced);
        codes
            .iter_mut()
            .filter(|code| !code.is_benefit && !super::used_codes::is_personal(chain, &code.code))
            .for_each(|code| code.held_until = held_until);
        codes
    }
}
