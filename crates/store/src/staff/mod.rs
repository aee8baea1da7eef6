//! The people of the chain and what they are signed in with.

mod accounts;
mod live_token;
mod person;
mod session;
mod totp;

use crate::store::Store;
pub use accounts::AddStaffError;
pub(crate) use accounts::by_number;
pub use person::{NewStaff, StaffMember, StaffTotp};
pub(crate) use session::session;
pub use session::{NewSession, StaffSession};
pub use totp::ConfirmTotp;

/// The people of a store.
#[derive(Debug, Clone, Copy)]
pub struct StaffStore<'s>(&'s Store);

impl Store {
    /// The people of the chain.
    #[must_use]
    pub fn staff(&self) -> StaffStore<'_> {
        StaffStore(self)
    }
}
