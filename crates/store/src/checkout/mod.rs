//! Orders of the shop from their placing on (`checkouts`): what they hold, who tries to pay, and how they come into
//! `orders` in the transaction that makes them paid.

mod bounds;
mod code_holds;
mod duties;
mod events;
mod gifts;
mod history;
mod place;
mod refunds;
mod returns;
mod rows;
mod settle;
mod stored;
mod takings;
mod values;

use crate::store::Store;

pub use bounds::Beyond;
pub use duties::{Duty, OpenTry, PaymentDuty};
pub use events::{MoneyReturned, PaymentReport, ProviderWord, Settle, SettleError, SettleEvent, SettledCheckout};
pub use history::CustomerOrder;
pub use place::PlaceCheckoutError;
pub use refunds::{ORDER_RECEIPT, ORDER_REFUND, PAYMENT_REFUND, RefundAsked, RefundError, RefundGiven};
pub use returns::PendingRefund;
pub(crate) use stored::StoredContact;
pub use values::{
    Checkout, CheckoutPapers, GiftCardHold, LimitedCode, MailContact, NewCheckout, NewTry, PlacedBy, PlacingBounds,
    Price,
};

/// The orders of the shop of a store.
#[derive(Debug, Clone, Copy)]
pub struct CheckoutStore<'s>(&'s Store);

impl Store {
    /// The orders of its shop, from their placing on.
    #[must_use]
    pub fn checkouts(&self) -> CheckoutStore<'_> {
        CheckoutStore(self)
    }
}
