//! Paying: by what means somebody may pay which order. What takes the money is the crate `payments`.

mod methods;
mod pay;
mod record;

pub use methods::{MethodList, OfferedMethod, is_providers, offered};
pub use pay::{Intent, PurchaseFacts, WALLETS, check_issuer};
pub(crate) use record::{record_of, sale_of};
