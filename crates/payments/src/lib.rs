//! What takes, settles and gives back money (docs/spec/ordering.md, "Checkout and payment"). There is one way in which the
//! payment of an order changes, [`Payments::settle`]; what follows is decided by [`domain::payment`], and announced once it is
//! committed. Nothing here knows what is sold, what it costs, or by what means somebody may pay.

mod cancelled_orders;
mod notification;
mod outcome;
mod payments;
mod refund_calls;
pub mod sweep;
mod taking;
mod timings;

pub use cancelled_orders::CancelledOrders;
pub use notification::PaymentNotification;
pub use outcome::PaymentOutcome;
pub use payments::{Payments, PaymentsParts, failed};
pub use refund_calls::RefundCalls;
pub use taking::{PayError, PayOutcome, obstacle};
pub use timings::Timings;
