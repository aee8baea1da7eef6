//! Paying: by what means somebody may, what comes of a try, and what is looked after when nobody waits for it.

mod cancelled_orders;
mod methods;
mod pay;
mod record;
pub mod sweep;

pub use cancelled_orders::CancelledOrders;
pub use methods::{MethodList, OfferedMethod, is_providers, offered};
pub use pay::{Intent, PayOutcome, Purchase, WALLETS, check_issuer};
pub(crate) use record::{PriceRecord, RecordedLine, sale_of};
