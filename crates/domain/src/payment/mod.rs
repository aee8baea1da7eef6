//! Paying for an order: what a provider says, and what follows from it. An order's way of paying as its watcher sees it
//! is [`crate::order::OrderPayment`].

mod books;
mod error_code;
mod record;
mod refund;
mod session;
mod settlement;
mod state;

pub use books::{Booking, Bookkeeper, LedgerAmounts, LedgerEntry, LedgerVat, Sale};
pub use error_code::PaymentErrorCode;
pub use record::{PaymentNews, PaymentRecord, PaymentTry};
pub use refund::{AutomaticRefund, Charge, Funds, PaymentChange, RefundPart, RefundRefused, RefundSource, Refunding};
pub use session::{SessionId, SessionToken};
pub use settlement::{
    MOST_TRIES, PaymentEffect, PaymentEvent, PaymentStage, PaymentStatus, Settled, Settlement, TryNumber,
};
pub use state::{PaymentState, ProviderStatus};
