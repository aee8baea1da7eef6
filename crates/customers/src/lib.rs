//! Accounts of customers: registering, signing in, and what a person keeps with the shop (docs/spec/people.md, "Accounts").
//!
//! Who calls is said by the session alone: no role, segment or number is ever read from a request. Of another person's things
//! there is nothing but 404.

mod address;
mod captcha;
mod customers;
mod erasing;
mod export;
mod history;
mod identity;
mod mails;
mod owner;
mod retention;
pub mod routes;
mod signed_in;
mod terms;
mod user;

pub use captcha::{Captcha, CaptchaProvider, EmbeddedCaptcha, OpenChallenge, Recaptcha};
pub use customers::{AccountSettings, Customers, CustomersParts};
pub use export::{AccountExport, OrderExport};
pub use signed_in::{ChangingCustomer, LookingCustomer};
