//! The people of the chain and what they are signed in with.

mod accounts;
mod live_token;
mod person;
mod session;

pub use accounts::AddStaffError;
pub use person::{NewStaff, Staff};
pub use session::{NewSession, StaffSession};
