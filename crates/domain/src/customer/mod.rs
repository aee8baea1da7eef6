//! Customers' accounts: what may stand in them, how long a session of theirs lives, which terms hold (docs/spec/people.md,
//! "Accounts", "Addresses", "History").

mod address;
mod birth_date;
mod error_code;
mod names;
mod open_order;
mod phone;
mod primary;
mod registration;
mod reorder;
mod session;
mod terms;
mod wrong_field;

pub use address::{Address, Coordinate, MOST_ADDRESSES, RawAddress, door_of};
pub use birth_date::{BadBirthDate, BirthDate};
pub use error_code::users_error_code;
pub use names::{BadName, PersonName};
pub use open_order::is_order_open;
pub use phone::{BadPhone, CustomerPhone};
pub use primary::{AddressChange, PrimaryMark, primary_after};
pub use registration::{CheckedRegistration, RawRegistration};
pub use reorder::{MOST_REORDERED, REORDER_LOOKS_AT, most_ordered};
pub use session::{MOST_SESSIONS, SESSION_IDLE, SESSION_LONGEST, SessionChannel};
pub use terms::{TermsMoved, TermsVersion, TermsVersions};
pub use wrong_field::{FieldRule, WrongField};

/// What stands in the place of the e-mail address of whoever orders by telephone (docs/spec/people.md, "User").
pub const CALL_CENTRE_EMAIL: &str = "asiakaspalvelu@ovelle.example";
