//! The payment of an order: the one way in which it changes, what providers say of it, and where it leads.

mod notification;
mod outcome;
mod payments;
mod refund_calls;

pub use notification::PaymentNotification;
pub use outcome::Outcome;
pub use payments::Payments;
pub(crate) use payments::failed;
pub use refund_calls::RefundCalls;
