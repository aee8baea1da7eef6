//! A gift card of the chain's own: whether it is one, and what it pays.

use std::net::IpAddr;

use chain::Chain;
use domain::{error::Code, key::fingerprint, money::Cents};
use server::ApiError;
use store::GiftCardHold;
use subtle::ConstantTimeEq;

use super::body::GiftCardBody;
use crate::{card_attempts::CardAttempt, ordering::OrderingParts};

/// The gift card of a number and pin, with what is left on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundGiftCard {
    card: [u8; 32],
    balance: Cents,
    left: Cents,
}

impl OrderingParts {
    /// Looks for a gift card. A wrong number and a wrong pin are one, and count alike.
    ///
    /// # Errors
    /// 409 `payment/gift-card-invalid` where there is none, or not with this pin; `payment/too-many-attempts` after too
    /// many wrong ones, whatever comes then; `payment/gift-card-empty` where nothing is left on it.
    pub(crate) async fn gift_card(
        &self,
        chain: &Chain,
        sent: &GiftCardBody,
        address: IpAddr,
    ) -> Result<FoundGiftCard, ApiError> {
        let of_number = chain.gift_cards().iter().find(|card| card.number == sent.number);
        let is_its_pin = |pin: &str| bool::from(pin.as_bytes().ct_eq(sent.pin.as_bytes()));
        let right = of_number.filter(|card| is_its_pin(&card.pin));
        let balance = match self.card_attempts.judge(&sent.number, right.is_some(), address).await? {
            CardAttempt::TooMany => return Err(ApiError::new(Code::CardAttempts)),
            CardAttempt::Judged => right.ok_or_else(|| ApiError::new(Code::GiftCardInvalid))?.balance,
        };
        let card = fingerprint(&sent.number);
        let gone = self.deps.store.checkouts().gift_card_gone(card).await?;
        let left = Cents((balance.0 - gone.0).max(0));
        let found = FoundGiftCard { card, balance, left };
        if left == Cents(0) { Err(ApiError::new(Code::GiftCardEmpty)) } else { Ok(found) }
    }
}

impl FoundGiftCard {
    /// What it pays of an amount, `least` of it at least; none where that is nothing.
    #[must_use]
    pub(crate) fn hold(self, payable: Cents, least: Cents) -> Option<GiftCardHold> {
        let amount = self.left.min(payable);
        (amount.0 > 0).then_some(GiftCardHold { card: self.card, balance: self.balance, amount, least })
    }
}
