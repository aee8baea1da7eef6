//! Placing an order: what must be right before there is one, and what it becomes.

mod analytics_data;
mod body;
mod contact;
mod draft;
mod fraud;
mod gift_card;
mod on_behalf;
mod placing;
mod sold;
mod used_codes;

pub use body::{OrderDetailsBody, PlaceOrderBody, ReadOrder};
pub use placing::{PaymentAction, PlacedOrder, Placer};
pub use used_codes::KnownCodes;
