//! Orders of the shop from their placing on (`checkouts`): what they hold, who tries to pay, and how they come into
//! `orders` in the transaction that makes them paid.

mod duties;
mod gifts;
mod place;
mod rows;
mod settle;
mod stored;
mod values;

pub use duties::{Duty, OpenTry, PaymentDuty};
pub use place::PlaceCheckoutError;
pub use settle::{PaymentReport, ProviderWord, Settle, SettleError, SettleEvent, SettledCheckout};
pub use values::{Checkout, GiftCardHold, LimitedCode, MailContact, NewCheckout, NewTry, PaymentTry, Price};
