//! A gift card of the chain's own: whether it is one, and what it pays.

use chain::Chain;
use domain::{error::Code, key::fingerprint, money::Cents};
use server::ApiError;
use store::{GiftCardHold, Store};
use subtle::ConstantTimeEq;

use super::body::GiftCardBody;

/// The gift card of a number and pin, with what is left on it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FoundGiftCard {
    card: [u8; 32],
    balance: Cents,
    left: Cents,
}

impl FoundGiftCard {
    /// Looks for it.
    ///
    /// # Errors
    /// 409 `payment/gift-card-invalid` where there is none, or not with this pin.
    pub(crate) async fn find(chain: &Chain, store: &Store, sent: &GiftCardBody) -> Result<Self, ApiError> {
        let of_number = chain.gift_cards().iter().find(|card| card.number == sent.number);
        let is_its_pin = |pin: &str| bool::from(pin.as_bytes().ct_eq(sent.pin.as_bytes()));
        let card = of_number.filter(|card| is_its_pin(&card.pin));
        let balance = card.ok_or_else(|| ApiError::new(Code::GiftCardInvalid))?.balance;
        let card = fingerprint(&sent.number);
        let gone = store.gift_card_gone(card).await?;
        Ok(Self { card, balance, left: Cents((balance.0 - gone.0).max(0)) })
    }

    /// What it pays of an amount; none where that is nothing.
    #[must_use]
    pub(crate) fn hold(self, payable: Cents) -> Option<GiftCardHold> {
        let amount = self.left.min(payable);
        (amount.0 > 0).then_some(GiftCardHold { card: self.card, balance: self.balance, amount })
    }
}
