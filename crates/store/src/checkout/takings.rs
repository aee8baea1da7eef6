//! What an order takes as it is placed: uses of codes, benefits, and what is left on a gift card.

use domain::money::Cents;
use jiff::Timestamp;

use super::{
    gifts::take_code,
    place::PlaceCheckoutError,
    values::{GiftCardHold, LimitedCode, NewCheckout},
};
use crate::{
    conn::Conn,
    error::StoreError,
    loyalty::{is_void, lock_owners},
};

/// What is gone from a gift card. Whoever else draws on it waits from here on.
const LOCK_GIFT: &str = "INSERT INTO gift_cards (card, gone) VALUES ($1, 0) \
    ON CONFLICT (card) DO UPDATE SET gone = gift_cards.gone RETURNING gone";
/// Takes an amount off a gift card that has as much left.
const TAKE_GIFT: &str = "UPDATE gift_cards SET gone = gone + $2 WHERE card = $1";

/// Lets nobody change what becomes of the benefits that the order uses: an account is the first that anybody holds.
pub(super) async fn hold_owners(conn: &mut Conn<'_>, new: &NewCheckout) -> Result<(), StoreError> {
    let benefits: Vec<String> = new.codes.iter().filter(|code| code.is_benefit).map(|code| code.code.clone()).collect();
    if benefits.is_empty() { Ok(()) } else { lock_owners(conn, &benefits, new.account).await }
}

/// Takes a use of each code that an order uses.
pub(super) async fn take_codes(
    conn: &mut Conn<'_>,
    codes: &[LimitedCode],
    now: Timestamp,
) -> Result<(), PlaceCheckoutError> {
    for LimitedCode { code, limit, is_benefit, .. } in codes {
        let is_gone = *is_benefit && is_void(conn, code, now).await?;
        if is_gone || *limit == 0 || !take_code(conn, code, i64::from(*limit)).await? {
            return Err(PlaceCheckoutError::LimitReached { code: code.clone() });
        }
    }
    Ok(())
}

/// Takes off a gift card what it is to pay, or what is left: read again here, where nobody else can draw on it. Gives how
/// much that is.
pub(super) async fn take_gift(conn: &mut Conn<'_>, hold: GiftCardHold) -> Result<Cents, PlaceCheckoutError> {
    let gone: i64 = conn.query(LOCK_GIFT).bind(&hold.card[..]).scalar().await?;
    let left = Cents((hold.balance.0 - gone).max(0));
    if left < hold.least || left.0 == 0 {
        return Err(PlaceCheckoutError::GiftCardShort { left });
    }
    let held = left.min(hold.amount);
    conn.query(TAKE_GIFT).bind(&hold.card[..]).bind(held.0).execute().await?;
    Ok(held)
}
