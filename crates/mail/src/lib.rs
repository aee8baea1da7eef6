//! Mails: what they say, in Finnish, and how they are sent: over SMTP, or into files where no server is set.
//!
//! A mail is written when its reason is committed, and stands in the outbox until it is sent.

mod account;
mod delivery;
mod files;
mod message;
mod money;
mod page;
mod post;
mod receipt;
mod refund;
mod smtp;

pub use account::AccountMail;
pub use delivery::{MAIL, MailDelivery};
pub use files::{MAILS_KEPT, MailFolder};
pub use message::{Mail, MailKind};
pub use post::{MailError, MailsAbout, Post};
pub use receipt::{HandoverKind, Receipt, ReceiptLine, ReceiptVat, Sum};
pub use refund::Refund;
pub use smtp::{BadSmtp, SmtpServer};
