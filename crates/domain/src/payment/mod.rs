//! Paying for an order: what a provider says, and what follows from it. An order's way of paying as its watcher sees it
//! is [`crate::order::Payment`].

mod error_code;
mod session;
mod settlement;
mod standing;

pub use error_code::PaymentErrorCode;
pub use session::{SessionId, SessionToken};
pub use settlement::{Effect, Event, MOST_TRIES, PaymentStatus, Settled, Settlement, Stage, TryNumber};
pub use standing::{ProviderStatus, Standing};
