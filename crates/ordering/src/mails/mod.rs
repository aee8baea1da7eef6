//! What people who order are told by mail: that their order was received, and that money goes back to them.

mod receipt;
mod refund;
mod sender;

pub use receipt::ReceiptMails;
pub use refund::RefundMails;
pub use sender::MailParts;
